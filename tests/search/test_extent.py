"""The size of what is left of a game, against every way it can go on."""

import math

import numpy as np

from kibitz.core.game import OVER, play, turn
from kibitz.core.registry import make_game
from kibitz.search.extent import _log_ways, is_within_reach


def ways(game, p):
    """How many ways there are to the end."""
    if turn(p) == OVER:
        return 1
    return sum(ways(game, play(p, move)) for move in game.legal_moves(p))


def test_walks_stand_for_all_ways_on_average():
    """Knuth's theorem, within four standard errors."""
    game, rng = make_game("nim(2,3)"), np.random.default_rng(5)
    found = np.exp([_log_ways(game, game.start(), math.inf, rng) for _ in range(400)])
    expected = ways(game, game.start())
    assert abs(found.mean() - expected) < 4 * found.std() / math.sqrt(len(found))
    assert found.std() > 0


def test_a_walk_is_cut_where_it_stands_for_enough():
    game, rng = make_game("ultimate"), np.random.default_rng(5)
    most = math.log(1000.0)
    assert most <= _log_ways(game, game.start(), most, rng) < most + math.log(81)


def test_small_games_are_within_reach_and_large_ones_are_not():
    for text, nodes, expected in (
        ("tictactoe", 5000, True),  # 255,168 games
        ("tictactoe", 50, False),
        ("ultimate", 1_000_000, False),
    ):
        game = make_game(text)
        assert is_within_reach(game, game.start(), nodes, 1) is expected

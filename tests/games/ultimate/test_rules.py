"""The rules of ultimate tic-tac-toe against counts, random play and a slow twin."""

import numpy as np
import pytest
from benchmarks.random_games import play_random_games

from kibitz.core.game import OVER, payoff, play, sample, turn
from kibitz.core.kernel import COMPILED
from kibitz.core.seeds import stream
from kibitz.games.ultimate.game import UltimateGame
from kibitz.search.perft import perft
from tests.naive.ultimate import Boards

PERFT = [1, 81, 720, 6336, 55080, 473256]


def test_the_counts_of_move_sequences_are_the_known_ones():
    depths = len(PERFT) if COMPILED else 3
    assert [perft(UltimateGame(), depth) for depth in range(depths)] == PERFT[:depths]


@pytest.mark.parametrize("by_count", [False, True])
def test_random_games_follow_the_slow_twin(by_count):
    game, luck = UltimateGame(by_count), stream(17)
    for _ in range(40 if COMPILED else 4):
        p, twin = game.start(), Boards()
        while turn(p) != OVER:
            assert game.legal_moves(p) == twin.legal_moves()
            move = int(sample(p, game.scratch(), luck))
            p = play(p, move)
            twin.play(move)
        assert twin.is_over()
        assert float(payoff(p, 0)) == {"X": 1, "O": -1, "": 0}[twin.winner(by_count)]
        assert float(payoff(p, 1)) == -float(payoff(p, 0))


@pytest.mark.compiled
def test_random_play_has_the_known_lead_and_length():
    """First 41.2 %, second 36.5 %, 58.9 moves; 4 sigma of 40,000 games."""
    game, games, totals = UltimateGame(), 40_000, np.zeros(2)
    plies = play_random_games(game.start(), games, game.scratch(), totals, stream(1))
    assert totals[0] / games == pytest.approx(0.412 - 0.365, abs=4 * 0.88 / games**0.5 + 0.001)
    assert plies / games == pytest.approx(58.9, abs=4 * 9 / games**0.5 + 0.05)


def test_a_random_move_is_any_legal_one_as_likely():
    """A chi-square statistic of 71 degrees of freedom stays below its mean by 5 sigma or so."""
    game, luck, draws = UltimateGame(), stream(2), 200 if COMPILED else 50
    p = game.start()
    for cell in ("a1", "b2", "e5", "d4", "a2", "b5", "e4"):
        p = game.play(p, game.parse_move(p, cell)) if game.legal_moves(p) else p
    legal = game.legal_moves(p)
    seen = np.zeros(81)
    for _ in range(draws * len(legal)):
        seen[int(sample(p, game.scratch(), luck))] += 1
    assert seen.sum() == seen[legal].sum()
    chi2 = float(((seen[legal] - draws) ** 2 / draws).sum())
    freedom = len(legal) - 1
    assert abs(chi2 - freedom) < 5 * (2 * freedom) ** 0.5

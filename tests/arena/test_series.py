"""Pairs inside a kernel against the same pairs move by move, and against exact chances."""

from functools import cache

import numpy as np
import pytest

from kibitz.arena.batch import Batch
from kibitz.arena.pair import PairTable
from kibitz.arena.series import Series, nth_seed
from kibitz.core.game import OVER, payoff, play, turn
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.core.seeds import nth
from kibitz.players.compiled import PLAYOUT, RANDOM
from kibitz.players.player import CompiledPlayer
from tests.arena.duel import DuelGame

GAMES = [make_game("tictactoe"), make_game("nim(2,3)"), DuelGame()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_kernel_plays_the_games_that_are_played_move_by_move(game):
    count = 60 if COMPILED else 15
    players = [CompiledPlayer(game, RANDOM), CompiledPlayer(game, PLAYOUT)]
    batch = Series(game, players, wants_records=True).play((0, 1), 17, 5, count)
    table = PairTable(game, players, wants_records=True)
    played = [table.play(nth(17, 5 + row), {}) for row in range(count)]
    twin = Batch.of((0, 1), 5, [games for games, _ in played])
    assert np.array_equal(batch.payoffs, twin.payoffs)
    assert np.array_equal(batch.plies, twin.plies)
    assert np.array_equal(batch.decisions, twin.decisions)
    for fast, (_, slow) in zip(batch.records, played, strict=True):
        for one, other in zip(fast, slow, strict=True):
            assert one.moves == other.moves
            assert (one.players, one.result, one.seed) == (other.players, other.result, other.seed)


def test_a_chunk_is_the_same_however_it_is_cut():
    game = GAMES[0]
    series = Series(game, [CompiledPlayer(game, RANDOM)] * 2)
    whole = series.play((0, 1), 3, 0, 10).payoffs
    parts = [series.play((0, 1), 3, first, 1).payoffs for first in range(10)]
    assert np.array_equal(whole, np.concatenate(parts))


@pytest.mark.parametrize("seed", [0, 1, (1 << 62) - 1, (1 << 63) - 1])
@pytest.mark.parametrize("n", [0, 1, 5, (1 << 40) + 3, 2 << 40])
def test_seeds_in_a_kernel_are_those_outside(seed, n):
    assert int(nth_seed(seed, n)) == nth(seed, n)


@cache
def random_chances(p):
    """Of win, draw and loss for seat 0 when both seats play tic-tac-toe at random."""
    if turn(p) == OVER:
        return tuple(float(payoff(p, 0) == worth) for worth in (1.0, 0.0, -1.0))
    legal = GAMES[0].legal_moves(p)
    after = [random_chances(play(p, move)) for move in legal]
    return tuple(sum(chances[k] for chances in after) / len(legal) for k in range(3))


@pytest.mark.compiled
def test_random_players_meet_the_exact_chances_of_tic_tac_toe():
    game, pairs = GAMES[0], 20_000
    series = Series(game, [CompiledPlayer(game, RANDOM)] * 2)
    batch = series.play((0, 1), 11, 0, pairs)
    first_seat = np.concatenate([batch.payoffs[:, 0, 0], batch.payoffs[:, 1, 1]])
    for worth, chance in zip((1.0, 0.0, -1.0), random_chances(game.start()), strict=True):
        seen = (first_seat == worth).mean()
        assert abs(seen - chance) < 4 * np.sqrt(chance * (1 - chance) / len(first_seat))
    together = np.corrcoef(batch.payoffs[:, 0, 0], batch.payoffs[:, 1, 0])[0, 1]
    assert abs(together) < 4 / np.sqrt(pairs)  # no chance to share: the two games are independent

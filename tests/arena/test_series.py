"""Pairs inside a kernel against the same pairs move by move, and against exact chances."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.arena.batch import Batch
from kibitz.arena.deal import deals
from kibitz.arena.pair import PairTable
from kibitz.arena.series import Series
from kibitz.core.game import OVER, payoff, play, turn
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.core.seeds import nth, stream
from kibitz.estimate.analyst import Best, Mixed, Slips, TopFew
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.games.nim.theory import NimTheory
from kibitz.players.compiled import NEVER, PLAYOUT, RANDOM, Mover, level_mover, nth_seed, pick
from kibitz.players.player import CompiledPlayer
from kibitz.players.roster import make_player
from tests.arena.duel import DuelGame

GAMES = [make_game("tictactoe"), make_game("nim(2,3)"), DuelGame()]


def check_twins(game, players, count):
    """Play in the kernel and move by move, and compare everything but the time."""
    batch = Series(game, players, wants_records=True).play((0, 1), 17, 5, count)
    table = PairTable(game, players, wants_records=True)
    played = [table.play(deal, {}) for deal in deals(17, 5, count, game.seats)]
    twin = Batch.of((0, 1), 5, [games for games, _ in played])
    assert np.array_equal(batch.payoffs, twin.payoffs)
    assert np.array_equal(batch.plies, twin.plies)
    assert np.array_equal(batch.decisions, twin.decisions)
    for fast, (_, slow) in zip(batch.records, played, strict=True):
        for one, other in zip(fast, slow, strict=True):
            assert one.moves == other.moves
            assert (one.players, one.result, one.seed) == (other.players, other.result, other.seed)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_kernel_plays_the_games_that_are_played_move_by_move(game):
    players = [CompiledPlayer(game, RANDOM), CompiledPlayer(game, PLAYOUT)]
    check_twins(game, players, 60 if COMPILED else 15)


@pytest.mark.parametrize("game", ["nim(3,4,5)", "nim(2,5,misere=true)", "nim(7,7,limit=3)"])
@pytest.mark.parametrize("pair", [("beginner", "expert"), ("intermediate", "advanced")])
def test_levels_play_the_same_inside_a_kernel(game, pair):
    made = make_game(game)
    players = [make_player(level, made) for level in pair]
    assert all(player.mover for player in players)
    check_twins(made, players, 30 if COMPILED else 6)


values = st.lists(st.sampled_from([-1.0, 0.0, 0.5, 1.0]), min_size=1, max_size=9)
CHOICES = [Best(), TopFew(3), TopFew(1), Slips(0.5), Slips(0.0), Slips(1.0)]


@given(values, st.sampled_from(CHOICES), st.integers(0, 1000))
def test_a_kernel_picks_what_the_choice_picks(values, choice, seed):
    options = [Option(i, str(i), Estimate.exact(value)) for i, value in enumerate(values)]
    mover = level_mover(make_game("nim"), NimTheory(), choice)
    _, slips, few = mover or Mover(RANDOM)
    expected = choice.pick(Analysis.ranked(0, options, "wins"), stream(seed))
    assert pick(np.array(values), slips, few, stream(seed)) == expected


def test_only_quick_analysts_with_simple_choices_are_kernels():
    nim, tictactoe = make_game("nim"), make_game("tictactoe")
    assert level_mover(nim, NimTheory(), Best()) == Mover(2, NEVER, 0)
    assert level_mover(nim, NimTheory(), Mixed()) is None
    assert level_mover(nim, NimTheory(), Slips(0.1, TopFew(2))) is None
    assert level_mover(tictactoe, NimTheory(), Best()) is None
    assert make_player("tictactoe:expert", tictactoe).mover is None


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

"""The coach by solutions: sums told by hand, spots that everybody agrees on, what is refused."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from kibitz.core.registry import make_game
from kibitz.errors import BadValue
from kibitz.games.holdem.cards.combos import COMBOS
from kibitz.games.holdem.solved.analyst import HandSolver, SolvedOptions, solved_by
from kibitz.games.holdem.solved.points import FOLDED, StreetPoint
from kibitz.games.holdem.table.position import CALL, FLOP, FOLD, TURN

FEW = make_game("holdem(raises=few)")
ANY = make_game("holdem")


@pytest.mark.compiled
def test_the_nuts_win_every_pot_and_a_fold_loses_what_was_paid():
    """A call of 20 into 60 with a royal flush wins 60 chips of which 20 are our own."""
    v = FEW.parse_position("river:1 40,20 ????,AsKs QsJsTs2c3d 20/20/1/1/0/20")
    analysis = HandSolver().analyse(FEW, v, 1, 3)
    fold, call = analysis.option(FOLD), analysis.option(CALL)
    assert (fold.value, fold.estimate.is_exact) == (-10, True)
    assert call.value == pytest.approx(20, abs=1e-3)
    assert call.facts["pot_odds"] == 0.25
    assert call.facts["equity"] == pytest.approx(1, abs=1e-6)
    assert "pot odds need 25.0% equity, we have 100.0% against their range" in call.reason
    assert analysis.best.value >= call.value
    assert sum(option.frequency or 0 for option in analysis.options) == pytest.approx(1, abs=1e-3)


@pytest.mark.compiled
@pytest.mark.parametrize("game", [ANY, FEW], ids=["any", "few"])
def test_third_pair_does_not_shove_a_hundred_blinds_into_two(game):
    v = game.parse_position("flop:0 2,2 Kc7c,???? 9hKdAc???? 0/2/0/0/0/2 ----/100/2/0")
    analysis = HandSolver().analyse(game, v, 0, 0)
    check, shove = analysis.option(CALL), analysis.option(CALL + 198)
    assert analysis.loss(CALL) <= 0.02  # a hundredth of the pot of two blinds
    assert analysis.loss(shove.move) > 1
    assert 0.2 < check.value < 1.5  # a blind is paid; the hand beats four fifths of what limps
    assert check.estimate.error == pytest.approx(0.06 * 2)  # what flops by pairs are off by
    assert (shove.frequency or 0) < 0.01
    assert analysis.basis == "solved, flop by pairs of hands"
    assert "against their range" in check.reason
    assert "they fold" in shove.reason


@pytest.mark.compiled
def test_options_within_a_hundredth_of_the_pot_are_no_mistake():
    v = FEW.parse_position("river:1 40,20 ????,AsKs QsJsTs2c3d 20/20/1/1/0/20")
    analysis = HandSolver().analyse(FEW, v, 1, 3)
    for option in analysis.options:
        is_close = 0 < analysis.loss(option.move) < 0.01 * 60 / 2
        assert analysis.is_too_close_to_call(option.move) == is_close


@pytest.mark.compiled
def test_losses_on_a_flop_by_pairs_are_known_to_three_hundredths_of_the_pot():
    """So far they were from whole solutions; what is within two such errors is no mistake."""
    v = FEW.parse_position("flop:0 2,2 Kc7c,???? 9hKdAc???? 0/2/0/0/0/2 ----/100/2/0")
    analysis = HandSolver().analyse(FEW, v, 0, 0)
    assert {option.loss_error for option in analysis.options} == {0.03 * 2}
    for option in analysis.options:
        is_close = 0 < analysis.loss(option.move) < 2 * 0.03 * 2
        assert analysis.is_too_close_to_call(option.move) == is_close


@pytest.mark.compiled
def test_what_the_solution_plays_on_the_river_loses_next_to_nothing():
    """All in is three pots and a half here: a solution without that size would lose by it.

    The whole range is solved to a quarter of a hundredth of the pot, one rare hand less closely.
    """
    v = FEW.parse_position("river:0 24,24 7c2c,???? 8cKhJcTc9s 0/2/0/0/0/24 110-/211/6/12")
    analysis = HandSolver().analyse(FEW, v, 0, 0)
    lost = sum((o.frequency or 0) * analysis.loss(o.move) for o in analysis.options)
    assert lost < 0.02 * 24
    assert analysis.option(CALL + 176).frequency


@pytest.mark.compiled
def test_the_same_view_gives_the_same_odds():
    v = ANY.parse_position("flop:1 6,6 ????,8c7c 2s5h9d???? 0/2/0/1/0/6 1---/200/6/0")
    first, again = (HandSolver().odds(ANY, v, 1) for _ in range(2))
    assert first == again
    assert sum(chance for _, chance in first) == pytest.approx(1, abs=0.1)


def test_what_it_cannot_solve_is_refused():
    six, limit = make_game("holdem(seats=6)"), make_game("holdem(limit=true)")
    for game in (six, limit):
        with pytest.raises(BadValue, match="heads-up"):
            HandSolver().odds(game, game.start(), 0)
    with pytest.raises(BadValue, match="seconds"):
        HandSolver(seconds=0)


def test_a_flop_that_is_solved_to_the_end_says_so():
    assert solved_by(FLOP, False) == "flop by pairs of hands"
    assert solved_by(FLOP, True) == solved_by(TURN, False) == "to the end"


def test_only_very_much_work_solves_flops_to_the_end():
    assert not HandSolver().within(iterations=1000).full
    assert HandSolver().within(iterations=50_000).full
    assert HandSolver().within(iterations=1000) == HandSolver().within(iterations=5000)


def test_moves_that_the_solution_finds_worse_are_not_played():
    """A call that loses 4 in a pot of 100 is left out, one that loses 2.9 is not."""
    strategy, values = np.zeros((3, COMBOS)), np.zeros((3, COMBOS))
    strategy[:, 0], values[:, 0] = (0.0, 0.3, 0.7), (0.0, 6.0, 10.0)
    strategy[:, 1], values[:, 1] = (0.0, 0.3, 0.7), (0.0, 7.1, 10.0)
    strategy[:, 2], values[:, 2] = (0.0, 1.0, 0.0), (0.0, 6.0, 10.0)  # nobody knows the raise
    strategy[:, 3] = np.nan
    values[:, 3] = np.nan
    anything = np.ones(COMBOS)
    amounts = (FOLDED, 0, 40)
    point = StreetPoint(0, (0, 10), 100.0, amounts, strategy, values, (anything, anything))
    walk: Any = SimpleNamespace(
        point=point, view=None, seat=0, combo=0, start=SimpleNamespace(stack=90)
    )
    moves, often = SolvedOptions(walk, [FOLD, CALL, CALL + 40]).all_odds
    assert moves == (FOLD, CALL, CALL + 40)
    assert often[:, 0].tolist() == [0, 0, 1]
    assert often[:, 1] == pytest.approx([0, 0.3, 0.7])
    assert often[:, 2].tolist() == [0, 1, 0]
    assert not often[:, 3].any()

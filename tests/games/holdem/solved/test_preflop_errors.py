"""Errors before the flop: parts of pots that a fit shares out, and hands that were played on."""

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from kibitz.core.registry import make_game
from kibitz.games.holdem.cards.combos import CLASS_BY_TEXT
from kibitz.games.holdem.solved.analyst import FITTED, FITTED_LOSS, HandSolver, SolvedOptions
from kibitz.games.holdem.solved.class_figures import class_deals
from kibitz.games.holdem.solved.points import SolvedClasses, class_places
from kibitz.games.holdem.solved.preflop import solved_preflop
from kibitz.games.holdem.solved.preflop_tree import Blinds
from kibitz.games.holdem.solver.tree import FOLD as FOLDS
from kibitz.games.holdem.solver.tree import ON
from kibitz.games.holdem.table.position import CALL, FOLD

pytestmark = pytest.mark.compiled

SPOTS = {
    "open": "preflop:1 2,1 ????,{} ?????????? 2/2/1/0/0/0",
    "limped": "preflop:0 2,2 {},???? ?????????? 2/2/1/2/0/0",
    "raised": "preflop:0 2,4 {},???? ?????????? 4/2/2/2/0/0",
    "raised more": "preflop:0 2,6 {},???? ?????????? 6/4/2/2/0/0",
}
SHORT = Blinds(1, 2, 0, 40)
# By `python -m benchmarks holdem_preflop`: the spot, how many blinds deep, the hand, the chips that
# it raises to (0: it stays), what that was worth when 30 flops were played on, in blinds from here
# on, and the standard error of that.
PLAYED_ON = json.loads(Path(__file__).with_name("played_on.json").read_text())


def met_pot(game, number, action, hero, kind, theirs):
    """The pot that a class of `hero` meets a flop in after an action, times the weight it meets.

    Every line is walked; `theirs` are the other's weights after the action.
    """
    step = game.street.decisions[number].steps[action]
    if step.kind == FOLDS or step.chips == SHORT.stack:
        return 0.0
    if step.kind != ON:
        return 2.0 * step.chips * float(class_deals()[kind] @ theirs)
    total, odds = 0.0, game.strategy(step.target)
    for answer, share in enumerate(odds):
        if game.street.decisions[step.target].seat == hero:
            total += share[kind] * met_pot(game, step.target, answer, hero, kind, theirs)
        else:
            total += met_pot(game, step.target, answer, hero, kind, share * theirs)
    return total


@pytest.mark.parametrize("text", ["AA", "T9s", "72o"])
def test_the_pots_that_a_fit_shares_out_are_those_of_every_line(text):
    game = solved_preflop(SHORT)
    point = SolvedClasses(game, class_places()).point(())
    assert point is not None
    assert point.fitted is not None
    kind, everything = CLASS_BY_TEXT[text], np.ones(len(class_deals()))
    combo = int(np.flatnonzero(class_places() == kind)[0])
    beside = float(class_deals()[kind] @ everything)
    for action in range(len(point.amounts)):
        pot = met_pot(game, 0, action, point.seat, kind, everything) / beside
        assert point.fitted[action, combo] == pytest.approx(pot, rel=1e-4, abs=1e-6)


def test_an_option_is_as_uncertain_as_the_pots_it_leads_to():
    """A fold is exact, all in known to half a hundredth of the pot, the rest by the fit."""
    game = make_game("holdem(raises=few)")
    v = game.parse_position(SPOTS["raised"].format("AdAs"))
    analysis = HandSolver().analyse(game, v, 0, 0)
    fold, call, shove = (analysis.option(move) for move in (FOLD, CALL, CALL + 200))
    assert fold.estimate.is_exact
    assert shove.estimate.error == pytest.approx(0.005 * 3)
    assert call.estimate.error == pytest.approx(FITTED * 4, rel=0.01)  # the flop's pot
    raised = analysis.best
    assert raised.estimate.error > call.estimate.error  # larger pots follow it
    met = raised.estimate.error / FITTED
    assert call.loss_error == pytest.approx(FITTED_LOSS * np.hypot(4, met), rel=0.01)
    assert fold.loss_error == pytest.approx(FITTED_LOSS * met, rel=0.01)


@cache
def options(spot, blinds, hand):
    """What the coach says of the options of a hand from here on, in blinds: by chips raised to."""
    game = make_game(f"holdem(stack={2 * blinds},raises=few)")
    second = "s" if hand.endswith("s") else "h"
    v = game.parse_position(SPOTS[spot].format(f"{hand[0]}s{hand[1]}{second}"))
    found = SolvedOptions(HandSolver().played(v, int(v.seat)), game.legal_moves(v))
    return {
        move - CALL: (found.value(move) / 2, found.value_error(move) / 2)
        for move in found.legal
        if move != FOLD
    }


def test_hands_that_were_played_on_lie_within_two_errors():
    """In nine cases of ten or more; half a hundredth of the pot, as on solved streets, would do
    in fewer, though the flops leave doubts of their own."""
    within, narrow = [], []
    for spot, blinds, hand, to, truth, doubt in PLAYED_ON:
        value, error = options(spot, blinds, hand)[to]
        within.append(abs(value - truth) < 2 * np.hypot(error, doubt))
        narrow.append(abs(value - truth) < 2 * np.hypot(0.005 * 2, doubt))
    assert np.mean(within) >= 0.9
    assert np.mean(narrow) < 0.9

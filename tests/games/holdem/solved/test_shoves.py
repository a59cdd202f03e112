"""Answers to shoves, against the exact equilibrium of push or fold."""

import numpy as np
import pytest

from kibitz.games.holdem.cards.combos import CLASS_BY_TEXT, CLASS_SIZES, CLASSES
from kibitz.games.holdem.solved.hand import shove_game
from kibitz.games.holdem.solved.holdings import StreetHoldings
from kibitz.games.holdem.solved.points import StreetPoint
from kibitz.games.holdem.solved.preflop_tree import Blinds
from kibitz.games.holdem.solved.shoves import CLASS_ITERATIONS, ShoveStakes, shove_answers
from kibitz.games.holdem.solved.streets import StreetStart
from kibitz.games.holdem.strategy import pushfold

pytestmark = pytest.mark.compiled
DEPTHS = (10, 20, 50, 100, 200, 500)
EVEN = np.ones(CLASSES, np.float32)
SHARES = CLASS_SIZES / CLASS_SIZES.sum()
MOST_GAIN = 0.01  # big blinds a hand


@pytest.fixture(autouse=True)
def deep(monkeypatch):
    """Push or fold is solved at any depth; people are asked for at most 100 big blinds."""
    monkeypatch.setattr(pushfold, "GREATEST_STACK", 1000.0)


@pytest.mark.parametrize("depth", DEPTHS)
def test_whoever_only_shoves_or_folds_on_the_button_gains_nothing(depth):
    """At most a blind in a hundred hands more than the equilibrium gives him."""
    stack = 2 * depth
    stakes = ShoveStakes(3, stack - 1, stack - 2)
    answers = shove_answers(StreetHoldings(()), stakes, EVEN, EVEN, 0 * EVEN, CLASS_ITERATIONS)
    best = float(SHARES @ np.maximum(answers.value, 0)) / 2 - 0.5
    exact = pushfold.push_fold(float(depth))
    assert exact.value - 1e-4 < best < exact.value + MOST_GAIN
    clear = np.abs(exact.call - 0.5) > 0.45
    assert np.abs(answers.call - exact.call)[clear].max() < 0.25


@pytest.mark.parametrize("depth", DEPTHS)
def test_whoever_only_shoves_or_folds_in_the_big_blind_gains_nothing(depth):
    start = StreetStart((), 0, 2 * depth, Blinds(1, 2, 0, 2 * depth))
    ones = np.ones(1326)
    solution = start.solved((ones, ones), (), 0)
    root, value = solution.point(()), 0.0
    assert root is not None
    for action, amount in enumerate(root.amounts):
        taken = root.share(action)
        if amount < 0:
            value += taken * 0.5  # he wins the small blind
        elif amount < start.stack:
            value += taken * big_blind_value(start, solution.point((amount,)))
        else:
            value += taken * -1.0 + taken * MOST_GAIN / 2  # a shove he calls as anybody does
    assert value < -pushfold.push_fold(float(depth)).value + MOST_GAIN


def big_blind_value(start: StreetStart, point: StreetPoint | None) -> float:
    """What a best response of the big blind that shoves or gives up is worth."""
    assert point is not None
    answers, _ = shove_game(start, point)
    beside = StreetHoldings(()).unblocked(StreetHoldings(()).gathered(point.reach[1])[None])[0]
    worth = np.maximum(answers.value, 0) * beside * CLASS_SIZES
    return float(worth.sum() / (beside * CLASS_SIZES).sum()) / 2 - 1.0


def test_a_hundred_blinds_are_called_with_the_best_hands_only():
    answers = shove_answers(
        StreetHoldings(()), ShoveStakes(3, 199, 198), EVEN, EVEN, 0 * EVEN, CLASS_ITERATIONS
    )
    called = {name: float(answers.call[CLASS_BY_TEXT[name]]) for name in ("AA", "KQs", "T8s")}
    assert called["AA"] > 0.99
    assert called["KQs"] < 0.05
    assert called["T8s"] < 0.01
    assert answers.push[CLASS_BY_TEXT["72o"]] < 0.02

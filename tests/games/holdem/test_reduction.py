"""Variance reduction on equity: every technique answers to the exact value."""

import numpy as np
import pytest

from kibitz.core.kernel import COMPILED
from kibitz.errors import BadValue
from kibitz.estimate.convergence import Convergence
from kibitz.estimate.importance import Importance
from kibitz.estimate.sampling import estimate
from kibitz.games.holdem.equity.equity import holdem_equity
from kibitz.games.holdem.equity.reduction import TILT, EquityQuestion, compare

SAMPLES = 20_000 if COMPILED else 600


def test_each_technique_agrees_with_the_exact_equity():
    question = EquityQuestion(("7c7d",), "7h2h9s", "")
    truth = holdem_equity(["7c7d"], "7h2h9sKd", opponents=1).hands[0].equity.value
    turn = EquityQuestion(("7c7d",), "7h2h9sKd", "")
    assert question.dims == 3
    for sampler in (turn.plain, turn.controlled()):
        made = estimate(sampler, Convergence.fixed(SAMPLES), 3)
        assert abs(made.value - truth) < 4 * made.error


@pytest.mark.compiled
def test_the_comparison_finds_what_helps_and_what_hurts():
    found = compare(("QcQd", "AhKh"), samples=20_000, seed=1)
    ratio = {row.name: row.ratio or 0.0 for row in found.techniques}
    truth = found.exact.hands[0].equity.value
    for row in found.techniques:
        assert abs(row.estimate.value - truth) < 4 * row.estimate.error
    assert ratio["plain"] == pytest.approx(1, abs=0.01)
    assert ratio["Sobol"] > 1.2
    assert ratio["control variates"] > 1.03
    assert ratio["antithetic"] < 1.0
    assert [row.estimate.samples for row in found.sizes][:2] == [100, 500]
    assert found.sizes[0].estimate.error > found.sizes[-1].estimate.error


def test_tilting_finds_the_rare_event_without_changing_its_chance():
    """Four of a kind or better by the river, against the exact share of those categories."""
    question = EquityQuestion(("7c7d",), "7h2h9s", "")
    exact = holdem_equity(["7c7d"], "7h2h9s", opponents=1, categories=True).hands[0].categories
    assert exact is not None
    truth = exact["four of a kind"] + exact["straight flush"]
    made = estimate(Importance(question.rare_draw(TILT)), Convergence.fixed(SAMPLES), 5)
    assert abs(made.value - truth) < 4 * made.error
    assert (made.variance_ratio or 0.0) > 3
    plain = question.rare_draw(1.0)(200, np.random.default_rng(1))
    assert plain[:, 1] == pytest.approx(1)


@pytest.mark.parametrize(
    ("hands", "board", "why"),
    [
        (("AA", "KK"), "", "one hand of two cards"),
        (("AhKh", "QQ:0.5,JJ"), "", "without weights"),
        (("AhKh", "QQ"), "2c3c4c5d6d", "cards to come"),
        (("AhKh", "QQ", "JJ"), "", "one hand of two cards"),
    ],
)
def test_a_question_that_cannot_be_compared_is_refused(hands, board, why):
    with pytest.raises(BadValue, match=why):
        EquityQuestion(hands, board, "")
    with pytest.raises(BadValue, match="at least 5000 samples"):
        compare(("AhKh",), "2c3c4c", samples=100)

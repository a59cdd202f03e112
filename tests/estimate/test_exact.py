"""Exact values by enumeration against arithmetic done by hand."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from kibitz.errors import BadValue
from kibitz.estimate.exact import Enumeration, exact
from kibitz.estimate.sampling import estimate, improve


def two_dice():
    """The 36 sums, in six chunks."""
    for first in range(1, 7):
        yield np.arange(1, 7) + first, None


def test_all_outcomes_of_two_dice_average_seven_exactly():
    made = estimate(Enumeration(two_dice, 36))
    assert (made.value, made.error, made.samples, made.is_exact) == (7.0, 0.0, 36, True)
    assert made.stopped_by == "complete"
    assert made.interval == (7.0, 7.0)


def test_weights_count_outcomes_that_stand_for_many():
    sums = sorted({a + b for a, b in product(range(1, 7), repeat=2)})
    ways = [sum(a + b == s for a, b in product(range(1, 7), repeat=2)) for s in sums]
    squares = exact(np.array(sums) ** 2, ways)
    assert squares.value == float(
        Fraction(sum(s * s * w for s, w in zip(sums, ways, strict=True)), 36)
    )


def test_a_sum_of_huge_and_tiny_outcomes_is_not_rounded_away():
    assert exact([1e16, 1.0, -1e16, 1.0]).value == 0.5


def test_the_improving_form_of_an_enumeration_gives_the_exact_value():
    shown = list(improve(Enumeration(two_dice, 36)))
    assert [step.estimate.value for step in shown] == [7.0]
    assert shown[0].fraction == 1.0


@pytest.mark.parametrize(
    ("values", "weights", "fault"),
    [
        ([], None, "no outcome of positive weight"),
        ([1.0], [0.0], "no outcome of positive weight"),
        ([1.0, 2.0], [1.0], "2 values and 1 weights"),
        ([1.0], [-1.0], "weight -1, below 0"),
        ([np.nan], None, "not a finite number"),
    ],
)
def test_enumerations_that_mean_nothing_are_refused(values, weights, fault):
    with pytest.raises(BadValue, match=fault):
        exact(values, weights)

"""Conditional expectations where they help: the predicted ratio, no bias, an honest error.

Predictions are closed formulas; bounds are 4 sigma over many runs (see replicas).
"""

import numpy as np
import pytest

from kibitz.errors import BadValue
from kibitz.estimate.convergence import FAST
from kibitz.estimate.raoblackwell import RaoBlackwell
from kibitz.estimate.sampling import estimate
from tests.estimate.replicas import replicas

RUNS = 600


def test_conditional_expectations_win_by_the_law_of_total_variance():
    """Two dice, win at 9 or more: given the first, the second is averaged exactly."""
    first = np.arange(1, 7)
    chance = np.clip(first - 2, 0, 6) / 6
    p = chance.mean()
    plain, left = p * (1 - p), chance.var()

    def draw(count, rng):
        given = chance[rng.integers(0, 6, count)]
        return np.column_stack([given, given])  # a win squared is a win

    made = replicas(RaoBlackwell(draw), 300, RUNS)
    made.assert_mean_is(10 / 36)
    made.assert_errors_are_honest()
    made.assert_ratio_is(plain / left, plain)


def test_squares_of_plain_draws_measure_the_same_ratio():
    def draw(count, rng):
        x = rng.normal(size=count)
        return np.column_stack([x, (x + rng.normal(0, 2, count)) ** 2])

    replicas(RaoBlackwell(draw), 500, RUNS).assert_ratio_is(5.0, 5.0)


def test_conditional_expectations_without_squares_are_refused():
    with pytest.raises(BadValue, match="needs at least 2 columns, not 1"):
        estimate(RaoBlackwell(lambda n, rng: rng.random(n)), FAST, 1)
    with pytest.raises(BadValue, match="squares 0"):
        RaoBlackwell(lambda n, rng: rng.random(n), squares=0)

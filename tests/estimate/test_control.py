"""Control variates on problems made for them: the predicted ratio, no bias, an honest error.

Predictions are closed formulas; bounds are 4 sigma over many runs (see replicas).
"""

import math

import numpy as np
import pytest

from kibitz.errors import BadValue
from kibitz.estimate.control import Controlled
from kibitz.estimate.convergence import FAST
from kibitz.estimate.sampling import estimate
from tests.estimate.replicas import replicas

RUNS = 600


def linear(count, rng):
    """A value with correlation .9 to its control, whose mean is 2."""
    control = rng.normal(2, 3, count)
    return np.column_stack(
        [1 + 0.9 * (control - 2) / 3 + math.sqrt(0.19) * rng.normal(size=count), control]
    )


def test_a_control_takes_out_what_it_explains():
    made = replicas(Controlled(linear, [2.0]), 300, RUNS)
    made.assert_mean_is(1.0)
    made.assert_errors_are_honest()
    made.assert_ratio_is(1 / 0.19, 1.0)


def test_several_controls_take_out_what_they_explain_together():
    """y = a + 2 b + noise, with the controls a and a + b: all but the noise goes."""

    def draw(count, rng):
        a, b, noise = rng.normal(size=(3, count))
        return np.column_stack([a + 2 * b + noise, a, a + b])

    made = replicas(Controlled(draw, [0.0, 0.0]), 400, RUNS)
    made.assert_mean_is(0.0)
    made.assert_ratio_is(6.0, 6.0)


def curved(count, rng):
    """Where the value is no line in a skewed control, one fit on all rows is biased."""
    control = rng.exponential(size=count)
    return np.column_stack([control**2, control])


def test_fitted_coefficients_leave_no_bias_where_a_single_fit_does():
    """At 12 rows the single fit is off by 26 sigma of this test, the split one by none."""
    runs, rows = 2000, 12
    replicas(Controlled(curved, [1.0]), rows, runs).assert_mean_is(2.0)
    value, control = curved(runs * rows, np.random.default_rng(1)).T.reshape(2, runs, rows)
    from_mean = control - control.mean(axis=1, keepdims=True)
    slope = (from_mean * value).sum(axis=1) / (from_mean**2).sum(axis=1)
    single = value.mean(axis=1) - slope * (control.mean(axis=1) - 1)
    assert abs(single.mean() - 2.0) > 10 * single.std() / math.sqrt(runs)


def test_controls_that_repeat_one_another_or_never_move_do_no_harm():
    def draw(count, rng):
        rows = linear(count, rng)
        return np.column_stack([rows, 5 * rows[:, 1], np.ones(count)])

    made = replicas(Controlled(draw, [2.0, 10.0, 1.0]), 400, 400)
    made.assert_mean_is(1.0)
    assert made.ratios.mean() == pytest.approx(1 / 0.19, rel=0.06)


def test_a_useless_control_costs_next_to_nothing():
    made = replicas(Controlled(lambda n, rng: rng.normal(size=(n, 2)), [0.0]), 500, 500)
    assert made.ratios.mean() == pytest.approx(1.0, abs=0.02)


def test_controls_and_means_must_match():
    with pytest.raises(BadValue, match="Controlled has 2 means"):
        estimate(Controlled(linear, [0.0, 0.0]), FAST, 1)
    for means in ([], [float("nan")]):
        with pytest.raises(BadValue, match="means"):
            Controlled(linear, means)

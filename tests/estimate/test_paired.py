"""Common random numbers on problems made for them: the predicted ratio, no bias, an honest error.

Predictions are closed formulas; bounds are 4 sigma over many runs (see replicas).
"""

import math

import numpy as np
import pytest

from kibitz.errors import BadValue
from kibitz.estimate.convergence import FAST, Convergence
from kibitz.estimate.paired import CommonNumbers, compare

RUNS = 600


def shared_luck(count, rng):
    """Two options .1 apart: luck of variance 9 in common, 1 of their own each."""
    luck = rng.normal(0, 3, (count, 1))
    return luck + rng.normal(size=(count, 2)) + np.array([0.1, 0.0])


def test_common_random_numbers_win_on_differences_by_the_predicted_ratio():
    runs, samples = RUNS, 300
    made = [
        compare(shared_luck, Convergence.fixed(samples), seed).difference(0, 1)
        for seed in range(runs)
    ]
    values = np.array([each.value for each in made])
    bound = 4 * math.sqrt(2 / runs)
    assert abs(values.mean() - 0.1) < 4 * values.std() / math.sqrt(runs)
    assert abs(np.mean([each.error**2 for each in made]) / values.var(ddof=1) - 1) < bound
    assert abs(20 / (samples * values.var(ddof=1)) / 10 - 1) < bound
    assert np.mean([each.variance_ratio for each in made]) == pytest.approx(10.0, rel=0.05)


def test_equal_options_have_equal_values_and_a_loss_of_nothing():
    def twins(count, rng):
        return np.repeat(rng.normal(size=(count, 1)), 3, axis=1)

    made = compare(twins, FAST, 1)
    assert len({each.value for each in made.estimates}) == 1
    assert made.loss(2).value == made.loss(2).error == 0.0
    assert made.best == 0
    assert made.is_too_close_to_call(2)
    assert not made.is_too_close_to_call(0)


def test_a_comparison_stops_at_the_target_error_of_the_differences():
    """The values have variance 10, their differences 2: 5,000 rows for an error of .02."""
    made = compare(shared_luck, Convergence(100, 10**6, 0.02), 1)
    assert made.stopped_by == "target_error"
    assert 0.9 < made.reading.samples / 5000 < 1.1
    assert made.loss(1).value == made.difference(0, 1).value > 0


def test_a_comparison_of_one_option_stops_at_the_error_of_its_value():
    made = compare(lambda n, rng: rng.normal(size=n), Convergence(100, 10**6, 0.02), 1)
    assert (made.best, made.loss(0).value) == (0, 0.0)
    assert 0.9 < made.reading.samples / 2500 < 1.1


def test_separate_samplers_get_the_same_numbers():
    options = CommonNumbers(
        [lambda n, rng: rng.normal(size=n), lambda n, rng: rng.normal(size=n) + 1]
    )
    made = compare(options, FAST, 1)
    assert made.difference(1, 0).value == pytest.approx(1.0, abs=1e-12)
    with pytest.raises(BadValue, match="no options"):
        CommonNumbers([])
    with pytest.raises(BadValue, match="one column"):
        compare(CommonNumbers([shared_luck]), FAST, 1)

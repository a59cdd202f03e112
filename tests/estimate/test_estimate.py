"""Intervals of estimates against the laws of Gauss and Student."""

import numpy as np
import pytest
from scipy import stats

from kibitz.errors import BadValue
from kibitz.estimate.convergence import Convergence
from kibitz.estimate.estimate import Estimate
from kibitz.estimate.sampling import estimate


def test_an_interval_without_degrees_of_freedom_is_the_normal_one():
    low, high = Estimate.sampled(1.0, 0.5, 9).interval
    assert (low, high) == pytest.approx((1 - 0.979981992270027, 1 + 0.979981992270027))
    assert Estimate.sampled(0.0, 1.0, 9).interval_at(0.9)[1] == pytest.approx(stats.norm.ppf(0.95))


@pytest.mark.parametrize("freedom", [1, 5, 99])
def test_an_interval_with_degrees_of_freedom_is_students(freedom):
    wide = Estimate(2.0, 0.1, 9, freedom=freedom)
    for level in (0.5, 0.95, 0.999):
        expected = stats.t.interval(level, freedom, 2.0, 0.1)
        assert wide.interval_at(level) == pytest.approx(expected)


def test_an_exact_estimate_is_its_own_interval():
    assert Estimate.exact(3.5).interval == (3.5, 3.5)
    assert Estimate.exact(3.5).stopped_by == "complete"
    assert str(Estimate.exact(3.5)) == "3.5"


@pytest.mark.parametrize("level", [0.0, 1.0, float("nan")])
def test_a_level_that_is_no_probability_is_refused(level):
    with pytest.raises(BadValue, match="level"):
        Estimate.sampled(0.0, 1.0, 9).interval_at(level)


def test_small_samples_cover_at_their_level_by_students_law_and_would_not_by_the_normal():
    """1,000 runs of 5 normal values; 4 sigma of a coverage of .95 is .0276."""
    fixed = Convergence.fixed(5)
    runs = [estimate(lambda n, rng: rng.standard_normal(n), fixed, seed) for seed in range(1000)]
    covered = np.mean([low <= 0.0 <= high for low, high in (run.interval for run in runs)])
    naive = np.mean([abs(run.value) <= 1.96 * run.error for run in runs])
    assert abs(covered - 0.95) < 0.0276
    assert naive < 0.95 - 0.0276

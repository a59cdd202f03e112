"""Plain sampling against itself: the ratio one, no bias, an honest error."""

import pytest

from tests.estimate.replicas import replicas


def test_plain_sampling_has_the_ratio_one():
    made = replicas(lambda n, rng: rng.normal(3, 2, n), 300, 1000)
    made.assert_mean_is(3.0)
    made.assert_errors_are_honest()
    made.assert_ratio_is(1.0, 4.0)
    assert made.ratios == pytest.approx(1.0)

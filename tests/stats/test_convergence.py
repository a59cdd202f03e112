"""The table of convergence against the square root of n."""

import math

import pytest

from kibitz.errors import BadValue
from kibitz.stats.convergence import convergence_table, measured_rate


def test_the_errors_of_a_cribbage_hand():
    steps = convergence_table(4.0, rate=1000)
    errors = {step.samples: step.error for step in steps}
    assert [round(errors[n], 2) for n in (100, 500, 1000, 5000)] == [0.40, 0.18, 0.13, 0.06]
    assert steps[0].half_interval == pytest.approx(1.96 * 0.4, abs=1e-4)
    assert steps[0].difference == pytest.approx(math.sqrt(2) * steps[0].half_interval)
    assert steps[2].seconds == 1.0
    assert len({step.purpose for step in steps}) >= 5


def test_a_rate_is_measured_here():
    assert measured_rate(0.001) > 10


@pytest.mark.parametrize(
    ("sigma", "rate", "samples"), [(0, 1, (10,)), (math.nan, 1, (10,)), (1, 0, (10,)), (1, 1, (0,))]
)
def test_bad_figures_are_refused(sigma, rate, samples):
    with pytest.raises(BadValue):
        convergence_table(sigma, rate, samples)

"""Antithetic pairs on problems made for them: the predicted ratio, no bias, an honest error.

Predictions are closed formulas; bounds are 4 sigma over many runs (see replicas).
"""

import math

import numpy as np
import pytest

from kibitz.errors import BadValue
from kibitz.estimate.antithetic import Antithetic, mirrored
from tests.estimate.replicas import replicas

RUNS = 600


def test_antithetic_pairs_win_on_a_rising_function_by_the_predicted_ratio():
    """exp(u): variance (e^2 - 1) / 2 - (e - 1)^2, covariance of the images e - (e - 1)^2."""
    e = math.e
    plain = (e**2 - 1) / 2 - (e - 1) ** 2
    covariance = e - (e - 1) ** 2
    made = replicas(Antithetic(mirrored(lambda u: np.exp(u[:, 0]), 1)), 200, RUNS)
    made.assert_mean_is(e - 1)
    made.assert_errors_are_honest()
    made.assert_ratio_is(plain / (plain + covariance), plain)


def test_antithetic_pairs_halve_the_worth_of_a_symmetric_function_and_say_so():
    made = replicas(Antithetic(mirrored(lambda u: (u[:, 0] - 0.5) ** 2, 1)), 200, RUNS)
    made.assert_mean_is(1 / 12)
    made.assert_ratio_is(0.5, 1 / 180)


def test_mirrored_points_never_touch_the_edge_of_the_cube():
    seen = []

    def noting(points):
        seen.append(points)
        return points[:, 0]

    sampler = mirrored(noting, 2)
    assert sampler(7, np.random.default_rng(1)).shape == (7,)

    class Extreme:
        def random(self, shape):
            return np.resize([0.0, 1 - 2.0**-53], shape)

    sampler(4, Extreme())  # type: ignore[arg-type]
    assert all(((points > 0) & (points < 1)).all() for points in seen)
    with pytest.raises(BadValue, match="dims 0"):
        mirrored(lambda u: u[:, 0], 0)

"""Scrambled Sobol points on problems made for them: the predicted ratio, no bias, an honest error.

Predictions are closed formulas; bounds are 4 sigma over many runs (see replicas).
"""

import math

import numpy as np
import pytest

from kibitz.errors import BadValue
from kibitz.estimate.convergence import Convergence
from kibitz.estimate.sampling import estimate
from kibitz.estimate.sobol import Sobol
from tests.estimate.replicas import replicas


def test_scrambled_sobol_points_are_unbiased_with_an_honest_error_and_win():
    made = replicas(Sobol(lambda u: np.exp(u.sum(axis=1)), 2, points=16), 128, 250)
    made.assert_mean_is((math.e - 1) ** 2)
    made.assert_errors_are_honest()
    assert made.ratios.mean() > 10


def test_sobol_points_lie_inside_the_cube_and_settings_are_checked():
    seen = []

    def noting(points):
        seen.append(points)
        return points[:, 0]

    sobol = Sobol(noting, 3, points=64)
    made = estimate(sobol, Convergence.fixed(1024), 5)
    assert made.samples == 1024
    assert made.freedom == 15
    assert all(((points > 0) & (points < 1)).all() for points in seen)
    for faulty, fault in (
        ((0, 64), "dims 0"),
        ((30_000, 64), "dims 30000"),
        ((2, 100), "points 100"),
    ):
        with pytest.raises(BadValue, match=fault):
            Sobol(lambda u: u[:, 0], *faulty)
    with pytest.raises(BadValue, match="Sobol takes a function"):
        Sobol(sobol, 2)  # type: ignore[arg-type]

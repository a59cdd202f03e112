"""The stopped motion against its two series, martingales and a simulation."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core.seeds import generator
from kibitz.stats import brownian
from kibitz.stats.brownian import (
    Walls,
    expected_time,
    high_probability,
    low_probability,
    stopped_cdf,
)

WALLS = Walls(-2.0, 3.0)


@pytest.mark.parametrize("drift", [-5, -2, 0, 0.1, 3, 5])
@pytest.mark.parametrize("time", [0.8, 1.25, 2, 4])
@pytest.mark.parametrize("at", [-2, -1, 0, 2, 3])
def test_sines_and_mirror_images_agree(drift, time, at):
    sines = brownian._by_sines(WALLS, drift, 1.0, time, at)
    images = brownian._by_images(WALLS, drift, 1.0, time, at)
    assert sines == pytest.approx(images, abs=1e-13)


@settings(max_examples=200)
@given(st.floats(-3, 3), st.floats(0.1, 4))
def test_wald_and_martingales_give_the_end(drift, variance):
    """exp(-2 drift X / variance) and X - drift t are martingales."""
    up = high_probability(WALLS, drift, variance)
    low = low_probability(WALLS, drift, variance)
    assert up + low == pytest.approx(1)
    pull = -2 * drift / variance
    if abs(pull) < 5:
        total = up * math.exp(pull * WALLS.high) + low * math.exp(pull * WALLS.low)
        assert total == pytest.approx(1, abs=1e-9)
    mean = up * WALLS.high + low * WALLS.low
    assert drift * expected_time(WALLS, drift, variance) == pytest.approx(mean, abs=1e-5)


def test_without_drift_the_time_is_the_product_of_the_distances():
    assert expected_time(WALLS, 0.0, 2.0) == pytest.approx(3.0)
    assert expected_time(WALLS, 1e-9, 2.0) == pytest.approx(3.0)
    assert high_probability(WALLS, 0.0, 1.0) == pytest.approx(0.4)


def test_early_almost_nothing_has_stopped_and_late_everything_has():
    assert stopped_cdf(WALLS, 0.0, 1.0, 1e-3, 0.0) == pytest.approx(0.5)
    assert stopped_cdf(WALLS, 0.3, 1.0, 1e3, 0.0) == pytest.approx(low_probability(WALLS, 0.3, 1.0))


@pytest.mark.parametrize("drift", [-4e3, -50, 0, 50, 4e3])
def test_any_drift_gives_a_probability(drift):
    for time in (1e-6, 1e-3, 0.1, 10, 1e5):
        assert 0 <= stopped_cdf(WALLS, drift, 1.0, time, 1.0) <= 1


def test_a_fine_random_walk_agrees():
    """4-sigma bound on 4,000 walks, plus 0.01 for the size of their steps."""
    rng, steps, time, drift = generator(5), 2000, 3.0, 0.4
    x, alive = np.zeros(4000), np.ones(4000, bool)
    for _ in range(steps):
        moves = rng.normal(drift * time / steps, math.sqrt(time / steps), 4000)
        x = np.where(alive, x + moves, x)
        alive &= (x > WALLS.low) & (x < WALLS.high)
    expected = stopped_cdf(WALLS, drift, 1.0, time, 1.0)
    seen = (x <= 1.0).mean()
    assert abs(seen - expected) < 4 * math.sqrt(expected * (1 - expected) / 4000) + 0.01

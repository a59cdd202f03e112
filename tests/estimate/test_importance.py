"""Importance sampling on problems made for them: the predicted ratio, no bias, an honest error.

Predictions are closed formulas; bounds are 4 sigma over many runs (see replicas).
"""

import math

import numpy as np
import pytest
from scipy import stats

from kibitz.errors import BadValue
from kibitz.estimate.convergence import FAST, Convergence
from kibitz.estimate.importance import Importance, SelfNormalised
from kibitz.estimate.sampling import estimate
from tests.estimate.replicas import replicas

TAIL = 3.0


def shifted_tail(count, rng):
    """P(Z > 3) drawn from a normal law with mean 3."""
    z = rng.normal(TAIL, 1, count)
    return np.column_stack([z > TAIL, np.exp(TAIL**2 / 2 - TAIL * z)])


def test_importance_sampling_finds_a_tail_at_the_predicted_ratio():
    """E[(w f)^2] = exp(9) P(Z > 6), in closed form."""
    tail = stats.norm.sf(TAIL)
    plain = tail * (1 - tail)
    variance = math.exp(TAIL**2) * stats.norm.sf(2 * TAIL) - tail**2
    made = replicas(Importance(shifted_tail), 400, 1000)
    made.assert_mean_is(tail)
    made.assert_errors_are_honest()
    made.assert_ratio_is(plain / variance, plain)
    assert plain / variance > 200


def scaled(count, rng):
    """The mean of N(1, 1) drawn from N(0, 2), weights known up to a factor of 7."""
    x = rng.normal(0, 2, count)
    return np.column_stack([x, 7 * np.exp(-((x - 1) ** 2) / 2 + x**2 / 8)])


def test_self_normalised_weights_need_no_constant():
    """Against the linearised variance, by numerical integration: E[w^2 (f - mu)^2] / E[w]^2."""
    x = np.linspace(-12, 12, 20_001)
    p, q = stats.norm.pdf(x, 1, 1), stats.norm.pdf(x, 0, 2)
    variance = np.trapezoid(p**2 / q * (x - 1) ** 2, x)
    made = replicas(SelfNormalised(scaled), 1000, 800)
    made.assert_mean_is(1.0)
    made.assert_errors_are_honest()
    made.assert_ratio_is(1.0 / variance, 1.0)


def test_the_effective_sample_size_is_that_of_kish():
    """E[w]^2 / E[w^2] for a normal law shifted by 1 is exp(-1); within 4 sigma at 200,000."""

    def draw(count, rng):
        z = rng.normal(1, 1, count)
        return np.column_stack([z, np.exp(0.5 - z)])

    made = estimate(Importance(draw), Convergence.fixed(200_000), 1)
    assert made.effective_samples is not None
    assert made.effective_samples / 200_000 == pytest.approx(math.exp(-1), rel=0.05)


def test_the_effective_sample_size_of_equal_weights_is_the_number_of_samples():
    made = estimate(lambda n, rng: rng.random(n), FAST, 1)
    assert made.effective_samples == made.samples


def test_weights_below_zero_or_missing_are_refused():
    with pytest.raises(BadValue, match="importance weight -1"):
        estimate(Importance(lambda n, rng: -np.ones((n, 2))), FAST, 1)
    with pytest.raises(BadValue, match="weights in its last column"):
        estimate(Importance(lambda n, rng: rng.random(n)), FAST, 1)
    with pytest.raises(BadValue, match="weights are all 0"):
        estimate(SelfNormalised(lambda n, rng: np.zeros((n, 2))), FAST, 1)

"""Strata on problems made for them: the predicted ratio, no bias, an honest error.

Predictions are closed formulas; bounds are 4 sigma over many runs (see replicas).
"""

import numpy as np
import pytest

from kibitz.errors import BadValue
from kibitz.estimate.convergence import Convergence
from kibitz.estimate.sampling import estimate
from kibitz.estimate.stratified import Stratified
from tests.estimate.replicas import replicas

RUNS = 600


def slice_of_a_parabola(k, slices):
    def draw(count, rng):
        return ((k + rng.random(count)) / slices) ** 2

    return draw


def parabola_variance(low, high):
    """The variance of u squared, u uniform between the two."""
    mean = (high**3 - low**3) / 3 / (high - low)
    return (high**5 - low**5) / 5 / (high - low) - mean**2


def parabola_strata(slices=4):
    variances = [parabola_variance(k / slices, (k + 1) / slices) for k in range(slices)]
    strata = [(1 / slices, slice_of_a_parabola(k, slices)) for k in range(slices)]
    return strata, np.array(variances)


def test_proportional_strata_take_out_the_variance_between_them():
    strata, inside = parabola_strata()
    plain = parabola_variance(0, 1)
    made = replicas(Stratified(strata), 200, RUNS)
    made.assert_mean_is(1 / 3)
    made.assert_errors_are_honest()
    made.assert_ratio_is(plain / inside.mean(), plain)


def uneven_strata():
    """Nine tenths of the worlds spread by 1, one tenth by 20; means 0 and 5."""
    return [
        (0.9, lambda n, rng: rng.normal(0, 1, n)),
        (0.1, lambda n, rng: rng.normal(5, 20, n)),
    ]


UNEVEN_PLAIN = 0.9 * 1 + 0.1 * 400 + 0.9 * 0.1 * 25


def test_neyman_allocation_comes_near_its_best():
    """The best is (sum of weight times spread)^2: a thousand samples come to .7 of it."""
    weights, sigmas = np.array([0.9, 0.1]), np.array([1.0, 20.0])
    best = UNEVEN_PLAIN / (weights @ sigmas) ** 2
    made = replicas(Stratified(uneven_strata(), "neyman", pilot=100), 1000, RUNS)
    made.assert_mean_is(0.5)
    made.assert_errors_are_honest()
    assert made.ratios.mean() > 3 * UNEVEN_PLAIN / (weights @ sigmas**2)
    assert 0.65 * best < made.ratios.mean() < best
    late = replicas(Stratified(uneven_strata(), "neyman", pilot=100), 20_000, 20)
    assert 0.95 * best < late.ratios.mean() < 1.02 * best


def test_neyman_allocation_does_not_starve_strata_that_seldom_vary():
    """Two in a hundred hit, in each of ten strata, all alike: most pilots see none in most."""

    def seldom(count, rng):
        return (rng.random(count) < 0.02).astype(np.float64)

    made = replicas(Stratified([(0.1, seldom)] * 10, "neyman"), 4000, 200)
    made.assert_mean_is(0.02)
    made.assert_errors_are_honest()
    assert made.ratios.mean() > 0.75
    assert 0.02 * 0.98 / 4000 / made.values.var(ddof=1) > 0.75 * (1 - made.bound)


def test_neyman_allocation_from_a_tiny_pilot_is_unbiased():
    """Pooled with the rest, a pilot without a hit would stay, one with a hit be thinned out."""

    def rare(count, rng):
        return (rng.random(count) < 0.05).astype(np.float64)

    made = replicas(Stratified([(0.5, rare), (0.5, rare)], "neyman", pilot=16), 60, 1500)
    made.assert_mean_is(0.05)


def test_strata_smaller_than_their_share_of_a_sample_are_sampled_all_the_same():
    """Weights .999 and .001 with 50 samples: each stratum has its two, and the weights hold."""
    strata = [
        (0.999, lambda n, rng: rng.normal(0, 1, n)),
        (0.001, lambda n, rng: rng.normal(1000, 1, n)),
    ]
    made = replicas(Stratified(strata), 50, RUNS)
    made.assert_mean_is(1.0)
    made.assert_errors_are_honest()


def test_strata_that_never_vary_in_the_pilot_fall_back_on_proportion():
    still = [(0.5, lambda n, rng: np.zeros(n)), (0.5, lambda n, rng: np.ones(n))]
    made = estimate(Stratified(still, "neyman"), Convergence.fixed(1000), seed=1)
    assert (made.value, made.error, made.variance_ratio) == (0.5, 0.0, None)


@pytest.mark.parametrize(
    ("weights", "fault"),
    [
        ([], "there are no strata"),
        ([0.2, 0.6], "sum to 0.8, not 1"),
        ([1.2, -0.2], "stratum weight 1.2"),
        ([1.0, 0.0], "stratum weight 0.0"),
        ([float("nan")], "stratum weight nan"),
    ],
)
def test_weights_that_are_no_probabilities_are_refused(weights, fault):
    with pytest.raises(BadValue, match=fault):
        Stratified([(weight, lambda n, rng: rng.random(n)) for weight in weights])


def test_an_unknown_allocation_is_refused():
    with pytest.raises(BadValue, match="allocation 'equal'"):
        Stratified(uneven_strata(), "equal")  # type: ignore[arg-type]
    with pytest.raises(BadValue, match="pilot 1"):
        Stratified(uneven_strata(), "neyman", pilot=1)

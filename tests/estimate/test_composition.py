"""Wrappers inside wrappers: ratios that multiply, and compositions that make no sense.

Predictions are closed formulas; bounds are 4 sigma over many runs (see replicas).
"""

import math

import numpy as np
import pytest

from kibitz.errors import BadValue
from kibitz.estimate.antithetic import Antithetic, mirrored
from kibitz.estimate.control import Controlled
from kibitz.estimate.convergence import FAST, Convergence
from kibitz.estimate.importance import Importance, SelfNormalised
from kibitz.estimate.paired import compare
from kibitz.estimate.sampling import estimate
from kibitz.estimate.sobol import Sobol
from kibitz.estimate.stratified import Stratified
from tests.estimate.replicas import replicas

RUNS = 400


def uniform(count, rng):
    return rng.random(count)


def noisy(level):
    """y = level + 2 x + e. Columns: y, the control x."""

    def draw(count, rng):
        x, e = rng.normal(size=(2, count))
        return np.column_stack([level + 2 * x + e, x])

    return draw


def test_strata_of_controls_multiply_their_wins():
    """Between strata 9, by the control 4: of 14 only 1 is left."""
    strata = [(0.5, Controlled(noisy(-3.0), [0.0])), (0.5, Controlled(noisy(3.0), [0.0]))]
    made = replicas(Stratified(strata), 400, RUNS)
    made.assert_mean_is(0.0)
    made.assert_errors_are_honest()
    made.assert_ratio_is(14.0, 14.0)


def test_controls_over_antithetic_pairs_measure_against_single_plain_draws():
    """y = x + x^2 + e: pairs take out x, the control x^2 the rest; e of variance 1 is left."""

    def draw(count, rng):
        x = rng.normal(size=count // 2)
        x = np.concatenate([x, -x])
        return np.column_stack([x + x**2 + rng.normal(size=count), x**2])

    made = replicas(Controlled(Antithetic(draw), [1.0]), 400, RUNS)
    made.assert_mean_is(1.0)
    made.assert_errors_are_honest()
    made.assert_ratio_is(4.0, 4.0)


def test_antithetic_pairs_of_weighted_draws_stay_unbiased():
    """u^2 drawn by the density 2 u: weight 1 / (2 u), product u / 2, which a mirror cancels not."""

    def draw(count, rng):
        u = rng.random(count // 2)
        x = np.sqrt(np.concatenate([u, 1 - u]))
        return np.column_stack([x**2, 1 / (2 * x)])

    made = replicas(Antithetic(Importance(draw)), 200, RUNS)
    made.assert_mean_is(1 / 3)
    made.assert_errors_are_honest()
    assert made.ratios.mean() > 4


def test_options_go_through_strata_and_controls_together():
    """Two options share the control and the strata; the difference keeps its own noise only."""

    def option_pair(level):
        def draw(count, rng):
            x, a, b = rng.normal(size=(3, count))
            return np.column_stack([level + 3 * x + a, level + 3 * x + b + 0.5, x])

        return Controlled(draw, [0.0])

    sampler = Stratified([(0.25, option_pair(-4.0)), (0.75, option_pair(4.0))])
    made = compare(sampler, Convergence.fixed(4000), 1)
    loss = made.loss(0)
    assert made.best == 1
    assert abs(loss.value - 0.5) < 4 * loss.error
    assert loss.error == pytest.approx(math.sqrt(2 / 4000), rel=0.05)
    assert made.estimates[0].error == pytest.approx(math.sqrt(1 / 4000), rel=0.05)
    # plain: 10 inside each stratum, 12 between them, for each of two options
    assert loss.variance_ratio == pytest.approx(2 * 22 / 2, rel=0.1)


def test_strata_of_whole_units_are_drawn_to_the_end():
    strata = [
        (0.5, Sobol(lambda u: u[:, 0], 1, points=64)),
        (0.5, Antithetic(mirrored(lambda u: u[:, 0], 1))),
    ]
    for allocation in ("proportional", "neyman"):
        made = estimate(Stratified(strata, allocation), Convergence(100, 3_000), 1)
        assert made.stopped_by == "max_samples"
        assert 2_900 <= made.samples <= 3_000
        assert made.value == pytest.approx(0.5, abs=1e-3)


def test_strata_of_strata_are_strata():
    halves = [
        (0.5, lambda n, rng: rng.random(n) / 2),
        (0.5, lambda n, rng: rng.random(n) / 2 + 0.5),
    ]
    made = replicas(Stratified([(0.5, Stratified(halves)), (0.5, Stratified(halves))]), 200, RUNS)
    made.assert_mean_is(0.5)
    made.assert_ratio_is(4.0, 1 / 12)


PLAIN = Stratified([(1.0, uniform)])


@pytest.mark.parametrize(
    ("compose", "fault"),
    [
        (lambda: Controlled(PLAIN, [0.0]), "Controlled cannot wrap Stratified: put it inside"),
        (lambda: Antithetic(Controlled(uniform, [0.0])), "Antithetic cannot wrap Controlled"),
        (lambda: Antithetic(Antithetic(uniform)), "one mirror"),
        (lambda: Antithetic(Sobol(lambda u: u[:, 0], 1)), "no mirror images"),
        (
            lambda: Importance(Antithetic(uniform)),
            "Importance wraps a plain sampler, not Antithetic",
        ),
        (lambda: SelfNormalised(PLAIN), "SelfNormalised wraps a plain sampler, not Stratified"),
        (lambda: Antithetic(SelfNormalised(uniform)), "Antithetic cannot wrap SelfNormalised"),
    ],
)
def test_compositions_without_sense_are_refused_in_one_sentence(compose, fault):
    with pytest.raises(BadValue, match=fault):
        compose()


def test_strata_of_different_widths_are_refused():
    uneven = [(0.5, uniform), (0.5, lambda n, rng: rng.random((n, 2)))]
    with pytest.raises(BadValue, match="different numbers of columns"):
        estimate(Stratified(uneven), FAST, 1)

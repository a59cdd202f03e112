"""Each technique on a problem made for it: the predicted ratio, no bias, an honest error.

Predictions are closed formulas. Every case is run a thousand times or more, with bounds
of 4 sigma (see replicas).
"""

import math

import numpy as np
import pytest
from scipy import stats
from tests.estimate.replicas import replicas

from kibitz.errors import BadValue
from kibitz.estimate.antithetic import Antithetic, mirrored
from kibitz.estimate.control import Controlled
from kibitz.estimate.convergence import FAST, Convergence
from kibitz.estimate.importance import Importance, SelfNormalised
from kibitz.estimate.paired import CommonNumbers, compare
from kibitz.estimate.raoblackwell import RaoBlackwell
from kibitz.estimate.sampling import estimate
from kibitz.estimate.sobol import Sobol
from kibitz.estimate.stratified import Stratified

RUNS = 1000


def test_plain_sampling_has_the_ratio_one():
    made = replicas(lambda n, rng: rng.normal(3, 2, n), 300, RUNS)
    made.assert_mean_is(3.0)
    made.assert_errors_are_honest()
    made.assert_ratio_is(1.0, 4.0)
    assert made.ratios == pytest.approx(1.0)


# Strata


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


def test_neyman_allocation_reaches_the_ratio_that_its_fractions_promise():
    """A pilot of 100 in proportion, then 900 at .9 of Neyman's fractions and .1 of the weights."""
    weights, sigmas = np.array([0.9, 0.1]), np.array([1.0, 20.0])
    neyman = weights * sigmas / (weights @ sigmas)
    fractions = 0.9 * neyman + 0.1 * weights
    variance = 0.1**2 * (weights @ sigmas**2) / 100
    variance += 0.9**2 * np.sum(weights**2 * sigmas**2 / fractions) / 900
    made = replicas(Stratified(uneven_strata(), "neyman", pilot=100), 1000, RUNS)
    made.assert_mean_is(0.5)
    made.assert_errors_are_honest()
    made.assert_ratio_is(UNEVEN_PLAIN / (1000 * variance), UNEVEN_PLAIN)
    assert made.ratios.mean() > 3 * UNEVEN_PLAIN / (weights @ sigmas**2)


def test_neyman_allocation_from_a_tiny_pilot_is_unbiased_on_a_skewed_law():
    """Keeping the pilot in the stratum means would pull them towards pilots of small spread."""
    strata = [
        (0.5, lambda n, rng: rng.exponential(size=n) ** 2),
        (0.5, lambda n, rng: rng.random(n)),
    ]
    replicas(Stratified(strata, "neyman", pilot=16), 60, 2500).assert_mean_is(1.25)


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
        Stratified(uneven_strata(), "equal")
    with pytest.raises(BadValue, match="pilot 1"):
        Stratified(uneven_strata(), "neyman", pilot=1)


# Control variates


def linear(count, rng):
    """A value with correlation .9 to its control, whose mean is 2."""
    control = rng.normal(2, 3, count)
    return np.column_stack(
        [1 + 0.9 * (control - 2) / 3 + math.sqrt(0.19) * rng.normal(size=count), control]
    )


def test_a_control_takes_out_what_it_explains():
    made = replicas(Controlled(linear, [2.0]), 300, RUNS)
    made.assert_mean_is(1.0)
    made.assert_errors_are_honest()
    made.assert_ratio_is(1 / 0.19, 1.0)


def test_several_controls_take_out_what_they_explain_together():
    """y = a + 2 b + noise, with the controls a and a + b: all but the noise goes."""

    def draw(count, rng):
        a, b, noise = rng.normal(size=(3, count))
        return np.column_stack([a + 2 * b + noise, a, a + b])

    made = replicas(Controlled(draw, [0.0, 0.0]), 400, RUNS)
    made.assert_mean_is(0.0)
    made.assert_ratio_is(6.0, 6.0)


def curved(count, rng):
    """Where the value is no line in a skewed control, one fit on all rows is biased."""
    control = rng.exponential(size=count)
    return np.column_stack([control**2, control])


def test_fitted_coefficients_leave_no_bias_where_a_single_fit_does():
    """At 12 rows the single fit is off by 50 sigma of this test, the split one by none."""
    runs, rows = 4000, 12
    replicas(Controlled(curved, [1.0]), rows, runs).assert_mean_is(2.0)
    value, control = curved(runs * rows, np.random.default_rng(1)).T.reshape(2, runs, rows)
    from_mean = control - control.mean(axis=1, keepdims=True)
    slope = (from_mean * value).sum(axis=1) / (from_mean**2).sum(axis=1)
    single = value.mean(axis=1) - slope * (control.mean(axis=1) - 1)
    assert abs(single.mean() - 2.0) > 10 * single.std() / math.sqrt(runs)


def test_controls_that_repeat_one_another_or_never_move_do_no_harm():
    def draw(count, rng):
        rows = linear(count, rng)
        return np.column_stack([rows, 5 * rows[:, 1], np.ones(count)])

    made = replicas(Controlled(draw, [2.0, 10.0, 1.0]), 400, 400)
    made.assert_mean_is(1.0)
    assert made.ratios.mean() == pytest.approx(1 / 0.19, rel=0.06)


def test_a_useless_control_costs_next_to_nothing():
    made = replicas(Controlled(lambda n, rng: rng.normal(size=(n, 2)), [0.0]), 500, 500)
    assert made.ratios.mean() == pytest.approx(1.0, abs=0.02)


def test_controls_and_means_must_match():
    with pytest.raises(BadValue, match="Controlled has 2 means"):
        estimate(Controlled(linear, [0.0, 0.0]), FAST, 1)
    for means in ([], [float("nan")]):
        with pytest.raises(BadValue, match="means"):
            Controlled(linear, means)


# Importance sampling

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
    made = replicas(Importance(shifted_tail), 400, 2000)
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
    made = replicas(SelfNormalised(scaled), 2000, 2000)
    made.assert_mean_is(1.0)
    made.assert_errors_are_honest()
    made.assert_ratio_is(1.0 / variance, 1.0)


def test_the_effective_sample_size_is_that_of_kish():
    """E[w]^2 / E[w^2] for a normal law shifted by 1 is exp(-1); within 4 sigma at 200,000."""

    def draw(count, rng):
        z = rng.normal(1, 1, count)
        return np.column_stack([z, np.exp(0.5 - z)])

    made = estimate(Importance(draw), Convergence.fixed(200_000), 1)
    assert made.effective_samples / 200_000 == pytest.approx(math.exp(-1), rel=0.05)
    assert estimate(lambda n, rng: rng.random(n), FAST, 1).effective_samples >= 200


def test_weights_below_zero_or_missing_are_refused():
    with pytest.raises(BadValue, match="importance weight -1"):
        estimate(Importance(lambda n, rng: -np.ones((n, 2))), FAST, 1)
    with pytest.raises(BadValue, match="weights in its last column"):
        estimate(Importance(lambda n, rng: rng.random(n)), FAST, 1)
    with pytest.raises(BadValue, match="weights are all 0"):
        estimate(SelfNormalised(lambda n, rng: np.zeros((n, 2))), FAST, 1)


# Antithetic pairs


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
    sampler = mirrored(lambda u: seen.append(u) or u[:, 0], 2)
    assert sampler(7, np.random.default_rng(1)).shape == (7,)

    class Extreme:
        def random(self, shape):
            return np.resize([0.0, 1 - 2.0**-53], shape)

    sampler(4, Extreme())
    assert all(((points > 0) & (points < 1)).all() for points in seen)
    with pytest.raises(BadValue, match="dims 0"):
        mirrored(lambda u: u[:, 0], 0)


# Rao-Blackwellisation


def test_conditional_expectations_win_by_the_law_of_total_variance():
    """Two dice, win at 9 or more: given the first, the second is averaged exactly."""
    first = np.arange(1, 7)
    chance = np.clip(first - 2, 0, 6) / 6
    p = chance.mean()
    plain, left = p * (1 - p), chance.var()

    def draw(count, rng):
        given = chance[rng.integers(0, 6, count)]
        return np.column_stack([given, given])  # a win squared is a win

    made = replicas(RaoBlackwell(draw), 300, RUNS)
    made.assert_mean_is(10 / 36)
    made.assert_errors_are_honest()
    made.assert_ratio_is(plain / left, plain)


def test_squares_of_plain_draws_measure_the_same_ratio():
    def draw(count, rng):
        x = rng.normal(size=count)
        return np.column_stack([x, (x + rng.normal(0, 2, count)) ** 2])

    replicas(RaoBlackwell(draw), 500, RUNS).assert_ratio_is(5.0, 5.0)


def test_conditional_expectations_without_squares_are_refused():
    with pytest.raises(BadValue, match="needs at least 2 columns, not 1"):
        estimate(RaoBlackwell(lambda n, rng: rng.random(n)), FAST, 1)
    with pytest.raises(BadValue, match="squares 0"):
        RaoBlackwell(lambda n, rng: rng.random(n), squares=0)


# Quasi-Monte Carlo


def test_scrambled_sobol_points_are_unbiased_with_an_honest_error_and_win():
    made = replicas(Sobol(lambda u: np.exp(u.sum(axis=1)), 2, points=16), 128, 600)
    made.assert_mean_is((math.e - 1) ** 2)
    made.assert_errors_are_honest()
    assert made.ratios.mean() > 10


def test_sobol_points_lie_inside_the_cube_and_settings_are_checked():
    seen = []
    sobol = Sobol(lambda u: seen.append(u) or u[:, 0], 3, points=64)
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
        Sobol(sobol, 2)


# Common random numbers


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

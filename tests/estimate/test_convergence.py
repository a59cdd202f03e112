"""What stops an estimate, and that nothing else does."""

import time

import numpy as np
import pytest

from kibitz.errors import BadValue
from kibitz.estimate.antithetic import Antithetic, mirrored
from kibitz.estimate.convergence import COACHING, FAST, LARGEST_BATCH, Convergence
from kibitz.estimate.sampling import estimate, improve


def uniform(count, rng):
    return rng.random(count)


def test_the_two_named_convergences_have_the_limits_of_the_design():
    assert Convergence(200, 1_000, 0.05, 0.1) == FAST
    assert Convergence(500, 5_000, 0.01, 1.5) == COACHING


@pytest.mark.parametrize(
    ("limits", "named"),
    [
        ({"min_samples": 1}, "min_samples 1"),
        ({"min_samples": 50, "max_samples": 49}, "max_samples 49"),
        ({"target_error": -0.1}, "target_error -0.1"),
        ({"target_error": float("nan")}, "target_error nan"),
        ({"seconds": 0.0}, "seconds 0.0"),
        ({"seconds": float("nan")}, "seconds nan"),
    ],
)
def test_limits_that_make_no_sense_are_refused_by_name(limits, named):
    with pytest.raises(BadValue, match=named):
        Convergence(**limits)


def test_the_target_error_stops_it_soon_after_enough_samples():
    """A uniform value has variance 1/12: the error .005 takes 3,333 samples."""
    made = estimate(uniform, Convergence(200, 100_000, 0.005), seed=1)
    assert made.stopped_by == "target_error"
    assert made.error <= 0.005
    assert 0.9 < made.samples / 3333 < 1.1


def test_without_another_limit_exactly_max_samples_are_drawn():
    made = estimate(uniform, Convergence(10, 12_345), seed=1)
    assert (made.stopped_by, made.samples) == ("max_samples", 12_345)


def test_min_samples_are_drawn_even_where_the_target_is_met_or_the_time_is_up():
    def slow(count, rng):
        time.sleep(0.02)
        return rng.random(count)

    assert estimate(uniform, Convergence(700, 900, 10.0), seed=1).samples == 700
    late = estimate(slow, Convergence(700, 10**9, 0.0, 0.01), seed=1)
    assert (late.samples, late.stopped_by) == (700, "seconds")


def test_the_clock_stops_a_run_when_half_of_the_next_batch_would_be_too_late():
    """A batch of half the samples takes half the time: at .8 of the limit it ends at 1.2."""
    limits = Convergence(10, 10**9, 0.0, 1.0)
    assert limits.stop(1_000, 1.0, 1, 0.79) == ""
    assert limits.stop(1_000, 1.0, 1, 0.81) == "seconds"
    assert limits.stop(10**8, 1.0, 1, 0.99) == ""  # batches are small by then
    assert Convergence(10, 10**9).stop(1_000, 1.0, 1, 1e9) == ""


def test_a_limit_in_seconds_is_kept_within_a_batch():
    def slow(count, rng):
        time.sleep(count * 1e-5)
        return rng.random(count)

    started = time.perf_counter()
    made = estimate(slow, Convergence(10, 10**9, 0.0, 0.1), seed=1)
    assert made.stopped_by == "seconds"
    assert time.perf_counter() - started < 1.0


def test_the_same_seed_gives_the_same_bits_and_another_seed_others():
    limits = Convergence(100, 50_000, 0.003)
    assert estimate(uniform, limits, seed=7) == estimate(uniform, limits, seed=7)
    assert estimate(uniform, limits, seed=7).value != estimate(uniform, limits, seed=8).value
    assert estimate(uniform, limits, seed=7).seed == 7


def test_sizes_of_batches_do_not_depend_on_the_clock():
    sizes: dict[float, list[int]] = {}
    for pause in (0.0, 0.001):

        def noting(count, rng, pause=pause):
            time.sleep(pause)
            sizes.setdefault(pause, []).append(count)
            return rng.random(count)

        estimate(noting, Convergence(100, 20_000, 0.0, 60.0), seed=1)
    assert sizes[0.0] == sizes[0.001]
    drawn = np.cumsum(sizes[0.0])
    assert all(
        size <= max(1, before / 2) for size, before in zip(sizes[0.0][1:], drawn, strict=False)
    )


def test_a_huge_min_samples_is_drawn_in_batches_that_fit_in_memory():
    sizes = []

    def noting(count, rng):
        sizes.append(count)
        return rng.random(count)

    estimate(noting, Convergence.fixed(3 * LARGEST_BATCH + 5), seed=1)
    assert sizes == [LARGEST_BATCH] * 3 + [5]


def test_the_improving_form_ends_with_the_estimate_and_tells_progress():
    limits = Convergence(100, 3_000, 0.001)
    shown = list(improve(uniform, limits, seed=3))
    assert shown[-1].estimate == estimate(uniform, limits, seed=3)
    assert [step.estimate.stopped_by for step in shown[:-1]] == [""] * (len(shown) - 1)
    fractions = [step.fraction for step in shown]
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1.0
    assert shown[0].estimate.samples == 100
    assert shown[0].fraction == pytest.approx(100 / 3000, rel=0.3)


def test_progress_follows_the_clock_where_that_is_the_nearest_limit():
    limits = Convergence(10, 1_000_000, 1e-9, 10.0)
    assert limits.fraction(100, 1.0, 5.0) == 0.5
    assert limits.fraction(100, 1.0, 20.0) == 1.0


def test_the_improving_form_may_be_left_at_any_time():
    first = next(improve(uniform, Convergence(100, 10**9), seed=3))
    assert first.estimate.samples == 100


def test_units_of_two_samples_never_pass_max_samples():
    pairs = Antithetic(mirrored(lambda u: u[:, 0] ** 2, 1))
    assert estimate(pairs, Convergence(10, 1_001), seed=1).samples == 1_000
    assert estimate(pairs, Convergence.fixed(201), seed=1).samples == 200


def test_fewer_samples_than_an_error_bar_needs_are_refused():
    pairs = Antithetic(mirrored(lambda u: u[:, 0], 1))
    with pytest.raises(BadValue, match="max_samples 3 is less than the 4"):
        estimate(pairs, Convergence.fixed(3))


def coverage(sampler, truth, limits, runs):
    made = [estimate(sampler, limits, seed).interval for seed in range(runs)]
    return np.mean([low <= truth <= high for low, high in made])


def test_stopping_at_a_target_error_keeps_the_interval_near_its_level():
    """1,000 runs on a skewed law, where the level .95 is known to a 4-sigma bound of .028."""
    limits = Convergence(200, 100_000, 0.05)
    assert coverage(lambda n, rng: rng.exponential(size=n), 1.0, limits, 1000) > 0.95 - 0.028


def test_min_samples_keep_a_rare_event_from_looking_certain():
    """At .05, five samples are all alike in 77 % of runs, two hundred in 1 of 28,000."""

    def rare(count, rng):
        return (rng.random(count) < 0.05).astype(np.float64)

    hasty = coverage(rare, 0.05, Convergence(5, 100_000, 0.02), 1000)
    protected = coverage(rare, 0.05, Convergence(200, 100_000, 0.02), 1000)
    assert hasty < 0.3
    assert protected > 0.9


@pytest.mark.parametrize(
    ("draw", "fault"),
    [
        (lambda n, rng: np.zeros(n - 1), "drew the shape"),
        (lambda n, rng: 0.5, "drew the shape"),
        (lambda n, rng: np.zeros((n, 2, 2)), "drew the shape"),
        (lambda n, rng: np.full(n, np.nan), "not a finite number"),
        (lambda n, rng: np.zeros((n, 3)), "draws 3 columns: use compare"),
        ("text", "str is not a sampler"),
    ],
)
def test_a_sampler_that_draws_nonsense_is_refused_in_one_sentence(draw, fault):
    with pytest.raises(BadValue, match=fault):
        estimate(draw, FAST, seed=1)


def test_a_sampler_with_a_draw_method_and_a_function_do_the_same():
    class Uniform:
        def draw(self, count, rng):
            return rng.random(count)

    assert estimate(Uniform(), FAST, 5) == estimate(uniform, FAST, 5)

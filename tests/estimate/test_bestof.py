"""The best of several options: the stated error probability, and the samples saved.

A rate r over n runs is held to r + 4 sqrt(r (1 - r) / n).
"""

import math

import numpy as np
import pytest
from scipy import integrate, stats

from kibitz.errors import BadValue
from kibitz.estimate.bestof import best_of
from kibitz.estimate.convergence import LARGEST_BATCH, Convergence
from kibitz.estimate.evidence import PEAK, bounded_evidence, student_evidence
from kibitz.estimate.moments import Comoments

LIMITS = Convergence(50, 1_000)


def normal_options(*means, luck=1.0):
    def draw(count, rng):
        shared = luck * rng.normal(size=(count, 1))
        return shared + rng.normal(size=(count, len(means))) + np.array(means)

    return draw


def upper(rate, runs):
    return rate + 4 * math.sqrt(rate * (1 - rate) / runs)


def test_equal_options_are_dropped_at_most_at_the_stated_rate_however_often_one_looks():
    """Any of them is the best: the first is dropped in at most 20 % of 300 runs."""
    runs = 300
    made = [best_of(normal_options(0, 0, 0), LIMITS, 0.2, seed=seed) for seed in range(runs)]
    dropped = np.mean([0 not in each.survivors for each in made])
    assert dropped <= upper(0.2, runs)
    assert dropped > 0.005  # the bound is not so loose that nothing ever goes


def test_the_best_by_a_little_is_kept_at_the_stated_rate():
    runs = 250
    made = [best_of(normal_options(0.02, 0, 0, 0), LIMITS, 0.1, seed=seed) for seed in range(runs)]
    assert np.mean([0 not in each.survivors for each in made]) <= upper(0.1, runs)


def rare_disaster(count, rng):
    """Option 1 gains .01 nearly always and loses 2 in one of a hundred: worse by .0101."""
    disaster = rng.random(count) < 0.01
    return np.column_stack([np.zeros(count), np.where(disaster, -2.0, 0.01)])


def test_with_a_span_the_stated_rate_holds_for_any_law():
    """The t-test takes a run without a disaster for certainty; the bounded evidence does not."""
    runs, limits = 200, Convergence(50, 2_000)

    def dropped(span):
        made = [best_of(rare_disaster, limits, 0.05, span=span, seed=s) for s in range(runs)]
        return np.mean([0 not in each.survivors for each in made])

    assert dropped(None) > 0.3
    assert dropped(2.01) <= upper(0.05, runs)


def test_the_bounded_evidence_decides_where_the_difference_is_plain():
    def wins(count, rng):
        return (rng.random((count, 3)) < [0.7, 0.5, 0.4]).astype(np.float64)

    made = best_of(wins, Convergence(50, 2_000), 0.05, span=1.0, seed=1)
    assert (made.best, made.stopped_by, made.survivors) == (0, "decided", (0,))


def test_samples_go_to_the_close_options():
    """Eight clearly bad options leave soon: far less is spent than eight full columns."""
    made = best_of(normal_options(0.2, 0.0, *[-2.0] * 8), Convergence(50, 5_000), 0.05, seed=1)
    assert made.best == 0
    assert made.is_decided
    assert made.stopped_by == "decided"
    assert all(each.samples == 50 for each in made.estimates[2:])
    assert made.estimates[1].samples > 100
    assert made.samples == sum(each.samples for each in made.estimates)
    assert made.samples < 0.2 * 10 * made.estimates[0].samples + 10 * 50


def test_what_dropped_options_save_is_spent_on_the_rest():
    """Two equal options and eight bad ones: the two get the budget of all ten."""
    made = best_of(normal_options(0, 0, *[-3.0] * 8), LIMITS, 0.001, seed=3)
    assert made.survivors == (0, 1)
    assert made.stopped_by == "max_samples"
    assert made.estimates[0].samples == (10 * 1_000 - 8 * 50) // 2
    assert made.samples <= 10 * 1_000


def test_only_survivors_are_asked_for():
    asked = []

    class Options:
        def draw_options(self, options, count, rng):
            asked.append((options.tolist(), count))
            chosen = options if len(options) else np.arange(3)
            return normal_options(0.0, 0.0, -3.0)(count, rng)[:, chosen]

    best_of(Options(), LIMITS, 0.001, seed=1)
    assert asked[0] == ([], 50)
    assert all(options == [0, 1] for options, _ in asked[1:])


def test_a_list_of_samplers_shares_its_luck():
    """Alone their luck of variance 9 would hide a difference of .1 for long; shared it is gone."""

    def option(bonus):
        return lambda n, rng: rng.normal(0, 3, n) + bonus + 0.1 * rng.normal(size=n)

    made = best_of([option(0.0), option(0.1)], LIMITS, 0.01, seed=1)
    assert (made.best, made.is_decided) == (1, True)
    assert made.estimates[1].samples < 200


def test_the_target_error_ends_a_race_between_equals():
    made = best_of(normal_options(0, 0), Convergence(50, 10**6, 0.05), 0.05, seed=2)
    assert made.stopped_by == "target_error"
    assert made.estimates[0].samples == pytest.approx(2 / 0.05**2, rel=0.2)


def test_the_same_seed_gives_the_same_choice():
    assert best_of(normal_options(0, 0.1), LIMITS, seed=9) == best_of(
        normal_options(0, 0.1), LIMITS, seed=9
    )


def test_one_option_is_the_best_of_all():
    made = best_of(lambda n, rng: rng.random(n), LIMITS, seed=1)
    assert (made.best, made.is_decided, made.estimates[0].samples) == (0, True, 50)


def test_the_evidence_of_the_t_test_is_the_likelihood_ratio_it_claims_to_be():
    """By numerical integration of noncentral t densities over the prior of the effect size."""
    rows = np.random.default_rng(4).normal([2.0, 0.0], 1.0, (12, 2))
    moments = Comoments(2)
    moments.add(rows)
    gaps = rows[:, 0] - rows[:, 1]
    n, t = len(gaps), gaps.mean() / gaps.std(ddof=1) * math.sqrt(len(gaps))
    scale = math.sqrt(PEAK / 40.0)

    def density(effect):
        return stats.nct.pdf(t, n - 1, math.sqrt(n) * effect) * stats.norm.pdf(effect, 0, scale)

    ratio = 2 * integrate.quad(density, 0, 4)[0] / stats.t.pdf(t, n - 1)
    assert student_evidence(moments, 40.0)[0, 1] == pytest.approx(math.log(ratio), rel=1e-6)


def test_the_bounded_evidence_never_passes_the_fortune_of_the_bettor_it_stands_for():
    rng = np.random.default_rng(6)
    for bias in (-0.2, 0.0, 0.4):
        rows = np.column_stack([np.clip(rng.normal(bias, 0.4, 200), -1, 1), np.zeros(200)])
        moments = Comoments(2)
        moments.add(rows)
        bets = 0.5 ** np.arange(1, 13)
        fortunes = np.log1p(np.multiply.outer(bets, rows[:, 0])).sum(axis=1)
        assert bounded_evidence(moments, 1.0)[0, 1] <= np.log(np.exp(fortunes).mean()) + 1e-9


@pytest.mark.parametrize(
    ("setting", "fault"),
    [
        ({"error_probability": 0.0}, "error_probability 0.0"),
        ({"error_probability": float("nan")}, "error_probability nan"),
        ({"span": -1.0}, "span -1.0"),
        ({"span": 0.1}, "more than the span 0.1"),
    ],
)
def test_settings_that_make_no_sense_are_refused(setting, fault):
    with pytest.raises(BadValue, match=fault):
        best_of(normal_options(0, 0), LIMITS, seed=1, **setting)


def test_no_options_at_all_are_refused():
    with pytest.raises(BadValue, match="no options"):
        best_of([], LIMITS)
    with pytest.raises(BadValue, match="drew the shape"):
        best_of(lambda n, rng: np.zeros((n, 0)), LIMITS)


def test_samplers_of_the_wrong_shape_are_refused():
    class Vector:
        def draw_options(self, options, count, rng):
            return rng.random(count)

    class Forgetful:
        def draw_options(self, options, count, rng):
            return normal_options(0.0, 0.0, -3.0)(count, rng)

    with pytest.raises(BadValue, match="no options"):
        best_of(Vector(), LIMITS, seed=1)
    with pytest.raises(BadValue, match="asked for the shape"):
        best_of(Forgetful(), LIMITS, seed=1)


def test_a_race_between_equals_ends_with_the_seconds():
    made = best_of(normal_options(0, 0), Convergence(50, 10**9, 0.0, 0.02), 1e-9, seed=1)
    assert made.stopped_by == "seconds"
    assert made.survivors == (0, 1)


def test_nobody_is_dropped_before_min_samples():
    """One batch is smaller than `min_samples` here; the bad option stays until they are drawn."""
    least = LARGEST_BATCH + 10
    made = best_of(normal_options(0.0, -3.0), Convergence(least, 2 * least), seed=1)
    assert made.estimates[1].samples == least

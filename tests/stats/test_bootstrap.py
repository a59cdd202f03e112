"""The bootstrap against scipy's and against the coverage it promises."""

import math

import numpy as np
import pytest
from scipy import stats as scipy_stats

from kibitz.errors import BadValue
from kibitz.stats.bootstrap import Method, bootstrap, resampled_means

PAIR, LAW = np.array([0, 0.25, 0.5, 0.75, 1]), [0.05, 0.2, 0.4, 0.25, 0.1]


def pairs(size, seed=1):
    return np.random.default_rng(seed).choice(PAIR, size, p=LAW)


@pytest.mark.parametrize("method", list(Method))
@pytest.mark.parametrize(
    "values",
    [
        pairs(300),
        pytest.param(np.random.default_rng(2).exponential(1, 60), marks=pytest.mark.compiled),
    ],
)
def test_the_interval_is_scipys_up_to_resampling(values, method):
    """The ends have a resampling error of about 3 % of the standard error at 9,999 resamples."""
    name = "BCa" if method is Method.BCA else "percentile"
    peer = scipy_stats.bootstrap(
        (values,), np.mean, n_resamples=9999, method=name, rng=np.random.default_rng(7)
    )
    ours = bootstrap(values, resamples=9999, method=method)
    interval = peer.confidence_interval
    assert ours.interval == pytest.approx((interval.low, interval.high), abs=0.2 * ours.error)
    assert ours.error == pytest.approx(peer.standard_error, rel=0.05)


@pytest.mark.compiled
def test_counts_and_pairs_are_resampled_alike():
    """The same sample by both ways: 4 sigma on mean and spread of 4,000 means."""
    values = pairs(100)
    few = resampled_means(values, 4000, 3)
    many = resampled_means(values + np.arange(100) * 1e-9, 4000, 3)
    error = values.std() / 10
    assert abs(few.mean() - many.mean()) < 4 * error * math.sqrt(2 / 4000)
    assert abs(few.std() / many.std() - 1) < 4 * math.sqrt(2 / (2 * 4000))
    assert many.std() == pytest.approx(error, rel=0.06)


def test_the_interval_covers_the_truth():
    """500 samples of 200 pairs: 95 % within 4 sigma, and 0.01 for 1,000 resamples."""
    truth, inside = float(PAIR @ LAW), 0
    for seed in range(500):
        low, high = bootstrap(pairs(200, seed), seed=seed).interval
        inside += low <= truth <= high
    assert abs(inside / 500 - 0.95) < 4 * math.sqrt(0.95 * 0.05 / 500) + 0.01


def test_the_verdict_says_on_which_side_the_interval_lies():
    assert bootstrap([0.75, 1.0, 0.75, 1.0] * 20).verdict == "significantly better"
    assert bootstrap([0.25, 0.0] * 20).verdict == "significantly worse"
    assert bootstrap([0.25, 0.75] * 20).verdict == "too close to call"
    assert bootstrap([3.0, -1.0] * 40, against=0.0).verdict == "significantly better"


def test_the_same_seed_gives_the_same_interval_and_equal_values_none():
    assert bootstrap(pairs(50), seed=5) == bootstrap(pairs(50), seed=5)
    assert bootstrap(pairs(50), seed=5) != bootstrap(pairs(50), seed=6)
    assert bootstrap([0.5] * 9).interval == (0.5, 0.5)
    many = np.arange(40.0)
    assert bootstrap(many, 50, seed=5) == bootstrap(many, 50, seed=5)
    assert bootstrap(many, 50, seed=5).error == pytest.approx(many.std() / math.sqrt(40), rel=0.4)


@pytest.mark.parametrize(
    ("values", "settings", "words"),
    [
        ([], {}, "2 values"),
        ([0.5], {}, "2 values"),
        ([0.5, math.nan], {}, "finite"),
        ([0.5, 1.0], {"resamples": 1}, "resamples 1"),
        ([0.5, 1.0], {"confidence": 0.0}, "confidence 0.0"),
    ],
)
def test_bad_samples_are_refused(values, settings, words):
    with pytest.raises(BadValue, match=words):
        bootstrap(values, **settings)

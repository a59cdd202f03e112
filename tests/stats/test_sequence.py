"""Confidence sequences against their published figures and against peeking."""

import math

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from kibitz.core.seeds import generator
from kibitz.errors import BadValue
from kibitz.stats.payoffs import PairPayoffs
from kibitz.stats.pentanomial import Pentanomial
from kibitz.stats.sequence import ConfidenceSequence


def test_the_published_widths():
    sequence = ConfidenceSequence()
    assert sequence.rate == pytest.approx(0.003968, abs=5e-7)
    assert sequence.half_width(100, 0.2) == pytest.approx(0.0944, abs=5e-5)
    assert sequence.half_width(2000, 0.2) == pytest.approx(0.0136, abs=5e-5)
    assert sequence.half_width(0, 0.2) == math.inf


@pytest.mark.parametrize(("alpha", "best_at"), [(0.05, 2000), (0.01, 300)])
def test_the_rate_makes_the_width_least_where_it_should(alpha, best_at):
    def width(rate):
        grown = best_at * rate + 1
        return 2 * grown / (best_at**2 * rate) * math.log(math.sqrt(grown) / alpha)

    best = minimize_scalar(width, bounds=(1e-6, 1), method="bounded", options={"xatol": 1e-9})
    assert width(ConfidenceSequence(alpha, best_at).rate) < 1.001 * best.fun


def test_peeking_130_times_the_naive_interval_is_wrong_often_and_the_sequence_is_not():
    """600 matches of 20,000 pairs: naive misses 44.5 %, the sequence 3.3 %, each +- 4 sigma."""
    law, values = np.array([0.05, 0.2, 0.5, 0.2, 0.05]), np.array([0, 0.25, 0.5, 0.75, 1])
    looks, step, sequence = 130, 154, ConfidenceSequence()
    counts = generator(17).multinomial(step, law, size=(600, looks)).cumsum(axis=1)
    samples = step * np.arange(1, looks + 1)
    mean = counts @ values / samples
    deviation = np.sqrt(counts @ values**2 / samples - mean**2)
    off = np.abs(mean - 0.5)
    width = np.array([sequence.half_width(int(n), 1.0) for n in samples])
    naive = (off > 1.96 * deviation / np.sqrt(samples)).any(axis=1).mean()
    wrong = (off > deviation * width).any(axis=1).mean()
    assert abs(naive - 0.445) < 4 * math.sqrt(0.445 * 0.555 / 600)
    assert wrong < 0.033 + 4 * math.sqrt(0.033 * 0.967 / 600)
    assert width[-1] / (1.96 / math.sqrt(samples[-1])) == pytest.approx(1.6, abs=0.15)


def test_the_interval_of_results_and_of_values_agree():
    results = Pentanomial((30, 120, 300, 130, 40))
    values = np.repeat([0, 0.25, 0.5, 0.75, 1], results.counts)
    low, high = ConfidenceSequence().intervals(values)
    assert ConfidenceSequence().interval(results) == pytest.approx((low[-1], high[-1]))
    assert (low[0], high[0]) == (-math.inf, math.inf)


def test_bad_settings_are_refused():
    with pytest.raises(BadValue, match="alpha 0"):
        ConfidenceSequence(alpha=0)
    with pytest.raises(BadValue, match="best-at 0"):
        ConfidenceSequence(best_at=0)


@pytest.mark.parametrize(
    ("values", "law"),
    [
        ((-0.5, -0.25, 0.0, 0.25, 0.5), (0.1, 0.2, 0.4, 0.2, 0.1)),
        ((-0.5, 0.0, 0.5), (0.01, 0.98, 0.01)),
        ((-0.49, 0.01), (0.02, 0.98)),  # wins a little nearly always
        ((-0.01, 0.49), (0.98, 0.02)),
    ],
)
def test_looking_after_every_pair_finds_a_leader_among_equals_once_in_twenty_at_most(values, law):
    """400 matches of 1,500 pairs, looked at from the 30th pair on; 5 % and 4 sigma are 37."""
    assert np.dot(values, law) == pytest.approx(0.0)
    drawn = generator(23).choice(values, p=law, size=(400, 1500))
    pairs = np.arange(1, 1501)
    totals, squares = drawn.cumsum(axis=1), (drawn**2).cumsum(axis=1)
    sequence = ConfidenceSequence(best_at=300)
    widths = np.array([sequence.half_width(n, 1.0) for n in range(1, 1501)])
    deviation = np.sqrt((squares + 4 * 0.25) / (pairs + 4) - (totals / (pairs + 4)) ** 2)
    missed = np.abs(totals / pairs) > widths * deviation
    wrong = int(missed[:, 29:].any(axis=1).sum())
    assert wrong <= 37
    for row, n in ((0, 30), (1, 700)):
        known = PairPayoffs(0.5, n, float(totals[row, n - 1]), float(squares[row, n - 1]))
        low, high = sequence.payoff_interval(known)
        assert (low > 0 or high < 0) == bool(missed[row, n - 1])
        reach = widths[n - 1] * deviation[row, n - 1]
        assert low == pytest.approx(max(known.mean - reach, -0.5))
        assert high == pytest.approx(min(known.mean + reach, 0.5))


def test_a_few_equal_pairs_prove_nothing():
    sequence, known = ConfidenceSequence(best_at=300), PairPayoffs(0.5)
    assert sequence.payoff_interval(known) == (-0.5, 0.5)
    for _ in range(5):
        known = known.plus(0.5)
    assert sequence.payoff_interval(known)[0] < 0.0
    for _ in range(100):
        known = known.plus(0.5)
    assert sequence.payoff_interval(known)[0] > 0.2

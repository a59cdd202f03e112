"""The tests of significance against scipy and the figures every textbook prints."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import stats as scipy_stats
from scipy.optimize import minimize_scalar
from scipy.special import xlogy

from kibitz.errors import BadValue
from kibitz.stats.elo import expected_score
from kibitz.stats.normal import two_sided
from kibitz.stats.significance import (
    clopper_pearson_interval,
    detectable_elo,
    detectable_nelo,
    detectable_score,
    paired_test,
    proportion_test,
    sample_size,
    sign_test,
    two_proportion_test,
    wilson_interval,
)


def test_385_games_for_5_percent_and_9604_for_1():
    assert sample_size(0.05) == 385
    assert sample_size(0.01) == 9604
    assert sample_size(0.01, confidence=0.99) == 16588


@settings(max_examples=60)
@given(st.integers(1, 80), st.data(), st.sampled_from([0.5, 0.3, 0.07, 0.9]))
def test_the_exact_p_value_and_the_intervals_are_scipys(games, data, against):
    wins = data.draw(st.integers(0, games))
    peer = scipy_stats.binomtest(wins, games, against)
    ours = proportion_test(wins, games, against)
    assert ours.exact_p_value == pytest.approx(peer.pvalue, rel=1e-6)
    wilson = peer.proportion_ci(method="wilson")
    assert wilson_interval(wins, games) == pytest.approx((wilson.low, wilson.high), abs=1e-9)
    exact = peer.proportion_ci(method="exact")
    assert clopper_pearson_interval(wins, games) == pytest.approx((exact.low, exact.high), abs=1e-9)


def test_the_z_of_540_wins_in_1000_is_2_point_53():
    test = proportion_test(540, 1000)
    assert test.z == pytest.approx(40 / math.sqrt(250))
    assert test.p_value == pytest.approx(0.011412, abs=1e-6)
    assert test.is_significant
    assert not proportion_test(510, 1000).is_significant


def test_two_rates_are_compared_as_a_chi_squared_table():
    ours = two_proportion_test(60, 100, 45, 100)
    peer = scipy_stats.chi2_contingency([[60, 40], [45, 55]], correction=False)
    assert ours.p_value == pytest.approx(peer.pvalue)
    assert ours.statistic**2 == pytest.approx(peer.statistic)
    assert ours.difference == pytest.approx(0.15)
    assert two_proportion_test(0, 10, 0, 20).p_value == 1.0


def likeliest_z(table, gap):
    """The score statistic for rates that differ by `gap`, by a general optimiser."""
    wins, games, other_wins, other_games = table

    def unlikelihood(rate):
        hits = ((wins, games, rate), (other_wins, other_games, rate - gap))
        return -sum(xlogy(n, p) + xlogy(m - n, 1 - p) for n, m, p in hits)

    ends = max(gap, 0.0) + 1e-12, min(1 + gap, 1.0) - 1e-12
    rate = minimize_scalar(unlikelihood, bounds=ends, method="bounded", options={"xatol": 1e-12}).x
    variance = rate * (1 - rate) / games + (rate - gap) * (1 - rate + gap) / other_games
    return (wins / games - other_wins / other_games - gap) / math.sqrt(variance)


@pytest.mark.parametrize(
    "table", [(60, 100, 45, 100), (3, 7, 11, 12), (1, 400, 9, 50), (10, 10, 0, 10), (0, 9, 0, 8)]
)
def test_the_interval_of_a_difference_holds_what_the_same_test_leaves(table):
    """Ends inside -1 to 1 are where the score test of that difference gives 1.96."""
    low, high = two_proportion_test(*table).interval
    gap = table[0] / table[1] - table[2] / table[3]
    assert -1 <= low <= gap <= high <= 1
    assert high - low > 0.05
    for end, sign in ((low, 1), (high, -1)):
        if abs(end) < 1 - 1e-9:
            assert sign * likeliest_z(table, end) == pytest.approx(1.959964, abs=1e-4)


@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 40), st.integers(0, 40))
def test_a_difference_is_significant_where_its_interval_leaves_0_out(won, lost, wins, losses):
    assume(won + lost and wins + losses)
    test = two_proportion_test(won, won + lost, wins, wins + losses)
    low, high = test.interval
    assume(abs(test.p_value - 0.05) > 1e-9)
    assert (low > 0 or high < 0) == (test.p_value < 0.05)


def test_sign_and_paired_tests_are_scipys():
    assert sign_test(15, 5) == pytest.approx(scipy_stats.binomtest(5, 20).pvalue)
    assert sign_test(5, 5) == 1.0
    assert sign_test(0, 0) == 1.0
    rng = np.random.default_rng(4)
    a, b = rng.normal(0.3, 1, 40), rng.normal(0, 1, 40)
    ours, peer = paired_test(a.tolist(), b.tolist()), scipy_stats.ttest_rel(a, b)
    assert ours.p_value == pytest.approx(peer.pvalue)
    interval = peer.confidence_interval()
    assert ours.interval == pytest.approx((interval.low, interval.high))
    assert paired_test([1, 1], [1, 1]).p_value == 1.0
    assert paired_test([2, 2], [1, 1]).p_value == 0.0


def test_the_detectable_elo_is_detected_as_often_as_the_power_says():
    """4,000 matches of 1,000 games without draws at that Elo: power 0.8 within 4 sigma."""
    elo = detectable_elo(1000)
    score = expected_score(elo)
    assert score == pytest.approx(detectable_score(1000))
    wins = np.random.default_rng(3).binomial(1000, score, 4000)
    found = np.mean((wins / 1000 - 0.5) / math.sqrt(0.25 / 1000) > two_sided(0.95))
    assert abs(found - 0.8) < 4 * math.sqrt(0.8 * 0.2 / 4000) + 0.01  # wins are whole
    assert detectable_nelo(1000) == pytest.approx(elo, rel=0.01)
    assert detectable_elo(1) == math.inf


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: proportion_test(5, 0), "games 0"),
        (lambda: proportion_test(6, 5), "wins 6"),
        (lambda: proportion_test(-1, 5), "wins -1"),
        (lambda: proportion_test(1, 5, against=1.5), "against 1.5"),
        (lambda: sample_size(0), "margin 0"),
        (lambda: sample_size(math.nan), "margin nan"),
        (lambda: sample_size(0.1, variance=-1), "variance -1"),
        (lambda: sample_size(0.1, confidence=1), "confidence 1"),
        (lambda: sign_test(-1, 4), "pairs -1"),
        (lambda: paired_test([1], [2]), "paired test"),
        (lambda: detectable_elo(0), "games 0"),
        (lambda: detectable_elo(10, power=1), "power 1"),
    ],
)
def test_bad_figures_are_refused(call, words):
    with pytest.raises(BadValue, match=words):
        call()

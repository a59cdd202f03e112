"""Intervals for few pairs: how often they cover, and that they never leave what is possible."""

import math
from functools import cache

import numpy as np
import pytest
from benchmarks.truth import KINDS, PAYOFFS, covered, held_out, payoffs_covered, ratio, wider
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t as student_law

from kibitz.errors import BadValue
from kibitz.stats.interval import (
    mean_interval,
    ratio_interval,
    score_interval,
    student,
    superiority,
)
from kibitz.stats.model import GAME_VALUES, PAIR_VALUES, moments
from kibitz.stats.pentanomial import Pentanomial

few = st.tuples(*[st.integers(0, 12)] * 5)


def mean(law):
    return moments(law)[0]


@cache
def score_ends(counts, values):
    return score_interval(counts, values)


@pytest.mark.parametrize("kind", KINDS)
def test_the_interval_of_the_score_covers_93_to_97_times_in_100_whatever_the_game(kind):
    """Exact at 6 and 10 pairs, and at 20 for games without draws: all results are listed."""
    listed = (6, 10, 20) if not any(law[1] for law in KINDS[kind]) else (6, 10)
    for found in covered(KINDS[kind], score_ends, mean, pairs=listed):
        assert 0.93 <= found.mean <= 0.97
        assert found.least >= 0.85


@pytest.mark.parametrize("laws", [wider(step=80.0), held_out()[::3]])
def test_the_interval_of_the_score_fails_few_laws_of_a_wider_range(laws):
    """Exact, for laws other than those of the rows; no constant was chosen by the latter."""
    for pairs, least, short in (6, 0.88, 0.09), (10, 0.88, 0.04):
        (found,) = covered(laws, score_ends, mean, pairs=(pairs,))
        assert found.least >= least
        assert found.short <= short
        assert 0.94 <= found.mean <= 0.96


@pytest.mark.parametrize("pairs", [(0, 0, 9, 0, 1), (0, 1, 9, 0, 0), (0, 0, 1, 0, 9)])
def test_a_lone_exception_leaves_more_open_than_students_interval(pairs):
    """It is skewed, and kinds of pairs may not have shown: both sides of Student's are inside."""
    listed = np.repeat(PAIR_VALUES, pairs)
    reach = student(0.95, 18) * listed.std(ddof=1) / math.sqrt(10)
    low, high = score_interval(pairs, PAIR_VALUES)
    assert low < listed.mean() - reach
    assert high > min(listed.mean() + reach, 0.99)


@pytest.mark.parametrize("kind", KINDS)
def test_the_interval_of_normalised_elo_covers_whatever_the_game(kind):
    for found in covered(KINDS[kind][::2], ratio_interval, ratio, pairs=(6, 10)):
        assert found.mean >= 0.93
        assert found.least >= 0.87


@pytest.mark.parametrize("kind", ["cribbage-like, -100 to 100 Elo", "lopsided, 200 to 400 Elo"])
@pytest.mark.parametrize(("make", "truth"), [(score_interval, mean), (ratio_interval, ratio)])
def test_the_intervals_of_50_and_200_pairs_cover_95_times_in_100(kind, make, truth):
    """4-sigma bound of 1,200 matches around 0.93 to 0.97."""
    slack = 4 * math.sqrt(0.95 * 0.05 / 1200)
    for found in covered(KINDS[kind][::5], make, truth, pairs=(50, 200), repeats=400):
        assert 0.93 - slack <= found.mean <= 0.97 + slack


def test_the_interval_of_a_payoff_covers_95_times_in_100():
    """Normal margins, where Student's interval is exact: 4-sigma bound of 1,000 matches."""
    for found in payoffs_covered(PAYOFFS["points of cribbage"], (6, 10), 1000):
        assert abs(found.mean - 0.95) < 4 * math.sqrt(0.95 * 0.05 / 1000)


@given(few)
def test_no_interval_leaves_what_is_possible_and_all_hold_the_estimate(counts):
    results = Pentanomial(counts)
    low, high = results.score_interval()
    assert 0.0 <= low < high <= 1.0
    nelo_low, nelo_high = results.nelo_interval()
    assert nelo_low < nelo_high
    if results.samples:
        listed = np.repeat(PAIR_VALUES, counts)
        assert low <= listed.mean() <= high
        assert results.elo_interval()[0] <= results.elo <= results.elo_interval()[1]
        assert nelo_low <= results.nelo <= nelo_high


@given(few)
def test_score_normalised_elo_and_likelihood_of_superiority_are_on_the_same_side(counts):
    results = Pentanomial(counts)
    low, high = results.score_interval()
    assert (low > 0.5) == (results.los > 0.975)
    assert (high < 0.5) == (results.los < 0.025)
    assert (low > 0.5) == (results.nelo_interval()[0] > 0.0)
    assert (high < 0.5) == (results.nelo_interval()[1] < 0.0)
    assert results.los == pytest.approx(1.0 - Pentanomial(counts[::-1]).los, abs=1e-6)


@given(few, st.floats(0.5, 0.9), st.floats(0.91, 0.999))
def test_more_confidence_is_a_wider_interval(counts, less, more):
    narrow, wide = (Pentanomial(counts).score_interval(c) for c in (less, more))
    assert wide[0] <= narrow[0]
    assert narrow[1] <= wide[1]


def test_six_split_pairs_are_not_known_to_within_six_elo():
    low, high = Pentanomial((0, 0, 6, 0, 0)).elo_interval()
    assert low == pytest.approx(-high)
    assert 80 < high < 200
    longer = Pentanomial((0, 0, 10, 0, 0)).elo_interval()
    assert 50 < longer[1] < high


def test_ten_pairs_with_one_draw_in_twenty_games_score_at_most_one():
    low, high = Pentanomial((0, 0, 0, 1, 9)).score_interval()
    assert 0.7 < low < 0.975 < high < 1.0


def test_the_elo_of_a_clean_sweep_is_bounded_on_one_side_alone():
    """Six pairs are twelve games: who is 231 Elo better wins them all one time in seventeen."""
    swept = Pentanomial((0, 0, 0, 0, 6))
    assert swept.elo == math.inf
    low, high = swept.elo_interval()
    assert 80 < low < 231
    assert high == math.inf
    assert swept.score_interval()[1] == 1.0
    assert swept.nelo_interval()[1] == math.inf
    assert 0 < swept.nelo_interval()[0] < 200
    assert Pentanomial((6, 0, 0, 0, 0)).elo_interval() == pytest.approx((-math.inf, -low))


def test_the_likelihood_of_superiority_grows_with_a_clean_sweep():
    sure = [Pentanomial((0, 0, 0, 0, n)).los for n in range(1, 9)]
    assert sure == sorted(sure)
    assert sure[0] < 0.9 < 0.99 < sure[5] < 1.0 - 0.5**12
    assert Pentanomial((6, 0, 0, 0, 0)).los == pytest.approx(1 - Pentanomial((0, 0, 0, 0, 6)).los)
    assert Pentanomial((0, 0, 6, 0, 0)).los == pytest.approx(0.5)


def test_two_pairs_won_outright_do_not_exclude_an_even_match():
    """Even players who never draw bring about a sweep of two pairs one time in eight."""
    assert Pentanomial((0, 0, 0, 0, 2)).score_interval()[0] < 0.5
    assert Pentanomial((0, 0, 0, 0, 4)).score_interval()[0] > 0.5


def test_without_pairs_nothing_is_known():
    nothing = Pentanomial((0, 0, 0, 0, 0))
    assert nothing.score_interval() == (0.0, 1.0)
    assert nothing.elo_interval() == nothing.nelo_interval() == (-math.inf, math.inf)
    assert nothing.los == 0.5


def test_parts_of_one_game_and_the_largest_counts_have_intervals():
    low, high = score_interval((0.2, 0.5, 0.3), GAME_VALUES)
    assert low < 0.1
    assert high > 0.9
    assert 0.5 < superiority((0.2, 0.5, 0.3), GAME_VALUES) < 0.6
    huge = Pentanomial((0, 0, 0, 1, 1 << 53))
    assert 0.999 < huge.score_interval()[0] <= 1.0
    assert huge.nelo_interval()[0] > 0.0


def test_students_quantile_is_scipys_and_its_confidence_is_checked():
    assert student(0.95, 5.5) == pytest.approx(student_law.ppf(0.975, 5.5))
    with pytest.raises(BadValue, match=r"confidence 1\.0"):
        student(1.0, 5)
    assert mean_interval(1, 3.0, 0.0, possible=(-1.0, 4.0)) == (-1.0, 4.0)

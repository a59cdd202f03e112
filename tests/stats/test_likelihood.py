"""The exact ratio against a general optimiser, a slow twin and the cases that break others."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.stats.elo import expected_score
from kibitz.stats.likelihood import fit, fit_mean, fit_ratio, solve_multiplier
from tests.naive import sprt as naive

PAIR = np.array(naive.PAIR)
weights_of_pairs = st.lists(
    st.one_of(st.just(1e-3), st.integers(1, 500).map(float)), min_size=5, max_size=5
)


def exact(weights, target0, target1, is_normalised=False, values=PAIR):
    work = np.empty((5, len(values)))
    return float(fit(is_normalised, np.array(weights, float), values, target0, target1, work))


@settings(deadline=None, max_examples=60)
@given(weights_of_pairs, st.floats(-100, 100), st.floats(1, 100))
def test_the_logistic_ratio_equals_the_slow_twin(weights, elo0, width):
    mean0, mean1 = expected_score(elo0), expected_score(elo0 + width)
    slow = naive.llr(weights, mean0, mean1)
    assert exact(weights, mean0, mean1) == pytest.approx(slow, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize(
    ("weights", "ratio"),
    [
        ([10, 200, 500, 220, 12], 0.02),
        ([10, 200, 500, 220, 12], -0.3),
        ([30, 40, 50, 60, 70], 0.6),
        ([30, 40, 50, 60, 70], 1.4),
        ([5, 10, 20, 10, 5], 2.5),
        ([5, 10, 20, 10, 5], -2.0),
    ],
)
def test_the_normalised_fit_is_the_likeliest_law_with_its_ratio(weights, ratio):
    w, f, b, law = np.array(weights, float), np.empty(5), np.empty(5), np.empty(5)
    fit_ratio(w, PAIR, ratio, f, b, law)
    p = w / w.sum() / f
    mean = p @ PAIR
    assert p.sum() == pytest.approx(1, abs=1e-9)
    assert (mean - 0.5) / math.sqrt(p @ (PAIR - mean) ** 2) == pytest.approx(ratio, rel=2e-3)
    slow = w @ np.log(naive.likeliest_with_ratio(weights, naive.PAIR, ratio))
    assert w @ np.log(p) > slow - 1e-3
    if abs(ratio) < 1:  # farther out the optimiser gets lost
        assert w @ np.log(p) == pytest.approx(slow, rel=1e-5)


@pytest.mark.parametrize("elo1", [5, 50, 230, 400, 1000, 3000])
@pytest.mark.parametrize(
    "weights", [[1e-3, 17, 203, 3, 1], [1e-3, 1e-3, 1e-3, 1e-3, 5550], [40, 1e-3, 1e-3, 1e-3, 1e-3]]
)
def test_lopsided_matches_and_distant_bounds_have_an_answer(weights, elo1):
    unit = 347.43558552260146 / math.sqrt(2)
    normalised = exact(weights, 0.0, elo1 / unit, is_normalised=True)
    logistic = exact(weights, 0.5, expected_score(elo1))
    assert math.isfinite(normalised)
    assert math.isfinite(logistic)
    assert logistic == pytest.approx(naive.llr(weights, 0.5, expected_score(elo1)), rel=1e-5)


def test_the_case_that_hangs_a_careless_newton_equals_bisection():
    weights = [1e-3, 17, 203, 3, 1]
    mean1 = expected_score(5)
    assert exact(weights, 0.5, mean1) == pytest.approx(naive.llr(weights, 0.5, mean1), rel=1e-9)


@settings(deadline=None, max_examples=100)
@given(weights_of_pairs, st.floats(0.02, 0.98))
def test_the_fitted_law_has_the_mean_and_sums_to_one(weights, mean):
    w, f, b = np.array(weights), np.empty(5), np.empty(5)
    fit_mean(w, PAIR, mean, f, b)
    p = w / w.sum() / f
    assert p.min() > 0
    assert p.sum() == pytest.approx(1, abs=1e-7)
    assert p @ PAIR == pytest.approx(mean, abs=1e-7)


def test_bucketed_margins_of_any_number_use_the_same_code():
    values = np.linspace(0, 1, 13)
    weights = np.array([1, 3, 2, 8, 9, 20, 31, 22, 18, 7, 4, 3, 1.0])
    slow = naive.llr(weights.tolist(), 0.5, 0.53, values.tolist())
    assert exact(weights, 0.5, 0.53, values=values) == pytest.approx(slow, rel=1e-9)


def test_the_multiplier_is_a_root_wherever_the_search_starts():
    w, b = np.array([3.0, 1.0, 5.0]), np.array([-0.7, 0.1, 0.4])
    for start in (-2.4, 0.0, 1.4, 99.0):
        x = solve_multiplier(w, b, start)
        assert abs(np.sum(w * b / (1 + x * b))) < 1e-9


def test_hypotheses_of_equal_distance_from_even_results_are_a_tie():
    assert exact([10, 20, 30, 20, 10], 0.48, 0.52) == pytest.approx(0, abs=1e-12)
    assert exact([10, 20, 30, 20, 10], -0.1, 0.1, is_normalised=True) == pytest.approx(0, abs=1e-9)

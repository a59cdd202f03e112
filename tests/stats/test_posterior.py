"""The posterior of the score against beta laws, sampled laws and Student's interval."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta

from kibitz.core.seeds import generator
from kibitz.stats.interval import score_interval, student, superiority
from kibitz.stats.model import GAME_VALUES, PAIR_VALUES
from kibitz.stats.posterior import PRIOR_KINDS, ScorePosterior

few = st.tuples(*[st.integers(0, 12)] * 5).filter(sum)


@pytest.mark.parametrize("cells", [(2.5, 4.0), (0.6, 0.5), (30.0, 2.0), (1e6, 2e6), (1.1, 1e5)])
def test_with_two_cells_the_posterior_is_a_beta_law(cells):
    lost, won = cells
    believed = ScorePosterior(np.ones(1), np.array([cells]), np.array([0.0, 1.0]))
    for chance in 0.001, 0.025, 0.3, 0.5, 0.9, 0.975, 0.999:
        score = float(beta.ppf(chance, won, lost))
        if score < 1.0 - 1e-9:
            assert believed.below(score) == pytest.approx(chance, abs=2e-5)
            assert believed.quantile(chance) == pytest.approx(score, abs=1e-2 * (1 - score))


@pytest.mark.parametrize(
    "counts",
    [(0, 0, 6, 0, 0), (0, 0, 3, 3, 0), (1, 0, 4, 0, 1), (0, 1, 90, 0, 0), (3, 9, 20, 7, 1)],
)
def test_the_posterior_is_that_of_sampled_laws(counts):
    """Laws of each kind, drawn after the counts: 4-sigma bound of 100,000 of them."""
    believed, rng, drawn = ScorePosterior.of(counts, PAIR_VALUES), generator(5), 100_000
    scores = [rng.dirichlet(cells, drawn) @ PAIR_VALUES for cells in believed.cells]
    for chance in 0.025, 0.1, 0.9, 0.975:
        score = believed.quantile(chance)
        share = sum(w * np.mean(s <= score) for w, s in zip(believed.weights, scores, strict=True))
        assert share == pytest.approx(chance, abs=4 * math.sqrt(chance * (1 - chance) / drawn))


def test_kinds_weigh_as_likely_as_they_made_the_counts():
    """By laws drawn before the counts, weighed by how likely they make them: within 2 %."""
    rng, counts, likely = generator(6), (1, 0, 2, 0, 1), {}
    for weight, cells in PRIOR_KINDS:
        for way in (cells, cells[::-1]):
            laws = rng.dirichlet(way, 400_000)
            likely[way] = weight * float(np.mean(np.prod(laws ** np.array(counts), axis=1)))
    believed = ScorePosterior.of(counts, PAIR_VALUES)
    for weight, cells in zip(believed.weights, believed.cells - np.array(counts), strict=True):
        (match,) = (way for way in likely if np.allclose(way, cells))
        assert weight == pytest.approx(likely[match] / sum(likely.values()), abs=0.02)


@given(few, st.sampled_from([0.5, 0.9, 0.95, 0.99]))
def test_swapping_the_players_mirrors_the_interval(counts, confidence):
    low, high = score_interval(counts, PAIR_VALUES, confidence)
    turned = score_interval(counts[::-1], PAIR_VALUES, confidence)
    assert turned == pytest.approx((1.0 - high, 1.0 - low), abs=1e-9)


@given(few)
def test_another_pair_won_outright_lowers_no_end(counts):
    more = (*counts[:4], counts[4] + 1)
    low, high = score_interval(counts, PAIR_VALUES)
    better = score_interval(more, PAIR_VALUES)
    assert better[0] >= low - 1e-9
    assert better[1] >= high - 1e-9
    assert superiority(more, PAIR_VALUES) >= superiority(counts, PAIR_VALUES) - 1e-6


@pytest.mark.parametrize(
    "shares", [(10, 200, 500, 220, 12), (90, 5, 300, 5, 150), (1, 4, 30, 60, 90)]
)
@pytest.mark.parametrize("times", [100, 10**4, 10**9])
def test_after_many_pairs_the_interval_is_students(shares, times):
    """Within a hundredth of its width at each end."""
    counts = tuple(times * n for n in shares)
    total = sum(counts)
    mean = sum(n * a for n, a in zip(counts, PAIR_VALUES, strict=True)) / total
    square = sum(n * (a - mean) ** 2 for n, a in zip(counts, PAIR_VALUES, strict=True))
    reach = student(0.95, total - 1) * math.sqrt(square) / total
    ends = score_interval(counts, PAIR_VALUES)
    assert ends == pytest.approx((mean - reach, mean + reach), abs=0.02 * reach)


def test_single_games_and_cells_of_any_values_have_intervals():
    for values in (0.0, 1.0), GAME_VALUES, (0.0, 0.2, 0.7, 1.0), tuple(np.linspace(0, 1, 9)):
        counts = (3, *[1] * (len(values) - 2), 9)
        low, high = score_interval(counts, values)
        assert 0.3 < low < np.repeat(values, counts).mean() < high < 0.95
        assert 0.5 < superiority(counts, values) < 1.0

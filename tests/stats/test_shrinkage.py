"""Rates drawn towards a prior, against scipy's beta law."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from kibitz.errors import BadValue
from kibitz.stats.shrinkage import belief, prior_games, shrunk_rate


def test_the_rate_and_its_interval_are_those_of_the_beta_law():
    law = stats.beta(7 + 0.4 * 12, 3 + 0.6 * 12)
    assert shrunk_rate(7, 10, 0.4, 12) == pytest.approx(law.mean())
    assert belief(7, 10, 0.4, 12).rate == pytest.approx(law.mean())
    assert belief(7, 10, 0.4, 12).interval() == pytest.approx(law.interval(0.95))
    assert belief(7, 10, 0.4, 12).interval(0.99) == pytest.approx(law.interval(0.99))


def test_without_games_the_prior_answers_and_many_games_outweigh_it():
    assert shrunk_rate(0, 0, 0.7) == pytest.approx(0.7)
    assert shrunk_rate(0, 0, 0.7, 0) == 0.7
    assert shrunk_rate(900_000, 1_000_000, 0.1) == pytest.approx(0.9, abs=1e-4)


@given(st.integers(0, 30), st.integers(0, 30), st.floats(0, 1), st.floats(0, 20))
def test_a_rate_is_the_mean_of_the_law_that_its_interval_comes_from(won, lost, prior, worth):
    found = belief(won, won + lost, prior, worth)
    low, high = found.interval(1 - 1e-9)
    law = stats.beta(found.won, found.lost)
    assert 0 <= low <= found.rate <= high <= 1
    assert found.rate == pytest.approx(law.mean())


def test_few_games_alone_are_those_of_jeffreys_law():
    found = belief(3, 3, 0.2, 0)
    assert found.interval() == pytest.approx(stats.beta(3.5, 0.5).interval(0.95))
    assert found.rate == pytest.approx(3.5 / 4)
    low, high = belief(0, 0, 1.0, 20).interval()
    assert 0.7 < low < high <= 1.0


def test_a_prior_is_worth_the_games_whose_error_it_has():
    law = stats.beta(0.6 * 100, 0.4 * 100)
    assert prior_games(0.6, law.std()) == pytest.approx(100)
    with pytest.raises(BadValue, match="not above 0"):
        prior_games(0.5, 0.0)


@pytest.mark.parametrize(("prior", "worth"), [(1.5, 1), (-0.1, 1), (0.5, -1)])
def test_priors_that_make_no_sense_are_refused(prior, worth):
    with pytest.raises(BadValue, match="makes no sense"):
        shrunk_rate(1, 2, prior, worth)
    with pytest.raises(BadValue, match="makes no sense"):
        belief(1, 2, prior, worth)

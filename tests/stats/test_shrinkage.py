"""Rates drawn towards a prior, against scipy's beta law."""

import pytest
from scipy import stats

from kibitz.errors import BadValue
from kibitz.stats.shrinkage import prior_games, shrunk_interval, shrunk_rate


def test_the_rate_and_its_interval_are_those_of_the_beta_law():
    law = stats.beta(7 + 0.4 * 12, 3 + 0.6 * 12)
    assert shrunk_rate(7, 10, 0.4, 12) == pytest.approx(law.mean())
    assert shrunk_interval(7, 10, 0.4, 12) == pytest.approx(law.interval(0.95))


def test_without_games_the_prior_answers_and_many_games_outweigh_it():
    assert shrunk_rate(0, 0, 0.7) == pytest.approx(0.7)
    assert shrunk_rate(0, 0, 0.7, 0) == 0.7
    assert shrunk_rate(900_000, 1_000_000, 0.1) == pytest.approx(0.9, abs=1e-4)
    low, high = shrunk_interval(3, 3, 0.5, 0)
    assert 0 < low < high < 1


def test_a_prior_is_worth_the_games_whose_error_it_has():
    law = stats.beta(0.6 * 100, 0.4 * 100)
    assert prior_games(0.6, law.std()) == pytest.approx(100)
    with pytest.raises(BadValue, match="not above 0"):
        prior_games(0.5, 0.0)


@pytest.mark.parametrize(("prior", "worth"), [(1.5, 1), (-0.1, 1), (0.5, -1)])
def test_priors_that_make_no_sense_are_refused(prior, worth):
    with pytest.raises(BadValue, match="makes no sense"):
        shrunk_rate(1, 2, prior, worth)

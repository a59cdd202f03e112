"""The model of a pair against the figures of the specification and plain arithmetic."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.errors import BadValue
from kibitz.stats.elo import EloModel, bayes_probabilities, expected_score
from kibitz.stats.model import PairModel, moments


def test_the_published_example_at_a_draw_ratio_of_95_percent():
    games = PairModel(0.95)
    assert games.draw_elo == pytest.approx(636.4258, abs=5e-5)
    law = games.law(2.5, EloModel.NORMALISED)
    assert law == pytest.approx((0.000586, 0.045994, 0.903702, 0.049052, 0.000667), abs=5e-7)
    row = games.row(5, EloModel.NORMALISED)
    assert row.logistic == pytest.approx(1.11905, abs=5e-6)
    assert row.bayes == pytest.approx(11.47029, abs=1e-5)


@pytest.mark.parametrize(
    ("draw_ratio", "logistic"),
    [(0, 5.00), (0.3, 4.18), (0.5, 3.54), (0.6, 3.16), (0.7, 2.74), (0.8, 2.24), (0.9, 1.58)],
)
def test_five_normalised_points_in_logistic_ones(draw_ratio, logistic):
    row = PairModel(draw_ratio).row(5, EloModel.NORMALISED)
    assert row.logistic == pytest.approx(logistic, abs=0.006)


@given(st.floats(-150, 150), st.floats(0, 0.4), st.floats(-200, 200))
def test_a_pair_is_two_games_with_the_start_once_on_each_side(elo, draw_ratio, bias):
    games = PairModel(draw_ratio, bias)
    law = games.law(elo, EloModel.LOGISTIC)
    assert sum(law) == pytest.approx(1, abs=1e-12)
    assert moments(law)[0] == pytest.approx(expected_score(elo), abs=1e-10)
    e = games.bayes_elo(elo, EloModel.LOGISTIC)
    first = bayes_probabilities(e + games.advantage, games.draw_elo)
    second = bayes_probabilities(e - games.advantage, games.draw_elo)
    assert law[0] == pytest.approx(first[0] * second[0], abs=1e-12)
    assert law[3] == pytest.approx(first[1] * second[2] + first[2] * second[1], abs=1e-12)


def test_even_players_draw_as_often_as_the_draw_ratio_says():
    loss, draw, win = PairModel(0.61).game(0.0)
    assert draw == pytest.approx(0.61)
    assert loss == pytest.approx(win)


def test_a_draw_ratio_that_does_not_fit_the_bias_is_refused_with_its_limit():
    limit = 2 * (1 - expected_score(200))
    with pytest.raises(BadValue, match=f"draw-ratio 0.61 does not fit bias 200: .* {limit:.6g}"):
        PairModel(0.61, 200)
    with pytest.raises(BadValue, match=r"draw-ratio 1\.0 is not between"):
        PairModel(1.0)
    with pytest.raises(BadValue, match="draw-ratio nan"):
        PairModel(math.nan)
    with pytest.raises(BadValue, match="bias nan"):
        PairModel(0.5, math.nan)


def test_an_elo_out_of_reach_is_refused():
    with pytest.raises(BadValue, match=r"elo 1e\+06 is out of reach"):
        PairModel(0.5).law(1e6, EloModel.LOGISTIC)

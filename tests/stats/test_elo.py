"""Elo against its definitions and the figures printed in the literature."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.errors import UnknownName
from kibitz.stats.elo import (
    NORMALISED_UNIT,
    EloModel,
    bayes_parameters,
    bayes_probabilities,
    clamped_elo,
    elo_of_score,
    expected_score,
    normalised_elo,
    updated,
)


def test_four_hundred_points_are_ten_to_one():
    assert expected_score(400) == pytest.approx(10 / 11, rel=1e-15)
    assert expected_score(0) == 0.5


@given(st.floats(-1500, 1500))
def test_elo_and_score_are_inverse(elo):
    assert elo_of_score(expected_score(elo)) == pytest.approx(elo, abs=1e-7)


def test_a_clean_sweep_is_infinite_and_is_shown_as_that_of_999_in_a_thousand():
    assert elo_of_score(1.0) == math.inf
    assert elo_of_score(0.0) == -math.inf
    assert clamped_elo(1.0) == pytest.approx(400 * math.log10(999), rel=1e-12)
    assert clamped_elo(0.0) == -clamped_elo(1.0)


def test_one_deviation_is_347_normalised_points():
    assert pytest.approx(347.43558552260146, rel=1e-15) == NORMALISED_UNIT
    assert normalised_elo(0.75, 0.25) == NORMALISED_UNIT


@given(st.floats(-300, 300), st.floats(1, 700))
def test_bayes_probabilities_and_parameters_are_inverse(elo, draw_elo):
    loss, draw, win = bayes_probabilities(elo, draw_elo)
    assert loss + draw + win == pytest.approx(1, abs=1e-15)
    assert win == pytest.approx(1 / (1 + 10 ** ((draw_elo - elo) / 400)), rel=1e-12)
    assert bayes_parameters(loss, win) == pytest.approx((elo, draw_elo), abs=1e-8)


def test_an_update_moves_what_one_player_wins_from_the_other():
    assert updated(1500, 1500, 1.0) == (1516, 1484)
    assert updated(1500, 1500, 0.5, k_factor=10) == (1500, 1500)
    high, low = updated(1900, 1500, 0.0)
    assert high + low == pytest.approx(3400)
    assert high == pytest.approx(1900 - 32 * 10 / 11)


def test_both_spellings_name_the_model_and_a_slip_is_met_with_the_nearest():
    assert EloModel.named("Normalised") is EloModel.named("normalized") is EloModel.NORMALISED
    with pytest.raises(UnknownName, match="did you mean 'logistic'"):
        EloModel.named("logistik")

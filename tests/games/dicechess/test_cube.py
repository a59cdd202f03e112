"""The doubling cube against Janowski's points and the arithmetic of stakes."""

from itertools import pairwise

import pytest

from kibitz.errors import BadValue
from kibitz.games.dicechess.cube import (
    DEAD,
    DOUBLE_PASS,
    DOUBLE_TAKE,
    LIVE,
    NO_DOUBLE,
    Cube,
    advise,
    cash_point,
    double_point,
    held_value,
    take_point,
    taken_value,
)

EFFICIENCIES = [0.0, 0.25, 0.5, 0.68, 1.0]


def test_the_points_are_those_known_without_gammons():
    assert [take_point(DEAD), take_point(LIVE)] == pytest.approx([0.25, 0.2])
    assert [cash_point(DEAD), cash_point(LIVE)] == pytest.approx([0.75, 0.8])
    for is_centred in (True, False):
        assert double_point(is_centred, DEAD) == pytest.approx(0.5)
        assert double_point(is_centred, LIVE) == pytest.approx(0.8)


@pytest.mark.parametrize("x", EFFICIENCIES)
def test_at_the_take_point_taking_and_passing_cost_the_same(x):
    assert taken_value(cash_point(x), x) == pytest.approx(1.0)


@pytest.mark.parametrize("x", EFFICIENCIES)
@pytest.mark.parametrize("is_centred", [True, False])
def test_at_the_double_point_doubling_and_waiting_are_worth_the_same(x, is_centred):
    p = double_point(is_centred, x)
    assert taken_value(p, x) == pytest.approx(held_value(p, is_centred, x))
    assert p <= cash_point(x) + 1e-12
    assert taken_value(p - 0.01, x) < held_value(p - 0.01, is_centred, x)


def test_a_live_cube_has_known_values_at_its_ends():
    assert held_value(0.8, True, LIVE) == pytest.approx(1)
    assert held_value(0.2, True, LIVE) == pytest.approx(-1)
    assert held_value(0.0, False, LIVE) == -1
    assert taken_value(1.0, LIVE) == 2


@pytest.mark.parametrize("x", EFFICIENCIES)
@pytest.mark.parametrize("owner", ["centre", "white"])
def test_the_advice_is_the_way_that_is_worth_most_against_the_best_answer(x, owner):
    for percent in range(101):
        advice = advise(percent / 50 - 1, 0.0, 0, Cube(owner), x)
        doubled = min(advice.double_take, advice.double_pass)
        if abs(doubled - advice.no_double) > 1e-9:
            assert advice.best == pytest.approx(max(doubled, advice.no_double))
        assert advice.no_double <= 1 + 1e-12  # without gammons nobody is too good to double


@pytest.mark.parametrize("x", EFFICIENCIES[:-1])
@pytest.mark.parametrize("is_centred", [True, False])
def test_waiting_is_worth_the_stake_only_where_the_game_cannot_be_lost(x, is_centred):
    values = [held_value(p / 100, is_centred, x) for p in range(101)]
    assert values[100] == pytest.approx(1)
    assert all(before < after for before, after in pairwise(values))
    assert held_value(0.9, is_centred, 0.0) == pytest.approx(0.8)  # a dead cube: wins less losses


@pytest.mark.parametrize("x", EFFICIENCIES)
def test_what_one_side_has_the_other_side_lacks(x):
    for p in range(101):
        centred = held_value(p / 100, True, x) + held_value(1 - p / 100, True, x)
        assert centred == pytest.approx(0)
        assert taken_value(p / 100, x) == pytest.approx(-2 * held_value(1 - p / 100, False, x))


def test_low_middling_and_high_chances_are_told_apart():
    actions = [advise(v, 0.0, 1, Cube()).action for v in (-0.5, 0.45, 0.9)]
    assert actions == [NO_DOUBLE, DOUBLE_TAKE, DOUBLE_PASS]


def test_who_does_not_own_the_cube_cannot_double():
    advice = advise(0.9, 0.0, 0, Cube("black", 4))
    assert (advice.action, advice.can_double) == (NO_DOUBLE, False)


def test_a_chance_within_two_errors_of_a_point_is_too_close_to_call():
    value = 2 * cash_point(0.68) - 1
    assert advise(value, 0.02, 0, Cube()).is_close
    assert not advise(0.0, 0.02, 0, Cube()).is_close
    assert "too close to call" in str(advise(value, 0.02, 0, Cube()))


def test_what_makes_no_sense_is_refused():
    with pytest.raises(BadValue, match="'red'"):
        Cube("red")
    with pytest.raises(BadValue, match="stake 0"):
        Cube("centre", 0)
    with pytest.raises(BadValue, match=r"efficiency 2\.0"):
        advise(0.0, 0.0, 0, Cube(), 2.0)

"""The model of a good opponent: best answers, and that they settle."""

import numpy as np
import pytest

from kibitz.games.cribbage.table.score import PAIRS, RANK_PAIRS
from kibitz.games.cribbage.throwing.equilibrium import answer, likelihood, rank_hands, solve
from kibitz.games.cribbage.throwing.keeps import KEEP_RANKS, KEEPS, PAIR_WAYS, table
from kibitz.games.cribbage.throwing.throw import UNIFORM


def test_there_are_18_395_rank_hands_that_stand_for_all_deals():
    hands, ways = rank_hands()
    assert len(hands) == 18_395
    assert ways.sum() == 20_358_520


@pytest.mark.parametrize(("sign", "thrown"), [(1.0, (1, 7)), (-1.0, (1, 7))])
def test_the_best_answer_keeps_three_fives_and_a_jack(sign, thrown):
    hands, ways = np.array([[1, 4, 4, 4, 7, 10]]), np.ones(1)
    mass, kept = np.zeros(PAIRS), np.zeros(KEEPS)
    value = answer(hands, ways, UNIFORM, np.zeros(KEEPS), sign, mass, kept)
    assert RANK_PAIRS[int(np.argmax(mass))] == thrown
    assert KEEP_RANKS[int(np.argmax(kept))].tolist() == [4, 4, 4, 10]
    assert 14 < value - sign * 4 < 18


def test_pegging_can_turn_the_choice():
    hands, ways = np.array([[1, 4, 4, 4, 7, 10]]), np.ones(1)
    kept, pegging = np.zeros(KEEPS), np.zeros(KEEPS)
    pegging[KEEP_RANKS.tolist().index([1, 4, 4, 4])] = 20.0
    answer(hands, ways, UNIFORM, pegging, 1.0, np.zeros(PAIRS), kept)
    assert KEEP_RANKS[int(np.argmax(kept))].tolist() == [1, 4, 4, 4]


def test_likelihoods_have_mean_one_and_leave_nothing_impossible():
    mass = np.zeros(PAIRS)
    mass[3] = 1.0
    model = likelihood(mass, PAIR_WAYS)
    assert model @ PAIR_WAYS / PAIR_WAYS.sum() == pytest.approx(1)
    assert model.min() > 0
    assert np.argmax(model) == 3


@pytest.mark.compiled
def test_a_few_rounds_come_close_to_the_shipped_model():
    throws, _, values = solve(table("pegging"), rounds=4)
    # The dealer's value settles, and the pairs thrown most agree with the shipped table.
    assert abs(values[-1] - values[-2]) < 0.02
    for mine, shipped in zip(throws, table("throws"), strict=True):
        assert np.corrcoef(mine, shipped)[0, 1] > 0.97

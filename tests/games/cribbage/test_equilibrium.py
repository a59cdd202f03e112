"""How the model of a good opponent is made: best answers, and that they settle."""

import numpy as np
import pytest

from kibitz.core.seeds import stream
from kibitz.games.cribbage.table.score import PAIRS, RANK_PAIRS
from kibitz.games.cribbage.throwing.equilibrium import (
    answer,
    deal_suits,
    hand_ways,
    likelihood,
    masses,
)
from kibitz.games.cribbage.throwing.keeps import KEEP_RANKS, KEEPS, PAIR_WAYS, table
from kibitz.games.cribbage.throwing.model import rank_hands, shipped_models
from kibitz.games.cribbage.throwing.throw import HIGH, LOW


def test_there_are_18_395_rank_hands_that_stand_for_all_deals():
    ways = hand_ways(rank_hands())
    assert np.count_nonzero(ways) == 18_395
    assert ways.sum() == 20_358_520


def test_suits_are_dealt_at_random_to_ranks():
    luck, six, seen = stream(1), np.empty(6, np.int64), set()
    for _ in range(60):
        deal_suits(np.array([0, 3, 3, 3, 9, 12]), six, luck)
        assert (six >> 2).tolist() == [0, 3, 3, 3, 9, 12]
        assert len(set(six.tolist())) == 6
        assert sorted(six.tolist()) == six.tolist()
        seen.add(tuple(six.tolist()))
    assert len(seen) > 30


def thrown_by_one(ranks, pegging, sign, suits=4):
    chosen = np.empty((1, 15))
    theirs = shipped_models()[0 if sign > 0 else 1]
    answer(np.array([ranks]), theirs, pegging, sign, suits, stream(4), chosen)
    assert chosen.sum() == pytest.approx(1)
    place = int(np.argmax(chosen))
    return ranks[LOW[place]], ranks[HIGH[place]]


@pytest.mark.compiled
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_the_best_answer_keeps_three_fives_and_a_jack(sign):
    assert thrown_by_one([1, 4, 4, 4, 7, 10], np.zeros(KEEPS), sign) == (1, 7)


def test_pegging_can_turn_the_choice():
    pegging = np.zeros(KEEPS)
    pegging[KEEP_RANKS.tolist().index([1, 4, 4, 4])] = 20.0
    assert thrown_by_one([1, 4, 4, 4, 7, 10], pegging, 1.0, suits=1) == (7, 10)


def test_likelihoods_have_mean_one_and_leave_nothing_impossible():
    mass = np.zeros(PAIRS)
    mass[3] = 1.0
    model = likelihood(mass, PAIR_WAYS)
    assert model @ PAIR_WAYS / PAIR_WAYS.sum() == pytest.approx(1)
    assert model.min() > 0
    assert np.argmax(model) == 3


def test_the_tables_of_throws_and_keeps_are_those_of_the_model():
    hands = rank_hands()
    for role, model in enumerate(shipped_models()):
        chosen = np.zeros((len(hands), 15))
        numbers = np.repeat(np.arange(len(hands)), np.diff(model.starts))
        chosen[numbers, model.places] = model.chances
        throws, keeps = masses(hands, chosen)
        assert np.allclose(throws, table("throws")[role], rtol=0.02, atol=0.02)
        assert np.allclose(keeps, table("keeps")[role], rtol=0.05, atol=0.05)
        assert len(throws) == len(RANK_PAIRS)


@pytest.mark.compiled
def test_the_shipped_model_is_a_best_answer_to_itself():
    hands = rank_hands()
    some = np.flatnonzero(hand_ways(hands))[::60]
    for role, sign in ((0, -1.0), (1, 1.0)):
        model, chosen = shipped_models()[role], np.empty((len(some), 15))
        theirs, pegging = shipped_models()[1 - role], table("pegging")[role]
        answer(hands[some], theirs, pegging, sign, 8, stream(5), chosen)
        agreed = 0.0
        for number, row in zip(some, chosen, strict=True):
            entries = slice(model.starts[number], model.starts[number + 1])
            agreed += float(np.minimum(model.chances[entries], row[model.places[entries]]).sum())
        # The rest are hands between two throws, and suits that were dealt differently.
        assert agreed / len(some) > 0.85

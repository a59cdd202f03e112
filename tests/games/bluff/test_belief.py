"""Beliefs of bluff against enumeration of every hand."""

import pytest

from kibitz.games.bluff.belief import (
    EXTRAS,
    HELD_BACK,
    bluff_rate,
    can_be_true,
    holding_chance,
    lie_chance,
)
from tests.cli.shell import check_refused, kibitz
from tests.naive import bluff as naive


@pytest.mark.parametrize("unseen", [6, 9])
@pytest.mark.parametrize("matching", [0, 2, 4])
@pytest.mark.parametrize("claimed", [1, 2, 4])
def test_beliefs_equal_enumeration_of_every_hand(unseen, matching, claimed):
    for drawn in (1, 4, 6):
        expected = naive.can_be_true(unseen, matching, drawn, claimed)
        assert can_be_true(unseen, matching, drawn, claimed) == pytest.approx(expected)
        for rate in (0.0, 0.3):
            slow = naive.lie_chance(unseen, matching, drawn, claimed, rate, list(EXTRAS), HELD_BACK)
            fast = lie_chance(unseen, matching, drawn, 0, claimed, rate, 0)
            assert fast == pytest.approx(slow)


def test_the_chances_of_all_holdings_sum_to_one():
    for unseen, matching, drawn in ((39, 4, 13), (26, 2, 26), (5, 4, 3)):
        total = sum(holding_chance(unseen, matching, drawn, n) for n in range(5))
        assert total == pytest.approx(1)


def test_a_claim_that_cannot_be_true_is_a_lie_and_a_known_holding_makes_it_credible():
    assert lie_chance(30, 1, 10, 0, 2, 0.1, 0) == 1
    doubted = lie_chance(30, 2, 10, 0, 2, 0.1, 0)
    known = lie_chance(30, 2, 10, 2, 2, 0.1, 0)
    assert known < doubted


def test_a_seat_caught_lying_is_believed_less_and_one_shown_truthful_more():
    fresh, liar, honest = (bluff_rate(0, shown, 4) for shown in (0, 5 << 8, 5))
    assert honest < fresh < liar
    silent = bluff_rate(20, 0, 4)  # claims of one that stood: mostly truths, some forced lies
    assert honest < silent < liar


def test_the_belief_command_gives_the_chances():
    answer = kibitz(
        "bluff", "belief", "1", "--hand", "17", "--unseen", "35", "--hold", "2", "--json"
    )
    assert answer.json["p_can_be_true"] == pytest.approx(0.7428571428571429)
    assert 0 < answer.json["p_lie"] < 1
    assert "can be true" in kibitz("bluff", "belief", "1", "--hand", "9", "--unseen", "35").out


def test_the_belief_command_refuses_bad_input_in_one_sentence():
    check_refused(kibitz("bluff", "belief", "5", "--hand", "9", "--unseen", "35"), "5")
    check_refused(kibitz("bluff", "belief", "1", "--hand", "36", "--unseen", "35"), "36")
    check_refused(kibitz("bluff", "calibration", "honset", "naive"), "honset", "honest")

"""Values that are too rough to blame anybody: neither a loss, nor a grade, nor a word of praise."""

import pytest

from kibitz.coach.review import review
from kibitz.core.script import parse_script

HAND = """kibitz record 1
game: holdem(seats=3,{})
players: Ann, Bob, Cyd
seat: 3

deal:????/????/7c2d r20 c f
"""


@pytest.mark.compiled
def test_where_no_error_was_measured_nothing_is_judged_and_nobody_is_graded():
    found = review(parse_script(HAND.format("stack=21,ante=1")), "fast")
    (seat,) = found.seats
    (decision,) = found.decisions
    assert decision.chosen.text == "r20"  # all in with the worst of hands
    assert (decision.weight, decision.loss, seat.total.weighed) == (0.0, 0.0, 0)
    assert (decision.severity, decision.is_close) == ("not judged", False)
    assert seat.counts["excellent"] == 0
    assert seat.counts["not judged"] == 1
    assert seat.grade is None
    assert any("too rough to count a loss" in remark for remark in found.remarks)


@pytest.mark.compiled
def test_where_one_was_the_same_hand_is_judged():
    found = review(parse_script(HAND.format("stack=20")), "fast")
    (seat,) = found.seats
    (decision,) = found.decisions
    assert decision.is_weighed
    assert decision.severity != "not judged"
    assert "not judged" not in seat.counts
    assert not any("too rough" in remark for remark in found.remarks)

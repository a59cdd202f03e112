"""Values that are too rough to blame anybody: neither a loss, nor a grade."""

import pytest

from kibitz.coach.review import review
from kibitz.core.script import parse_script

HAND = """kibitz record 1
game: holdem(seats=3,stack=20)
players: Ann, Bob, Cyd
seat: 3

deal:????/????/7c2d r20 c f
"""


@pytest.mark.compiled
def test_against_several_opponents_nothing_is_blamed_and_nobody_is_graded():
    found = review(parse_script(HAND), "fast")
    (seat,) = found.seats
    (decision,) = found.decisions
    assert decision.chosen.text == "r20"  # all in with the worst of hands
    assert (decision.weight, decision.loss, seat.total.weighed) == (0.0, 0.0, 0)
    assert seat.grade is None
    assert any("too rough to count a loss" in remark for remark in found.remarks)

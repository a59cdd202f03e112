"""Values that are too rough to blame anybody: neither a loss, nor a grade, nor a word of praise."""

import pytest

from kibitz.coach.review import review
from kibitz.core.script import parse_script
from kibitz.lab.review.answer import review_answer
from kibitz.lab.review.sheet import loss_text, seat_words

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
    told = review_answer(found, None, 1, 1)
    (row,) = told.decisions
    assert (row.verdict, row.rank, loss_text(row, row.unit)) == ("not judged", 0, "")
    assert "no decision could be weighed" in str(seat_words(told.seats[0])[0])


HALF = """kibitz record 1
game: holdem(seats=6,ante=1)
players: A, B, C, D, E, F
seat: 2

deal:????/AhAd/????/????/????/???? f f f r6 f c flop:KhKdKs c
"""


@pytest.mark.compiled
def test_beside_what_is_judged_the_rest_is_counted_as_not_judged():
    """The flop between two is solved; before it antes were paid, and nothing was measured."""
    found = review(parse_script(HALF), "fast")
    (seat,) = found.seats
    assert [d.severity == "not judged" for d in found.decisions] == [True, False]
    assert (seat.total.weighed, seat.total.counted, seat.total.unforced) == (1, 1, 2)
    words = "\n".join(str(line) for line in seat_words(review_answer(found, None, 1, 1).seats[0]))
    assert "1 decision, 0 forced, 1 not judged" in words
    assert "in a decided game" not in words
    assert "judged by the chance to win" not in words


@pytest.mark.compiled
def test_where_one_was_the_same_hand_is_judged():
    found = review(parse_script(HAND.format("stack=20")), "fast")
    (seat,) = found.seats
    (decision,) = found.decisions
    assert decision.is_weighed
    assert decision.severity != "not judged"
    assert "not judged" not in seat.counts
    assert not any("too rough" in remark for remark in found.remarks)

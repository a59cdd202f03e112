"""Luck that nobody knows is not told as none."""

import json

import pytest

from kibitz.coach.luck import luck_of
from kibitz.core.record import Record
from kibitz.core.registry import make_game
from kibitz.lab.review.page import review_page
from kibitz.lab.review.request import ReviewRequest
from tests.cli.shell import kibitz
from tests.coach.material import played


def begun(name, moves):
    """The first moves of a game at random, as a record."""
    record = played(name, *["random"] * make_game(name).seats)
    fields = json.loads(record.to_json())
    return Record.from_json(json.dumps({**fields, "moves": record.moves[:moves], "result": None}))


@pytest.mark.parametrize("name", ["bluff(3)", "cribbage(players=3)", "cribbage(players=4)", "kuhn"])
def test_where_positions_have_no_worth_luck_is_not_known(name):
    assert luck_of(begun(name, 4).replay()) is None


@pytest.mark.compiled
def test_luck_is_known_by_the_heuristic_and_none_where_nothing_is_left_to_chance():
    luck = luck_of(begun("cribbage", 8).replay(), draws=20)
    assert luck is not None
    assert any(event.luck[0] for event in luck.events)
    still = luck_of(begun("nim", 3).replay())
    assert still is not None
    assert still.total == (0.0, 0.0)


@pytest.mark.compiled
def test_a_review_of_bluff_says_nothing_of_luck_in_text_in_json_and_on_the_page(tmp_path):
    path = tmp_path / "game.json"
    path.write_text(begun("bluff(3)", 8).to_json() + "\n")
    asked = ("review", str(path), "--budget", "fast")
    told = kibitz(*asked)
    assert told.code == 0, told.err
    assert "luck" not in told.out
    answer = json.loads(kibitz(*asked, "--json").out)
    assert answer["luck"] is answer["luck_adjusted"] is None
    assert answer["events"] == []
    assert {seat["luck"] for seat in answer["seats"]} == {None}
    assert {hand["luck"] for seat in answer["seats"] for hand in seat["hands"]} == {None}
    page = review_page(ReviewRequest(str(path), budget="fast").answer())
    assert "per decision" in page
    assert "luck" not in page

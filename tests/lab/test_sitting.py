"""Sittings: driven by a caller, saved after every move, resumed to the same game."""

import json

import pytest

from kibitz.core.game import view
from kibitz.errors import BadRecord, BadValue, IllegalMove
from kibitz.lab.sitting import PERSON, Sitting, SittingPlan, SittingStore
from kibitz.lab.sitting.plan import players_around
from kibitz.lab.sitting.sitting import RESIGNED

SMALL = ["nim(3,4,5)", "tictactoe", "kuhn", "leduc", "dots(1,2)"]


def _played(sitting, stop=10_000):
    """The sitting after people played random moves in it."""
    for _ in range(stop):
        list(sitting.settle())
        if sitting.is_over:
            return sitting
        sitting.play(sitting.random_move())
    return sitting


@pytest.mark.parametrize("game", SMALL)
def test_a_sitting_resumed_after_every_move_is_the_one_that_was_never_left(game, tmp_path):
    plan = SittingPlan.made(game, (PERSON, "random"), seed=7)
    whole = _played(Sitting(plan))
    shelf = SittingStore(tmp_path)
    name, sitting = shelf.begin(plan)
    while not sitting.is_over:
        list(sitting.settle())
        if not sitting.is_over:
            sitting.play(sitting.random_move())
        sitting = shelf.resume(name)
    assert _plain(sitting.record()) == _plain(whole.record())


def _plain(record):
    return record.moves, record.result, record.players, record.start


@pytest.mark.parametrize("game", SMALL)
def test_a_move_that_is_taken_back_leaves_no_trace(game):
    plan = SittingPlan.made(game, (PERSON, PERSON), seed=3)
    sitting, other = Sitting(plan), Sitting(plan)
    for table in (sitting, other):
        list(table.settle())
    seat = sitting.seat
    assert seat is not None
    assert not sitting.take_back(seat)
    sitting.play(sitting.random_move())
    list(sitting.settle())
    assert sitting.take_back(seat)
    list(sitting.settle())
    assert sitting.seat == seat
    assert sitting.glimpse(seat) == other.glimpse(seat)


def test_the_button_moves_and_the_bankroll_adds_up():
    sitting = Sitting(SittingPlan.made("leduc", (PERSON, "random"), seed=5, hands=4))
    paid = []
    for hand in range(4):
        _played(sitting)
        assert sitting.is_person(hand % 2)
        paid.append(sitting.payoffs()[hand % 2])
        assert sitting.outcome().bankroll == pytest.approx((sum(paid), -sum(paid)))
        assert sitting.is_done == (hand == 3)
        if hand < 3:
            sitting.next_hand()
    with pytest.raises(IllegalMove, match="all 4 hands"):
        sitting.next_hand()


def test_hands_of_one_sitting_are_dealt_afresh():
    sitting = Sitting(SittingPlan.made("leduc", ("random", "random"), seed=5, hands=6))
    deals = set()
    for _ in range(5):
        _played(sitting)
        deals.add(sitting.record().moves[:2])
        sitting.next_hand()
    assert len(deals) > 1


def test_nobody_is_shown_the_cards_of_another():
    sitting = Sitting(SittingPlan.made("leduc", (PERSON, PERSON), seed=2))
    list(sitting.settle())
    for seat in (0, 1):
        other = sitting.known(1 - seat)
        mine = (other.first, other.second)[1 - seat]
        assert (sitting.known(seat).first, sitting.known(seat).second)[1 - seat] != mine
        assert view(sitting.known(seat), seat) == sitting.known(seat)
        assert "?" in sitting.glimpse(seat).position


def test_who_resigns_loses_the_game_and_can_take_it_back():
    sitting = Sitting(SittingPlan.made("tictactoe", (PERSON, PERSON), seed=2))
    sitting.play("b2")
    sitting.resign(0)
    assert sitting.payoffs() == (-1.0, 1.0)
    assert sitting.record().tags == {"ended": RESIGNED}
    with pytest.raises(IllegalMove, match="over"):
        sitting.play("a1")
    assert sitting.take_back(0)
    assert not sitting.is_over


def test_only_the_person_to_act_can_play_and_only_what_is_legal():
    sitting = Sitting(SittingPlan.made("tictactoe", (PERSON, "expert"), seed=2))
    sitting.play("b2")
    with pytest.raises(IllegalMove, match="no person"):
        sitting.play("a1")
    list(sitting.settle())
    with pytest.raises(IllegalMove, match="taken"):
        sitting.play("b2")


def test_a_hint_is_the_analysts_and_from_what_the_seat_knows():
    sitting = Sitting(SittingPlan.made("nim(3,4,5)", (PERSON, PERSON), seed=2))
    assert sitting.hint(0).best.text == "1:2"
    with pytest.raises(BadValue, match="not to move"):
        sitting.hint(1)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (("nim", ("person",)), "2 seats"),
        (("nmi", ("person", "random")), "did you mean 'nim'"),
        (("nim", ("person", "nobody")), "'nobody'"),
        (("nim", ("person", "random"), 1, "3,4", 2), "one hand only"),
        (("nim", ("person", "random"), 1, None, 0), "0 hands"),
        (("nim", ("person", "random"), -1), "seed -1"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(fields, words):
    with pytest.raises((BadValue, Exception), match=words):
        SittingPlan.made(*fields)


def test_a_person_sits_where_he_wants_to():
    assert players_around("nim", "expert", 1).players == ("expert", PERSON)
    with pytest.raises(BadValue, match="nim has only 2 seats"):
        players_around("nim", None, 2)


def test_a_damaged_sitting_is_named_and_hurts_no_other(tmp_path):
    shelf = SittingStore(tmp_path)
    name, sitting = shelf.begin(SittingPlan.made("nim", (PERSON, "random"), seed=1))
    sitting.play("1:1")
    (tmp_path / "broken.json").write_text("{")
    fields = json.loads((tmp_path / f"{name}.json").read_text())
    fields["current"]["moves"] = ["9:9"]
    (tmp_path / "forged.json").write_text(json.dumps(fields))
    assert name in [kept.name for kept in shelf.listed()]
    with pytest.raises(BadRecord, match="broken"):
        shelf.resume("broken")
    with pytest.raises(BadRecord, match="move 1"):
        shelf.resume("forged")
    for bad in ("../x", "", "a/b", "x" * 100):
        with pytest.raises(BadValue, match="not the name"):
            shelf.resume(bad)

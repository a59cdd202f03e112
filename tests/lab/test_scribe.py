"""The scribe: against the games it is told, entry by entry."""

import pytest

from kibitz.core.record import seen_by
from kibitz.core.registry import make_game
from kibitz.core.script import seen_from, written_texts
from kibitz.core.writing import UNSEEN, writing_of
from kibitz.errors import IllegalMove
from kibitz.lab.scribe import NotesPlan, Scribe
from tests.core.test_script import random_record

GAMES = {  # and how much of a random game is entered
    "cribbage": 30,
    "dicechess": 40,
    "holdem": 40,
    "battleship(3,2,rows=4,cols=4)": 40,
    "bluff(turns=12)": 16,
    "leduc": 40,
    "nim": 40,
    "dots": 30,
}


def entries_of(game: str, seat: int | None) -> list[str]:
    """A random game as a writer enters it: the board of hold'em where it comes."""
    record = random_record(game, 4)
    texts = written_texts(record.replay()) if seat is None else seen_from(record, seat).moves
    return writing_of(make_game(game)).spread(texts)[: GAMES[game]]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_entered_is_the_game_that_was_played(game: str) -> None:
    made = make_game(game)
    seat = 1 if made.has_secrets else None
    scribe = Scribe(NotesPlan.made(game, seat=seat))
    for text in entries_of(game, seat):
        is_unasked = seat is not None and text.strip("?") == "" and text != UNSEEN
        if text == UNSEEN or is_unasked:
            continue  # that a scribe writes himself
        scribe.enter(text)
    true = random_record(game, 4).replay()
    replay = scribe.record().replay()
    if seat is None:
        assert [s.move for s in replay.steps if s.seat >= 0] == [
            s.move for s in true.steps[: len(replay.steps)] if s.seat >= 0
        ]
    else:
        seen = seen_by(replay, seat)
        assert len(seen) > 0
        assert seen == seen_by(true, seat)[: len(seen)]


def test_who_writes_no_move_is_told_the_moves_there_are() -> None:
    scribe = Scribe(NotesPlan.made("leduc", ["Ann", "Bob"], 0))
    scribe.enter("K")
    with pytest.raises(IllegalMove) as refused:
        scribe.enter("call")
    assert str(refused.value) == "'call' is not a legal move; write c (check) or r (bet 2)"


def test_a_wrong_entry_is_refused_and_changes_nothing() -> None:
    scribe = Scribe(NotesPlan.made("cribbage", ["Ann", "Bob"], 0))
    for text in ("2", "4h6d7c8sJhKc", "JhKc", "4d", "4h"):
        scribe.enter(text)
    before = list(scribe.texts)
    for wrong, why in (("4c(3)", "4c is '2'"), ("6h6s", "not one card"), ("zz", "card")):
        with pytest.raises(IllegalMove, match=why):
            scribe.enter(wrong)
        assert scribe.texts == before
    assert "pairs 2" in scribe.enter("4c")
    assert scribe.undo()
    assert scribe.texts == before
    assert "the count is 4" in scribe.wanted


def test_nothing_is_told_that_was_not_seen(tmp_path) -> None:
    scribe = Scribe(NotesPlan.made("cribbage", ["Ann", "Bob"], 0))
    for text in ["2", "4h6d7c8sJhKc", "JhKc", "4d", "4h", "4c", "8s", "Td", "5c", "6d", "Th"]:
        scribe.enter(text)
    last = scribe.enter("7c")
    assert "You count 9" in last
    assert "crib" not in last  # its cards are not known yet
    assert "the crib" in scribe.wanted
    assert scribe.enter("5") == "Bob's crib counts 5."
    assert scribe.position.score1 == 2 + 2 + 8 + 5  # the pair, 31, the hand and the crib
    assert scribe.wanted == "your 6 cards (you 10, Bob 17)"


def test_an_interrupted_scribe_goes_on_where_it_was(tmp_path) -> None:
    path = tmp_path / "notes" / "nim.json"
    scribe = Scribe(NotesPlan.made("nim", ["Ann", "Bob"]), path)
    scribe.enter("1:3")
    scribe.enter("2:1")
    again = Scribe.resumed(path)
    assert again.texts == ["1:3", "2:1"]
    assert again.plan == scribe.plan
    assert again.undo()
    assert again.texts == ["1:3"]
    assert Scribe.resumed(path).texts == ["1:3"]
    again.put_away()
    assert not path.exists()

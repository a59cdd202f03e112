"""A published game of cribbage: typed in from one side, read as text, counted, reviewed, learned.

The game is OpenSpiel's playthrough of cribbage (published_cribbage.kibitz names it). It prints the
scores of both seats at some moments, before the point for a go or a last card is given, and counts
the last hand to its end: 127 to 106, where a game that is won stops at 121.
"""

import io
import sys
from pathlib import Path

import pytest

from kibitz.core.history import script_games
from kibitz.core.record import Record, seen_by
from kibitz.core.script import script_of
from kibitz.games.cribbage.table.rules import PLAY
from kibitz.lab.learn import learn
from kibitz.lab.scribe import NotesPlan, Scribe
from kibitz.store.place import VARIABLE
from tests.cli.shell import kibitz

FILE = Path(__file__).with_name("published_cribbage.kibitz")
SEATS = (0, 1, None)  # whose record is which in the file

# the scores that were published, by the hand and the cards played in it so far
SCORES = {
    (0, 0): (0, 0),
    (0, 1): (0, 0),
    (0, 2): (0, 0),
    (0, 3): (0, 0),
    (1, 2): (7, 1),
    (1, 3): (7, 1),
    (2, 6): (13, 12),
    (2, 7): (13, 14),
    (4, 0): (23, 21),
    (4, 1): (23, 21),
    (5, 7): (47, 27),
    (7, 2): (63, 43),
    (7, 3): (63, 43),
    (8, 7): (65, 68),
    (10, 4): (92, 81),
    (12, 0): (111, 98),
}


def record_of(seat: int | None) -> Record:
    games = list(script_games(FILE))
    record = games[SEATS.index(seat)].record
    assert record is not None
    return record


def scores_of(replay) -> dict[tuple[int, int], tuple[int, int]]:
    """The scores in the play of each hand, by how many cards were played."""
    found = {}
    for p in (step.position for step in replay.steps):
        if p.phase == PLAY:
            cards = (int(p.played0) | int(p.played1)).bit_count()
            found[int(p.deals) - 1, cards] = (int(p.score0), int(p.score1))
    return found


@pytest.mark.parametrize("seat", SEATS)
def test_our_counts_are_the_published_ones_from_every_seat(seat):
    replay = record_of(seat).replay()
    counted = scores_of(replay)
    assert {moment: counted[moment] for moment in SCORES} == SCORES
    assert (replay.end.score0, replay.end.score1) == (121, 106)


def entries(seat: int, hands: int) -> list[str]:
    """What somebody in that seat types during the first hands: nothing that he did not see."""
    typed = []
    for text in record_of(seat).moves:
        hands -= text.startswith("deal:")
        if hands < 0:
            break
        if text != "??":
            typed.append(text.rpartition(":")[2].replace("??????", "").strip("/"))
    return typed


@pytest.mark.parametrize("seat", [0, 1])
def test_the_game_typed_at_the_table_is_the_text_that_people_write(seat, tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "archive.sqlite"))
    monkeypatch.setenv("KIBITZ_STATE", str(tmp_path / "state"))
    lines = "".join(f"{line}\n" for line in [*entries(seat, 3), "end"])
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    mine = tmp_path / "mine.jsonl"
    said = kibitz("record", "cribbage", "--seat", str(seat + 1), "--save", str(mine)).out
    record = Record.from_json(mine.read_text())
    seen = seen_by(record.replay(), seat)
    assert len(seen) == 3 * 5  # a throw and four cards in each hand
    assert seen == seen_by(record_of(seat).replay(), seat)[: len(seen)]
    assert scores_of(record.replay()).items() <= scores_of(record_of(None).replay()).items()
    one, two = ("you", "player 2") if seat == 0 else ("player 1", "you")
    assert f"({one} 7, {two} 1)" in said  # as published after the first hand


def test_a_game_that_the_crib_decides_is_not_over_before_it_is_told():
    """The dealer went out with a crib of 12, of which pone saw two cards: 115 and 12 are 127."""
    record = record_of(1)
    plan = NotesPlan.made("cribbage", record.players, 1)
    scribe = Scribe(plan, texts=record.moves[:-1])
    assert "wins" not in scribe.enter(record.moves[-1])
    assert not scribe.is_over
    said = scribe.enter("3s5h")
    assert "First's crib counts 12" in said
    assert said.endswith("First wins 121 to 106.")
    assert (scribe.is_over, scribe.record().result) == (True, (1.0, -1.0))


@pytest.mark.compiled
def test_the_game_is_reviewed_and_learned_from(tmp_path):
    mine = tmp_path / "mine.kibitz"
    mine.write_text(script_of(record_of(0)))
    reviewed = kibitz("review", str(mine), "--budget", "fast", "--json").json
    (seat,) = reviewed["seats"]
    assert seat["decisions"] == 13 + 4 * 13  # a throw in each hand, and every card played
    assert seat["grade"] == "F"  # it was played at random
    worst = max(reviewed["decisions"], key=lambda d: d["weight"])
    course = learn((str(mine),), player="First")
    assert course.questions[0].played == worst["chosen"]["move"]
    best = worst["best"]["move"]
    assert course.attempt(best).is_right

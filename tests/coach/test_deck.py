"""Two drills at once lose nothing of each other's, and a damaged deck is refused."""

import json
import os
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime, timedelta
from multiprocessing import get_context

import pytest
from fsrs import Card

from kibitz.coach.deck import Deck
from kibitz.coach.drill import Exercise
from kibitz.core import files
from kibitz.errors import BadRecord, BadValue

NOW = datetime(2030, 1, 1, tzinfo=UTC)
FRESH = Card(card_id=1, due=NOW).to_dict()
ONE, TWO = Exercise("nim", "3,4,5", 0), Exercise("nim", "1,2", 0)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deck.json"


def test_what_two_put_in_at_once_is_all_there(path):
    first, second = Deck(path), Deck(path)
    first.add([ONE])
    second.add([TWO])
    first.save()
    second.save()
    assert len(Deck(path)) == 2
    assert {e.position for e in Deck(path).due(now=NOW)} == {"3,4,5", "1,2"}


def test_answers_of_two_at_once_to_one_exercise_both_count(path):
    alone = Deck(path)
    alone.add([ONE])
    alone.save()
    first, second = Deck(path), Deck(path)
    first.noted(ONE, True, NOW)
    first.save()
    later = NOW + timedelta(days=2)
    second.noted(ONE, True, later)
    second.save()
    alone.noted(ONE, True, NOW)
    alone.noted(ONE, True, later)
    kept = json.loads(path.read_text())["exercises"][0]["card"]
    assert kept == alone._cards[ONE.name][1].to_dict()


def _add(job):
    path, number = job
    deck = Deck(path)
    deck.add([Exercise("nim", f"{number}", 0)])
    deck.save()


def test_many_processes_at_once_lose_nothing(path):
    with ProcessPoolExecutor(3, get_context("fork")) as crew:
        list(crew.map(_add, [(path, number) for number in range(1, 25)]))
    assert len(Deck(path)) == 24
    assert [file.name for file in path.parent.iterdir()] == ["deck.json"]


def test_a_deck_that_another_holds_too_long_is_told(path, monkeypatch):
    monkeypatch.setattr(files, "LOCK_SECONDS", 0.1)
    deck = Deck(path)
    deck.add([ONE])
    with files.locked(path.parent), pytest.raises(BadValue, match="another process holds"):
        deck.save()
    deck.save()
    assert len(Deck(path)) == 1


def test_a_deck_that_cannot_be_written_stays_as_it_was(path):
    deck = Deck(path)
    deck.add([ONE])
    deck.save()
    before = path.read_bytes()
    os.rename(path, path.with_name("kept.json"))
    path.mkdir()
    with pytest.raises(BadValue, match="is a folder"):
        deck.save()
    path.rmdir()
    os.rename(path.with_name("kept.json"), path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "row",
    [
        {},
        {"game": 3, "position": "1", "seat": 0, "card": {}},
        {"game": "nim", "position": "1", "seat": 0, "card": {"due": "never"}},
        {"game": "nim", "position": "1", "seat": 0, "card": None},
        {"game": "\ud800", "position": "1", "seat": 0, "card": FRESH},
    ],
)
def test_a_deck_with_something_else_in_it_is_refused(path, row):
    path.write_text(json.dumps({"deck": 1, "exercises": [row]}))
    with pytest.raises(BadRecord, match=r"deck\.json cannot be read"):
        Deck(path)


def test_a_deck_nested_without_end_is_refused(path):
    path.write_text("[" * 100_000)
    with pytest.raises(BadRecord, match="cannot be read"):
        Deck(path)

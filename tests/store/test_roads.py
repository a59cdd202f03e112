"""Lines read in quantity: what comes out is what one record after the other would have given."""

import json
from dataclasses import replace

import pytest

from kibitz.core.record import Record
from kibitz.store import roads
from kibitz.store.entry import Entry
from tests.store.games import random_record, random_records

GAMES = ("tictactoe", "nim(3,4)", "kuhn", "leduc", "dots", "dots(2,2)", "ultimate", "dicechess")


@pytest.fixture(autouse=True)
def _new_maps():
    roads._map.cache_clear()


def line_of(record):
    return record.to_json().encode() + b"\n"


def in_order(entry):
    return entry._replace(observations=tuple(sorted(entry.observations)))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("few", [0, 1 << 30], ids=["marched", "walked"])
def test_many_lines_give_the_entries_of_single_records(game, few, monkeypatch):
    monkeypatch.setattr(roads, "FEW_STOPS", few)
    records = random_records(12 if game == "dicechess" else 40, game)
    records += [replace(record, seconds=(0.0, 1.25)) for record in records[:5]]
    quick = [roads.entry(line_of(record)) for record in records]
    assert [in_order(entry) for entry in quick] == [Entry.of(record) for record in records]


def test_a_map_that_is_full_is_drawn_afresh_and_changes_nothing(monkeypatch):
    records = random_records(30)
    wanted = [in_order(Entry.of(record)) for record in records]
    monkeypatch.setattr(roads, "MOST_STOPS", 9)
    assert [in_order(roads.entry(line_of(record))) for record in records] == wanted
    assert len(roads._map("tictactoe")._stops) <= 9


def test_a_march_checks_every_move_and_the_result(monkeypatch):
    monkeypatch.setattr(roads, "FEW_STOPS", 0)
    known, other = random_records(2, "dots(2,2)")
    assert roads.entry(line_of(known)) is not None  # every text is known by now
    again = (*other.moves[:-1], other.moves[0])
    more = (*other.moves, other.moves[0])
    twice = (*other.moves[:2], other.moves[0], other.moves[0], *other.moves[2:])
    for moves in (again, more, twice, other.moves[:-1]):
        assert roads.entry(line_of(replace(other, moves=moves))) is None
    assert roads.entry(line_of(replace(other, result=(-other.result[0], 0.0)))) is None
    assert roads.entry(line_of(other)) is not None


RECORD = random_record(1)
TOLD = json.loads(RECORD.to_json())
OTHER = {
    "a result that is wrong": replace(RECORD, result=(5.0, -5.0)),
    "a move that is illegal": replace(RECORD, moves=("a1", "a1")),
    "a text that is no move": replace(RECORD, moves=("a1", "z9")),
    "too few moves": replace(RECORD, moves=RECORD.moves[:-1]),
    "none of them": replace(RECORD, moves=()),
    "one player": replace(RECORD, players=("one",)),
    "a player without a name": replace(RECORD, players=("", "b")),
    "a name that is too long": replace(RECORD, players=("a" * 3000, "b")),
    "a name in other letters": replace(RECORD, players=("žluťoučký", "b")),
    "a name with escapes": replace(RECORD, players=('a"b', "b")),
    "a name of controls": replace(RECORD, players=("a\x7f", "b")),
    "tags": replace(RECORD, tags={"event": "x"}),
    "no result": replace(RECORD, result=None),
    "an unknown game": replace(RECORD, game="chess"),
    "a move of three thousand letters": replace(
        RECORD, moves=(" " * 3000 + RECORD.moves[0], *RECORD.moves[1:])
    ),
}


@pytest.mark.parametrize("record", OTHER.values(), ids=OTHER)
def test_whatever_is_not_plain_takes_a_closer_look(record):
    assert roads.entry(line_of(RECORD)) is not None
    assert roads.entry(line_of(record)) is None


@pytest.mark.parametrize(
    "changed",
    [{"seed": 1.0}, {"seed": True}, {"record": 2}, {"seconds": [0.12345]}, {"seconds": [1e16]}],
    ids=str,
)
def test_what_kibitz_would_not_write_takes_a_closer_look(changed):
    assert roads.entry(json.dumps({**TOLD, **changed}).encode()) is None


@pytest.mark.parametrize("line", [b"", b"\n", b"{", b"[]", b"\xff", b'{"record": 1}', b"9" * 5000])
def test_what_is_no_record_takes_a_closer_look(line):
    assert roads.entry(line) is None


def test_a_seed_of_128_bits_is_kept_to_the_last_digit():
    record = replace(RECORD, seed=(1 << 128) - 1)
    found = roads.entry(line_of(record))
    assert found is not None
    assert in_order(found) == Entry.of(record)
    assert Record.from_json(found.line).seed == (1 << 128) - 1

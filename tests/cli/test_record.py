"""`kibitz record` as a person at the table uses it."""

import io
import sys

import pytest

from kibitz.core.record import Record
from kibitz.store.place import VARIABLE
from tests.cli.shell import kibitz


@pytest.fixture(autouse=True)
def places(tmp_path, monkeypatch):
    """Archive and notes of these tests."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "archive.sqlite"))
    monkeypatch.setenv("KIBITZ_STATE", str(tmp_path / "state"))


def typed(monkeypatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_game_is_written_checked_left_resumed_and_kept(monkeypatch, tmp_path):
    typed(monkeypatch, "1:3", "2:9", "2:4", "quit")
    left = kibitz("record", "nim", "--players", "Ann,Bob")
    assert left.code == 0
    assert "'2:9'" in left.out
    assert "Go on with: kibitz record nim" in left.out
    file = tmp_path / "mine.kibitz"
    typed(monkeypatch, "undo", "2:2", "2:2", "3:5")
    done = kibitz("record", "nim", "--save", str(file))
    assert "Going on after: 1:3 2:4" in done.out
    text = file.read_text()
    assert text.startswith("kibitz record 1\ngame: nim\nplayers: Ann, Bob\n")
    review = kibitz("review", str(file), "--json").json
    assert review["result"] == [-1.0, 1.0]


def test_a_record_goes_to_the_archive_and_ends_where_the_writer_says(monkeypatch):
    typed(monkeypatch, "2", "4h6d7c8sJhKc", "JhKc", "4d", "4h", "end")
    done = kibitz("record", "cribbage", "--seat", "1", "--json")
    record = Record.from_json(done.out.splitlines()[-1])
    assert record.moves == ("dealer:2", "deal:4h6d7c8sJhKc/??????", "JhKc", "??", "4d", "4h")
    assert record.seat == 0
    kept = kibitz("archive", "show", "1", "--json").json
    assert kept["record"]["seat"] == 0

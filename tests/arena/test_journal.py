"""Journals: what a killed process leaves behind, and who may write."""

import json

import pytest

from kibitz.arena.batch import Batch
from kibitz.arena.journal import Journal, usual_folder
from kibitz.arena.ledger import Plan
from kibitz.arena.result import GameResult
from kibitz.errors import BadRecord, BadValue, UnknownName

PLAN = Plan("match", "nim", ("random", "expert"), 5, {"stop": "pairs", "pairs": 9})
GAME = GameResult((1.0, -1.0), 3, None, (2, 1), (0.1, 0.2))


def pairs(first, count):
    return list(Batch.of((0, 1), first, [(GAME, GAME)] * count).pairs())


@pytest.fixture
def kept(tmp_path):
    """A journal of three pairs whose process is gone, its id and its file."""
    journal = Journal(tmp_path)
    match_id = journal.begin(PLAN)
    journal.save(match_id, pairs(0, 3))
    journal.release(match_id)
    return match_id, tmp_path / f"{match_id}.jsonl"


def test_a_journal_gives_back_what_it_was_given(kept, tmp_path):
    match_id, _ = kept
    journal = Journal(tmp_path)
    assert match_id.startswith("m")
    assert journal.known() == [match_id]
    assert journal.plan(match_id) == PLAN
    assert list(journal.pairs_done(match_id)) == [pair.result for pair in pairs(0, 3)]
    assert journal.outcome(match_id) is None


def test_a_kill_at_any_byte_loses_at_most_the_line_being_written(kept, tmp_path):
    match_id, file = kept
    whole = file.read_bytes()
    begun = whole.index(b"\n") + 1
    for size in range(begun, len(whole) + 1, 7):
        file.write_bytes(whole[:size])
        journal = Journal(tmp_path)
        known = list(journal.pairs_done(match_id))
        assert len(known) == whole[begun:size].count(b"\n")
        journal.save(match_id, pairs(len(known), 2))
        assert [p.index for p in journal.pairs_done(match_id)] == list(range(len(known) + 2))
        journal.release(match_id)


def test_a_damaged_line_is_named(kept, tmp_path):
    match_id, file = kept
    lines = file.read_text().splitlines()
    file.write_text("\n".join([lines[0], "{half", *lines[2:]]) + "\n")
    with pytest.raises(BadRecord, match=r"line 2 of journal .* is damaged"):
        list(Journal(tmp_path).pairs_done(match_id))
    file.write_text('{"journal": 99}\n')
    with pytest.raises(BadRecord, match=r"line 1 of .* does not begin a journal"):
        Journal(tmp_path).plan(match_id)
    file.write_text("")
    with pytest.raises(BadRecord, match="is empty"):
        Journal(tmp_path).plan(match_id)


def test_only_one_process_plays_a_match(kept, tmp_path):
    match_id, _ = kept
    first, second = Journal(tmp_path), Journal(tmp_path)
    first.save(match_id, pairs(3, 1))
    with pytest.raises(BadValue, match="is being played by another process"):
        second.save(match_id, pairs(3, 1))
    first.release(match_id)
    second.save(match_id, pairs(4, 1))
    second.release(match_id)
    assert len(list(second.pairs_done(match_id))) == 5


def test_a_finished_match_goes_unless_the_user_named_its_file(kept, tmp_path):
    match_id, file = kept
    Journal(tmp_path).end(match_id, {"ending": "finished"})
    assert not file.exists()
    named = tmp_path / "here" / "mine.jsonl"
    journal = Journal(tmp_path, named)
    match_id = journal.begin(PLAN)
    journal.save(match_id, pairs(0, 2))
    journal.end(match_id, {"ending": "finished"})
    assert match_id == str(named)
    assert Journal().outcome(match_id) == {"ending": "finished"}
    assert [next(iter(json.loads(line))) for line in named.read_text().splitlines()] == [
        "journal",
        "pair",
        "pair",
        "outcome",
    ]


def test_an_unknown_match_names_the_known_ones(kept, tmp_path):
    match_id, _ = kept
    with pytest.raises(UnknownName, match=f"did you mean '{match_id}'"):
        Journal(tmp_path).plan(match_id[:-1] + "x")
    with pytest.raises(UnknownName, match="there is none to resume"):
        Journal(tmp_path / "empty").plan("mffff")


def test_a_folder_that_cannot_be_written_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadValue, match="cannot be written"):
        Journal(tmp_path / "file" / "folder").begin(PLAN)


def test_the_state_folder_follows_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("KIBITZ_STATE", str(tmp_path))
    assert usual_folder() == tmp_path / "matches"
    monkeypatch.delenv("KIBITZ_STATE")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert usual_folder() == tmp_path / "kibitz" / "matches"

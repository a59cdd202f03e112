"""Matches that were broken off are listed with the way back to them, and removed when old."""

import os
import time

import pytest

from kibitz.arena.journal import Journal, usual_folder
from kibitz.arena.ledger import Plan
from kibitz.lab.library.tidy import TidyRequest
from tests.arena.test_journal import PLAN, pairs
from tests.cli.shell import kibitz

DAY = 86_400


def broken_off(days, plan=PLAN, done=3):
    """A match that nobody has played for so many days; its id."""
    journal = Journal()
    match_id = journal.begin(plan)
    journal.save(match_id, pairs(0, done))
    journal.release(match_id)
    path = usual_folder() / f"{match_id}.jsonl"
    moment = time.time() - days * DAY - 60
    os.utime(path, (moment, moment))
    return match_id


def test_what_was_broken_off_is_listed_with_its_command_the_oldest_first():
    new, old = broken_off(1), broken_off(40, done=2)
    program = broken_off(0, Plan("tournament", "nim", ("exec:./bot", "random"), 1, {}), done=0)
    first, second, third = TidyRequest().answer().journals
    assert (first.id, first.pairs, first.state, round(first.days)) == (old, 2, "waiting", 40)
    assert (second.id, second.resume) == (new, f"kibitz match --resume {new}")
    assert third.resume == f"kibitz tournament --resume {program} --allow-programs"
    assert second.players == ("random", "expert")
    assert len(Journal().known()) == 3


def test_looking_makes_nothing_younger():
    broken_off(40)
    TidyRequest().answer()
    assert round(TidyRequest().answer().journals[0].days) == 40


def test_only_old_ones_that_nobody_plays_are_removed():
    new, old, played = broken_off(5), broken_off(40), broken_off(50)
    other = Journal()
    other.hold(played)
    os.utime(usual_folder() / f"{played}.jsonl", (0, 0))
    told = TidyRequest(remove=True).answer()
    assert {j.id: j.state for j in told.journals} == {
        new: "waiting",
        old: "removed",
        played: "being played",
    }
    assert told.removed == 1
    assert set(Journal().known()) == {new, played}
    other.release(played)
    assert TidyRequest(remove=True, days=0).answer().removed == 2
    assert Journal().known() == []


def test_a_damaged_one_is_named_and_can_go():
    path = usual_folder() / "mbroken.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text("{nonsense\n")
    (told,) = TidyRequest().answer().journals
    assert (told.id, told.state, told.resume) == ("mbroken", "damaged", None)
    assert TidyRequest(remove=True, days=0).answer().removed == 1


def test_who_opened_a_journal_that_was_removed_meanwhile_is_told(monkeypatch):
    match_id = broken_off(40)
    journal, opened = Journal(), os.open

    def late(path, *flags):
        handle = opened(path, *flags)
        Journal().remove(match_id) if str(path).endswith(".jsonl") and flags[0] & os.O_RDWR else 0
        return handle

    monkeypatch.setattr(os, "open", late)
    with pytest.raises(ValueError, match="just finished or removed"):
        journal.hold(match_id)


def test_the_listing_is_shown_to_people():
    match_id = broken_off(3)
    said = kibitz("archive", "tidy")
    assert said.code == 0
    assert match_id in said.out
    assert "--resume" in said.out
    assert "1 journal removed" in kibitz("archive", "tidy", "--remove", "--days", "2").out
    assert "Nothing was broken off" in kibitz("archive", "tidy").out

"""A match that is broken off and goes on from the archive ends as if nothing had happened."""

import json

import pytest

from kibitz.arena.match import Match
from kibitz.arena.stop import FixedPairs
from kibitz.arena.workers import CrewKind, make_crew
from kibitz.lab.contest.match import match_snapshot
from kibitz.lab.encoder import plain
from kibitz.store.archive import Archive
from kibitz.store.ledger import ArchiveLedger

MATCH = Match("nim(1,2,3)", ("beginner", "random"), FixedPairs(24), seed=3)


class PowerCut(Exception):
    """The end of a process, between two batches or in the middle of keeping one."""


class DyingLedger(ArchiveLedger):
    """Keeps a few batches and then dies."""

    batches = 3

    def save(self, match_id, played):
        if self.batches == 0:
            raise PowerCut
        self.batches -= 1
        super().save(match_id, played)


def play(match, ledger, match_id):
    progress = match.begin()
    progress.recall(ledger.pairs_done(match_id))
    with make_crew(match.setting(ledger.wants_records), 1, CrewKind("serial")) as crew:
        for _ in progress.run(crew, ledger, match_id, every=4):
            pass
    outcome = plain(match_snapshot(progress))
    ledger.end(match_id, outcome)
    return outcome


def test_a_match_resumed_after_a_power_cut_equals_an_undisturbed_one(place, tmp_path):
    with Archive.open(str(tmp_path / "calm.sqlite")) as calm:
        ledger = ArchiveLedger(calm)
        expected = play(MATCH, ledger, ledger.begin(MATCH.plan()))
        lines, totals = list(calm.lines()), calm.totals()
    with Archive.open(place) as archive:
        dying = DyingLedger(archive)
        match_id = dying.begin(MATCH.plan())
        with pytest.raises(PowerCut):
            play(MATCH, dying, match_id)
        assert 0 < archive.totals()["pairs"] < 24
    with Archive.open(place) as archive:
        ledger = ArchiveLedger(archive)
        resumed = Match.of_plan(ledger.plan(match_id))
        assert play(resumed, ledger, match_id) == expected
        assert ledger.outcome(match_id) == json.loads(json.dumps(expected))
        assert archive.totals() == totals
        assert [moves(line) for line in archive.lines()] == [moves(line) for line in lines]


def moves(line):
    """A record without its thinking times."""
    return line.partition('"seconds"')[0]

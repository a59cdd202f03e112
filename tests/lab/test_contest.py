"""Matches and tournaments as any door sees them: watched, stopped between snapshots, resumed."""

import json
import math
import multiprocessing
import subprocess
import sys
import threading
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from kibitz.arena.journal import Journal
from kibitz.arena.match import MatchRun
from kibitz.core.verbs import verb_names
from kibitz.errors import BadValue
from kibitz.lab.contest.match import MatchRequest, MatchSnapshot
from kibitz.lab.contest.store import MatchStore
from kibitz.lab.contest.tournament import TournamentRequest
from kibitz.lab.encoder import plain, schema_of
from kibitz.lab.sprt.simulation import SimulationRequest

EXAMPLE = Path(__file__).parents[2] / "examples" / "mybot.py"
MATCH = MatchRequest("nim(3,4)", ("expert", "beginner"), pairs=20, seed=1, workers=1, every=4)
HELD = TournamentRequest("nim(2,3)", ("expert", "beginner", "random"), pairs=4, seed=1, every=5)


@pytest.mark.parametrize("request_", [MATCH, HELD])
def test_a_contest_is_watched_from_its_first_pairs_to_its_end(request_):
    told = list(request_.answers())
    validator = Draft202012Validator(schema_of(request_.gives))
    for snapshot in told:
        validator.validate(json.loads(snapshot.to_json()))
    assert [one.pairs for one in told[:2]] == [request_.every, 2 * request_.every]
    assert [one.ending for one in told] == ["playing"] * (len(told) - 1) + ["finished"]
    assert all(one.resume for one in told[:-1])
    assert told[-1].resume is None
    assert told[-1].progress.done == told[-1].progress.total


@pytest.mark.parametrize("crew", ["serial", "threads", "processes"])
@pytest.mark.parametrize("request_", [MATCH, HELD])
def test_closing_the_iterator_ends_the_workers_and_leaves_the_rest_to_be_resumed(request_, crew):
    whole = plain(request_.answer())
    threads = threading.active_count()
    with closing(replace(request_, crew=crew, workers=2).answers()) as snapshots:
        last = list(islice(snapshots, 2))[-1]
    assert multiprocessing.active_children() == []
    assert threading.active_count() == threads
    assert Journal().known() == [last.resume.id]
    assert sum(1 for _ in Journal().pairs_done(last.resume.id)) >= last.pairs
    resumed = type(request_)(resume=last.resume.id, workers=1)
    assert plain(resumed.answer()) == whole
    assert Journal().known() == []  # what is over needs no journal


def test_a_match_in_the_archive_is_left_and_resumed_by_its_number(tmp_path):
    place = str(tmp_path / "other.sqlite")
    kept = replace(MATCH, store=True, db=place)
    with closing(kept.answers()) as snapshots:
        first = next(snapshots)
    assert first.resume is not None
    assert first.resume.command == f"kibitz match --resume 1 --db {place}"
    resumed = MatchRequest(resume=first.resume.id, db=first.resume.db, workers=1)
    assert plain(resumed.answer()) == plain(MATCH.answer())


def test_an_interrupt_gives_everything_that_counts_and_then_goes_its_way(monkeypatch):
    count = MatchRun.count

    def interrupt(self, batch):
        if self.tally.pairs >= 6:
            raise KeyboardInterrupt
        return count(self, batch)

    monkeypatch.setattr(MatchRun, "count", interrupt)
    snapshots = replace(MATCH, every=2).answers()
    told = list(islice(snapshots, 4))
    assert [(one.pairs, one.ending) for one in told[2:]] == [(6, "playing"), (6, "interrupted")]
    assert told[-1].exit_code == 130
    assert told[-1].resume is not None
    assert told[-1].asides == (f"resume with: {told[-1].resume.command}",)
    with pytest.raises(KeyboardInterrupt):
        next(snapshots)


def test_a_stream_has_its_snapshots_at_fixed_points_and_a_watcher_few():
    assert MATCH.streamed().every == 4
    assert replace(MATCH, every=None).streamed().every == 10
    assert replace(HELD, every=None).streamed().every == 100
    assert len(list(replace(MATCH, every=None).answers())) == 1  # it takes no quarter of a second


def test_the_test_of_a_match_is_told_with_its_bounds_and_its_verdict():
    told = list(replace(MATCH, pairs=None, sprt=(0.0, 80.0)).answers())
    assert told[-1].ending == "H1 accepted"
    assert told[-1].exit_code == 0
    tests = [one.sprt for one in told if one.sprt is not None]
    assert len(tests) == len(told)
    ratios = [test.llr for test in tests]
    wald = math.log(0.95 / 0.05)
    assert all(0.9 * wald < test.upper == -test.lower < wald for test in tests)
    assert {test.overshoot for test in tests} == {"expected"}
    assert [test.llr >= test.upper for test in tests] == [False] * (len(told) - 1) + [True]
    assert ratios[-1] == max(ratios)
    assert [test.elo is None for test in tests] == [True] * (len(told) - 1) + [False]
    assert "LLR" in told[0].progress.words


def left(request_):
    """The id under which this request was left after its first snapshot."""
    with closing(request_.answers()) as snapshots:
        return next(snapshots).resume.id


def test_another_game_or_other_players_are_not_named_when_it_is_resumed():
    match_id = left(MATCH)
    for other in (
        replace(MATCH, resume=match_id, players=("expert", "expert")),
        replace(MATCH, resume=match_id, game="nim(3,5)"),
        MatchRequest("nim(3,4)", resume=match_id),
    ):
        with pytest.raises(BadValue, match=r"drop 'nim\(3,.\)': --resume already knows the game"):
            next(other.answers())
    whole = plain(MATCH.answer())
    assert plain(replace(MATCH, resume=match_id).answer()) == whole


@pytest.mark.parametrize("kept", [{}, {"store": True}])
def test_programs_of_a_kept_plan_run_only_where_somebody_says_so(kept, tmp_path):
    """Who goes on with a file that somebody sent does not run what it names."""
    marker = tmp_path / "ran"
    bot = f"exec:name=ours {sys.executable} {EXAMPLE}"
    place = str(tmp_path / "kept.sqlite") if kept else None
    match = MatchRequest("nim(2)", (bot, "random"), pairs=6, seed=1, workers=1, every=1, db=place)
    match_id = left(replace(match, **kept))
    planted = f"exec:touch {marker}"
    file = Journal()._path(match_id) if not kept else None
    if file is not None:
        file.write_text(file.read_text().replace(json.dumps(bot)[1:-1], planted))
    resumed = MatchRequest(resume=match_id, workers=1, db=place)
    with pytest.raises(BadValue, match=r"would run '.*': name the game and its players again"):
        next(resumed.answers())
    assert not marker.exists()
    if file is not None:
        with pytest.raises(BadValue, match="already knows the game"):
            next(replace(match, resume=match_id).answers())  # these are not the planted ones
        file.write_text(file.read_text().replace(planted, json.dumps(bot)[1:-1]))
    assert replace(match, resume=match_id).answer().pairs == 6
    match_id = left(replace(match, **kept))
    assert replace(resumed, resume=match_id, allow_programs=True).answer().pairs == 6


def test_a_journal_that_is_being_played_is_locked_before_it_is_read():
    with closing(MATCH.answers()) as snapshots:
        resume = next(snapshots).resume
        assert resume is not None
        file = Journal()._path(resume.id)
        file.write_bytes(file.read_bytes() + b"{nonsense}\n")  # as if seen in the middle of a write
        with pytest.raises(BadValue, match="is being played by another process"):
            next(MatchRequest(resume=resume.id, workers=1).answers())


def test_the_line_that_tells_how_to_resume_shows_no_password():
    store = MatchStore(Journal(), "7", db="postgresql://ann:s3cr3t@host/db?password=s3cr3t")
    told = store.resume("match")
    assert "s3cr3t" not in told.command + str(told.db)
    assert "postgresql://ann:***@host/db" in told.command


def test_times_are_for_people_unless_asked_for():
    played = MatchRequest("tictactoe", ("beginner", "random"), pairs=1, seed=1, workers=1)
    told, asked = played.answer(), replace(played, times=True).answer()
    assert "_seconds" not in plain(told)
    assert told.times is None
    assert asked.times is not None
    assert all(asked.times)
    assert told == replace(asked, times=None)
    assert "_seconds" not in schema_of(MatchSnapshot)["properties"]


def test_a_simulation_is_closed_between_two_snapshots():
    request = SimulationRequest(elo1=200.0, elo=100.0, seed=3, every=50)  # no end of its own
    threads = threading.active_count()
    with closing(request.answers()) as snapshots:
        told = list(islice(snapshots, 3))
    assert [one.simulations for one in told] == [0, 50, 100]
    assert threading.active_count() == threads


def test_requests_load_nothing_heavy():
    """Help and forms are made of them, and should be there at once."""
    verbs = [name for name in verb_names() if name.split(".")[0] in MINE]
    code = (
        "import sys; from kibitz.core.verbs import request_named\n"
        f"for name in {verbs}: request_named(name)\n"
        "print([name for name in ('numpy', 'numba', 'scipy', 'sqlalchemy', 'rich') "
        "if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert len(verbs) >= 17


MINE = ("match", "tournament", "sprt", "stats", "archive", "ratings")

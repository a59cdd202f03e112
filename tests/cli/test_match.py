"""`kibitz match`: the same bytes for any workers, kills survived, one sentence for mistakes."""

import json
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from kibitz.arena.journal import Journal
from kibitz.arena.match import MatchRun
from tests.cli.shell import check_refused, interrupted, kibitz, started

PLAYERS = ("nim(3,4)", "expert", "beginner")
BOT = Path(__file__).parents[2] / "examples" / "mybot.py"
RUN = "import sys; from kibitz.cli.main import main; main()"


def without_resume(line):
    """A line of a stream but for the id of its match, which is a new one each time."""
    fields = json.loads(line) if isinstance(line, str) else line
    return {name: value for name, value in fields.items() if name != "resume"}


def wait_for_pairs(count):
    """The id of the only match in the journals, once it has so many pairs."""
    journal, deadline = Journal(), time.monotonic() + 60
    while time.monotonic() < deadline:
        time.sleep(0.05)
        for match_id in journal.known():
            if sum(1 for _ in journal.pairs_done(match_id)) >= count:
                return match_id
    raise AssertionError("the match does not get on")


@pytest.mark.parametrize("stop", [("--pairs", "30"), ("--sprt", "0", "80"), ("--error", "200")])
def test_the_same_seed_gives_the_same_bytes_for_any_workers(stop):
    args = ("match", *PLAYERS, *stop, "--seed", "1", "--json")
    alone = kibitz(*args, "--workers", "1")
    assert alone.code == 0
    assert kibitz(*args, "--workers", "2").out == alone.out
    assert kibitz(*args, "--workers", "2", "--crew", "processes").out == alone.out
    assert alone.json["players"] == ["expert", "beginner"]
    assert sum(alone.json["counts"]) == alone.json["pairs"]
    assert alone.json["times"] is None


def test_compiled_players_give_the_same_bytes_too():
    args = ("match", "tictactoe", "random", "playout", "--pairs", "40", "--seed", "1", "--json")
    alone = kibitz(*args, "--workers", "1")
    assert kibitz(*args, "--workers", "2").out == alone.out
    assert kibitz(*args, "--crew", "processes", "--workers", "2").out == alone.out


def test_exit_codes_tell_the_verdict():
    args = ("match", "nim(3,4)", "--seed", "2", "--json", "--workers", "1")
    better = kibitz(*args, "expert", "beginner", "--sprt", "0", "80")
    assert (better.code, better.json["ending"]) == (0, "H1 accepted")
    assert better.json["sprt"]["llr"] > 0
    worse = kibitz(*args, "beginner", "expert", "--sprt", "0", "80")
    assert (worse.code, worse.json["ending"]) == (3, "H0 accepted")
    same = kibitz(*args, "random", "random", "--sprt", "0", "5", "--max-pairs", "25")
    assert (same.code, same.json["ending"]) == (4, "inconclusive")
    model = kibitz(
        *args, "random", "random", "--sprt", "0", "60", "--elo-model", "normalised",
        "--alpha", "0.2", "--beta", "0.3",
    )  # fmt: skip
    assert model.json["stop"]["elo_model"] == "normalized"
    assert (model.json["stop"]["alpha"], model.json["stop"]["beta"]) == (0.2, 0.3)


def test_people_are_shown_a_table():
    answer = kibitz("match", *PLAYERS, "--sprt", "0", "80", "--seed", "1", "--workers", "1")
    for words in ("Nim: expert against beginner", "normalised Elo", "log-likelihood ratio"):
        assert words in answer.out
    assert "H1 accepted" in answer.out
    assert "Elo, allowing for the stop" in answer.out
    assert kibitz("match", *PLAYERS, "--error", "250", "--workers", "1").out.count("wanted") == 1


def test_a_stream_is_lines_of_json_that_end_with_the_result():
    args = ("match", *PLAYERS, "--pairs", "25", "--seed", "1", "--stream")
    answer = kibitz(*args, "--every", "10", "--workers", "1")
    lines = [json.loads(line) for line in answer.out.splitlines()]
    assert [line["pairs"] for line in lines] == [10, 20, 25]
    assert [line["ending"] for line in lines] == ["playing", "playing", "finished"]
    assert [line["pairs_needed"] for line in lines] == [15, 5, 0]
    again = kibitz(*args, "--every", "10", "--workers", "2").out.splitlines()
    assert [without_resume(line) for line in again] == [without_resume(line) for line in lines]


def test_times_are_told_to_people_and_on_request_to_programs():
    args = ("match", "tictactoe", "beginner", "random", "--pairs", "2", "--workers", "1")
    shown = kibitz(*args).out
    assert "beginner thinks" in shown
    assert "random thinks" in shown
    assert all(second > 0 for second in kibitz(*args, "--json", "--times").json["times"])
    assert kibitz(*args, "--json").json["times"] is None


@pytest.mark.compiled
def test_a_match_killed_with_everything_it_started_is_resumed_to_the_same_result():
    bot = f"exec:{sys.executable} {BOT}"
    args = ("tictactoe", bot, "random", "--pairs", "700", "--seed", "6", "--json", "--workers", "2")
    process = started("match", *args)
    try:
        match_id = wait_for_pairs(3)
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
    known = sum(1 for _ in Journal().pairs_done(match_id))
    assert 3 <= known < 700
    again = ("--resume", match_id, "--allow-programs", "--json", "--workers", "1")
    resumed = kibitz("match", *again)
    assert resumed.code == 0
    assert resumed.out == kibitz("match", *args).out
    assert Journal().known() == []  # finished matches leave nothing behind


@pytest.mark.compiled
def test_ctrl_c_gives_the_result_so_far_and_says_how_to_resume():
    bot = f"exec:{sys.executable} {BOT}"
    process = started(
        "match", "tictactoe", bot, "random", "--pairs", "5000", "--seed", "6", "--workers", "2"
    )
    match_id = wait_for_pairs(2)
    out, err = interrupted(process)
    assert process.returncode == 130
    assert "won, drawn, lost" in out
    assert f"resume with: kibitz match --resume {match_id} --allow-programs" in err
    assert "Traceback" not in err
    again = ("--resume", match_id, "--allow-programs", "--pairs", "20", "--workers", "1", "--json")
    shorter = kibitz("match", *again)
    assert shorter.code == 0


def test_a_stored_match_is_resumed_by_its_number(monkeypatch):
    args = ("match", *PLAYERS, "--pairs", "12", "--seed", "1", "--workers", "1", "--json")
    whole = kibitz(*args)
    count = MatchRun.count

    def interrupt(self, batch):
        if self.tally.pairs >= 5:
            raise KeyboardInterrupt
        return count(self, batch)

    monkeypatch.setattr(MatchRun, "count", interrupt)
    stopped = kibitz(*args, "--store")
    assert stopped.code == 130
    assert "resume with: kibitz match --resume 1\n" in stopped.err
    monkeypatch.setattr(MatchRun, "count", count)
    assert kibitz("match", "--resume", "1", "--json", "--workers", "2").out == whole.out
    assert kibitz("match", "--resume", "1", "--json").out == whole.out  # finished: nothing to play
    assert kibitz("archive", "stats", "--json").json["totals"]["games"] == 24
    assert Journal().known() == []


def test_a_named_journal_stays(tmp_path):
    file = tmp_path / "mine.jsonl"
    args = ("match", *PLAYERS, "--pairs", "4", "--seed", "1", "--workers", "1")
    assert kibitz(*args, "--journal", str(file)).code == 0
    assert len(file.read_text().splitlines()) == 1 + 4 + 1
    check_refused(kibitz(*args, "--journal", str(file)), "already exists")


def test_failures_are_told():
    answer = kibitz("match", "tictactoe", "exec:true", "random", "--pairs", "2", "--workers", "1")
    assert answer.code == 0
    assert "exec:true lost 4 games: exited" in answer.out
    assert "pair 0, game 1: exec:true exited with code 0 (at 'ug" in answer.out


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((), ["needs GAME and players"]),
        (("nim", "expert"), ["nim has 2 seats", "1 player is named"]),
        (("nim", "expert", "random", "random"), ["nim has 2 seats", "3 players are named"]),
        (("nym", "expert", "random"), ["nym", "did you mean 'nim'"]),
        (("nim", "export", "random"), ["export", "did you mean 'expert'"]),
        (("nim", "exec:./nobody", "random"), ["./nobody", "does not exist"]),
        ((*PLAYERS, "--pairs", "0"), ["pairs 0 is not at least 1"]),
        ((*PLAYERS, "--pairs", "3", "--sprt", "0", "5"), ["--pairs and --sprt exclude each other"]),
        ((*PLAYERS, "--alpha", "0.1"), ["--alpha needs --sprt"]),
        ((*PLAYERS, "--max-pairs", "9"), ["--max-pairs needs"]),
        ((*PLAYERS, "--sprt", "5", "0"), ["elo1 0 is not above elo0 5"]),
        ((*PLAYERS, "--sprt", "0", "5", "--elo-model", "chess"), ["unknown elo-model 'chess'"]),
        ((*PLAYERS, "--limit", "-1"), ["limit -1.0 s is not above 0"]),
        ((PLAYERS[0], "--resume", "mabc"), ["unknown match 'mabc'"]),
        (("--resume", "mabc"), ["unknown match 'mabc'"]),
        ((*PLAYERS, "--journal", "x.txt"), ["does not end in .jsonl"]),
        ((*PLAYERS, "--journal", "x.jsonl", "--store"), ["--journal excludes --store"]),
    ],
)
def test_mistakes_get_one_sentence(args, words):
    check_refused(kibitz("match", *args), *words)

"""`kibitz archive` as people and programs call it."""

import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from kibitz.arena.ledger import Plan, PlayedPair
from kibitz.arena.result import GameResult, PairResult
from kibitz.core.record import Record
from kibitz.store.archive import Archive
from kibitz.store.ledger import ArchiveLedger
from kibitz.store.place import VARIABLE
from tests.cli.shell import check_refused, kibitz
from tests.cli.test_holdem import HAND
from tests.store.games import random_record, random_records


@pytest.fixture(autouse=True)
def db(tmp_path, monkeypatch):
    """The archive of these tests, named as people name theirs."""
    path = tmp_path / "archive.sqlite"
    monkeypatch.setenv(VARIABLE, str(path))
    return path


@pytest.fixture
def file(tmp_path):
    """A file of five games of tic-tac-toe and three of nim."""
    return written(tmp_path / "games.jsonl", random_records(5) + random_records(3, "nim"))


def written(path, records):
    path.write_text("".join(record.to_json() + "\n" for record in records))
    return str(path)


def test_games_come_in_once_and_go_out_as_they_came(file, tmp_path):
    first, again = (kibitz("archive", "import", file, "--json").json for _ in range(2))
    assert (first["new"], first["known"]) == (8, 0)
    assert (again["new"], again["known"]) == (0, 8)
    text = (tmp_path / "games.jsonl").read_text()
    assert kibitz("archive", "export").out == text
    assert kibitz("archive", "export", "--game", "nim").out == "".join(
        text.splitlines(keepends=True)[5:]
    )
    pieces = kibitz("archive", "export", "--json").out.splitlines()
    assert "".join(f"{line}\n" for piece in pieces for line in json.loads(piece)["lines"]) == text
    out = tmp_path / "out.jsonl"
    report = kibitz("archive", "export", "--output", str(out), "--json").json
    assert (report["games"], out.read_text()) == (8, text)
    assert [path.name for path in tmp_path.glob("*.part")] == []


def test_a_pipe_from_one_archive_into_another(file, tmp_path):
    kibitz("archive", "import", file)
    exported = kibitz("archive", "export").out
    program = [sys.executable, "-c", "from kibitz.cli.main import main; main()"]
    done = subprocess.run(
        [*program, "archive", "import", "-", "--db", str(tmp_path / "b.sqlite")],
        input=exported,
        capture_output=True,
        text=True,
        env=os.environ,
    )
    assert done.stdout.startswith("8 new, 0 known, 0 refused")
    assert kibitz("archive", "export", "--db", str(tmp_path / "b.sqlite")).out == exported


def test_a_bad_line_is_refused_by_file_and_number(tmp_path):
    bad = replace(random_record(7), moves=("a1", "z9"))
    path = written(tmp_path / "bad.jsonl", [random_record(1), bad, random_record(2)])
    strict = kibitz("archive", "import", path, "--strict")
    check_refused(strict, "bad.jsonl, line 2", "'z9'", "before it is")
    report = kibitz("archive", "import", path, "--json").json
    assert (report["new"], report["known"], report["refused"]) == (1, 1, 1)
    assert "line 2" in report["reasons"][0]


def test_hands_of_phh_come_in_by_file_and_folder_and_are_reviewed(tmp_path):
    folder = tmp_path / "hands"
    folder.mkdir()
    good, bad = HAND.replace("AhAd", "????"), HAND.replace("p1 cc", "p2 cc")
    (folder / "a.phhs").write_text(f"[7]{good}[8]{bad}[9]{good}")
    (folder / "b.phh").write_text(HAND.replace('"NT"', '"PO"'))
    written(folder / "c.jsonl", random_records(2))
    first = kibitz("import", str(folder))
    assert first.out.startswith("4 new, 0 known, 1 skipped, 1 refused")
    assert "a.phhs, hand 8: action 4" in first.err
    assert "b.phh, hand 1: the variant 'PO'" in first.err
    again = kibitz("archive", "import", str(folder / "a.phhs"), "--json").json
    assert (again["new"], again["known"]) == (0, 2)  # alike but for their numbers
    shown = kibitz("archive", "show", "1", "--json").json
    assert " ????,8h3d 2c7d9s???? " in shown["record"]["start"]
    for named in (("1",), (str(folder / "a.phhs"), "--game", "3")):
        review = kibitz("review", *named, "--budget", "fast", "--json").json
        assert len(review["decisions"]) == 2
        assert "2 decisions cannot be judged: the cards were never shown" in review["remarks"]
    check_refused(kibitz("review", str(folder / "a.phhs"), "--game", "2"), "hand 8", "action 4")
    check_refused(kibitz("review", str(folder / "a.phhs"), "--game", "4"), "no game number 4")
    (folder / "d.phh").write_bytes(b"\xff\xfe")
    assert kibitz("import", str(folder), "--json").json["refused"] == 2
    check_refused(kibitz("import", str(folder / "d.phh")), "d.phh", "text")
    empty = tmp_path / "empty"
    empty.mkdir()
    check_refused(kibitz("import", str(empty)), "no file of games", ".phh")


def test_pgn_has_a_game_for_each_result(file):
    kibitz("archive", "import", file)
    text = kibitz("archive", "export", "--format", "pgn", "--game", "tictactoe").out
    assert text.count("[Event ") == text.count('[White "random"]') == 5
    assert text.endswith("\n\n")


def test_games_are_listed_newest_first_and_shown(file):
    kibitz("archive", "import", file)
    rows = kibitz("archive", "list", "--json").json["games"]
    assert [row["game"] for row in rows] == ["nim"] * 3 + ["tictactoe"] * 5
    assert kibitz("archive", "list", "--limit", "2").out.count("nim") >= 2
    assert "no such games" in kibitz("archive", "list", "--player", "nobody").out
    number = str(rows[-1]["id"])
    shown = kibitz("archive", "show", number, "--json").json
    assert Record.from_json(json.dumps(shown["record"])) == random_record(0)
    text = kibitz("archive", "show", number).out
    assert " ".join(random_record(0).moves) in text
    assert "X: random" in text


def test_numbers_that_name_nothing_are_refused(file):
    kibitz("archive", "import", file)
    check_refused(kibitz("archive", "show", "999"), "has no game 999")
    check_refused(kibitz("archive", "show", "first"), "'first' is not the number of a game")
    check_refused(kibitz("archive", "show", "--match", "3"), "unknown match '3'")


def test_commands_that_read_make_no_archive(db):
    for command in (["list"], ["show", "1"], ["export"], ["stats"]):
        check_refused(kibitz("archive", *command), "there is no archive at", str(db))
    assert not db.exists()


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["export", "--output", "/proc/none/x"], ["/proc/none/x cannot be written"]),
        (["import", "/none.jsonl"], ["/none.jsonl"]),
        (["list", "--db", "mysql://host/x"], ["'mysql://'"]),
        (["list", "--game", "tiktaktoe"], ["did you mean 'tictactoe'"]),
        (["stats", "tictactoe", "X"], ["'X' is not a tictactoe position"]),
        (["stats", "tictactoe", ".../.../...", "--error", "2"], ["error 2.0"]),
    ],
)
def test_bad_input_is_one_sentence(file, args, words):
    kibitz("archive", "import", file)
    check_refused(kibitz("archive", *args), *words)


def test_stats_count_the_archive_and_each_seat(file):
    kibitz("archive", "import", file)
    totals = kibitz("archive", "stats", "--json").json["totals"]
    assert (totals["games"], totals["players"], totals["version"]) == (8, 2, 1)
    assert totals["by_game"] == {"tictactoe": 5, "nim": 3}
    assert "tictactoe: 5 games" in kibitz("archive", "stats").out
    crosses, noughts = kibitz("archive", "stats", "tictactoe", "--json").json["seats"]
    results = [random_record(seed).result[0] for seed in range(5)]
    assert crosses["wins"] == noughts["losses"] == results.count(1.0)
    assert crosses["draws"] == noughts["draws"] == results.count(0.0)
    assert crosses["payoff"] == pytest.approx(sum(results) / 5)
    assert "no finished game" in kibitz("archive", "stats", "nim(1)").out


def test_a_position_is_answered_by_games_or_by_an_analyst_and_says_which(file):
    kibitz("archive", "import", file)
    start = ("archive", "stats", "nim", "3,4,5")
    games = kibitz(*start, "--error", "0.5", "--json").json["prospect"]
    wins = sum(random_record(seed, "nim").result[0] == 1.0 for seed in range(3))
    assert (games["source"], games["samples"], games["value"]) == ("archive", 3, wins / 3)
    assert f"from the archive, 3 games ({wins} won" in kibitz(*start, "--error", "0.5").out
    exact = kibitz(*start, "--json").json["prospect"]
    assert (exact["source"], exact["value"], exact["exact"]) == ("analyst", 1.0, True)
    assert exact["archive"]["n"] == 3
    assert "from theory, exact, cached; the archive has 3 games" in kibitz(*start).out


def test_matches_are_listed_and_shown(db):
    plan = Plan("match", "tictactoe", ("expert", "random"), 5)
    pair = PairResult((0, 1), 0, (GameResult((1.0, -1.0), 5), GameResult((0.0, 0.0), 9)))
    with Archive.open(str(db)) as archive:
        ledger = ArchiveLedger(archive)
        ledger.save(ledger.begin(plan), [PlayedPair(pair)])
        ledger.end(ledger.begin(plan), {"verdict": "H1"})
    newest, first = kibitz("archive", "list", "matches", "--json").json["matches"]
    assert (newest["pairs"], newest["state"]) == (0, "ended")
    assert (first["pairs"], first["state"]) == (1, "can be resumed")
    assert "expert, random" in kibitz("archive", "list", "matches").out
    assert kibitz("archive", "list", "matches", "--game", "nim", "--json").json["matches"] == []
    shown = kibitz("archive", "show", "--match", str(first["id"]), "--json").json["match"]
    assert (shown["outcomes"], shown["players"]) == ({"WD": 1}, ["expert", "random"])
    assert "WD 1" in kibitz("archive", "show", "--match", str(first["id"])).out

"""`kibitz import` and `kibitz export`: every format in and out, twice, with some of it damaged."""

import json

import pytest

from kibitz.core.record import Record
from kibitz.core.registry import make_game
from kibitz.core.script import seen_from
from kibitz.games.holdem.histories.kept import kept_games
from kibitz.lab.library import intake
from kibitz.lab.library.intake import ImportRequest
from kibitz.store import transfer
from kibitz.store.archive import Archive
from kibitz.store.place import VARIABLE
from tests.cli.shell import check_refused, kibitz
from tests.cli.test_holdem import HAND
from tests.core.test_script import random_record
from tests.store.games import random_records


@pytest.fixture(autouse=True)
def db(tmp_path, monkeypatch):
    """The archive of these tests."""
    path = tmp_path / "archive.sqlite"
    monkeypatch.setenv(VARIABLE, str(path))
    return path


def test_a_folder_of_every_format_comes_in_once_with_the_bad_ones_named(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    lines = [record.to_json() for record in random_records(4)]
    (folder / "a.jsonl").write_text("\n".join([*lines[:2], '{"record": 1, "ga', *lines[2:]]) + "\n")
    whole = "kibitz record 1\ngame: nim\nplayers: Ann, Bob\n1:3 2:4 3:5\n"
    bad = whole.replace("2:4", "2:9")
    (folder / "b.kibitz").write_text(f"{whole}\n{bad}\n{whole.replace('Ann', 'Eve')}")
    (folder / "c.dfen").write_text(
        "White: Ann\nBlack: Bob\nPNB e2e4 g1f3 f1c4 PPP e7e5\n\nPNB e2e5\n\nNNN b1c3 ; one\n"
    )
    (folder / "d.phh").write_text(HAND)
    first = kibitz("import", str(folder))
    assert first.code == 0
    assert first.out.startswith("9 new, 0 known, 3 refused")
    for place in ("a.jsonl, line 3", "b.kibitz, line 9: ", "c.dfen, line 5: "):
        assert place in first.err
    again = kibitz("import", str(folder), "--json").json
    assert (again["new"], again["known"], again["refused"]) == (0, 9, 3)


def hands_in(folder, count):
    """A folder with a file for each hand."""
    folder.mkdir()
    for number in range(count):
        (folder / f"{number:02}.phh").write_text(f"{HAND}\nhand = {number}\n")
    return folder


def test_a_folder_with_a_file_for_each_hand_is_kept_in_few_transactions(tmp_path, monkeypatch):
    batches, keep = [], transfer.keep

    def counted(store, batch, report):
        batches.append(len(batch))
        keep(store, batch, report)

    monkeypatch.setattr(transfer, "keep", counted)
    monkeypatch.setattr(intake, "BATCH", 4)
    folder = hands_in(tmp_path / "hands", 10)
    (folder / "05.phh").write_text("nothing")
    answer = kibitz("import", str(folder), "--json").json
    assert (answer["new"], answer["refused"]) == (9, 1)
    assert answer["reasons"][0].startswith("05.phh, hand 1: ")
    assert batches == [4, 4, 1]


def test_what_is_told_as_stored_is_and_what_was_read_before_a_fault_is_kept(
    tmp_path, monkeypatch, db
):
    monkeypatch.setattr(intake, "BATCH", 4)
    folder = hands_in(tmp_path / "hands", 10)

    def stops(path):
        if path.name == "06.phh":
            raise OSError("the disk has gone")
        return kept_games(path)

    monkeypatch.setattr("kibitz.lab.records.reader_of", lambda _: stops)
    reports = ImportRequest((str(folder),)).answers()
    told = [(next(reports).new, _kept(db)) for _ in range(7)]
    assert told == [(0, 0)] * 3 + [(4, 4)] * 4
    with pytest.raises(OSError, match="has gone"):
        next(reports)
    assert _kept(db) == 6


def _kept(db):
    with Archive.open(str(db)) as archive:
        return archive.totals()["games"]


def test_games_go_out_as_text_and_come_back_the_same(tmp_path):
    records = [random_record(name, 3) for name in ("cribbage", "nim", "dicechess", "holdem")]
    file = tmp_path / "in.jsonl"
    file.write_text("".join(r.to_json() + "\n" for r in records))
    kibitz("import", str(file))
    out = tmp_path / "out.kibitz"
    assert kibitz("export", "--format", "text", "--output", str(out)).code == 0
    assert "deal:" in out.read_text()
    other = ("--db", str(tmp_path / "other.sqlite"))
    assert kibitz("import", str(out), *other, "--json").json["new"] == 4
    back = [Record.from_json(line) for line in kibitz("export", *other).out.splitlines()]
    ends = [(r.game, r.result, r.replay().end) for r in records]
    assert [(r.game, r.result, r.replay().end) for r in back] == ends
    dfen = tmp_path / "out.dfen"
    kibitz("export", "--format", "dfen", "--output", str(dfen))
    kibitz("import", str(dfen), "--db", str(tmp_path / "third.sqlite"))
    third = kibitz("export", "--db", str(tmp_path / "third.sqlite")).out
    assert [json.loads(line)["game"] for line in third.splitlines()] == ["dicechess"]
    phh = tmp_path / "out.phhs"
    kibitz("export", "--format", "phh", "--output", str(phh))
    assert kibitz("import", str(phh), "--db", str(tmp_path / "d.sqlite"), "--json").json["new"] == 1


@pytest.mark.compiled
def test_a_record_of_one_seat_is_judged_from_that_seat_and_says_what_is_not_known(tmp_path):
    whole = random_record("cribbage", 2)
    seen = seen_from(whole, 1)
    for name, record in (("whole", whole), ("seen", seen)):
        (tmp_path / f"{name}.jsonl").write_text(record.to_json() + "\n")
    one, all_of_it = (
        kibitz("review", str(tmp_path / f"{name}.jsonl"), "--budget", "fast", "--json").json
        for name in ("seen", "whole")
    )
    assert [seat["seat"] for seat in one["seats"]] == [1]
    assert one["decisions"] == [d for d in all_of_it["decisions"] if d["seat"] == 1]
    assert one["luck"] is None
    assert any("known from the seat of player 2 only" in said for said in one["remarks"])
    assert any("luck of the deal is not known" in said for said in one["remarks"])
    kept = kibitz("import", str(tmp_path / "seen.jsonl"), "--json").json
    assert kept["new"] == 1
    page = tmp_path / "page.html"
    assert kibitz("review", "1", "--budget", "fast", "--html", str(page)).code == 0


def test_a_text_that_is_no_record_is_refused_by_its_line(tmp_path):
    file = tmp_path / "x.kibitz"
    file.write_text("kibitz record 1\ngame: chess\n")
    check_refused(kibitz("review", str(file)), "line 1", "chess")


def test_many_bad_lines_are_told_in_few_and_all_named_in_json(tmp_path):
    file = tmp_path / "bad.jsonl"
    game = make_game("tictactoe")
    moves = ("a1", "b1", "a2", "b2", "a3")
    good = Record(game.text, game.position_text(game.start()), ("a", "b"), 0, moves, (1.0, -1.0))
    file.write_text("nonsense\n" * 30 + good.to_json() + "\n")
    asked = ("import", str(file), "--db", str(tmp_path / "x.sqlite"))
    told = kibitz(*asked).err.splitlines()
    assert sum("line" in line for line in told) == 20
    assert told[-1].endswith("and 10 more, which --json names")
    assert len(kibitz(*asked, "--json").json["reasons"]) == 30

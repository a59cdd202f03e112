"""`kibitz review`, `drill` and `progress` as people and programs use them."""

import io
import re
import sys
from functools import reduce
from operator import xor

import pytest

from tests.cli.shell import check_refused, kibitz
from tests.coach.material import played


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "games.jsonl"
    records = [played("nim(3,4,5)", "nim:beginner", "nim:expert", seed=s) for s in (2, 3)]
    path.write_text("".join(record.to_json() + "\n" for record in records))
    return path


def test_a_review_for_programs_has_seats_decisions_and_luck(file):
    answer = kibitz("review", str(file), "--json").json
    assert [seat["player"] for seat in answer["seats"]] == ["nim:beginner", "nim:expert"]
    assert answer["seats"][1]["loss"] == 0
    assert answer["seats"][1]["grade"] == "A+"
    assert answer["luck"] == [0, 0]
    assert {"chosen", "best", "loss", "severity", "reason"} <= set(answer["decisions"][0])


def test_a_review_for_people_shows_graph_table_and_grade(file):
    out = kibitz("review", str(file), "--player", "1").out
    assert "chance to win of nim:beginner" in out
    assert "grade" in out
    assert "nim-sum" in out


def test_the_second_game_of_a_file_can_be_chosen(file):
    first, second = (kibitz("review", str(file), "--game", n, "--json").out for n in ("1", "2"))
    assert first != second


def test_without_a_number_the_last_game_is_reviewed_and_the_answer_says_of_how_many(file):
    last, second = (kibitz("review", str(file), *more) for more in ((), ("--game", "2")))
    assert last.out == second.out
    assert "game 2 of 2 in the file" in last.err
    answer = kibitz("review", str(file), "--json").json
    assert (answer["number"], answer["of"]) == (2, 2)
    check_refused(kibitz("review", str(file), "--game", "3"), "no game number 3")


def test_a_player_is_named_by_name_by_level_or_by_seat_from_one(file):
    asked = ("nim:expert", "expert", "2")
    found = [kibitz("review", str(file), "--player", name, "--json").json for name in asked]
    assert found[0]["seats"][0]["seat"] == 1
    assert found[0] == found[1] == found[2]
    check_refused(kibitz("review", str(file), "--player", "0"), "a seat: 1 nim:beginner, 2")
    check_refused(kibitz("review", str(file), "--player", "Eve"), "no player 'Eve'")


def test_a_page_is_written_that_needs_nothing_else(file, tmp_path):
    page = tmp_path / "page.html"
    assert kibitz("review", str(file), "--html", str(page)).code == 0
    text = page.read_text()
    assert "<svg" in text
    assert "nim:expert" in text
    assert "src=" not in text
    assert "http" not in text.replace("http://www.w3.org/", "")


def test_a_page_says_moves_in_words(file, tmp_path):
    page = tmp_path / "page.html"
    assert kibitz("review", str(file), "--html", str(page)).code == 0
    text = page.read_text()
    listed = re.findall(r'<span class="who">[^<]*</span> ([^<]*) <span', text)
    told = re.findall(r'<th scope="row">([^<]*)', text)
    assert listed
    assert told
    assert all(re.match(r"take (all )?\d+ from heap \d", move) for move in listed + told)


def test_the_page_of_a_kept_review_is_drawn_again_without_judging(file, tmp_path, monkeypatch):
    pages = [tmp_path / "first.html", tmp_path / "again.html"]
    assert kibitz("review", str(file), "--html", str(pages[0]), "--store").code == 0
    monkeypatch.setattr("kibitz.coach.review.judge", None)
    assert kibitz("review", "1", "--html", str(pages[1])).code == 0
    assert pages[0].read_text() == pages[1].read_text()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"record": 1, "game": "nim"', ["line 1", "not JSON"]),
        ('{"record":1,"game":"nmi","start":"3","players":["a","b"],"seed":1,"moves":[],"result":null}',
         ["unknown game 'nmi'"]),
        ('{"record":1,"game":"nim","start":"3","players":["a","b"],"seed":1,"moves":["1:9"],'
         '"result":null}', ["move 1, '1:9'", "heap 1 has 3 stones"]),
        ("", ["has no record"]),
    ],
)  # fmt: skip
def test_a_record_that_cannot_be_judged_is_refused(tmp_path, text, words):
    path = tmp_path / "bad.jsonl"
    path.write_text(text)
    check_refused(kibitz("review", str(path)), *words)
    check_refused(kibitz("review", str(tmp_path / "none.jsonl")), "none.jsonl")
    check_refused(kibitz("review", str(path), "--budget", "x"))


def test_mistakes_are_drilled_until_they_are_right(file, tmp_path, monkeypatch):
    deck = str(tmp_path / "deck.json")
    listed = kibitz("drill", "nim", "--from", str(file), "--deck", deck, "--json").json
    assert listed["added"] == listed["deck"] == len(listed["exercises"]) > 0
    wrong = _losing_move(listed["exercises"][0]["position"])
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"x\n{wrong}\nquit\n"))
    out = kibitz("drill", "nim", "--deck", deck).out
    assert "Question 1 of" in out
    assert "write heap:stones" in out
    assert "Try again" in out
    monkeypatch.setattr(sys, "stdin", io.StringIO("hint\nshow\nskip\nquit\n"))
    out = kibitz("drill", "nim", "--deck", deck).out
    assert "moves is right" in out or "moves are right" in out
    assert "due again" in out
    assert "1 skipped" in out


def _losing_move(position: str) -> str:
    """A move that leaves the heaps with a sum to win by (Bouton 1902)."""
    heaps = [int(heap) for heap in position.split(",")]
    total = reduce(xor, heaps)
    return next(
        f"{i}:{n}"
        for i, heap in enumerate(heaps, 1)
        for n in range(1, heap + 1)
        if total ^ heap ^ (heap - n)
    )


def test_a_quiz_needs_no_deck(tmp_path, monkeypatch):
    deck = tmp_path / "deck.json"
    args = ("drill", "nim", "--quiz", "any", "--count", "2", "--seed", "4", "--deck", str(deck))
    assert len(kibitz(*args, "--json").json["exercises"]) == 2
    assert not deck.exists()
    check_refused(kibitz("drill", "nim", "--quiz", "hard", "--deck", str(deck)), "'hard'")


def test_progress_measures_a_player_over_a_file(file):
    answer = kibitz("progress", "--player", "nim:expert", str(file), "--json").json
    (game,) = answer["games"]
    assert (game["game"], game["total"]["games"], answer["reviewed"]) == ("nim", 2, 2)
    assert game["total"]["cost"] == 0
    assert "only 2 games" in kibitz("progress", "--player", "nim:beginner", str(file)).out
    check_refused(kibitz("progress", "--player", "nobody", str(file)), "'nobody'")


def test_an_archived_game_is_judged_once_for_progress(file, tmp_path, monkeypatch):
    kibitz("import", str(file))
    first = kibitz("progress", "--player", "nim:beginner", "--json").json
    monkeypatch.setattr("kibitz.coach.review.judge", None)  # nothing can be judged any more
    chart = tmp_path / "line.svg"
    again = kibitz("progress", "--player", "beginner", "--json", "--svg", str(chart)).json
    assert again["games"] == first["games"]
    assert chart.read_text().startswith("<svg") or "<svg" in chart.read_text()
    shares = [kind["share"] for kind in again["games"][0]["kinds"]]
    assert sum(shares) == pytest.approx(1)


def test_an_archived_game_is_reviewed_by_its_number_and_counts_for_progress(file):
    assert kibitz("archive", "import", str(file)).code == 0
    by_number, by_file = (kibitz("review", name, "--json").json for name in ("2", str(file)))
    assert by_number | {"number": 2, "of": 2} == by_file
    assert kibitz("review", "1", "--store").code == 0
    progress = kibitz("progress", "--player", "nim:expert", "--json").json
    assert progress["games"][0]["total"]["games"] == 2
    check_refused(kibitz("review", "99"), "no game 99")


def test_mistakes_are_learnt_from_a_file_or_from_the_archive(file, monkeypatch):
    listed = kibitz("learn", str(file), "--player", "1", "--json").json
    assert listed["questions"]
    assert kibitz("learn", str(file), "--player", "2", "--json").json["questions"] == []
    kibitz("import", str(file))
    kept = kibitz("learn", "--player", "nim:beginner", "--json").json
    assert kept["questions"] == listed["questions"]
    wrong = _losing_move(listed["questions"][0]["position"])
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{wrong}\nhint\nshow\nquit\n"))
    out = kibitz("learn", str(file), "--player", "nim:beginner").out
    assert "gives up 100 % chance to win (blunder)" in out
    assert "nim-sum" in out
    check_refused(kibitz("learn", str(file), "--theme", "throws"), "'throws'", "move")
    check_refused(kibitz("learn"), "RECORD", "--player")

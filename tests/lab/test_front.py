"""`import kibitz`: the names people use, loaded late, refusing garbage in one sentence."""

import subprocess
import sys
from typing import Any

import pytest

import kibitz
from kibitz.errors import KibitzError

NUMBER: Any = 3  # where text is wanted
TEXT: Any = "0"  # where a number is wanted
WANTED = {"game", "games", "analyse", "review", "match", "tournament", "equity", "sprt"}


def test_every_name_of_the_front_door_is_there_and_documented():
    assert set(kibitz.__all__) >= {*WANTED, "show", "play"}
    assert set(dir(kibitz)) >= set(kibitz.__all__)
    for name in kibitz.__all__:
        assert getattr(kibitz, name).__doc__
    with pytest.raises(AttributeError, match="has no attribute 'nobody'"):
        kibitz.nobody  # noqa: B018


def test_importing_kibitz_loads_neither_numba_nor_numpy():
    script = (
        "import sys, kibitz; sys.exit(bool({'numba', 'numpy', 'scipy', 'rich'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_an_answer_shows_itself_everywhere(capsys):
    answer = kibitz.analyse("nim", "3,4,5", seed=1)
    assert answer.to_json().startswith('{"schema":"analysis/2"')
    assert answer.rows()[0]["move"] == "1:2"
    assert "<table" in answer._repr_html_()
    answer.show()
    assert "leaves nim-sum 0" in capsys.readouterr().out
    assert len(repr(answer)) < 200


def test_a_record_is_reviewed_where_it_stands():
    table = kibitz.play("nim(3,4,5)", against="expert", seed=1)
    while not table.is_over:
        list(table.settle())
        if not table.is_over:
            table.play(table.random_move())
    review = kibitz.review(table.record(), player=1)
    assert [seat.player for seat in review.seats] == ["person"]
    assert review.page().startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: kibitz.game(NUMBER), "takes text"),
        (lambda: kibitz.analyse("nim", NUMBER), "position takes text, not 3"),
        (lambda: kibitz.analyse("nim", "3", seat=TEXT), "seat takes a whole number"),
        (lambda: kibitz.analyse("nim", "3", seconds=float("nan")), "not a finite number"),
        (lambda: kibitz.show("nim", moves=-1), "moves -1"),
        (lambda: kibitz.ask("nothing"), "unknown request 'nothing'"),
        (lambda: kibitz.ask("analyse"), "missing"),
        (lambda: kibitz.ask("analyse", game="nim", position="3", bogus=1), "bogus"),
        (lambda: kibitz.match("nim", "expert", NUMBER), "players takes text"),
        (lambda: kibitz.match("nim"), "players"),
        (lambda: kibitz.match("nim", "expert"), "1 player is named"),
        (lambda: kibitz.equity("AhKh", "AhQh"), "Ah"),
        (lambda: kibitz.equity(), "0 players"),
        (lambda: kibitz.sprt([1, 2]), "three or five|5|five"),
        (lambda: kibitz.throw("5h"), "dealer or pone"),
        (lambda: kibitz.throw("5h", dealer=True), "5h"),
        (lambda: kibitz.review("no such file"), "No such file"),
        (lambda: kibitz.records("no such file"), "no such file"),
        (lambda: kibitz.play("nim", seat=5), "nim has only 2 seats"),
        (lambda: kibitz.play(NUMBER), "takes text"),
        (lambda: kibitz.tournament("nim", "expert"), "players"),
    ],
)
def test_garbage_is_refused_in_one_sentence(call, words):
    with pytest.raises(KibitzError, match=words) as caught:
        call()
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, ValueError)  # for callers who know Python better than Kibitz

"""`kibitz stats` as one types it."""

import io
import math
import sys

import pytest

from tests.cli.shell import check_refused, kibitz


def test_the_test_of_a_win_rate():
    found = kibitz("stats", "ztest", "540", "1000", "--json").json
    assert found["z"] == pytest.approx(2.5298, abs=1e-4)
    assert found["p_value"] == pytest.approx(0.0114, abs=1e-4)
    assert found["verdict"] == "significant"
    levels = [(level["confidence"], level["is_significant"]) for level in found["levels"]]
    assert levels == [(0.95, True), (0.99, False)]
    for level in found["levels"]:
        assert (level["interval"][0] > 0.5) == level["is_significant"]
    three = kibitz("stats", "ztest", "540", "1000", "--confidence", "0.9", "--json").json
    assert [level["confidence"] for level in three["levels"]] == [0.9, 0.95, 0.99]
    said = kibitz("stats", "ztest", "510", "1000").out
    assert "z 0.632" in said
    assert "not significant" in said
    both = kibitz("stats", "ztest", "60", "100", "--versus", "45", "100")
    assert "difference 15 %" in both.out
    assert "95 %: significant" in both.out
    assert "99 %: not significant" in both.out
    assert "p 0.03367" in both.out


def test_sizes_and_what_a_size_can_show():
    assert kibitz("stats", "size", "--margin", "0.01", "--json").json["games"] == 9604
    assert "385 games" in kibitz("stats", "size", "--margin", "0.05").out
    assert kibitz("stats", "size", "--games", "1000", "--json").json["elo"] == pytest.approx(
        30.9, abs=0.1
    )
    assert "1,000 games show 30.9 Elo" in kibitz("stats", "size", "--games", "1000").out


def test_the_elo_of_a_score():
    assert kibitz("stats", "elo", "0.75", "--json").json["elo"] == pytest.approx(190.848, abs=1e-3)
    said = kibitz("stats", "elo", "55%", "--games", "1000", "--draw-ratio", "0.5")
    assert "34.86 Elo" in said.out
    assert "19.62 to 50.07" in said.out
    swept = kibitz("stats", "elo", "1", "--games", "20", "--json").json
    assert swept["elo"] is None
    # at these strengths twenty games are won in a row once in forty times and once in five
    least, most = (400 * math.log10(c**0.05 / (1 - c**0.05)) for c in (0.025, 0.2))
    assert least < swept["elo_interval"][0] < most
    assert swept["elo_interval"][1] is None
    assert kibitz("stats", "elo", "1", "--json").json["elo"] is None
    assert "100 % is ∞ Elo" in kibitz("stats", "elo", "1").out
    low, high = kibitz("stats", "elo", "55%", "--games", "1", "--json").json["elo_interval"]
    assert high - low > 1000  # a game says next to nothing


@pytest.fixture
def scores(tmp_path):
    path = tmp_path / "pairs.txt"
    path.write_text("0.5\n1\n0.75\n0.5\n1\n0.25\n0.75\n1\n" * 10)
    return str(path)


def test_the_bootstrap_of_a_file_and_of_stdin(scores, monkeypatch):
    answer = kibitz("stats", "bootstrap", scores, "--seed", "1", "--json")
    assert answer.json["mean"] == pytest.approx(0.71875)
    assert answer.json["verdict"] == "significantly better"
    assert answer.json["samples"] == 80
    assert answer.json["resamples"] == 1000
    assert answer == kibitz("stats", "bootstrap", scores, "--seed", "1", "--json")
    assert "significantly better than 0.5" in kibitz("stats", "bootstrap", scores).out
    monkeypatch.setattr(sys, "stdin", io.StringIO("0.5 0.25 0.75"))
    said = kibitz("stats", "bootstrap", "-", "--method", "percentile", "--seed", "1")
    assert "too close to call" in said.out


def test_the_table_of_convergence():
    rows = kibitz("stats", "convergence", "--sigma", "4", "--rate", "1000", "--json").json["table"]
    assert [(row["samples"], round(row["error"], 2)) for row in rows[:3]] == [
        (100, 0.4),
        (500, 0.18),
        (1000, 0.13),
    ]
    assert rows[0]["seconds"] == 0.1
    said = kibitz("stats", "convergence", "--sigma", "4").out
    assert "0.4000" in said
    assert "per second here" in said


def test_the_ratings_of_a_file(tmp_path):
    path = tmp_path / "games.csv"
    path.write_text("first,second,score\n" + "a,b,1-0\nb,a,0.5\na,c,1\nc,a,0\nb,c,1\nc,b,1/2\n" * 9)
    found = kibitz("stats", "ratings", str(path), "--paired", "--json").json
    assert [player["name"] for player in found["players"]] == ["a", "b", "c"]
    assert found["pairs"] == 27
    assert found["games"] == 54
    assert found["superiority"][0][2] > 0.9
    said = kibitz("stats", "ratings", str(path), "--anchor", "c", "--anchor-rating", "1000").out
    assert "1000.0" in said
    assert "first seat is worth" in said
    check_refused(kibitz("stats", "ratings", str(path), "--anchor", "d"), "anchor 'd'")


def test_bad_input_is_refused_in_one_sentence(tmp_path):
    empty, binary = tmp_path / "empty", tmp_path / "binary"
    empty.write_text("")
    binary.write_bytes(b"\xff\xfe\x00")
    check_refused(kibitz("stats", "bootstrap", str(empty)), str(empty), "is empty")
    check_refused(kibitz("stats", "ratings", str(empty)), "is empty")
    check_refused(kibitz("stats", "ratings", str(binary)), "is not UTF-8 text")
    check_refused(kibitz("stats", "ratings", str(tmp_path / "none")), "cannot be read")
    check_refused(kibitz("stats", "ztest", "11", "10"), "wins 11")
    check_refused(kibitz("stats", "ztest", "1", "0"), "games 0")
    check_refused(kibitz("stats", "ztest", "1", "10", "--against", "nan"), "against")
    check_refused(kibitz("stats", "size"), "--margin")
    check_refused(kibitz("stats", "size", "--margin", "0"), "margin")
    check_refused(kibitz("stats", "size", "--margin", "nan"), "margin")
    check_refused(kibitz("stats", "size", "--margin", "0.1", "--rate", "1"), "rate")
    check_refused(kibitz("stats", "size", "--games", "0"), "games")
    check_refused(kibitz("stats", "convergence", "--sigma", "nan"), "sigma")
    check_refused(kibitz("stats", "convergence", "--sigma", "4", "--rate", "0"), "rate")
    check_refused(kibitz("stats", "elo", "1.5"), "score 1.5")
    check_refused(kibitz("stats", "elo", "x"), "score 'x'")
    check_refused(kibitz("stats", "elo", "nan"), "score")
    check_refused(kibitz("stats", "elo", "0.9", "--draw-ratio", "0.5"), "draw-ratio")
    check_refused(kibitz("stats", "elo", "0.9", "--games", "0"), "games")
    check_refused(kibitz("stats", "bootstrap", str(empty), "--method", "magic"), "method")

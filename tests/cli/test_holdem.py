"""`kibitz equity holdem`, `kibitz holdem` and `kibitz leduc` as people type them."""

import pytest

from tests.cli.shell import check_refused, kibitz


def test_an_exact_equity_is_printed_with_its_counts_as_json():
    answer = kibitz("equity", "holdem", "7c7d", "AhKh", "--board", "7h2h9s", "--json")
    assert answer.code == 0
    first, second = answer.json["hands"]
    assert (first["win"], first["tie"], first["lose"]) == (746, 0, 244)
    assert (answer.json["total"], answer.json["exact"]) == (990, True)
    assert first["equity"] + second["equity"] == pytest.approx(1)
    assert first["error"] == 0


def test_people_see_the_equity_how_it_was_found_and_what_can_come():
    args = ("7c7d", "AhKh", "--board", "7h2h9s5c", "--categories", "--runouts")
    answer = kibitz("equity", "holdem", *args)
    assert "exact by enumeration: 44 deals" in answer.out
    assert "three of a kind" in answer.out
    assert "next card" in answer.out


def test_a_sampled_equity_has_an_error_and_the_same_seed_the_same_bytes():
    args = ("equity", "holdem", "AhKh", "--opponents", "4", "--samples", "500", "--seed", "3")
    answer = kibitz(*args, "--json")
    assert answer.json["exact"] is False
    assert 0 < answer.json["hands"][0]["error"] < 0.03
    assert answer.out == kibitz(*args, "--json").out
    assert "sampled: 500 deals, seed 3" in kibitz(*args).out


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("AhKh", "AhQd"), ("Ah",)),
        (("AhKh", "QQ", "--board", "2h3h4h5h6h7h"), ("2h3h4h5h6h7h", "6")),
        (("AhKh", ""), ("empty",)),
        (("AhKh", "AsAd", "--dead", "Ad"), ("AsAd", "no hand left")),
        (("AhKh", "22,A1s"), ("A1s", "column 4")),
        (("AhKh", "--opponents", "23"), ("24 players",)),
        (("AhKh", "--dead", "Zz"), ("Zz",)),
    ],
)
def test_bad_input_is_one_sentence_with_exit_code_two(args, words):
    check_refused(kibitz("equity", "holdem", *args), *words)


def test_an_unknown_game_of_equity_is_refused():
    check_refused(kibitz("equity", "holdm"), "holdm", "holdem")


def test_a_range_is_shown_counted_and_drawn(tmp_path):
    answer = kibitz("holdem", "range", "22+,AKs:0.5", "--svg", str(tmp_path / "range.svg"))
    assert "80 of 1326 combos" in answer.out
    assert "22+,AKs:0.5" in answer.out
    assert (tmp_path / "range.svg").read_text().startswith("<svg")
    found = kibitz("holdem", "range", "99-22,AhKh", "--json").json
    assert (found["combos"], found["range"]) == (49, "99-22,AhKh")
    check_refused(kibitz("holdem", "range", "22,A1s"), "A1s", "column 4")
    check_refused(kibitz("holdem", "range", "22", "--svg", str(tmp_path / "no" / "x")), "no/x")


def test_leduc_is_solved_with_its_value_and_exploitability():
    answer = kibitz("leduc", "solve", "--iterations", "30", "--json")
    assert answer.json["iterations"] == 30
    assert answer.json["value"] == pytest.approx(-0.0856, abs=0.03)
    assert answer.json["strategy"]["K?:"]["r"] >= 0
    assert "milli-antes" in kibitz("leduc", "solve", "--iterations", "3", "--strategy").out
    check_refused(kibitz("leduc", "solve", "--iterations", "0"), "--iterations")


@pytest.mark.compiled
def test_push_or_fold_is_printed_as_pictures_and_as_json(tmp_path):
    answer = kibitz("holdem", "pushfold", "--stack", "8", "--svg", str(tmp_path / "push.svg"))
    assert "push with 8 big blinds" in answer.out
    assert (tmp_path / "push.svg").exists()
    found = kibitz("holdem", "pushfold", "--stack", "8", "--json").json
    assert found["push"]["AA"] == 1
    assert found["call"]["32o"] == 0
    check_refused(kibitz("holdem", "pushfold", "--stack", "0"), "stack 0")

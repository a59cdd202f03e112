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

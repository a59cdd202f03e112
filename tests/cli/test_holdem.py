"""`kibitz equity holdem`, `kibitz holdem` and `kibitz leduc` as people type them."""

import pytest

from tests.cli.shell import check_refused, kibitz


def test_an_exact_equity_is_printed_with_its_counts_as_json():
    answer = kibitz("equity", "holdem", "7c7d", "AhKh", "--board", "7h2h9s", "--json")
    assert answer.code == 0
    first, second = answer.json["hands"]
    assert (first["wins"], first["ties"], first["losses"]) == (746, 0, 244)
    assert (answer.json["total"], answer.json["exact"]) == (990, True)
    assert first["value"] + second["value"] == pytest.approx(1)
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
    answer = kibitz("leduc", "solve", "--iterations", "30", "--strategy", "--json")
    assert answer.json["iterations"] == 30
    assert answer.json["value"] == pytest.approx(-0.0856, abs=0.03)
    assert answer.json["strategy"]["K?:"]["r"] >= 0
    assert "milli-antes" in kibitz("leduc", "solve", "--iterations", "3", "--strategy").out
    check_refused(kibitz("leduc", "solve", "--iterations", "0"), "iterations 0")


@pytest.mark.compiled
def test_bolder_answers_to_who_slips_win_more_and_risk_more():
    """The equilibrium risks what it is exploitable by; a best response is one of the model."""
    ask = ("leduc", "solve", "--iterations", "300", "--slips", "0.3")
    found = kibitz(*ask, "--json").json
    safe, careful, bold = found["responses"]
    assert [r["belief"] for r in (safe, careful, bold)] == [0, 0.5, 1]
    assert safe["risk"] == pytest.approx(found["exploitability"], abs=1e-12)
    assert 0.15 < safe["gain"] < careful["gain"] < bold["gain"] < 1.0
    assert careful["risk"] < bold["risk"] / 5
    learned = kibitz(*ask, "--hands", "400", "--seed", "7", "--json").json["responses"][1]
    assert 0 < learned["belief"] < 1
    assert safe["gain"] < learned["gain"] < bold["gain"]
    assert "a careful answer" in kibitz(*ask, "--belief", "0.2").out
    check_refused(kibitz("leduc", "solve", "--slips", "1.5"), "slips 1.5")


@pytest.mark.compiled
def test_push_or_fold_is_printed_as_pictures_and_as_json(tmp_path):
    answer = kibitz("holdem", "pushfold", "--stack", "8", "--svg", str(tmp_path / "push.svg"))
    assert "push with 8 big blinds" in answer.out
    assert (tmp_path / "push.svg").exists()
    found = kibitz("holdem", "pushfold", "--stack", "8", "--json").json
    assert found["push"]["AA"] == 1
    assert found["call"]["32o"] == 0
    check_refused(kibitz("holdem", "pushfold", "--stack", "0"), "stack 0")


HAND = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 200]
actions = ["d dh p1 AhAd", "d dh p2 8h3d", "p2 cbr 6", "p1 cc", "d db 2c7d9s", "p1 cbr 8", "p2 f"]
players = ["Ann", "Bob"]
"""


def test_a_folder_of_hands_gives_a_table_of_opponents(tmp_path):
    for number in range(4):
        (tmp_path / f"{number}.phh").write_text(HAND)
    answer = kibitz("holdem", "opponents", str(tmp_path))
    assert "Ann" in answer.out
    assert "log loss" in answer.out
    found = kibitz("holdem", "opponents", str(tmp_path), "--json", "--half-life", "50").json
    bob = found["players"][1]
    assert bob["statistics"]["pfr"]["rate"] == 1
    assert found["log_loss"]["decisions"] == 4
    check_refused(kibitz("holdem", "opponents", str(tmp_path / "none")), "none", "not a folder")
    (tmp_path / "bad.phh").write_text(HAND.replace("p1 cc", "p2 cc"))
    check_refused(kibitz("holdem", "opponents", str(tmp_path)), "bad.phh", "action 4")


@pytest.mark.compiled
def test_ways_to_sample_are_compared_in_a_table():
    answer = kibitz("equity", "holdem", "QcQd", "AhKh", "--compare", "--samples", "6000")
    assert "variance ratio" in answer.out
    assert "what more samples buy" in answer.out
    found = kibitz("equity", "holdem", "QcQd", "AhKh", "--compare", "--json").json
    assert {row["name"] for row in found["comparison"]["techniques"]} >= {
        "plain",
        "Sobol",
        "control variates",
    }
    check_refused(kibitz("equity", "holdem", "QQ", "AhKh", "--compare"), "one hand of two cards")


@pytest.mark.compiled
def test_what_exploiting_gains_is_measured_on_the_same_deals():
    args = ("holdem", "exploit", "--hands", "4", "--pairs", "2", "--base-pairs", "2")
    found = kibitz(*args, "--deals", "100", "--seed", "5", "--json").json
    assert found["opponents"][0]["opponent"] == "tight-passive"
    for row in found["opponents"]:
        gain = row["exploiter"]["value"] - row["base"]["value"]
        assert row["gain"]["value"] == pytest.approx(gain)
    assert found["against_base"][-2]["model_of"] == "the base itself"
    assert found["against_base"][-1]["model_of"] == "the base, known by heart"
    check_refused(kibitz("holdem", "exploit", "--pairs", "1"), "pairs 1")

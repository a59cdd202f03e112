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
    for number in range(12):
        (tmp_path / f"{number}.phh").write_text(HAND)
    answer = kibitz("holdem", "opponents", str(tmp_path))
    assert "12 hands" in answer.out
    assert "log loss on the last" in answer.out
    assert kibitz("holdem", "opponents", str(tmp_path / "1.phh")).out.count("Ann") == 1
    found = kibitz("holdem", "opponents", str(tmp_path), "--json", "--half-life", "50").json
    assert found["players"][0]["statistics"]["vpip"]["rate"] == 1
    assert 10 < found["players"][0]["hands"] < 12
    check_refused(kibitz("holdem", "opponents", str(tmp_path / "none")), "no file or folder")
    (tmp_path / "bad.phh").write_text(HAND.replace("p1 cc", "p2 cc"))
    said = kibitz("holdem", "opponents", str(tmp_path))
    assert said.code == 0
    assert "1 skipped" in said.out
    assert "bad.phh, hand 1: action 4" in said.err
    check_refused(kibitz("holdem", "opponents", str(tmp_path / "bad.phh")), "bad.phh", "action 4")


def test_one_player_is_shown_in_full_and_in_a_spot(tmp_path):
    (tmp_path / "hands.phhs").write_text("".join(f"[{n}]{HAND}" for n in range(1, 31)))
    ask = ("holdem", "opponents", str(tmp_path))
    answer = kibitz(*ask, "--player", "Bob", "--spot", "flop:4/10")
    assert "Bob, 30 hands" in answer.out
    assert "a bet is a bluff, by its size: small" in answer.out
    found = kibitz(*ask, "--spot", "flop:4/10", "--json").json
    bob = next(one for one in found["players"] if one["name"] == "Bob")
    assert bob["prediction"]["fold"] > 0.7  # he folded the flop each time
    assert sum(bob["prediction"].values()) == pytest.approx(1)
    assert set(bob["bluff_belief"]) == {"small", "medium", "big"}
    check_refused(kibitz(*ask, "--player", "Bbo"), "'Bbo'", "Bob")
    for spot in ("street:1/2", "flop", "flop:a/b", "flop:-1/3", "flop:1/0"):
        check_refused(kibitz(*ask, "--spot", spot), f"'{spot}'")


def test_a_table_of_opponents_fits_eighty_columns(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    text = HAND.replace('"Ann"', '"VvdR9F3I+2yELkfTVvC1dg"')
    (tmp_path / "a.phhs").write_text("".join(f"[{n}]{text}" for n in range(1, 31)))
    lines = kibitz("holdem", "opponents", str(tmp_path)).out.splitlines()
    assert max(map(len, lines)) <= 80
    assert any(line.startswith("VvdR9F3I+2y…") and "aggressive" in line for line in lines)


@pytest.mark.parametrize(
    ("args", "value"),
    [
        (("AhKh", "--opponents", "3", "--compare", "--samples", "5000"), 0.41428),
        (("AhKh", "QQ", "--opponents", "1", "--compare", "--samples", "5000"), None),
        (("7c7d", "--opponents", "3", "--board", "7h2h9s", "--runouts"), 0.814664),
    ],
)
@pytest.mark.compiled
def test_random_opponents_count_in_every_question(args, value):
    found = kibitz("equity", "holdem", *args, "--seed", "1", "--json").json
    players = int(args[args.index("--opponents") + 1]) + (2 if "QQ" in args else 1)
    assert len(found["hands"]) == players
    if value is not None:
        assert found["exact"]
        assert found["hands"][0]["value"] == pytest.approx(value, abs=5e-6)
    for row in (found["comparison"] or {}).get("techniques", ()):
        assert abs(row["value"] - found["hands"][0]["value"]) < 4.5 * row["error"]
    if found["runouts"]:
        nexts = found["runouts"].values()
        assert sum(one[0] for one in nexts) / len(nexts) == pytest.approx(value, abs=5e-6)
        assert found["runouts_exact"]


@pytest.mark.compiled
def test_one_hand_alone_meets_a_random_one_after_each_next_card():
    ask = ("equity", "holdem", "7c7d", "--board", "7h2h9s5c", "--runouts", "--json")
    found = kibitz(*ask).json
    assert all(len(values) == 2 for values in found["runouts"].values())
    mean = sum(values[0] for values in found["runouts"].values()) / len(found["runouts"])
    assert mean == pytest.approx(found["hands"][0]["value"])


@pytest.mark.parametrize(
    "args",
    [
        ("AhKh", "--opponents", "4", "--samples", "150000"),
        ("QQ+:0.3,AKs", "JTs:0.7,55", "99-77:0.1", "--board", "2h7h9s"),
        ("AhKh", "--opponents", "2", "--board", "2h7h9s"),
        ("AKs,QQ", "JTs:0.7,55"),
    ],
)
@pytest.mark.compiled
def test_the_number_of_threads_changes_no_digit(args):
    ask = ("equity", "holdem", *args, "--seed", "5", "--json")
    assert kibitz(*ask).out == kibitz(*ask, "--threads", "3").out
    check_refused(kibitz(*ask, "--threads", "0"), "threads 0")


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

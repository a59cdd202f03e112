"""`kibitz sprt` as one types it."""

import math
import re
import time
from xml.etree import ElementTree

import pytest

from tests.cli.shell import check_refused, interrupted, kibitz, started

TEST = ("--elo1", "200", "--elo", "100", "--truncate", "60", "--seed", "3")


def test_status_reads_a_test_off_its_counts():
    answer = kibitz(
        "sprt",
        "status",
        "--results",
        "150,900,2000,1010,190",
        "--elo0",
        "0",
        "--elo1",
        "5",
        "--json",
    )
    assert answer.code == 0
    found = answer.json
    assert found["llr"] == pytest.approx(4.824919821435149, rel=1e-6)
    assert found["overshoot"] == "expected"
    step = (found["elo1"] - found["elo0"]) * math.log(10) / 1600 / 0.2267  # score over deviation
    wald = 2.9444389791664403
    assert found["upper"] == pytest.approx(wald - 0.5826 * step, abs=1e-3)
    assert found["lower"] == pytest.approx(0.5826 * step - wald, abs=1e-3)
    plain = kibitz("sprt", "status", "--results", "1,2,3,4,5", "--overshoot", "none", "--json")
    assert (plain.json["lower"], plain.json["upper"]) == pytest.approx((-wald, wald))
    assert found["verdict"] == "H1 accepted"
    assert found["elo"] == pytest.approx(6.937162729619704, rel=1e-6)
    assert found["elo_interval"] == pytest.approx(
        [0.7646877252148736, 12.964572433724129], rel=3e-4
    )
    assert found["nelo"] == pytest.approx(12.537454020677332, rel=1e-6)
    assert found["los"] == pytest.approx(0.9859598246986815, rel=1e-6)
    assert found["clamped"] is True


def test_status_takes_three_counts_normalised_elo_and_another_regularisation():
    answer = kibitz(
        "sprt", "status", "--results", "591,2163,716", "--elo-model", "normalised", "--json"
    )
    assert answer.json["llr"] == pytest.approx(2.572287463158173, rel=1e-6)
    ours, theirs = (
        kibitz("sprt", "status", "--results", "0,1,2,1,0", "--regularize", small, "--json").json
        for small in ("1e-4", "1e-3")
    )
    assert ours["llr"] != theirs["llr"]


def test_status_speaks_to_people_and_to_scripts():
    args = ("sprt", "status", "--results", "10,200,500,220,12", "--elo1", "2")
    answer = kibitz(*args)
    assert "LLR 0.3967 between -2.9353 and 2.9353: inconclusive" in answer.out
    assert "by the counts alone, whatever their order: Wald's bounds less" in answer.out
    assert "95 %" in answer.out
    assert answer.code == 0
    assert kibitz(*args, "--exit-code").code == 4
    losing = ("sprt", "status", "--results", "300,300,300,100,50", "--exit-code")
    assert kibitz(*losing).code == 3
    assert "clamped" in kibitz(*losing).out


def test_the_plan_gives_the_figures_of_the_calculator():
    answer = kibitz(
        "sprt", "plan", "--elo1", "5", "--draw-ratio", "0.61", "--elo", "0,2.5,5", "--json"
    )
    rows = answer.json["table"]
    assert [round(row["pass_rate"], 3) for row in rows] == [0.05, 0.5, 0.95]
    assert [round(row["games"]) for row in rows] == [9982, 16328, 9982]
    assert "true Elo" in kibitz("sprt", "plan", "--elo1", "5").out


def test_the_power_curve_is_drawn_with_its_simulated_points(tmp_path):
    path = tmp_path / "power.svg"
    args = ("--elo1", "200", "--elo", "0,200", "--simulate", "50", "--seed", "1")
    answer = kibitz("sprt", "plan", *args, "--svg", str(path))
    assert answer.code == 0
    assert "simulated pass" in answer.out
    tree = ElementTree.fromstring(path.read_text())
    name = "{http://www.w3.org/2000/svg}"
    assert len(list(tree.iter(f"{name}path"))) == 2  # one curve in each of the two charts
    assert len(list(tree.iter(f"{name}circle"))) == 4
    check_refused(kibitz("sprt", "plan", "--svg", str(tmp_path / "no" / "x.svg")), "svg")


def test_a_simulation_prints_its_design_its_model_and_its_tally():
    answer = kibitz("sprt", "simulate", *TEST)
    assert answer.code == 0
    for words in (
        "Design parameters",
        "BayesElo",
        "draw_elo",
        "246.3045",
        "Bayes",
        "60 tests, pass",
    ):
        assert words in answer.out


def test_options_are_known_with_dashes_and_with_underscores():
    dashed = kibitz(
        "sprt", "simulate", *TEST, "--draw-ratio", "0.5", "--elo-model", "normalized", "--json"
    )
    with_underscores = kibitz(
        "sprt", "simulate", *TEST, "--draw_ratio=0.5", "--elo_model", "normalised", "--ovcor", "3",
        "--json",
    )  # fmt: skip
    assert dashed == with_underscores
    assert dashed.code == 0


def test_the_json_of_a_simulation_has_every_figure():
    found = kibitz("sprt", "simulate", *TEST, "--json").json
    assert found["simulations"] == 60
    assert found["pass_interval"][0] <= found["pass_rate"] <= found["pass_interval"][1]
    assert found["length_interval"][0] <= found["length"] <= found["length_interval"][1]
    assert sum(found["probs"]) == pytest.approx(1)
    assert found["draw_elo"] == pytest.approx(246.3045, abs=5e-5)
    assert found["advantage"] == pytest.approx(0)
    assert found["elo_table"]["Elo1"]["logistic"] == pytest.approx(200)
    assert set(found["elo_table"]) == {"Elo0", "Elo1", "Elo"}


def test_one_thread_and_two_print_the_same_bytes():
    one = kibitz("sprt", "simulate", *TEST, "--threads", "1")
    two = kibitz("sprt", "simulate", *TEST, "--threads", "2")
    assert one == two


@pytest.mark.compiled
def test_the_published_example_passes_half_the_time_in_42000_games():
    """1,000 tests instead of 20,000: 4 standard errors are 0.063 and 4,200 games."""
    found = kibitz(
        "sprt", "simulate", "--elo-model", "normalized", "--draw-ratio", "0.95", "--elo1", "5",
        "--elo", "2.5", "--truncate", "1000", "--seed", "1", "--batch", "8", "--json",
    ).json  # fmt: skip
    assert found["pass_rate"] == pytest.approx(0.498, abs=0.063)
    assert found["length"] == pytest.approx(42046, abs=4200)
    assert found["probs"] == pytest.approx(
        [0.000586, 0.045994, 0.903702, 0.049052, 0.000667], abs=5e-7
    )
    assert found["elo_table"]["Elo1"]["bayes"] == pytest.approx(11.47029, abs=1e-5)


@pytest.mark.compiled
def test_an_interrupted_simulation_prints_the_result_so_far_and_exits_with_130():
    process = started("sprt", "simulate", "--elo1", "20", "--seed", "1")
    assert process.stdout is not None
    while not process.stdout.readline().startswith("SPRT(0, 20)"):  # the simulation begins
        assert process.poll() is None
    time.sleep(2)
    out, err = interrupted(process)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert re.search(r"^[\d,]*[05]0 tests, pass 0\.\d{4} \[|^no test has", out, re.MULTILINE)


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (("--alpha", "0"), "alpha"),
        (("--beta", "1"), "beta"),
        (("--alpha", "nan"), "alpha"),
        (("--elo1", "0"), "elo1"),
        (("--elo0", "nan"), "elo0"),
        (("--elo", "nan"), "elo"),
        (("--draw-ratio", "0.61", "--bias", "200"), "draw-ratio"),
        (("--draw_ratio", "nan"), "draw_ratio"),
        (("--draw-ratio", "-0.1"), "draw-ratio"),
        (("--bias", "inf"), "bias"),
        (("--batch", "0"), "batch"),
        (("--threads", "0"), "threads"),
        (("--truncate", "0"), "truncate"),
        (("--regularise", "0"), "regularise"),
        (("--overshoot", "4"), "overshoot"),
        (("--elo-model", "bayes"), "elo-model"),
        (("--seed", "-1"), "seed"),
        (("--alpha", "x"), "alpha"),
    ],
)
def test_bad_settings_of_a_simulation_are_refused_by_name(args, word):
    check_refused(kibitz("sprt", "simulate", *args, "--json"), word)


@pytest.mark.parametrize(
    "results", ["1,2,-3,4,5", "1,2,3,4", "", "a,b,c,d,e", "1,2,3,4,1e9", "1,2,3,nan,5"]
)
def test_bad_counts_are_refused(results):
    check_refused(kibitz("sprt", "status", "--results", results), "results")


def test_bad_plans_are_refused():
    check_refused(kibitz("sprt", "plan", "--elo", "1,x"), "elo", "1,x")
    check_refused(kibitz("sprt", "plan", "--elo", "nan"), "elo")
    check_refused(kibitz("sprt", "plan", "--simulate", "-1"), "simulate")
    check_refused(kibitz("sprt", "plan", "--elo", "1e9"), "elo")

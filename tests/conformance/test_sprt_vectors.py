"""The statistics of sequential tests against recorded figures of public programs.

The ratios, Elos and closed forms are those of Fishtest's server, the simulations those
of a public simulator whose normalised test was put right.
"""

import json
import math
import os
from pathlib import Path

import pytest

from kibitz.stats import approximation
from kibitz.stats.brownian import Walls, stopped_cdf
from kibitz.stats.design import Design, Overshoot
from kibitz.stats.elo import NORMALISED_UNIT, EloModel, clamped_elo, expected_score, normalised_elo
from kibitz.stats.model import PairModel
from kibitz.stats.pentanomial import Pentanomial
from kibitz.stats.plan import forecast
from kibitz.stats.simulate import Simulation, simulated
from kibitz.stats.stopped import FARTHEST, stopped_elo

VECTORS = Path(os.environ.get("KIBITZ_VECTORS", Path(__file__).parents[3] / "shared" / "vectors"))
FOLDER = VECTORS / "sprt"

pytestmark = pytest.mark.skipif(
    not FOLDER.exists(), reason=f"{FOLDER} is absent; set KIBITZ_VECTORS to the folder of vectors"
)


def recorded(name):
    path = FOLDER / name
    return json.loads(path.read_text()) if path.exists() else {}


RATIOS, RUNS = recorded("llr.json"), recorded("simulations.json").get("runs", [])
CASES = [
    pytest.param(case["results"], entry, id=f"{case['name']}-{entry['model']}-{entry['elo1']}")
    for case in RATIOS.get("cases", [])
    for entry in case["llr"]
]


def test_every_file_has_its_cases():
    parts = RATIOS["cases"], CASES, RATIOS["brownian"], RATIOS["closed_form"], RUNS
    assert [len(part) for part in parts] == [14, 112, 3, 4, 14]


def design_of(entry):
    return Design(entry["elo0"], entry["elo1"], elo_model=EloModel.named(entry["model"]))


@pytest.mark.parametrize(("results", "entry"), CASES)
def test_the_exact_ratio_is_the_recorded_one(results, entry):
    llr = design_of(entry).llr(Pentanomial(tuple(results)))
    assert llr == pytest.approx(entry["llr_exact"], rel=1e-6)


@pytest.mark.parametrize(("results", "entry"), CASES)
def test_the_approximations_are_the_recorded_ones(results, entry):
    counts, elos = Pentanomial(tuple(results)), (entry["elo0"], entry["elo1"])
    if entry["model"] == "logistic":
        scores = [expected_score(elo) for elo in elos]
        assert approximation.log_ratio_llr(counts, *scores) == pytest.approx(
            entry["llr_alt_log_ratio"], rel=1e-6
        )
        assert approximation.gauss_llr(counts, *scores) == pytest.approx(
            entry["llr_alt2_gauss"], rel=1e-6
        )
    else:
        ratios = [elo / NORMALISED_UNIT for elo in elos]
        assert approximation.normalised_llr(counts, *ratios) == pytest.approx(
            entry["llr_alt"], rel=1e-6
        )


def is_approximate_there(design, results, samples, elo):
    """Whether Fishtest leaves its exact series for an asymptotic formula at this Elo."""
    scores = design.scores(results.game_deviation)
    drift, spread = approximation.drift_variance(expected_score(elo), results.variance, *scores)
    width = design.walls.width
    return spread * samples / width**2 < 1e-2 or abs(drift / spread * width) > 15


@pytest.mark.parametrize(("results", "entry"), CASES)
def test_the_elo_after_a_stop_is_the_recorded_one(results, entry):
    """To 1e-6, but 3e-4 where Fishtest approximates the law of the motion and we do not."""
    design, counts, figures = design_of(entry), Pentanomial(tuple(results)), entry["sprt_elo"]
    ours = stopped_elo(design, counts)
    assert ours.is_clamped == figures["clamped"]
    assert ours.llr == pytest.approx(figures["llr_used_in_estimate"], rel=1e-6)
    assert ours.samples == pytest.approx(figures["T"], rel=1e-6)
    for own, theirs in zip(
        (ours.elo, *ours.interval), (figures["elo"], *figures["ci"]), strict=True
    ):
        is_approximate = is_approximate_there(design, counts, ours.samples, theirs)
        known = min(max(own, -FARTHEST), FARTHEST)  # beyond, Fishtest says just that
        assert known == pytest.approx(theirs, rel=3e-4 if is_approximate else 1e-6, abs=1e-7)
    assert ours.los == pytest.approx(figures["los"], abs=1e-7)


@pytest.mark.parametrize("case", RATIOS.get("cases", []), ids=lambda case: case["name"])
def test_elo_and_normalised_elo_are_the_recorded_ones(case):
    """Fishtest shows the regularised figures of a clean sweep, where ours are infinite."""
    counts = Pentanomial(tuple(case["results"]))
    elo, nelo = case["get_elo"]["elo"], case["nelo"]["nelo"]
    assert clamped_elo(counts.score) == pytest.approx(elo, rel=1e-6, abs=1e-9)
    assert normalised_elo(counts.score, counts.game_deviation) == pytest.approx(nelo, rel=1e-6)
    if max(counts.counts) < counts.samples:
        assert counts.elo == pytest.approx(elo, rel=1e-6, abs=1e-9)
        assert counts.nelo == pytest.approx(nelo, rel=1e-6, abs=1e-9)


MANY = [
    case for case in RATIOS.get("cases", []) if 900 <= sum(case["results"]) > max(case["results"])
]


@pytest.mark.parametrize("case", MANY, ids=lambda case: case["name"])
def test_after_many_pairs_the_intervals_are_fishtests(case):
    """Ours tend to Fishtest's normal ones as 1 / pairs; it takes the deviation for known.

    What is believed before the first pair counts like a few pairs, mostly decisive ones.
    """
    counts = Pentanomial(tuple(case["results"]))
    close = 16.0 / counts.samples + 1e-4
    (low, high), (nelo_low, nelo_high) = counts.elo_interval(), counts.nelo_interval()
    assert (high - low) / 2 == pytest.approx(case["get_elo"]["elo95"], rel=close)
    assert (nelo_high - nelo_low) / 2 == pytest.approx(case["nelo"]["nelo95"], rel=3e-3)
    assert counts.los == pytest.approx(case["get_elo"]["los"], abs=close)


@pytest.mark.parametrize("case", RATIOS.get("brownian", []))
def test_the_law_of_the_stopped_motion_is_the_recorded_one(case):
    cdf = stopped_cdf(
        Walls(case["a"], case["b"]), case["mu"], case["sigma"] ** 2, case["T"], case["y"]
    )
    assert cdf == pytest.approx(case["cdf"], rel=1e-6)


@pytest.mark.parametrize("case", RATIOS.get("closed_form", []))
def test_the_closed_form_is_the_recorded_one(case):
    design = Design(
        case["elo0"], case["elo1"], case["alpha"], case["beta"], EloModel.named(case["model"])
    )
    games = PairModel(case["draw_ratio"], case["rms_bias"])
    answer = forecast(design, games, case["true_logistic_elo"], EloModel.LOGISTIC)
    assert answer.pass_probability == pytest.approx(case["pass"], rel=1e-6)
    assert answer.games == pytest.approx(case["games"], rel=1e-6)


def simulation_of(run):
    args = run["args"]
    design = Design(
        args["elo0"],
        args["elo1"],
        args["alpha"],
        args["beta"],
        EloModel.named(args["elo_model"]),
        args["batch"],
        Overshoot(args["ovcor"]),
        small=1e-4,
    )
    return Simulation(design, PairModel(args["draw_ratio"], args["bias"]), args["elo"], seed=1)


@pytest.mark.parametrize("run", RUNS, ids=lambda run: run["id"])
def test_the_model_of_a_run_is_the_one_printed(run):
    """To one unit in the last digit of the Elo table, which the public solver leaves open."""
    simulation = simulation_of(run)
    games, model = simulation.games, simulation.design.elo_model
    assert simulation.law == pytest.approx(run["probs"], abs=1e-9)
    assert games.draw_elo == pytest.approx(run["draw_elo"], abs=5e-5)
    assert games.advantage == pytest.approx(run["advantage"], abs=5e-5)
    for name, row in run["elo_table"].items():
        ours = games.row(run["args"][name.lower()], model)
        assert ours.logistic == pytest.approx(row["logistic"], abs=1e-5)
        assert ours.normalized == pytest.approx(row["normalized"], abs=1e-5)
        assert ours.bayes == pytest.approx(row["bayes"], abs=1e-5)


@pytest.mark.compiled
@pytest.mark.parametrize("run", RUNS, ids=lambda run: run["id"])
def test_a_simulation_agrees_in_pass_probability_and_length(run):
    """Both within 4 joint standard errors: 28 checks fail by chance once in 560 seeds."""
    tally = simulated(simulation_of(run), 3000, threads=2)
    pass_error = math.hypot(tally.pass_error, run["pass_se"])
    length_error = math.hypot(tally.length_error, run["length_se"])
    assert abs(tally.pass_rate - run["pass"]) < 4 * pass_error
    assert abs(tally.length - run["length"]) < 4 * length_error

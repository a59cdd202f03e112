"""The simulator against a slow twin on the same stream, closed forms, and itself on threads."""

import math

import numpy as np
import pytest

from kibitz.core.seeds import child
from kibitz.core.stream import draw, reseed
from kibitz.errors import BadValue
from kibitz.stats.design import Design, Overshoot, Verdict
from kibitz.stats.elo import EloModel
from kibitz.stats.likelihood import fit
from kibitz.stats.look import (
    judge,
    look_draw,
    lower_bound,
    overshoot,
    stop_probability,
    upper_bound,
)
from kibitz.stats.model import PairModel
from kibitz.stats.plan import forecast
from kibitz.stats.simulate import (
    SimulatedTests,
    Simulation,
    course,
    law_edges,
    simulate,
    simulated,
)
from kibitz.stats.sprt import Sprt
from kibitz.stats.walk import (
    FLOOR,
    REACH0,
    REACH1,
    START,
    WIDTH,
    predicted_llr,
    seed_of_test,
    set_tangent,
    simulate_chunk,
)
from tests.naive import sprt as naive

PAIR = np.array(naive.PAIR)
LOGISTIC, NORMALISED = EloModel.LOGISTIC, EloModel.NORMALISED


def simulation(elo0, elo1, elo, model=LOGISTIC, kind=Overshoot.SIEGMUND, batch=1, **more):
    design = Design(elo0, elo1, elo_model=model, batch=batch, overshoot=kind, small=1e-4)
    return Simulation(design, PairModel(more.get("draws", 0.61), more.get("bias", 0.0)), elo, 3)


def rows(what, tests, stride, root=77):
    out = np.zeros((tests, 4), np.int64)
    simulate_chunk(course(what, stride), root, 0, np.zeros(1, np.int64), out)
    return out


@pytest.mark.parametrize("kind", [Overshoot.NONE, Overshoot.SIEGMUND])
@pytest.mark.parametrize("batch", [1, 3])
def test_decisions_are_those_of_the_slow_twin_on_the_same_stream(kind, batch):
    what = simulation(0, 80, 40, kind=kind, batch=batch)
    walls, (mean0, mean1) = what.design.walls, what.design.targets()
    for number, row in enumerate(rows(what, 15, 0.3).tolist()):
        stream = np.empty(4, np.uint64)
        reseed(stream, seed_of_test(77, number))
        slow = naive.play(
            stream,
            what.law,
            mean0,
            mean1,
            walls.low,
            walls.high,
            kind is Overshoot.SIEGMUND,
            batch,
        )
        assert (row[0], row[1]) == slow


@pytest.mark.parametrize("kind", list(Overshoot))
@pytest.mark.parametrize("model", [LOGISTIC, NORMALISED])
@pytest.mark.parametrize("batch", [1, 4])
def test_a_test_fed_pair_by_pair_ends_as_the_simulated_one(kind, model, batch):
    what = simulation(0, 120, 100, model, kind, batch, draws=0.3)
    (verdict, pairs, _, _) = rows(what, 1, 0.3)[0].tolist()
    seed = seed_of_test(77, 0)
    stream = np.empty(4, np.uint64)
    reseed(stream, seed)
    edges = law_edges(what.law)
    test = Sprt(Design.from_dict(what.design.to_dict() | {"seed": seed}))
    while test.verdict is Verdict.OPEN:
        bits = draw(stream)
        test = test.after([int((bits >= edges).sum())])
    assert test.pairs == pairs
    assert test.verdict is (Verdict.H1 if verdict > 0 else Verdict.H0)


@pytest.mark.compiled
@pytest.mark.parametrize("kind", list(Overshoot))
@pytest.mark.parametrize(
    "figures",
    [
        (0, 5, 0, LOGISTIC, 0.61, 0, 1),
        (0, 20, 10, LOGISTIC, 0.61, 0, 1),
        (-5, 10, 40, LOGISTIC, 0.3, 100, 8),
        (0, 20, 0, LOGISTIC, 0.01, 0, 1),
        (0, 100, 300, LOGISTIC, 0.5, 0, 1),
        (0, 5, 2.5, NORMALISED, 0.95, 0, 1),
        (0, 20, 10, NORMALISED, 0.61, 0, 3),
        (-100, 250, 30, NORMALISED, 0.4, 0, 1),
    ],
)
def test_skipped_looks_change_no_decision(figures, kind):
    elo0, elo1, elo, model, draws, bias, batch = figures
    what = simulation(elo0, elo1, elo, model, kind, batch, draws=draws, bias=bias)
    tests = 3 if elo1 == 5 else 40
    every, few = rows(what, tests, 0.0), rows(what, tests, 0.3)
    assert (every[:, :2] == few[:, :2]).all()
    assert (every[:, 2] * batch == every[:, 1]).all()
    assert few[:, 2].sum() <= every[:, 2].sum() * (2 if model is NORMALISED else 1)


def test_the_prediction_keeps_within_its_proven_width():
    """Random counts, random pairs after them: the theorem of the module, tried."""
    rng = np.random.default_rng(8)
    work, jumps, tangent = np.empty((5, 5)), np.zeros((4, 5)), np.zeros(10)
    tried = 0
    for _ in range(150):
        counts = rng.integers(1, rng.integers(3, 300), 5)
        target0, target1 = sorted(rng.uniform(0.3, 0.7, 2).tolist())
        weights = counts.astype(float)
        llr = fit(False, weights, PAIR, target0, target1, work)
        set_tangent(0.5, llr, counts, weights, work, jumps, tangent)
        line, g0, g1 = tangent[START], 0.0, 0.0
        for cell in rng.integers(0, 5, 60).tolist():
            counts[cell] += 1
            line += jumps[0, cell]
            g0 += jumps[1, cell]
            g1 += jumps[2, cell]
            if abs(g0) >= tangent[REACH0] or abs(g1) >= tangent[REACH1]:
                break
            tried += 1
            exact = fit(False, counts.astype(float), PAIR, target0, target1, work)
            assert abs(predicted_llr(line, g0, g1, counts, jumps) - exact) <= tangent[WIDTH] + 1e-9
    assert tried > 150
    assert tangent[FLOOR] == 0


def test_threads_and_chunks_do_not_change_a_figure():
    what = simulation(0, 200, 100)
    one, two = simulated(what, 120, threads=1), simulated(what, 120, threads=2)
    assert one == two
    assert one.simulations == 120
    assert one != simulated(simulation(0, 200, 110), 120)


def test_the_tally_is_counted_in_complete_chunks_and_closing_halts_the_rest():
    tallies = simulate(simulation(0, 200, 100), threads=2)
    first, second = next(tallies), next(tallies)
    tallies.close()
    assert (first.simulations, second.simulations) == (50, 100)
    assert second.pairs > first.pairs


def test_a_halted_test_has_no_verdict():
    what = simulation(0, 5, 0)
    out, halt = np.zeros((3, 4), np.int64), np.ones(1, np.int64)
    assert simulate_chunk(course(what), 1, 0, halt, out) == 0
    assert out[0, 0] == 0


@pytest.mark.compiled
def test_the_closed_form_foretells_the_simulation():
    """{0, 5} at its ends and middle: within 4 standard errors and 2 % of the length."""
    for elo in (0.0, 2.5, 5.0):
        what = simulation(0, 5, elo)
        tally, closed = simulated(what, 2000, threads=2), forecast(what.design, what.games, elo)
        assert abs(tally.pass_rate - closed.pass_probability) < 4 * tally.pass_error + 0.003
        assert abs(tally.length - closed.games) < 4 * tally.length_error + 0.02 * closed.games


@pytest.mark.compiled
def test_normalised_bounds_cost_the_same_at_any_draw_ratio():
    """SPRT(0, 20) normalised takes 42,000 / 16 games at its middle: within 4 standard errors."""
    for draws in (0.1, 0.9):
        tally = simulated(simulation(0, 20, 10, NORMALISED, draws=draws), 2000, threads=2)
        assert abs(tally.length - 42046 / 16) < 4 * tally.length_error + 30


def test_the_corrections_bring_the_bounds_nearer_and_stop_early():
    records = np.array([2.0, -1.0, 0.5, 0.25])
    assert upper_bound(3.0, records) == 3.0 - 0.5 / 4
    assert lower_bound(-3.0, records) == -3.0 + 0.25 / 2
    assert judge(2, 2.9, -3.0, 3.0, records, 0.0, 0.0, 0.5) == 1
    assert judge(0, 2.9, -3.0, 3.0, np.zeros(4), 0.0, 0.0, 0.5) == 0
    assert judge(0, -3.0, -3.0, 3.0, np.zeros(4), 0.0, 0.0, 0.5) == -1


def test_stochastic_stopping_weighs_the_drift_towards_each_bound():
    """At -2.5 of bounds -3 and 3, falling by 0.4 a look: the draw decides at its probability."""
    toward = stop_probability(0.5, 0.4, 0.3)
    away = stop_probability(0.5, -0.4, 0.3)
    assert toward > 3 * away

    def verdict(llr, mean, draw):
        return judge(1, llr, -3.0, 3.0, np.zeros(4), mean, 0.3, draw)

    assert verdict(-2.5, -0.4, 1.0 - 0.99 * toward) == -1
    assert verdict(-2.5, -0.4, 1.0 - 1.01 * toward) == 0
    assert verdict(2.5, 0.4, 0.99 * toward) == 1
    assert verdict(2.5, 0.4, 1.01 * toward) == 0
    assert verdict(2.5, -0.4, 0.99 * toward) == 0


def test_the_expected_overshoot_is_that_of_a_normal_step():
    steps = np.random.default_rng(2).normal(0.1, 0.7, 200_000)
    beyond = np.maximum(steps - 0.4, 0)
    error = 4 * beyond.std() / math.sqrt(len(beyond))
    assert overshoot(0.4, 0.1, 0.7) == pytest.approx(beyond.mean(), abs=error)
    assert stop_probability(50.0, 0.0, 1.0) < 1e-300
    assert stop_probability(1e-9, 0.0, 1.0) > 0.999


def test_the_draws_of_looks_are_even():
    draws = np.array([look_draw(child(5), look) for look in range(4000)])
    assert abs(draws.mean() - 0.5) < 4 * math.sqrt(1 / 12 / 4000)
    assert len(set(draws.tolist())) == 4000


def test_a_tally_adds_up():
    chunk = np.array([[1, 10, 3, 0], [-1, 20, 4, 1]])
    tally = SimulatedTests().plus(chunk)
    assert (tally.pass_rate, tally.length, tally.invalid) == (0.5, 30.0, 1)
    assert tally.length_error == pytest.approx(np.std([20, 40], ddof=1) / math.sqrt(2))
    low, high = tally.length_interval
    assert (low + high) / 2 == pytest.approx(30)
    assert math.isnan(SimulatedTests().plus(chunk[:1]).length_error)


def test_bad_settings_are_refused():
    what = simulation(0, 200, 100)
    with pytest.raises(BadValue, match="threads 0"):
        next(simulate(what, 10, threads=0))
    with pytest.raises(BadValue, match="truncate 0"):
        next(simulate(what, 0))
    with pytest.raises(BadValue, match="elo nan"):
        simulation(0, 5, math.nan)

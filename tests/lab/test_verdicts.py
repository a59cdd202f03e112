"""One verdict: a match, the status of its counts and the simulator decide alike at every pair."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.arena.stop import SprtRule
from kibitz.core.stream import draw, reseed
from kibitz.errors import BadValue
from kibitz.lab.sprt.status import StatusRequest
from kibitz.stats.design import Design, Overshoot, Verdict
from kibitz.stats.elo import EloModel
from kibitz.stats.model import PairModel
from kibitz.stats.simulate import Simulation, course, law_edges
from kibitz.stats.sprt import Sprt
from kibitz.stats.walk import simulate_test
from tests.arena.crews import batch_of_cells
from tests.cli.shell import kibitz


def designs(narrowest):
    """Designs whose hypotheses are at least so far apart, looked at in any way."""
    return st.builds(
        lambda elo0, width, alpha, beta, model, batch, overshoot: Design(
            elo0, elo0 + width, alpha, beta, model, batch, overshoot
        ),
        st.floats(-100, 100),
        st.floats(narrowest, 300),
        st.floats(0.01, 0.3),
        st.floats(0.01, 0.3),
        st.sampled_from(EloModel),
        st.sampled_from([1, 1, 2, 5]),
        st.sampled_from(Overshoot),
    )


results = st.one_of(
    st.lists(st.integers(0, 4), max_size=40),
    st.lists(st.sampled_from([2, 3, 4]), max_size=40),
    st.lists(st.sampled_from([0, 2]), max_size=40),
)


def status(test):
    """What `sprt status` says of the counts; to siegmund it is given the bounds of the match."""
    design = test.design
    has_path = design.overshoot is Overshoot.SIEGMUND
    return StatusRequest(
        elo0=design.elo0,
        elo1=design.elo1,
        alpha=design.alpha,
        beta=design.beta,
        elo_model=design.elo_model.value,
        results=",".join(map(str, test.counts)),
        batch=design.batch,
        overshoot=design.overshoot.name.lower(),
        bounds=(test.bounds.low, test.bounds.high) if has_path else None,
    ).answer()


def check_prefix(test):
    """The status of these counts is that of the test, its ratio and bounds the last look's."""
    told = status(test)
    assert told.verdict == test.verdict.value
    if test.pairs and test.pairs % test.design.batch == 0:
        assert told.llr == test.llr
        assert (told.lower, told.upper) == (test.bounds.low, test.bounds.high)
        if test.design.overshoot is not Overshoot.STOCHASTIC:
            is_between = told.lower < told.llr < told.upper
            assert is_between == (test.verdict is Verdict.OPEN)


@given(designs(10), results)
def test_match_and_status_agree_at_every_prefix_of_any_results(design, cells):
    judge = SprtRule(design, most=1000).judge()
    check_prefix(judge.test)
    for cell in cells:
        judge.count(batch_of_cells([cell]))
        check_prefix(judge.test)
        assert (judge.ending is None) == (judge.test.verdict is Verdict.OPEN)
        if judge.ending is not None:
            assert judge.ending.value == judge.test.verdict.value
            return


@pytest.mark.compiled
@settings(max_examples=40)
@given(
    designs(80), st.integers(0, 1 << 62), st.floats(-1, 2), st.sampled_from([0.0, 0.3, 0.61, 0.9])
)
def test_the_simulator_stops_where_the_match_stops_and_the_status_says_so(
    design, seed, place, draws
):
    """The simulated pairs once more, one by one: no verdict before the last, its own there."""
    elo = design.elo0 + place * (design.elo1 - design.elo0)
    what = Simulation(design, PairModel(draws), elo)
    stream, halt = np.empty(4, np.uint64), np.zeros(1, np.int64)
    counts, outcome = np.empty(5, np.int64), np.zeros(4, np.int64)
    reseed(stream, seed)
    simulate_test(course(what), stream, design.seed, halt, counts, outcome)
    reseed(stream, seed)
    edges, test = law_edges(what.law), Sprt(design)
    ended = {1: Verdict.H1, -1: Verdict.H0}[int(outcome[0])]
    near_end = max(int(outcome[1]) - 60, 0)
    while test.pairs < outcome[1]:
        assert test.verdict is Verdict.OPEN
        test = test.after([int((draw(stream) >= edges).sum())])
        if test.pairs >= near_end:
            check_prefix(test)
    assert test.counts == tuple(counts.tolist())
    assert test.verdict is ended


def test_counts_do_not_tell_the_bounds_of_siegmund():
    asked = StatusRequest(results="1,2,3,4,5", overshoot="siegmund")
    with pytest.raises(BadValue, match="depend on the order of the pairs"):
        asked.answer()
    told = replace(asked, bounds=(-2.5, 0.01)).answer()
    assert told.verdict == "H1 accepted"
    assert "the bounds given" in str(told.sheet())


def test_a_match_shows_the_bounds_that_decide_and_names_their_correction():
    match = ("match", "nim(3,4)", "expert", "beginner", "--seed", "1", "--workers", "1")
    said = kibitz(*match, "--sprt", "0", "80", "--json").json
    test, counts = said["sprt"], ",".join(map(str, said["counts"]))
    assert said["ending"] == "H1 accepted"
    assert test["upper"] <= test["llr"]
    assert test["upper"] < math.log(19)
    assert test["overshoot"] == "expected"
    told = kibitz("sprt", "status", "--results", counts, "--elo1", "80", "--json").json
    for name in ("llr", "lower", "upper", "overshoot"):
        assert told[name] == test[name]
    assert told["verdict"] == said["ending"]
    shown = kibitz(*match, "--sprt", "0", "80").out
    assert f"{test['llr']:.3f}, between {test['lower']:.3f} and {test['upper']:.3f}" in shown
    assert "less the expected overshoot" in shown

"""Whatever is typed: statistics answer with finite numbers, or refuse in one sentence when made."""

import math
from dataclasses import fields, is_dataclass

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kibitz.arena.stop import FixedPairs, SprtRule, TargetError
from kibitz.core.request import MISSING, fields_of
from kibitz.errors import BadValue, KibitzError
from kibitz.lab.contest.match import MatchRequest
from kibitz.lab.sprt.plan import PlanRequest
from kibitz.lab.sprt.simulation import SimulationRequest
from kibitz.lab.sprt.status import StatusRequest
from kibitz.lab.statistics.rates import EloRequest, RateTestRequest, SizeRequest
from kibitz.lab.statistics.samples import SampleSizesRequest
from kibitz.lab.train import TrainRequest
from kibitz.stats.design import Design
from kibitz.stats.elo import EloModel
from tests.arena.crews import batch_of_cells
from tests.cli.shell import check_refused, kibitz

FLOATS = st.one_of(
    st.floats(),
    st.floats(-50, 50),
    st.floats(0, 1),
    st.sampled_from([7000.0, -7000.0, 4000.0, 1e-9, 1e-300, 1e300, 1 - 1e-16, 5e-324]),
)
INTS = st.one_of(
    st.integers(-2, 100),
    st.integers(),
    st.sampled_from([10**20, 10**400, 1 << 53, (1 << 63) - 1]),
)
COUNTS = st.one_of(
    st.lists(st.integers(0, 50), min_size=3, max_size=5),
    st.lists(st.integers(0, 10**20), min_size=3, max_size=5),
).map(lambda counts: ",".join(map(str, counts)))
WORDS = {
    "elo_model": st.sampled_from(["logistic", "normalized"]),
    "overshoot": st.sampled_from(["none", "stochastic", "siegmund", "expected", "0", "3"]),
    "results": COUNTS,
    "elo": st.lists(FLOATS, min_size=1, max_size=3).map(lambda elos: ",".join(map(str, elos))),
    "score": st.one_of(FLOATS.map(str), st.sampled_from(["0", "1", "55%", "1e-320", "50%"])),
}
LEFT = {"simulate", "threads", "truncate", "every", "seed", "cluster"}  # how, and how long


def any_fields(request):
    """Some of a request's fields, wild but of their kinds; what must be given always is."""
    wild = {field.name: _wild(field) for field in fields_of(request) if field.name not in LEFT}
    must = {field.name for field in fields_of(request) if field.default is MISSING}
    needed = {name: how for name, how in wild.items() if name in must}
    return st.fixed_dictionaries(
        needed, optional={name: how for name, how in wild.items() if name not in must}
    )


def _wild(field):
    if field.kind is str:
        return WORDS[field.name]
    one = {float: FLOATS, int: INTS, bool: st.booleans()}[field.kind]
    return st.tuples(*[one] * field.many) if field.many else one


def numbers(part):
    """All floats in an answer."""
    if isinstance(part, float):
        yield part
    elif isinstance(part, tuple | list):
        for one in part:
            yield from numbers(one)
    elif isinstance(part, dict):
        yield from numbers(list(part.values()))
    elif is_dataclass(part):
        yield from numbers([getattr(part, field.name) for field in fields(part)])


def check_answer(request, values):
    """The answer is finite and can be shown, or one sentence refuses what was asked."""
    try:
        asked = request(**values)
        answers = asked.answers()
        told = next(answers) if request is SimulationRequest else asked.answer()
        answers.close()
    except KibitzError as error:
        assert str(error)
        assert "\n" not in str(error)
        return
    assert all(map(math.isfinite, numbers(told)))
    assert told.sheet()


@settings(max_examples=60)
@given(any_fields(PlanRequest))
@example({"elo1": 7000.0})
@example({"elo1": 1e-300})
@example({"alpha": 1e-320})
def test_plans_are_finite_or_refused(values):
    check_answer(PlanRequest, values)


@settings(max_examples=100)
@given(any_fields(SimulationRequest))
@example({"elo1": 7000.0})
@example({"elo0": -4000.0, "elo1": 4000.0, "elo": 4000.0})
def test_simulations_are_finite_or_refused(values):
    check_answer(SimulationRequest, values)


@settings(max_examples=300)
@given(any_fields(StatusRequest))
@example({"results": "1,2,3,4,5", "elo1": 7000.0})
@example({"results": "0,0,0,0,9007199254740992", "elo1": 3000.0, "elo0": -3000.0})
@example({"results": "99999999999999999999,2,3,4,5"})
def test_states_are_finite_or_refused(values):
    check_answer(StatusRequest, values)


@given(any_fields(RateTestRequest))
@example({"wins": 10**20, "games": 10**21})
@example({"wins": 1, "games": 1 << 53, "against": 1e-300})
def test_tests_of_rates_are_finite_or_refused(values):
    check_answer(RateTestRequest, values)


@given(any_fields(SizeRequest))
@example({"margin": 1e-200})
@example({"games": 10**400})
def test_sizes_are_finite_or_refused(values):
    check_answer(SizeRequest, values)


@given(any_fields(EloRequest))
@example({"score": "0.5", "draw_ratio": 1.0, "games": 3})
def test_elos_are_finite_or_refused(values):
    check_answer(EloRequest, values)


@given(any_fields(SampleSizesRequest).map(lambda values: {"rate": 1000.0} | values))
@example({"sigma": 1e308, "rate": 1e-320})
def test_sample_sizes_are_finite_or_refused(values):
    check_answer(SampleSizesRequest, values)


@given(
    st.tuples(FLOATS, FLOATS),
    st.none() | st.sampled_from(["logistic", "normalized"]),
    st.none() | FLOATS,
    st.none() | st.integers(1, 10**20),
    st.lists(st.integers(0, 4), max_size=12),
)
@example((0.0, 7000.0), None, None, None, [4, 4])
def test_the_plan_of_a_match_is_refused_when_made_or_can_be_judged(
    sprt, model, alpha, most, halves
):
    try:
        asked = MatchRequest(
            "nim", ("random", "random"), sprt=sprt, elo_model=model, alpha=alpha, max_pairs=most
        )
    except KibitzError as error:
        assert "\n" not in str(error)
        return
    rule = asked.rule()
    assert isinstance(rule, SprtRule)
    judge = rule.judge()
    judge.count(batch_of_cells(halves))
    assert math.isfinite(judge.test.llr)
    judge.pairs_needed()
    if judge.ending is not None:
        assert all(map(math.isfinite, numbers(judge.test.estimate())))


@given(FLOATS, st.lists(st.integers(0, 4), min_size=30, max_size=60))
def test_a_match_to_any_error_says_how_long_it_takes(error, halves):
    try:
        rule = TargetError(error)
    except BadValue:
        return
    judge = rule.judge()
    judge.count(batch_of_cells(halves))
    assert 0 <= judge.pairs_needed() <= rule.most


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Design(0, 7000), "elo1 7000 is beyond 4000"),
        (lambda: Design(-5000, 0, elo_model=EloModel.NORMALISED), "elo0 -5000 is beyond 4000"),
        (lambda: Design(0, 1e-9), "elo1 1e-09 is not 0.001 above elo0 0"),
        (lambda: Design(0, 5, alpha=1e-12), "alpha 1e-12 is not between"),
        (lambda: Design(0, 5, batch=10**9), "batch 1000000000"),
        (lambda: FixedPairs(10**20), "pairs"),
        (lambda: SprtRule(Design(0, 5), 10**20), "pairs"),
        (lambda: TargetError(1e-9), "error 1e-09"),
        (lambda: PlanRequest(elo1=7000.0), "elo1 7000"),
        (lambda: PlanRequest(draw_ratio=0.7, bias=200.0), "draw-ratio"),
        (lambda: SimulationRequest(elo=math.nan), "elo nan"),
        (lambda: StatusRequest(results="1,2"), "3 or 5 counts"),
        (lambda: MatchRequest("nim", ("random", "random"), sprt=(0.0, 7000.0)), "elo1 7000"),
        (lambda: MatchRequest("nim", ("random", "random"), error=1e-9), "error 1e-09"),
        (lambda: TrainRequest("tictactoe", games=0), "games 0"),
        (lambda: TrainRequest("tictactoe", games=10**9), "games 1e[+]09"),
        (lambda: TrainRequest("tictactoe", explore=1.5), "explore 1.5"),
        (lambda: TrainRequest("tictactoe", games=9, resume="x"), "drop --games: --resume"),
    ],
)
def test_plans_are_checked_when_they_are_made(make, words):
    with pytest.raises(BadValue, match=words):
        make()


def test_a_plan_beyond_what_a_score_can_express_is_refused_in_one_sentence():
    check_refused(kibitz("match", "nim", "random", "random", "--sprt", "0", "7000"), "elo1 7000")
    check_refused(kibitz("sprt", "plan", "--elo1", "7000"), "elo1 7000")
    check_refused(kibitz("sprt", "status", "--results", f"{10**19},1,1,1,1"), "results")
    check_refused(kibitz("stats", "ztest", "1", str(10**20)), "games")

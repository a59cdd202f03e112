"""The four kinds of a value: what each says, and what it must not claim."""

import math

import pytest

from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.errors import BadValue
from kibitz.estimate.analyst import Analyst, Mixed
from kibitz.estimate.estimate import Advice, Analysis, Estimate, Kind, Option

EXACT, SAMPLED = Estimate.exact(1.0), Estimate.sampled(0.43, 0.02, 200)
JUDGED, DEEPER = Estimate.judged(0.43, "6 plies"), Estimate.judged(0.39, "10 plies")
SHALLOW = Estimate.judged(0.1, "rule of thumb")


SOLVED = Estimate.solved(0.43, 0.01, "to the end")


def analysis(*estimates: Estimate, samples: int = 0) -> Analysis:
    options = [Option(move, str(move), made) for move, made in enumerate(estimates)]
    return Analysis.ranked(0, options, "wins", samples=samples)


def test_each_kind_reads_as_what_it_is():
    every = (EXACT, SOLVED, SAMPLED, JUDGED)
    assert [str(each) for each in every] == [
        "1",
        "0.43 (solved, to the end)",
        "0.430 ± 0.020",
        "0.43 (judged, 6 plies)",
    ]
    assert [each.kind for each in every] == list(Kind)
    assert [each.is_exact for each in every] == [True, False, False, False]


def test_what_is_solved_says_by_what_and_ranks_between_exact_and_sampled():
    assert analysis(EXACT, SOLVED).kind is Kind.SOLVED
    assert analysis(EXACT, SOLVED).basis == "solved, to the end"
    assert analysis(SOLVED, SAMPLED).kind is Kind.SAMPLED
    with pytest.raises(BadValue, match="by what it is solved"):
        Estimate.solved(0.5, 0.1, "")


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: Estimate.sampled(0.5, 0.1, 0), "at least one sample, not 0"),
        (lambda: Estimate.judged(0.5, ""), "by what it is judged"),
        (lambda: Estimate(0.5, 0.0, 0, Kind.JUDGED, "6 plies"), "judged has no error bar"),
        (lambda: Estimate(0.5, 0.1, 9, Kind.EXACT), "exact has no error bar"),
    ],
)
def test_no_samples_no_rule_and_no_false_error_bar_are_refused(make, why):
    with pytest.raises(BadValue, match=why):
        make()


def test_a_judged_value_has_no_interval_and_says_so():
    with pytest.raises(BadValue, match="judged by 6 plies has no error and so no interval"):
        _ = JUDGED.interval
    assert JUDGED.error == math.inf


def test_nothing_is_too_close_to_call_without_an_error():
    near = Estimate.sampled(0.42, 0.02, 200)
    assert near.is_close_to(SAMPLED)
    assert not near.is_close_to(JUDGED)
    assert not JUDGED.is_close_to(near)
    assert not JUDGED.is_close_to(JUDGED)
    found = analysis(near, JUDGED)
    assert not found.is_too_close_to_call(0)


@pytest.mark.parametrize(
    ("estimates", "kind", "basis"),
    [
        ((EXACT, EXACT), Kind.EXACT, "exact"),
        ((EXACT, SAMPLED), Kind.SAMPLED, "sampled, 1,200 samples"),
        ((EXACT, JUDGED, JUDGED), Kind.JUDGED, "judged, 6 plies"),
        ((JUDGED, DEEPER), Kind.JUDGED, "judged, 6 or 10 plies"),
        ((JUDGED, SHALLOW), Kind.JUDGED, "judged, 6 plies and rule of thumb"),
        ((SAMPLED, SHALLOW), Kind.JUDGED, "sampled, 1,200 samples; some judged, rule of thumb"),
    ],
)
def test_an_analysis_is_as_sure_as_its_least_sure_option(estimates, kind, basis):
    found = analysis(*estimates, samples=1200)
    assert (found.kind, found.basis) == (kind, basis)
    assert found.is_exact == (kind is Kind.EXACT)


def test_advice_says_when_it_was_to_be_followed():
    assert str(Advice("cube", "no double")) == "cube: no double"
    assert str(Advice("cube", "no double", {}, "before the roll")) == (
        "cube before the roll: no double"
    )


class Habit(Analyst):
    """Plays the second move three times in four, and cannot say so without an analysis."""

    def analyse(self, game, view, seat, seed):
        shares = (None, 0.75, 0.25)
        options = [Option(n, str(n), SHALLOW, frequency=f) for n, f in enumerate(shares)]
        return Analysis.ranked(seat, options, "wins")


def test_a_mixed_choice_plays_each_move_as_often_as_the_strategy_does():
    """4 sigma of 400 draws at 3/4 is 35."""
    game, luck = make_game("nim"), stream(3)
    moves = [Mixed().choose(Habit(), game, game.start(), 0, 1, luck) for _ in range(400)]
    assert set(moves) == {1, 2}
    assert abs(moves.count(1) - 300) < 35

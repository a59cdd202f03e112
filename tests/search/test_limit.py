"""Looks that grow until time is up, and what a limit does to an analyst."""

import pytest

from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.search import limit
from kibitz.search.alphabeta import AlphaBeta
from kibitz.search.grundy import Grundy
from kibitz.search.limit import FIRST_LOOK, LONGEST_LOOK, last_look

MICROSECOND = 1e-6


class Clock:
    """Goes on by what a look costs: so many microseconds a sample."""

    def __init__(self) -> None:
        self.now = 0.0
        self.looks: list[int] = []

    def perf_counter(self) -> float:
        return self.now

    def look(self, samples: int) -> Analysis:
        self.looks.append(samples)
        self.now += samples * MICROSECOND
        made = Estimate.sampled(0.0, 1.0, samples)
        return Analysis(0, (Option(0, "0", made),), "wins", samples=samples)


@pytest.fixture
def clock(monkeypatch):
    ticking = Clock()
    monkeypatch.setattr(limit, "time", ticking)
    return ticking


def test_looks_grow_and_fill_the_time_without_passing_it(clock):
    found = last_look(clock.look, LONGEST_LOOK, 0.1)
    assert clock.looks == sorted(clock.looks)
    assert clock.looks[0] == FIRST_LOOK
    spent = clock.now - FIRST_LOOK * MICROSECOND  # the first look is free: it compiles
    assert 0.06 < spent <= 0.1
    assert found.samples == clock.looks[-1] > 0.4 * 100_000
    assert found.stopped_by == "seconds"


def test_a_number_of_samples_ends_the_looks_earlier(clock):
    found = last_look(clock.look, 1000, 60.0)
    assert (found.samples, found.stopped_by) == (1000, "samples")
    few = last_look(clock.look, 5, 60.0)
    assert (few.samples, few.stopped_by) == (5, "samples")


def test_no_look_is_longer_than_the_longest(clock):
    assert last_look(clock.look, LONGEST_LOOK, 1e6).samples == LONGEST_LOOK


def test_what_is_exact_is_not_looked_at_again(clock):
    option = Option(0, "0", Estimate.exact(1.0))

    def look(samples: int) -> Analysis:
        clock.look(samples)
        return Analysis(0, (option,), "wins")

    assert last_look(look, LONGEST_LOOK, 60.0).stopped_by == "complete"
    assert len(clock.looks) == 1


def test_seconds_alone_take_the_place_of_an_amount_of_work():
    usual = AlphaBeta(nodes=300_000)
    assert usual.within(seconds=2.0) == AlphaBeta(seconds=2.0)
    assert usual.within(iterations=500) == AlphaBeta(nodes=500)
    assert usual.within(iterations=500, seconds=2.0) == AlphaBeta(nodes=500, seconds=2.0)
    assert usual.within() == usual
    assert Grundy().within(seconds=2.0) == Grundy()

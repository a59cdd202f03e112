"""Snapshots come often enough to be watched, and cost next to nothing."""

import pytest

from kibitz.lab.pulse import Pulse


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still until it is told."""
    hands = [100.0]
    monkeypatch.setattr("kibitz.lab.pulse.time.monotonic", lambda: hands[0])
    return hands


def passed(clock, seconds):
    clock[0] += seconds


def test_a_watcher_gets_four_per_second(clock):
    beat, told = Pulse(None), 0
    for done in range(1000):
        passed(clock, 0.01)
        if beat.is_due(done):
            beat.taken(done, lambda: None)
            told += 1
    assert 35 <= told <= 40


def test_snapshots_that_take_long_take_a_twentieth_of_the_time(clock):
    beat, told = Pulse(None), 0
    for done in range(10_000):
        passed(clock, 0.01)
        if beat.is_due(done):
            beat.taken(done, lambda: passed(clock, 0.1))
            told += 1
    assert 0.1 * told <= 100.0 / 20
    assert told >= 40


def test_with_a_step_the_clock_makes_no_difference(clock):
    beat, told = Pulse(50), []
    for done in range(0, 401, 20):
        passed(clock, 10.0)
        if beat.is_due(done):
            beat.taken(done, lambda: None)
            told.append(done)
    assert told == [60, 100, 160, 200, 260, 300, 360, 400]

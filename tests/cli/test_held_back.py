"""Ctrl-C inside the constructor of a NamedTuple waits until it is over."""

import signal
import sys
import time
from typing import NamedTuple

import pytest

from kibitz.cli import interrupt
from kibitz.cli.patience import ending_soon
from kibitz.core.game import play
from kibitz.core.registry import make_game


class Place(NamedTuple):
    row: int
    column: int


def _made_and_waited(trace, made):
    """Make a place under a trace, and wait for what comes."""
    before = sys.gettrace()
    with ending_soon():
        sys.settrace(trace)
        try:
            made.append(Place(1, 2))
        finally:
            sys.settrace(before)
        time.sleep(5)


def test_an_interrupt_in_a_constructor_comes_after_it():
    seen: list[object] = []

    def trace(frame, event, argument):
        if interrupt.is_in_a_kernel(frame) and not seen:
            seen.append(frame)
            hear = signal.getsignal(signal.SIGINT)
            assert callable(hear)
            hear(signal.SIGINT, frame)

    made: list[Place] = []
    with pytest.raises(KeyboardInterrupt):
        _made_and_waited(trace, made)
    assert made == [(1, 2)]
    assert seen


@pytest.mark.compiled
def test_a_class_that_a_kernel_looks_up_is_found_before_the_interrupt():
    """Numba looks classes up by this function; under another name it would be in danger again."""
    from numba.core import serialize

    frames = []

    def trace(frame, event, argument):
        if frame.f_code is serialize._numba_unpickle.__code__:
            frames.append(frame)

    game, before = make_game("nim"), sys.gettrace()
    sys.settrace(trace)
    try:
        play(game.start(), game.parse_move(game.start(), "1:1"))
    finally:
        sys.settrace(before)
    assert frames
    assert all(map(interrupt.is_in_a_kernel, frames))


def test_an_interrupt_anywhere_else_comes_at_once():
    with pytest.raises(KeyboardInterrupt), ending_soon():
        signal.raise_signal(signal.SIGINT)

"""When the next snapshot of long work is due."""

import time
from collections.abc import Callable
from typing import TypeVar

APART_SECONDS = 0.25
SHARE = 20  # work takes this many times as long as its snapshots, or longer

T = TypeVar("T")


class Pulse:
    """A few snapshots per second, or one whenever `every` more units of work are done.

    Snapshots that take long are made more rarely, so watching never costs more than a
    small share of the time. With `every` they depend on the work alone, not on the clock.
    """

    def __init__(self, every: int | None) -> None:
        self._every = every
        self._done = 0
        self._due = time.monotonic() + APART_SECONDS

    def is_due(self, done: int) -> bool:
        """Whether somebody should see how things stand when so much is done."""
        if self._every is None:
            return time.monotonic() >= self._due
        return done // self._every > self._done // self._every

    def taken(self, done: int, make: Callable[[], T]) -> T:
        """The snapshot that `make` makes, noting what it cost."""
        begun = time.monotonic()
        made = make()
        now = time.monotonic()
        self._done = done
        self._due = now + max(APART_SECONDS, SHARE * (now - begun))
        return made

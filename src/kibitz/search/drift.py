"""How far the values of a search move while it works on.

The visits of a node are not samples of one law: the further a tree grows, the better both
sides play in it, and the mean of all visits follows slowly. So the spread of the visits says
far too little. What the values have moved since half of the work foretells how far they have
still to go: FAR times as much, for each option its own move or the typical one of all,
whichever is greater, since an option hardly visited stands still. That holds for the
differences of options (`python -m benchmarks truth`), but no number holds for the values: a
refutation not found yet has not moved anything.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Generic, TypeVar

FAR = 5.0  # times the last move; with 3, more than one difference in 200 is four errors off
FIRST_MARK = 16  # iterations

T = TypeVar("T")


class Past(Generic[T]):
    """What was known earlier, at iterations that depend on `most` alone.

    Half of `most` is among them, and the powers of two in case the clock stops the search.
    """

    def __init__(self, most: int) -> None:
        self.done, self._half = 0, most // 2
        self._mark = min(FIRST_MARK, max(self._half, 1))
        self._seen: list[tuple[int, T]] = []

    def steps(self, iterations: int) -> Iterator[int]:
        """Cut the next iterations at the marks; `note` follows each step."""
        end = self.done + iterations
        while self.done < end:
            yield min(end, self._mark) - self.done

    def note(self, iterations: int, known: Callable[[], T]) -> None:
        """Count a step, and take down what is known where a mark is reached."""
        self.done += iterations
        if self.done == self._mark:
            self._seen.append((self.done, known()))
            is_next = self._mark < self._half < 2 * self._mark
            self._mark = self._half if is_next else 2 * self._mark

    def at_half(self) -> T | None:
        """What was known at half of the iterations or less; None after one alone."""
        return next((seen for at, seen in reversed(self._seen) if 2 * at <= self.done), None)


def still_to_go(before: Mapping[int, float], now: Mapping[int, float]) -> dict[int, float]:
    """How far each option's value may still move, from what it was at half of the work."""
    own = {move: abs(value - before[move]) for move, value in now.items() if move in before}
    typical = math.sqrt(math.fsum(way**2 for way in own.values()) / max(len(own), 1))
    return {move: FAR * max(own.get(move, 0.0), typical) for move in now}

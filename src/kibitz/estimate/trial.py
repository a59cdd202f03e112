"""What is measured of one algorithm at one kind of decision: its time, its work, its worth.

A game registers its trials by entry point (`kibitz.trials`): a function of a seed and whether
to be quick, which yields them one by one. This module loads nothing heavy.
"""

import math
import time
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

T = TypeVar("T")
ROUNDING = 1e-9  # an error below is what floating point leaves


@dataclass(frozen=True)
class Trial:
    """One algorithm at one kind of decision.

    `error` is measured, not estimated, wherever an exact answer exists: `against` says what
    it was held to and in which unit. `right` is the share of decisions that cost nothing.
    """

    decision: str
    algorithm: str
    seconds: float  # per decision
    work: float  # per decision, in `unit`
    unit: str
    exact: bool
    error: float
    against: str
    right: float | None = None
    grows: str = ""  # how time grows with the size of the decision: b^d
    memory: int | None = None  # bytes at the most while it decides, as far as Python allots them

    @property
    def worth(self) -> str:
        """What the answer is worth, in words."""
        says = "exact" if self.exact and self.error == 0 else f"off by {self.error:.2g}"
        found = "" if self.right is None else f", {self.right:.0%} right"
        return f"{says}{found}; {self.against}"


Trials: TypeAlias = Callable[[int, bool], Iterator[Trial]]


def timed(work: Callable[[], T], repeats: int = 3, calls: int = 1) -> tuple[T, float]:
    """The answer and the least seconds of some runs after a first one, which may compile.

    A run makes several calls where one takes less than the clock can tell.
    """
    answer, best = work(), math.inf
    for _ in range(repeats):
        begun = time.perf_counter()
        for _ in range(calls):
            answer = work()
        best = min(best, time.perf_counter() - begun)
    return answer, best / calls


def peak_memory(work: Callable[[], object]) -> int:
    """The bytes that one more run allots at the most, arrays included."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def mean(numbers: Iterable[float]) -> float:
    """The arithmetic mean."""
    found = list(numbers)
    return math.fsum(found) / len(found)


def root_mean_square(errors: Iterable[float]) -> float:
    """The size of a typical error."""
    return math.sqrt(mean(error**2 for error in errors))


def without_rounding(error: float) -> float:
    """The size of an error without what floating point leaves."""
    return 0.0 if abs(error) < ROUNDING else abs(error)


def is_best(guessed: "Floats", truth: "Floats") -> float:
    """1 if the best by a guess is truly the best."""
    return float(math.isclose(truth[int(guessed.argmax())], truth.max(), rel_tol=1e-5))

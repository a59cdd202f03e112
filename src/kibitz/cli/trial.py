"""What `kibitz bench decisions` measures of one algorithm: its time, its work, its worth."""

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
T = TypeVar("T")


@dataclass(frozen=True)
class Trial:
    """One algorithm at one kind of decision.

    `error` is measured, not estimated, wherever an exact answer exists: `against` says what
    it was held to and in which unit. `right` is the share of decisions that cost nothing.
    """

    decision: str
    algorithm: str
    seconds: float  # a decision
    work: float  # a decision, in `unit`
    unit: str
    is_exact: bool
    error: float
    against: str
    right: float | None = None

    @property
    def fields(self) -> dict[str, Any]:
        """As JSON has it."""
        return asdict(self)

    @property
    def worth(self) -> str:
        """What the answer is worth, in words."""
        says = "exact" if self.is_exact and self.error == 0 else f"off by {self.error:.2g}"
        found = "" if self.right is None else f", {self.right:.0%} right"
        return f"{says}{found}; {self.against}"


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


def mean(numbers: Iterable[float]) -> float:
    """The arithmetic mean."""
    found = list(numbers)
    return math.fsum(found) / len(found)


def root_mean_square(errors: Iterable[float]) -> float:
    """The size of a typical error."""
    return math.sqrt(mean(error**2 for error in errors))

"""Exact enumeration with the face of an estimate: every outcome once, by its weight.

Sums are compensated (math.fsum), so the order of the outcomes does not matter and an
exact value is exact to the last bit that a float can show.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from kibitz.errors import BadValue
from kibitz.estimate.estimate import Estimate
from kibitz.estimate.moments import Values

Chunk = tuple[Any, Any]  # values, and their weights or None where all are alike


class Enumeration:
    """All outcomes of a quantity in chunks, so that a long enumeration can be watched.

    `chunks()` gives pairs of an array of values and one of weights (None: all 1).
    `outcomes` is how many there are in all, where that is known beforehand.
    """

    def __init__(self, chunks: Callable[[], Iterable[Chunk]], outcomes: int | None = None) -> None:
        self.chunks = chunks
        self.outcomes = outcomes

    def steps(self) -> Iterator[tuple[Estimate | None, int]]:
        """After each chunk the outcomes seen so far, and at the end the estimate with them."""
        sums: list[float] = []
        weights: list[float] = []
        seen = 0
        for values, weight in self.chunks():
            total, mass, count = _sums(values, weight)
            sums.append(total)
            weights.append(mass)
            seen += count
            yield None, seen
        yield Estimate.exact(_ratio(sums, weights), seen), seen

    def fraction(self, seen: int) -> float:
        """The part of the outcomes seen; 0 as long as their number is unknown."""
        return min(1.0, seen / self.outcomes) if self.outcomes else 0.0

    def estimate(self) -> Estimate:
        """The exact value, its error 0, its samples the number of outcomes."""
        for now, _ in self.steps():
            if now is not None:
                return now
        raise AssertionError("an enumeration ends with its value")


def exact(values: Any, weights: Any = None) -> Estimate:
    """The exact mean of all `values`, each by its weight."""
    return Enumeration(lambda: [(values, weights)]).estimate()


def _sums(values: Any, weights: Any) -> tuple[float, float, int]:
    """Sum of weight times value, sum of weights, and how many."""
    v: Values = np.asarray(values, np.float64).ravel()
    w: Values = np.ones_like(v) if weights is None else np.asarray(weights, np.float64).ravel()
    if len(v) != len(w):
        raise BadValue(f"an enumeration has {len(v)} values and {len(w)} weights")
    if not (np.isfinite(v).all() and np.isfinite(w).all()):
        raise BadValue("an enumeration has a value or a weight that is not a finite number")
    if (w < 0.0).any():
        raise BadValue(f"an enumeration has the weight {w.min():g}, below 0")
    return math.fsum((v * w).tolist()), math.fsum(w.tolist()), len(v)


def _ratio(sums: list[float], weights: list[float]) -> float:
    total = math.fsum(weights)
    if total <= 0.0:
        raise BadValue("an enumeration has no outcome of positive weight")
    return math.fsum(sums) / total

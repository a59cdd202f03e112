"""Results as a mean with its error, and how much less luck one kind of them has."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from kibitz.estimate.estimate import Estimate


@dataclass(frozen=True)
class MeanResult:
    """The mean of results that are independent of one another."""

    mean: float
    error: float
    count: int

    @classmethod
    def of(cls, results: Sequence[float]) -> Self:
        """At least two results."""
        values = np.array(results)
        return cls(
            float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values))), len(values)
        )

    @property
    def interval(self) -> tuple[float, float]:
        """95 %, by the estimate's own rule."""
        low, high = Estimate(self.mean, self.error, self.count).interval
        return float(low), float(high)

    def factor(self, plain: "MeanResult") -> float | None:
        """How many times as many plain results would tell as much; None where nothing varies."""
        return (plain.error / self.error) ** 2 if self.error > 0 else None

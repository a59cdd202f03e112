"""Intervals that may be looked at whenever one likes: confidence sequences.

A 95 % interval looked at many times is wrong at some look far more often than once in
twenty. A confidence sequence is wrong at any time at all with that probability (Waudby-
Smith et al., Time-uniform central limit theory, arXiv 2103.06476). It is wider; `best_at`
says at how many samples it is narrowest for its purpose.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import BadValue
from kibitz.stats.payoffs import PairPayoffs
from kibitz.stats.pentanomial import Pentanomial


@dataclass(frozen=True, slots=True)
class ConfidenceSequence:
    """A sequence that is wrong at some time with probability `alpha`.

    >>> round(ConfidenceSequence().half_width(2000, 0.2), 4)
    0.0136
    """

    alpha: float = 0.05
    best_at: int = 2000

    def __post_init__(self) -> None:
        if not 0.0 < self.alpha < 1.0:
            raise BadValue(f"alpha {self.alpha} is not between 0 and 1")
        if self.best_at < 1:
            raise BadValue(f"best-at {self.best_at} is not at least 1")

    @property
    def rate(self) -> float:
        """The r of the formula, which all but minimises the width at `best_at` samples."""
        strictness = -2.0 * math.log(self.alpha)
        return (strictness + math.log(1.0 + strictness)) / self.best_at

    def half_width(self, samples: float, deviation: float) -> float:
        """How far the mean of so many samples may be off, now or at any other time."""
        if samples <= 0:
            return math.inf
        grown = samples * self.rate + 1.0
        factor = 2.0 * grown / (samples**2 * self.rate)
        return deviation * math.sqrt(factor * math.log(math.sqrt(grown) / self.alpha))

    def interval(self, results: Pentanomial) -> tuple[float, float]:
        """The interval of the score after these results."""
        reach = self.half_width(results.total, math.sqrt(results.variance))
        return results.score - reach, results.score + reach

    def payoff_interval(self, payoffs: PairPayoffs) -> tuple[float, float]:
        """The interval of the payoff after these pairs, wary of what they have not shown yet."""
        if not payoffs.pairs:
            return -payoffs.reach, payoffs.reach
        reach = self.half_width(payoffs.pairs, payoffs.wary_deviation)
        low, high = payoffs.mean - reach, payoffs.mean + reach
        return max(low, -payoffs.reach), min(high, payoffs.reach)

    def intervals(
        self, values: Sequence[float] | NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The lower and upper ends after each value, with the deviation known by then."""
        sample = np.asarray(values, np.float64)
        count = np.arange(1, len(sample) + 1)
        mean = np.cumsum(sample) / count
        square = np.cumsum(sample**2) / count
        deviation = np.sqrt(np.maximum(square - mean**2, 0.0))
        reach = np.array([self.half_width(int(n), 1.0) for n in count]) * deviation
        reach[0] = math.inf  # one value has no deviation
        return mean - reach, mean + reach

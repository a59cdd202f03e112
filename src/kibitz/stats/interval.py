"""Intervals that hold for six samples as for six thousand, and never leave what is possible.

The score's interval is that of its posterior (see `posterior`), as much of it cut off below as
above; Elo is the same interval on its own scale. After a clean sweep the end at 0 or 1 is
open. The score in deviations of a sample has Student's interval with half a sample between
even players added, kept on the side of one half where the score's interval is.

`python -m benchmarks truth` measures how often the intervals cover. Counts go with `values`,
the scores of their cells in ascending order from 0 to 1.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scipy.special import stdtrit

from kibitz.stats import normal
from kibitz.stats.posterior import ScorePosterior

RATIO_PRIOR = 0.5  # samples between even players that are added for the score in deviations


@dataclass(frozen=True, slots=True)
class PairSpread:
    """Mean and central moments of counts with a part of a sample added."""

    total: float
    mean: float
    variance: float
    third: float
    fourth: float

    @classmethod
    def of(cls, counts: Sequence[float], values: Sequence[float], prior: float) -> "PairSpread":
        last = len(values) - 1
        shares = [prior * math.comb(last, i) / 2.0**last for i in range(len(values))]
        weights = [count + share for count, share in zip(counts, shares, strict=True)]
        total = math.fsum(weights)
        mean = math.fsum(w * a for w, a in zip(weights, values, strict=True)) / total
        variance, third, fourth = (
            math.fsum(w * (a - mean) ** k for w, a in zip(weights, values, strict=True)) / total
            for k in (2, 3, 4)
        )
        return cls(total, mean, variance, third, fourth)

    @property
    def ratio(self) -> tuple[float, float]:
        """The mean above one half in deviations, and its standard error (the delta method)."""
        deviation = math.sqrt(self.variance)
        ratio = (self.mean - 0.5) / deviation
        skew, peak = self.third / deviation**3, self.fourth / self.variance**2
        square = 1.0 - skew * ratio + (peak - 1.0) * ratio**2 / 4.0
        return ratio, math.sqrt(max(square, 0.0) / self.total)


def student(confidence: float, freedom: float) -> float:
    """The t whose interval from -t to t holds Student's variable this often."""
    return float(stdtrit(freedom, 0.5 + normal.checked(confidence, "confidence") / 2.0))


def unseen_share(samples: float, confidence: float) -> float:
    """How large a share of others may be that none of so many samples has shown.

    >>> round(unseen_share(100, 0.95), 3)
    0.03
    """
    return -math.expm1(math.log1p(-normal.checked(confidence, "confidence")) / samples)


def only_value(counts: Sequence[float], values: Sequence[float]) -> float | None:
    """What all samples came to; None where they differ, or there is none."""
    seen = [value for count, value in zip(counts, values, strict=True) if count]
    return seen[0] if len(seen) == 1 else None


def score_interval(
    counts: Sequence[float], values: Sequence[float], confidence: float = normal.CONFIDENCE
) -> tuple[float, float]:
    """Where the mean lies, within 0 and 1; an end of 0 or 1 is one that is not known."""
    if not sum(counts):
        return 0.0, 1.0
    tail = (1.0 - normal.checked(confidence, "confidence")) / 2.0
    believed, mean = ScorePosterior.of(counts, values), _mean(counts, values)
    low = min(believed.quantile(tail), mean) if mean > 0.0 else 0.0
    return low, max(believed.quantile(1.0 - tail), mean) if mean < 1.0 else 1.0


def _mean(counts: Sequence[float], values: Sequence[float]) -> float:
    return math.fsum(n * a for n, a in zip(counts, values, strict=True)) / sum(counts)


def ratio_interval(
    counts: Sequence[float], values: Sequence[float], confidence: float = normal.CONFIDENCE
) -> tuple[float, float]:
    """Where the mean above one half lies in deviations of a sample, infinite where unknown.

    Both intervals are on the same side of one half: where the score's is, no deviation is
    larger than that of a law of wins and losses alone.
    """
    samples = sum(counts)
    if not samples:
        return -math.inf, math.inf
    value = only_value(counts, values)
    if value is not None:
        low, high = _ratios_unseen(value, unseen_share(samples, confidence))
    else:
        spread = PairSpread.of(counts, values, RATIO_PRIOR)
        ratio, error = spread.ratio
        reach = student(confidence, spread.total - 1.0) * error
        low, high = ratio - reach, ratio + reach
    least, most = score_interval(counts, values, confidence)
    low = max(low, _largest_spread(least)) if least > 0.5 else min(low, 0.0)
    high = min(high, _largest_spread(most)) if most < 0.5 else max(high, 0.0)
    return low, high


def _largest_spread(mean: float) -> float:
    """The mean above one half in deviations of a law of wins and losses."""
    if mean in (0.0, 1.0):
        return math.copysign(math.inf, mean - 0.5)
    return (mean - 0.5) / math.sqrt(mean * (1.0 - mean))


def _ratios_unseen(value: float, share: float) -> tuple[float, float]:
    """The least and greatest ratio where so many of the samples may differ from `value`."""
    deviation = math.sqrt(share * (1.0 - share))  # of a 0 or 1 that comes up this often
    low = (value * (1.0 - share) - 0.5) / (value * deviation) if value >= 0.5 else -math.inf
    short = 1.0 - value
    high = (0.5 - short * (1.0 - share)) / (short * deviation) if value <= 0.5 else math.inf
    return low, high


def superiority(counts: Sequence[float], values: Sequence[float]) -> float:
    """How sure the true mean is above one half: where an end of `score_interval` reaches it."""
    if not sum(counts):
        return 0.5
    return 1.0 - ScorePosterior.of(counts, values).below(0.5)


def mean_interval(
    samples: int,
    mean: float,
    error: float,
    confidence: float = normal.CONFIDENCE,
    possible: tuple[float, float] = (-math.inf, math.inf),
) -> tuple[float, float]:
    """Where a mean of anything lies: Student's interval, cut to what is possible.

    An error of 0 is that of samples all alike.
    """
    least, greatest = possible
    if samples < 2:
        return possible
    if error == 0.0:
        share = unseen_share(samples, confidence)
        return mean - share * (mean - least), mean + share * (greatest - mean)
    reach = student(confidence, samples - 1) * error
    return max(mean - reach, least), min(mean + reach, greatest)

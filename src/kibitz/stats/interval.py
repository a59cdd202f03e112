"""Intervals that hold for six samples as for six thousand, and never leave what is possible.

A few pairs often come out alike, and the spread they show is then too small. So the
score's interval adds half a sample between even players who draw half their games, and is
Student's on the arcsine scale, where the spread of a share does not depend on the share.
Samples that are all alike say that other ones are rare, no more: a share p of others stays
unseen with probability (1 - p)^n (the rule of three), and they may be worth anything.
`python -m benchmarks truth` measures how often the intervals cover.

Counts go with `values`, the scores of their cells in ascending order from 0 to 1.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scipy.special import stdtr, stdtrit

from kibitz.stats import normal

PRIOR = 0.5  # samples between even players that are added
_EVEN = math.pi / 4.0  # one half on the arcsine scale


@dataclass(frozen=True, slots=True)
class PairSpread:
    """Mean and central moments of counts with the half sample added."""

    total: float
    mean: float
    variance: float
    third: float
    fourth: float

    @classmethod
    def of(cls, counts: Sequence[float], values: Sequence[float]) -> "PairSpread":
        last = len(values) - 1
        shares = [PRIOR * math.comb(last, i) / 2.0**last for i in range(len(values))]
        weights = [count + share for count, share in zip(counts, shares, strict=True)]
        total = math.fsum(weights)
        mean = math.fsum(w * a for w, a in zip(weights, values, strict=True)) / total
        variance, third, fourth = (
            math.fsum(w * (a - mean) ** k for w, a in zip(weights, values, strict=True)) / total
            for k in (2, 3, 4)
        )
        return cls(total, mean, variance, third, fourth)

    @property
    def freedom(self) -> float:
        return self.total - 1.0

    @property
    def arcsine(self) -> tuple[float, float]:
        """The mean on the arcsine scale, and its standard error there."""
        slope = 2.0 * math.sqrt(self.mean * (1.0 - self.mean))
        return math.asin(math.sqrt(self.mean)), math.sqrt(self.variance / self.total) / slope

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
    samples = sum(counts)
    if not samples:
        return 0.0, 1.0
    value = only_value(counts, values)
    if value is not None:
        share = unseen_share(samples, confidence)
        return value * (1.0 - share), value + share * (1.0 - value)
    spread = PairSpread.of(counts, values)
    centre, error = spread.arcsine
    reach = student(confidence, spread.freedom) * error
    low, high = max(centre - reach, 0.0), min(centre + reach, math.pi / 2.0)
    return math.sin(low) ** 2, math.sin(high) ** 2


def ratio_interval(
    counts: Sequence[float], values: Sequence[float], confidence: float = normal.CONFIDENCE
) -> tuple[float, float]:
    """Where the mean above one half lies in deviations of a sample, infinite where unknown.

    Whatever the score's interval leaves of it, no deviation being larger than that of a law
    of wins and losses alone: so both intervals are on the same side of one half.
    """
    samples = sum(counts)
    if not samples:
        return -math.inf, math.inf
    value = only_value(counts, values)
    if value is not None:
        return _ratios_unseen(value, unseen_share(samples, confidence))
    spread = PairSpread.of(counts, values)
    ratio, error = spread.ratio
    reach = student(confidence, spread.freedom) * error
    low, high = ratio - reach, ratio + reach
    least, most = score_interval(counts, values, confidence)
    if least > 0.5:
        low = max(low, (least - 0.5) / math.sqrt(least * (1.0 - least)))
    if most < 0.5:
        high = min(high, (most - 0.5) / math.sqrt(most * (1.0 - most)))
    return low, high


def _ratios_unseen(value: float, share: float) -> tuple[float, float]:
    """The least and greatest ratio where so many of the samples may differ from `value`."""
    deviation = math.sqrt(share * (1.0 - share))  # of a 0 or 1 that comes up this often
    low = (value * (1.0 - share) - 0.5) / (value * deviation) if value >= 0.5 else -math.inf
    short = 1.0 - value
    high = (0.5 - short * (1.0 - share)) / (short * deviation) if value <= 0.5 else math.inf
    return low, high


def superiority(counts: Sequence[float], values: Sequence[float]) -> float:
    """How sure the true mean is above one half, by the law behind `score_interval`."""
    samples, value = sum(counts), only_value(counts, values)
    if not samples:
        return 0.5
    if value is not None:
        tail = 0.5 * math.pow(0.5 / max(value, 1.0 - value), samples)
        return 1.0 - tail if value > 0.5 else tail
    spread = PairSpread.of(counts, values)
    centre, error = spread.arcsine
    return float(stdtr(spread.freedom, (centre - _EVEN) / error))


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

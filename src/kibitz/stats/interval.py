"""Intervals that hold for six samples as for six thousand, and never leave what is possible.

The score's interval is Student's on the arcsine scale, where the spread of a share does not
depend on the share, with a tenth of a sample between even players added. Three things keep it
from being too short after a few pairs:

- A skewed sample has missed more on its longer side. That side is lengthened by a part of
  what Edgeworth's series asks for (Hall 1992); the other one is never shortened.
- Kinds of pairs may not have shown yet: a share p of them stays unseen with probability
  (1 - p)^n (the rule of three). No end is nearer to the mean than most of what they allow.
- Samples that are all alike say that others are rare, no more: those differ by half a point,
  one game. After a clean sweep of pairs it is the games that count, all of them won.

`python -m benchmarks truth` measures how often the intervals cover; docs/statistics.md says
how the constants were chosen. Counts go with `values`, the scores of their cells in ascending
order from 0 to 1.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scipy.special import stdtr, stdtrit

from kibitz.stats import normal

SCORE_PRIOR = 0.1  # samples between even players that are added for the score
RATIO_PRIOR = 0.5  # the same for the score in deviations
LENGTHENED = 0.45  # of what Edgeworth's series adds to the longer side
SEEN_LEAST = 0.57  # of what unseen samples allow is within every interval
OTHER = 0.5  # by how much a sample that differs from all others does so
_EVEN = math.pi / 4.0  # one half on the arcsine scale
_SIDES = 1.5  # of the mean on which unseen samples may lie: 1 or 2
_SWEPT_SIDES = 1.2  # the same after a clean sweep, which leaves one


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
    def arcsine(self) -> tuple[float, float]:
        """The mean on the arcsine scale, and its standard error there."""
        slope = 2.0 * math.sqrt(self.mean * (1.0 - self.mean))
        return math.asin(math.sqrt(self.mean)), math.sqrt(self.variance / self.total) / slope

    @property
    def lean(self) -> float:
        """By what share per t the upper side is longer, or if negative the lower one.

        The terms of Edgeworth's series that grow with t squared: of the studentised mean,
        and of its turn to the arcsine scale.
        """
        deviation = math.sqrt(self.variance)
        bend = (1.0 - 2.0 * self.mean) / (4.0 * self.mean * (1.0 - self.mean))
        skew = self.third / deviation**3
        return LENGTHENED * (skew / 3.0 - bend * deviation) / math.sqrt(self.total)

    def reaches(self, confidence: float) -> tuple[float, float]:
        """How far the interval goes below and above the mean, on the arcsine scale."""
        t, error, lean = student(confidence, self.total), self.arcsine[1], self.lean
        return t * error * (1.0 + t * max(-lean, 0.0)), t * error * (1.0 + t * max(lean, 0.0))

    def superiority(self) -> float:
        """How sure the mean is above one half, by the law behind `reaches`."""
        centre, error = self.arcsine
        distance = abs(centre - _EVEN) / error
        lean = max(-self.lean if centre > _EVEN else self.lean, 0.0)
        t = 2.0 * distance / (1.0 + math.sqrt(1.0 + 4.0 * lean * distance))
        return float(stdtr(self.total, math.copysign(t, centre - _EVEN)))

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
        return _score_alike(value, samples, len(values), confidence)
    spread = PairSpread.of(counts, values, SCORE_PRIOR)
    centre, (below, above) = spread.arcsine[0], spread.reaches(confidence)
    low = math.sin(max(centre - below, 0.0)) ** 2
    high = math.sin(min(centre + above, math.pi / 2.0)) ** 2
    mean, least = _mean(counts, values), SEEN_LEAST * OTHER * _unseen(samples - 1, confidence)
    return max(min(low, mean - least), 0.0), min(max(high, mean + least), 1.0)


def _mean(counts: Sequence[float], values: Sequence[float]) -> float:
    return math.fsum(n * a for n, a in zip(counts, values, strict=True)) / sum(counts)


def _unseen(samples: float, confidence: float, sides: float = _SIDES) -> float:
    """How large a share may be unseen that lies on one side or on the other."""
    if samples <= 0.0:
        return 1.0
    chance = -math.expm1(sides * math.log(normal.checked(confidence, "confidence")))
    return -math.expm1(math.log(chance) / samples)


def _confidence(share: float, samples: float, sides: float = _SIDES) -> float:
    """The confidence at which so large a share may be unseen, the inverse of `_unseen`."""
    return math.pow(1.0 - math.pow(max(1.0 - share, 0.0), max(samples, 0.0)), 1.0 / sides)


def _score_alike(
    value: float, samples: float, cells: int, confidence: float
) -> tuple[float, float]:
    if value in (0.0, 1.0):
        lost = _unseen(_games(samples, cells), confidence, _SWEPT_SIDES)
        return (1.0 - lost, 1.0) if value else (0.0, lost)
    reach = OTHER * _unseen(samples, confidence)
    return value - min(reach, 2.0 * reach * value), value + min(reach, 2.0 * reach * (1.0 - value))


def _games(samples: float, cells: int) -> float:
    """How many games the samples are: a pair has five cells, a game three."""
    return samples * (cells - 1) / 2.0


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
    samples, value = sum(counts), only_value(counts, values)
    if not samples:
        return 0.5
    mean = _mean(counts, values)
    ahead = abs(mean - 0.5)
    if value in (0.0, 1.0):
        sure = 0.5 + _confidence(0.5, _games(samples, len(values)), _SWEPT_SIDES) / 2.0
    elif value is not None:
        sure = 0.5 + _confidence(ahead / OTHER, samples) / 2.0
    else:
        unseen = 0.5 + _confidence(ahead / (SEEN_LEAST * OTHER), samples - 1) / 2.0
        shown = PairSpread.of(counts, values, SCORE_PRIOR).superiority()
        sure = min(max(shown, 1.0 - shown), unseen)
    return sure if mean > 0.5 else 1.0 - sure


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

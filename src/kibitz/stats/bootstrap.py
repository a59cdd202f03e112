"""The bootstrap over pairs: how much a mean could have been another, without a formula.

Pairs are resampled, never games, since the games of a pair share their start. Values
are pair scores, chips, points: one number per pair.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from kibitz.core.blocks import spans
from kibitz.core.kernel import kernel
from kibitz.core.seeds import generator, stream
from kibitz.core.stream import Stream, draw
from kibitz.errors import BadValue
from kibitz.stats import normal

RESAMPLES = 1000
_LOW32, _U32 = np.uint64(0xFFFFFFFF), np.uint64(32)
_ROWS = 1024  # counts drawn at once, to begin with
_FEW = 32  # distinct values up to which counts are drawn instead of pairs

LARGEST = 1e90  # whose cubes, summed, are still numbers


class Method(StrEnum):
    """How an interval is read off the resampled means."""

    PERCENTILE = "percentile"
    BCA = "bca"


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """A mean with the interval that resampling gives it."""

    mean: float
    error: float
    interval: tuple[float, float]
    confidence: float
    method: Method
    samples: int
    resamples: int
    against: float

    @property
    def verdict(self) -> str:
        """What the interval says about the value the mean is held against."""
        low, high = self.interval
        if low > self.against:
            return "significantly better"
        return "significantly worse" if high < self.against else "too close to call"


def bootstrap(
    values: Sequence[float] | NDArray[np.float64],
    resamples: int = RESAMPLES,
    confidence: float = normal.CONFIDENCE,
    method: Method = Method.BCA,
    seed: int = 0,
    against: float = 0.5,
) -> Bootstrap:
    """The mean of these values, one per pair, with its bootstrap interval."""
    sample = np.asarray(values, np.float64)
    if sample.ndim != 1 or len(sample) < 2:
        raise BadValue(f"a bootstrap needs 2 values or more, not {sample.size}")
    if not np.isfinite(sample).all():
        raise BadValue("a bootstrap needs finite values")
    if np.abs(sample).max() > LARGEST:
        raise BadValue(f"a bootstrap needs values of at most {LARGEST:g}")
    if resamples < 2:
        raise BadValue(f"resamples {resamples} is not at least 2")
    normal.two_sided(confidence)  # refuses a confidence that is none
    means = resampled_means(sample, resamples, seed)
    tails = _tails(sample, means, confidence, method)
    low, high = np.quantile(means, tails).tolist()
    return Bootstrap(
        float(sample.mean()),
        float(means.std(ddof=1)),
        (low, high),
        confidence,
        method,
        len(sample),
        resamples,
        against,
    )


def resampled_means(sample: NDArray[np.float64], resamples: int, seed: int) -> NDArray[np.float64]:
    """The means of so many resamples, in the order they were drawn."""
    values, counts = np.unique(sample, return_counts=True)
    means, size = np.empty(resamples), len(sample)
    if len(values) <= _FEW:
        rng, odds = generator(seed), counts / size
        for span in spans(resamples, _ROWS):
            drawn = rng.multinomial(size, odds, size=len(means[span]))
            means[span] = drawn @ values / size
        return means
    luck = stream(seed)
    for span in spans(resamples):
        resample(sample, luck, means[span])
    return means


@kernel
def resample(sample: NDArray[np.float64], rng: Stream, means: NDArray[np.float64]) -> None:
    """Fill `means` with the means of resamples.

    Each 64-bit number gives two places, which are even to one part in 2**32 / size.
    """
    size = np.uint64(len(sample))
    for i in range(len(means)):
        total, other = 0.0, 0.0
        for _ in range(len(sample) // 2):
            bits = draw(rng)
            total += sample[((bits >> _U32) * size) >> _U32]
            other += sample[((bits & _LOW32) * size) >> _U32]
        if len(sample) % 2 == 1:
            total += sample[((draw(rng) >> _U32) * size) >> _U32]
        means[i] = (total + other) / len(sample)


def _tails(
    sample: NDArray[np.float64], means: NDArray[np.float64], confidence: float, method: Method
) -> list[float]:
    """The two quantiles of the resampled means that end the interval.

    BCa (Efron 1987) moves them for the bias of the resamples and for the skewness of
    the sample, which for a mean is the jackknife's acceleration.
    """
    tail = (1.0 - confidence) / 2.0
    gaps = sample - sample.mean()
    spread = float((gaps**2).sum())
    if method is Method.PERCENTILE or spread == 0.0:
        return [tail, 1.0 - tail]
    lower = float((means < sample.mean()).mean() + 0.5 * (means == sample.mean()).mean())
    share = min(max(lower, 0.5 / len(means)), 1.0 - 0.5 / len(means))
    bias, acceleration = normal.quantile(share), float((gaps**3).sum()) / (6.0 * spread**1.5)
    return [_moved(p, bias, acceleration) for p in (tail, 1.0 - tail)]


def _moved(probability: float, bias: float, acceleration: float) -> float:
    z = bias + normal.quantile(probability)
    return normal.below(bias + z / max(1.0 - acceleration * z, math.ulp(1.0)))

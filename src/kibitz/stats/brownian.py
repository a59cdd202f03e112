"""A Brownian motion with drift between two walls that stop it: the idealised sequential test.

It starts at 0 between `low` < 0 < `high`. `stopped_cdf` is the law of the motion as it
is at a time, stopped ones staying at their wall. Two series give it: sines converge
fast at late times, mirror images at early ones.
"""

import math
from dataclasses import dataclass

from scipy.special import log_ndtr

EARLY = 0.05  # spread / width squared below which mirror images are used
_SINES = 40
_IMAGES = 3


@dataclass(frozen=True, slots=True)
class Walls:
    """Where the motion is stopped."""

    low: float
    high: float

    @property
    def width(self) -> float:
        return self.high - self.low


def high_probability(walls: Walls, drift: float, variance: float) -> float:
    """The probability that the motion ends at the high wall."""
    return 1.0 - low_probability(walls, drift, variance)


def low_probability(walls: Walls, drift: float, variance: float) -> float:
    """The probability that the motion ends at the low wall."""
    pull = 2.0 * drift / variance
    to_low, to_high, width = -walls.low, walls.high, walls.width
    if abs(pull) * width < 1e-12:
        return to_high / width
    if pull < 0.0:
        return math.expm1(pull * to_high) / math.expm1(pull * width)
    return math.exp(-pull * to_low) * math.expm1(-pull * to_high) / math.expm1(-pull * width)


def expected_time(walls: Walls, drift: float, variance: float) -> float:
    """How long the motion takes to reach a wall, on average."""
    if abs(drift) * walls.width < 1e-7 * variance:
        return -walls.low * walls.high / variance
    end = walls.low + high_probability(walls, drift, variance) * walls.width
    return end / drift


def stopped_cdf(walls: Walls, drift: float, variance: float, time: float, at: float) -> float:
    """The probability that the motion at `time`, if stopped before then there, is at most `at`."""
    if variance * time < EARLY * walls.width**2:
        total = _by_images(walls, drift, variance, time, at)
    else:
        total = _by_sines(walls, drift, variance, time, at)
    return min(max(total, 0.0), 1.0)


def _by_sines(walls: Walls, drift: float, variance: float, time: float, at: float) -> float:
    pull, width = drift / variance, walls.width
    start, z = -walls.low, at - walls.low
    total = 0.0
    for k in range(1, _SINES + 1):
        w = k * math.pi / width
        square = pull * pull + w * w
        exponent = pull * (z - start) - square * variance * time / 2.0
        wave = pull * math.sin(w * z) - w * math.cos(w * z)
        total += math.exp(exponent) * math.sin(w * start) * wave / square
    return low_probability(walls, drift, variance) + 2.0 / width * total


def _by_images(walls: Walls, drift: float, variance: float, time: float, at: float) -> float:
    moving = _below_by_images(walls, drift, variance, time, at)
    return moving + _low_by_images(walls, drift, variance, time)


def _below_by_images(walls: Walls, drift: float, variance: float, time: float, at: float) -> float:
    """The probability that the motion is not stopped yet and at most `at`."""
    pull, spread, total = drift / variance, math.sqrt(variance * time), 0.0
    for n in range(-_IMAGES, _IMAGES + 1):
        for sign, centre in (
            (1.0, 2.0 * n * walls.width),
            (-1.0, 2.0 * walls.low - 2.0 * n * walls.width),
        ):
            shift = centre + drift * time
            bottom, top = (walls.low - shift) / spread, (at - shift) / spread
            if bottom > 0.0:  # differences of small tails keep their digits
                bottom, top = -top, -bottom
            total += sign * (_weighed(pull * centre, top) - _weighed(pull * centre, bottom))
    return total


def _low_by_images(walls: Walls, drift: float, variance: float, time: float) -> float:
    """The probability that the low wall has stopped the motion by `time`."""
    pull, spread, total = drift / variance, math.sqrt(variance * time), 0.0
    for n in range(-_IMAGES, _IMAGES + 1):
        way = -walls.low + 2.0 * n * walls.width
        sign, way = math.copysign(1.0, way), abs(way)
        total += sign * _weighed(pull * (walls.low + way), (-way - drift * time) / spread)
        total += sign * _weighed(pull * (walls.low - way), (-way + drift * time) / spread)
    return total


def _weighed(exponent: float, z: float) -> float:
    """exp(exponent) times the normal law below z, where the first may overflow alone."""
    power = exponent + float(log_ndtr(z))
    return math.exp(power) if power < 700.0 else math.inf

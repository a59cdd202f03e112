"""One look at a running test: does its log-likelihood ratio stop it, and at which bound?

A test is looked at every so many pairs, so its last step goes beyond the bound and the
test is stricter than it claims. Three corrections: `expected` brings each bound nearer by
the overshoot that a normal walk with the steps of these counts has on average, 0.5826
deviations of a step (Siegmund, Corrected diffusion approximations, 1979); `siegmund` by
the mean overshoot of the records so far, sum of squares over twice the record (Sequential
Analysis, Corollary 8.33); `stochastic` stops before the bound with the probability that
evens the last step out. Records depend on the order of the pairs; the others do not.

The records are an array: highest ratio so far, lowest, and the sums of squares of the
steps by which each was raised or lowered. Verdicts are 1 for H1, -1 for H0, 0 to go on.
"""

import math

import numpy as np

from kibitz.core.bits import signed, unsigned
from kibitz.core.kernel import kernel
from kibitz.core.stream import mix
from kibitz.stats.likelihood import Floats

HIGHEST, LOWEST, SQUARES_UP, SQUARES_DOWN = 0, 1, 2, 3
NONE, STOCHASTIC, SIEGMUND, EXPECTED = 0, 1, 2, 3
NORMAL_OVERSHOOT = 0.5826  # of a bound by a normal walk, in deviations of its step
NEAREST = 0.5  # of its bound is the most that an expected overshoot takes off
_U11 = np.uint64(11)
_UNIT = 1.0 / (1 << 53)
_ROOT2, _ROOT2PI = math.sqrt(2.0), math.sqrt(2.0 * math.pi)


@kernel
def update_records(llr: float, records: Floats) -> None:
    """Note a new highest or lowest ratio."""
    if llr > records[HIGHEST]:
        records[SQUARES_UP] += (llr - records[HIGHEST]) ** 2
        records[HIGHEST] = llr
    if llr < records[LOWEST]:
        records[SQUARES_DOWN] += (llr - records[LOWEST]) ** 2
        records[LOWEST] = llr


@kernel
def upper_bound(upper: float, records: Floats) -> float:
    """The upper bound less the mean overshoot of the records."""
    if records[HIGHEST] > 0.0:
        return float(upper - records[SQUARES_UP] / (2.0 * records[HIGHEST]))
    return upper


@kernel
def lower_bound(lower: float, records: Floats) -> float:
    """The lower bound plus the mean overshoot of the records."""
    if records[LOWEST] < 0.0:
        return float(lower - records[SQUARES_DOWN] / (2.0 * records[LOWEST]))
    return lower


@kernel
def overshoot(distance: float, mean: float, deviation: float) -> float:
    """By how much the next step goes beyond a bound at this distance, on average."""
    z = (distance - mean) / deviation
    density = math.exp(-0.5 * z * z) / _ROOT2PI
    return deviation * max(density - z * 0.5 * math.erfc(z / _ROOT2), 0.0)


@kernel
def stop_probability(distance: float, mean: float, deviation: float) -> float:
    """How likely stochastic stopping ends a test at this distance from a bound."""
    beyond = overshoot(distance, mean, deviation)
    return beyond / (distance + beyond)


@kernel
def look_draw(seed: int, look: int) -> float:
    """The random number in [0, 1) that belongs to this look of a test."""
    bits = mix(signed(mix(seed) + unsigned(look)))
    return np.float64(bits >> _U11) * _UNIT


@kernel
def step_moments(weights: Floats, work: Floats, batch: int) -> tuple[float, float]:
    """The mean and the deviation of the ratio's step over a batch, as the results have it."""
    total, mean, square = 0.0, 0.0, 0.0
    for i in range(len(weights)):
        jump = work[4, i]
        total += weights[i]
        mean += weights[i] * jump
        square += weights[i] * jump * jump
    mean /= total
    variance = max(square / total - mean * mean, 0.0)
    return mean * batch, math.sqrt(variance * batch)


@kernel
def expected_overshoot(bound: float, deviation: float) -> float:
    """By how much a bound is passed on average, where steps are small beside it."""
    return min(NORMAL_OVERSHOOT * deviation, NEAREST * abs(bound))


@kernel
def deciding_bounds(
    kind: int, lower: float, upper: float, records: Floats, deviation: float
) -> tuple[float, float]:
    """The bounds that decide a look, corrected; the records hold its ratio already."""
    if kind == SIEGMUND:
        return lower_bound(lower, records), upper_bound(upper, records)
    if kind == EXPECTED:
        low = lower + expected_overshoot(lower, deviation)
        return low, upper - expected_overshoot(upper, deviation)
    return lower, upper


@kernel
def judge(
    kind: int,
    llr: float,
    lower: float,
    upper: float,
    records: Floats,
    mean: float,
    deviation: float,
    draw: float,
) -> int:
    """The verdict of a look; mean and draw matter to stochastic stopping alone."""
    update_records(llr, records)
    lower, upper = deciding_bounds(kind, lower, upper, records, deviation)
    if llr >= upper:
        return 1
    if llr <= lower:
        return -1
    if kind == STOCHASTIC and deviation > 0.0:
        if draw < stop_probability(upper - llr, mean, deviation):
            return 1
        if 1.0 - draw <= stop_probability(llr - lower, -mean, deviation):
            return -1
    return 0

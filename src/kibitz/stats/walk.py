"""Whole simulated tests in a kernel, fast because most looks need no exact ratio.

The log-likelihood ratio is h0 - h1, where h = max over x of sum w ln(1 + x b) belongs
to one hypothesis (`likelihood`). Around counts w with the maximum at x, let
u = b / (1 + x b) and let d be the pairs since then, g = sum d u, C = sum (w + d) u².
Then h(w + d) - h(w) = sum d ln(1 + x b) + max over y of sum (w + d) ln(1 + y u), and
the last maximum differs from g² / 2C by less than 0.6 U |g|³ / C², U the largest |u|,
as long as |g| U <= C / 8:

- for |t| <= 1/7, ln(1 + t) is t - t²/2 to within 0.39 |t|³;
- the slope at y > 0, where g > 0, is at most g - y C / (1 + y U), so the maximum lies
  at |y| <= |g| / (C - |g| U) <= (8/7) |g| / C, where |y u| <= 1/7;
- there the sum is g y - C y²/2 to within 0.39 |y|³ U C <= 0.59 U |g|³ / C², and
  y = g / C gives g² / 2C in the same way.

So two sums and a table know the ratio to within a slack chosen beforehand, until g
grows too large. A look can change something only if the ratio is a new record
(siegmund), beyond a bound (none), within the largest expected overshoot of one (expected),
or near enough to be stopped by its draw (stochastic): only then, and when g is large, is
the exact ratio worked out. Decisions are those of a test that works it out at every look.

For normalised Elo b itself moves a little with the counts, which the bound leaves out.
There the prediction is checked at every exact ratio, and where it missed by a quarter
of the slack the pairs since the last exact ratio are played again with every look exact.
"""

import math
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import signed, unsigned
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, mix, reseed
from kibitz.stats.likelihood import Floats, fit
from kibitz.stats.look import (
    EXPECTED,
    HIGHEST,
    LOWEST,
    SIEGMUND,
    STOCHASTIC,
    expected_overshoot,
    judge,
    look_draw,
    step_moments,
)

Counts: TypeAlias = NDArray[np.int64]

STRIDE = 0.3  # how far g may go, in roots of C, before the ratio is worked out again
_SURE = 8.0  # deviations from a bound at which stochastic stopping is out of the question
_RARE = 1e-12  # draws nearer to 0 or 1 are looked at all the same
_U17, _U19, _U23, _U41, _U45 = (np.uint64(n) for n in (17, 19, 23, 41, 45))

# The tangent: what predicts the ratio after an exact one.
START, REACH0, REACH1, FLOOR, CEILING, WIDTH, BEND, LARGEST = range(8)


class Course(NamedTuple):
    """What a simulated test is like, as kernels take it.

    `edges` are the four inner borders of the law on the 64-bit numbers. A stride of 0
    works the ratio out at every look.
    """

    edges: NDArray[np.uint64]
    values: Floats
    is_normalised: bool
    target0: float
    target1: float
    lower: float
    upper: float
    kind: int
    batch: int
    small: float
    stride: float


@kernel
def set_tangent(
    stride: float,
    llr: float,
    counts: Counts,
    weights: Floats,
    work: Floats,
    jumps: Floats,
    tangent: Floats,
) -> None:
    """Prepare the prediction around the ratio just worked out.

    The rows of `jumps` are the ratio's jump, the u of H0 and of H1, and what a weight
    has above its count; a cell that is still empty jumps infinitely, which asks for an
    exact ratio when it fills.
    """
    largest, most0, most1, curve0, curve1 = 0.0, 0.0, 0.0, 0.0, 0.0
    for i in range(len(counts)):
        u0, u1 = work[1, i] / work[0, i], work[3, i] / work[2, i]
        jumps[0, i] = work[4, i] if counts[i] > 0 else math.inf
        jumps[1, i], jumps[2, i], jumps[3, i] = u0, u1, weights[i] - counts[i]
        curve0 += weights[i] * u0 * u0
        curve1 += weights[i] * u1 * u1
        most0, most1 = max(most0, abs(u0)), max(most1, abs(u1))
        largest = max(largest, abs(work[4, i]))
    reach0 = min(curve0 / (8.0 * most0), stride * math.sqrt(curve0))
    reach1 = min(curve1 / (8.0 * most1), stride * math.sqrt(curve1))
    share0, share1 = reach0 / curve0, reach1 / curve1
    tangent[START], tangent[REACH0], tangent[REACH1] = llr, reach0, reach1
    tangent[WIDTH] = 0.6 * (most0 * reach0 * share0**2 + most1 * reach1 * share1**2)
    tangent[BEND] = 0.5 * max(reach0 * share0, reach1 * share1)
    tangent[LARGEST] = largest + 1.4 * (share0 * most0 + share1 * most1)


@kernel
def set_limits(
    kind: int, lower: float, upper: float, batch: int, records: Floats, tangent: Floats
) -> None:
    """Write the ratios between which a look changes nothing, less the width of the error."""
    if kind == SIEGMUND:
        lower, upper = records[LOWEST], records[HIGHEST]
    elif kind == STOCHASTIC:
        margin = tangent[LARGEST] * (batch + _SURE * math.sqrt(batch))
        lower, upper = lower + margin, upper - margin
    elif kind == EXPECTED:
        largest = tangent[LARGEST] * math.sqrt(batch)  # no step's deviation exceeds it
        lower = lower + expected_overshoot(lower, largest)
        upper = upper - expected_overshoot(upper, largest)
    margin = tangent[WIDTH] + 1e-9
    tangent[FLOOR], tangent[CEILING] = lower + margin, upper - margin


@kernel
def predicted_llr(line: float, g0: float, g1: float, counts: Counts, jumps: Floats) -> float:
    """The ratio by the tangent: a line and the difference of two parabolas."""
    curve0, curve1 = 0.0, 0.0
    for i in range(len(counts)):
        weight = counts[i] + jumps[3, i]
        curve0 += weight * jumps[1, i] * jumps[1, i]
        curve1 += weight * jumps[2, i] * jumps[2, i]
    return float(line + 0.5 * (g0 * g0 / curve0 - g1 * g1 / curve1))


@kernel
def advance(
    edges: NDArray[np.uint64],
    batch: int,
    is_drawn: bool,
    stream: Stream,
    seed: int,
    looks: int,
    counts: Counts,
    jumps: Floats,
    tangent: Floats,
) -> tuple[int, float]:
    """Play on to the first look that could change something; return its number and prediction.

    The prediction is infinite where there is none. The stream is stepped as `draw`
    steps it, in registers.
    """
    e0, e1, e2, e3 = edges[0], edges[1], edges[2], edges[3]
    s0, s1, s2, s3 = stream[0], stream[1], stream[2], stream[3]
    floor, ceiling, bend = tangent[FLOOR], tangent[CEILING], tangent[BEND]
    reach0, reach1 = tangent[REACH0], tangent[REACH1]
    line, g0, g1, chance = tangent[START], 0.0, 0.0, 0.5
    while True:
        looks += 1
        for _ in range(batch):
            total = s0 + s3
            bits = ((total << _U23) | (total >> _U41)) + s0
            t = s1 << _U17
            s2 ^= s0
            s3 ^= s1
            s1 ^= s2
            s0 ^= s3
            s2 ^= t
            s3 = (s3 << _U45) | (s3 >> _U19)
            cell = int(bits >= e0) + int(bits >= e1) + int(bits >= e2) + int(bits >= e3)
            counts[cell] += 1
            line += jumps[0, cell]
            g0 += jumps[1, cell]
            g1 += jumps[2, cell]
        if is_drawn:
            chance = look_draw(seed, looks)
        is_known = abs(g0) < reach0 and abs(g1) < reach1 and _RARE < chance < 1.0 - _RARE
        if is_known and floor + bend < line < ceiling - bend:
            continue
        predicted = math.inf
        if line < math.inf:
            predicted = predicted_llr(line, g0, g1, counts, jumps)
        if is_known and floor < predicted < ceiling:
            continue
        break
    stream[0], stream[1], stream[2], stream[3] = s0, s1, s2, s3
    return looks, predicted


@kernel
def simulate_test(
    course: Course, stream: Stream, seed: int, halt: Counts, counts: Counts, outcome: Counts
) -> None:
    """Play one test to its end; write its verdict, pairs and exact ratios into `outcome`.

    Verdict 0 means that it was halted.
    """
    edges, values, kind, batch = course.edges, course.values, course.kind, course.batch
    target0, target1, lower, upper = course.target0, course.target1, course.lower, course.upper
    is_normalised, is_drawn, cells = course.is_normalised, kind == STOCHASTIC, len(values)
    weights, work, jumps = np.empty(cells), np.empty((5, cells)), np.zeros((4, cells))
    records, tangent = np.zeros(4), np.zeros(10)
    saved_counts, saved_stream = np.zeros(cells, np.int64), stream.copy()
    verdict, mean, deviation, looks, careful, exact = 0, 0.0, 0.0, 0, 0, 0
    counts[:] = 0
    jumps[0] = math.inf
    while verdict == 0 and halt[0] == 0:
        before = looks
        looks, predicted = advance(
            edges, batch, is_drawn, stream, seed, looks, counts, jumps, tangent
        )
        for i in range(cells):
            weights[i] = counts[i] if counts[i] > 0 else course.small
        llr = fit(is_normalised, weights, values, target0, target1, work)
        exact += 1
        if is_normalised and looks > before + 1 and predicted < math.inf:
            is_astray = not abs(predicted - llr) <= 0.25 * tangent[WIDTH]
            if is_astray:  # play these pairs again
                careful, looks = looks, before
                counts[:] = saved_counts
                stream[:] = saved_stream
                tangent[REACH0] = 0.0
                continue
        if is_drawn or kind == EXPECTED:
            mean, deviation = step_moments(weights, work, batch)
        chance = look_draw(seed, looks) if is_drawn else 0.5
        verdict = judge(kind, llr, lower, upper, records, mean, deviation, chance)
        set_tangent(course.stride, llr, counts, weights, work, jumps, tangent)
        set_limits(kind, lower, upper, batch, records, tangent)
        if is_normalised:
            saved_counts[:] = counts
            saved_stream[:] = stream
            if looks < careful:
                tangent[REACH0] = 0.0
    outcome[0], outcome[1], outcome[2] = verdict, looks * batch, exact


@kernel
def simulate_chunk(
    course: Course, root: int, first: int, halt: Counts, out: NDArray[np.int64]
) -> int:
    """Play the tests from number `first` on, one to a row of `out`; return how many ended.

    A row holds verdict, pairs, exact ratios, and whether an inner cell was still empty.
    """
    cells = len(course.values)
    stream, counts = np.empty(4, np.uint64), np.empty(cells, np.int64)
    for i in range(len(out)):
        seed = seed_of_test(root, first + i)
        reseed(stream, seed)
        simulate_test(course, stream, seed, halt, counts, out[i])
        if halt[0] != 0:
            return i
        for cell in range(1, cells - 1):
            if counts[cell] == 0:
                out[i, 3] = 1
    return len(out)


@kernel
def seed_of_test(root: int, number: int) -> int:
    """The seed of the test of this number."""
    return signed(mix(signed(unsigned(root) + unsigned(number))))

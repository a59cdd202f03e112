"""Likelihood ratios of a multinomial whose mean, or mean over deviation, is prescribed.

With the likeliest law under a constraint written p_i = w_i / (W f_i), f_i = 1 + x b_i,
the log-likelihood ratio of two constraints is sum w_i ln(f0_i / f1_i) (Van den Bergh,
MLE for multinomials with a given expected value, Prop. 1.1, and Normalized Elo in
practice, 4.1). `weights` are counts with a small number in the empty cells; `values`
are the scores of the cells in ascending order, five for pairs, three for games, any
number for bucketed margins.

The rows of a work array, shape (5, cells): f0, b0, f1, b1, and ln(f0 / f1), by which one
more result in a cell moves the ratio.
"""

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel

Floats: TypeAlias = NDArray[np.float64]

ROUNDS = 10  # of the fixed point for normalised Elo
SETTLED = 1e-9  # change of the law at which it stops earlier
ASTRAY = 1e-3  # change after the last round at which it is given up for a search
_NEWTON = 200
_CLOSE = 1e-7  # step over distance to the nearest pole: Newton's error is then its square
_GRID = 256
_FLOOR = 1e-17


@kernel
def factor(x: float, b: float) -> float:
    """1 + x b, which rounding must not make 0 where an x meets a pole."""
    return max(1.0 + x * b, _FLOOR)


@kernel
def solve_multiplier(weights: Floats, b: Floats, start: float) -> float:
    """The x with sum w b / (1 + x b) = 0, which falls from pole to pole; b has both signs."""
    most, least = b[0], b[0]
    for i in range(1, len(b)):
        most = max(most, b[i])
        least = min(least, b[i])
    low, high = -1.0 / most, -1.0 / least  # the poles
    left, right = low, high
    x = start if left < start < right else 0.0
    for _ in range(_NEWTON):
        total, slope = 0.0, 0.0
        for i in range(len(b)):
            u = b[i] / factor(x, b[i])
            total += weights[i] * u
            slope += weights[i] * u * u
        if total > 0.0:
            left = x
        else:
            right = x
        step = total / slope
        after = x + step
        if not left < after < right:  # Newton left the bracket, or met a pole
            after = 0.5 * (left + right)
            step = after - x
        x = after
        if abs(step) <= _CLOSE * min(x - low, high - x):
            break
    return x


@kernel
def fit_mean(weights: Floats, values: Floats, mean: float, f: Floats, b: Floats) -> None:
    """Write the f and b of the likeliest law with this mean, which lies inside the values."""
    gap, spread, skew = 0.0, 0.0, 0.0
    for i in range(len(b)):
        b[i] = values[i] - mean
        square = weights[i] * b[i] * b[i]
        gap += weights[i] * b[i]
        spread += square
        skew += square * b[i]
    near = gap / spread
    x = solve_multiplier(weights, b, near + near * near * skew / spread)
    for i in range(len(b)):
        f[i] = factor(x, b[i])


@kernel
def fit_ratio(
    weights: Floats, values: Floats, ratio: float, f: Floats, b: Floats, law: Floats
) -> None:
    """Write the f and b of the likeliest law with (mean - 1/2) / deviation = `ratio`.

    A fixed point: the constraint is made linear at the mean and deviation of the last
    law, the first being uniform. `law` is scratch.
    """
    if ratio == 0.0:
        fit_mean(weights, values, 0.5, f, b)
        return
    cells, total = len(b), 0.0
    for i in range(cells):
        total += weights[i]
        law[i] = 1.0 / cells
    x, change = 0.0, 0.0
    for _ in range(ROUNDS):
        mean, square = 0.0, 0.0
        for i in range(cells):
            mean += law[i] * values[i]
            square += law[i] * values[i] * values[i]
        deviation = math.sqrt(max(square - mean * mean, 0.0))
        if not set_gradient(values, mean, deviation, ratio, b):
            change = math.inf
            break
        x = solve_multiplier(weights, b, x)
        change = 0.0
        for i in range(cells):
            f[i] = factor(x, b[i])
            p = weights[i] / (total * f[i])
            change = max(change, abs(p - law[i]))
            law[i] = p
        if change < SETTLED:
            return
    if not change < ASTRAY:
        fit_ratio_by_search(weights, values, ratio, f, b)


@kernel
def set_gradient(values: Floats, mean: float, deviation: float, ratio: float, b: Floats) -> bool:
    """Write the constraint linearised at this mean and deviation; whether it has both signs."""
    has_more, has_less = False, False
    for i in range(len(b)):
        z = (mean - values[i]) / deviation if deviation > 0.0 else 0.0
        b[i] = values[i] - 0.5 - ratio * deviation * (1.0 + z * z) / 2.0
        has_more |= b[i] > 0.0
        has_less |= b[i] < 0.0
    return has_more and has_less


@kernel
def variance_excess(
    weights: Floats, values: Floats, ratio: float, deviation: float, f: Floats, b: Floats
) -> float:
    """By how much the law fitted at this deviation has another variance; NaN where none fits."""
    mean = 0.5 + ratio * deviation
    if not set_gradient(values, mean, deviation, ratio, b):
        return math.nan
    x = solve_multiplier(weights, b, 0.0)
    total, excess = 0.0, 0.0
    for i in range(len(b)):
        f[i] = factor(x, b[i])
        total += weights[i]
        excess += weights[i] / f[i] * (values[i] - mean) ** 2
    return excess / total - deviation * deviation


@kernel
def fit_ratio_by_search(
    weights: Floats, values: Floats, ratio: float, f: Floats, b: Floats
) -> None:
    """As `fit_ratio` where its fixed point fails: find the deviation that agrees with its law.

    Of all that agree the likeliest counts. This is how bounds far from even are met.
    """
    reach = min(0.5, 0.5 / abs(ratio))
    best, best_cost = -1.0, math.inf
    before = math.nan
    for k in range(1, _GRID + 1):
        deviation = reach * k / _GRID
        now = variance_excess(weights, values, ratio, deviation, f, b)
        if before * now <= 0.0:  # never true of NaN
            low, high = reach * (k - 1) / _GRID, deviation
            for _ in range(60):
                middle = 0.5 * (low + high)
                value = variance_excess(weights, values, ratio, middle, f, b)
                if value * before > 0.0:
                    low = middle
                else:
                    high = middle
            variance_excess(weights, values, ratio, low, f, b)
            cost = log_gain(weights, f)
            if cost < best_cost:
                best, best_cost = low, cost
        before = now
    if best > 0.0:
        variance_excess(weights, values, ratio, best, f, b)


@kernel
def log_gain(weights: Floats, f: Floats) -> float:
    """By how much the constraint lowers the log-likelihood."""
    total = 0.0
    for i in range(len(f)):
        total += weights[i] * math.log(f[i])
    return total


@kernel
def fit(
    is_normalised: bool,
    weights: Floats,
    values: Floats,
    target0: float,
    target1: float,
    work: Floats,
) -> float:
    """Fit both hypotheses into `work` and return the exact log-likelihood ratio."""
    if is_normalised:
        fit_ratio(weights, values, target0, work[0], work[1], work[4])
        fit_ratio(weights, values, target1, work[2], work[3], work[4])
    else:
        fit_mean(weights, values, target0, work[0], work[1])
        fit_mean(weights, values, target1, work[2], work[3])
    total = 0.0
    for i in range(len(weights)):
        work[4, i] = math.log(work[0, i] / work[2, i])
        total += weights[i] * work[4, i]
    return total

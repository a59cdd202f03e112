"""Davidson's model of games with draws, fitted to all games at once.

With x the difference of strengths plus the advantage of the first seat, a game is won,
lost, drawn as exp(x/2) : exp(-x/2) : nu (Davidson 1970). The unknowns stand in one
array: the strengths of the players, the first seat's advantage, ln nu. The likelihood
is concave in them. A tiny drawn game of each player against the mean keeps the strength
of one who won everything finite.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel

_ROUNDS = 100
_DONE = 1e-10
_FEW_PAIRS = 10  # for each unknown
_MOST_DRAWS = 12.0  # ln nu beyond which everything is drawn anyway


@dataclass(frozen=True, slots=True)
class GameColumns:
    """Games as arrays, sorted by pair; `starts` are where each pair begins."""

    names: tuple[str, ...]
    first: NDArray[np.int64]
    second: NDArray[np.int64]
    score: NDArray[np.float64]
    starts: NDArray[np.int64]


@kernel
def outcome(x: float, nu: float) -> tuple[float, float]:
    """The probability of a win less that of a loss, and that of a draw."""
    up, down = math.exp(x / 2.0), math.exp(-x / 2.0)
    total = up + down + nu
    return (up - down) / total, nu / total


@kernel
def add_derivatives(
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    results: NDArray[np.float64],
    z: NDArray[np.float64],
    nu: float,
    gradient: NDArray[np.float64],
    hessian: NDArray[np.float64],
) -> float:
    """Add the slope and the (negative) curvature of the log-likelihood; return its value.

    A row of `results` is wins, draws, losses of `first` against `second`. The unknowns
    are the strengths, then the first seat's advantage, then ln nu.
    """
    players, value = len(z) - 2, 0.0
    for k in range(len(first)):
        i, j = first[k], second[k]
        wins, draws, losses = results[k, 0], results[k, 1], results[k, 2]
        count = wins + draws + losses
        x = z[i] - z[j] + z[players]
        lead, drawn = outcome(x, nu)
        decided = 1.0 - drawn
        slope = 0.5 * (wins - losses - count * lead)
        bend = 0.25 * count * (decided - lead * lead)
        cross = -0.5 * count * lead * drawn
        value += 0.5 * (wins - losses) * x - count * math.log(
            math.exp(x / 2.0) + math.exp(-x / 2.0) + nu
        )
        if nu > 0.0:
            value += draws * math.log(nu)
        gradient[i] += slope
        gradient[j] -= slope
        gradient[players] += slope
        gradient[players + 1] += draws - count * drawn
        hessian[i, i] += bend
        hessian[j, j] += bend
        hessian[i, j] -= bend
        hessian[j, i] -= bend
        hessian[players, players] += bend
        hessian[players + 1, players + 1] += count * drawn * decided
        for row, sign in ((i, 1.0), (j, -1.0)):
            hessian[row, players] += sign * bend
            hessian[players, row] += sign * bend
            hessian[row, players + 1] += sign * cross
            hessian[players + 1, row] += sign * cross
        hessian[players, players + 1] += cross
        hessian[players + 1, players] += cross
    return value


def _derivatives(
    rows: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]],
    z: NDArray[np.float64],
    has_draws: bool,
    prior: float,
) -> tuple[float, NDArray[np.float64], NDArray[np.float64]]:
    """The log-likelihood with its prior, its gradient and its negative Hessian."""
    size = len(z)
    gradient, hessian = np.zeros(size), np.zeros((size, size))
    nu = math.exp(z[-1]) if has_draws else 0.0
    value = add_derivatives(*rows, z, nu, gradient, hessian)
    half = np.tanh(z[:-1] / 2.0) / 2.0
    value -= prior * float(np.log(2.0 * np.cosh(z[:-1] / 2.0)).sum())
    gradient[:-1] -= prior * half
    hessian[range(size - 1), range(size - 1)] += prior * (0.25 - half**2)
    share = nu / (2.0 + nu)
    if has_draws:
        value += prior * (0.5 * math.log(share) + 0.5 * math.log1p(-share))
        gradient[-1] += prior * (0.5 - share)
        hessian[-1, -1] += prior * share * (1.0 - share)
    else:
        gradient[-1] = 0.0
        hessian[-1, -1] = 1.0
    return value, gradient, hessian


def _grouped(
    table: GameColumns,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Wins, draws and losses of each ordered pair of players."""
    players = len(table.names)
    key, where = np.unique(table.first * players + table.second, return_inverse=True)
    results = np.zeros((len(key), 3))
    np.add.at(results, (where, (2.0 - 2.0 * table.score).astype(np.int64)), 1.0)
    return key // players, key % players, results


def maximise(
    table: GameColumns, has_draws: bool, prior: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Newton's method with halved steps where one goes too far."""
    rows, z = _grouped(table), np.zeros(len(table.names) + 2)
    value, gradient, hessian = _derivatives(rows, z, has_draws, prior)
    for _ in range(_ROUNDS):
        step = np.linalg.solve(hessian, gradient)
        scale = min(1.0, 5.0 / max(float(np.abs(step).max()), 1e-300))
        for _ in range(40):
            after = z + scale * step
            after[-1] = min(max(after[-1], -_MOST_DRAWS), _MOST_DRAWS)
            next_value, next_gradient, next_hessian = _derivatives(rows, after, has_draws, prior)
            if next_value >= value - 1e-9 * abs(value):
                break
            scale /= 2.0
        z, value, gradient, hessian = after, next_value, next_gradient, next_hessian
        if scale * float(np.abs(step).max()) < _DONE:
            break
    return z, hessian


@kernel
def add_products(
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    slope: NDArray[np.float64],
    excess: NDArray[np.float64],
    starts: NDArray[np.int64],
    out: NDArray[np.float64],
) -> None:
    """Add the outer product of each pair's gradient with itself to `out`."""
    players = len(out) - 2
    gradient, touched = np.zeros(len(out)), np.empty(len(out), np.int64)
    for pair in range(len(starts) - 1):
        touched[0], touched[1], count = players, players + 1, 2
        for k in range(starts[pair], starts[pair + 1]):
            for player, sign in ((first[k], 1.0), (second[k], -1.0)):
                is_new = True
                for seen in range(2, count):
                    is_new &= touched[seen] != player
                if is_new:
                    touched[count] = player
                    count += 1
                gradient[player] += sign * slope[k]
            gradient[players] += slope[k]
            gradient[players + 1] += excess[k]
        for a in range(count):
            for b in range(count):
                out[touched[a], touched[b]] += gradient[touched[a]] * gradient[touched[b]]
        for a in range(count):
            gradient[touched[a]] = 0.0


def covariance(
    table: GameColumns, z: NDArray[np.float64], hessian: NDArray[np.float64], has_draws: bool
) -> NDArray[np.float64]:
    """The covariance of the unknowns: what resampling pairs without end, refitted, tends to.

    The curvature on both sides of the gradients' products over pairs, which are the
    units that are independent (Huber's sandwich). A few pairs cannot show their own
    spread: there the curvature alone counts if it says more.
    """
    nu = math.exp(z[-1]) if has_draws else 0.0
    x = z[table.first] - z[table.second] + z[-2]
    up, down = np.exp(x / 2.0), np.exp(-x / 2.0)
    total = up + down + nu
    slope = table.score - 0.5 - 0.5 * (up - down) / total
    excess = (table.score == 0.5) - nu / total if has_draws else np.zeros(len(x))
    products = np.zeros((len(z), len(z)))
    add_products(table.first, table.second, slope, excess, table.starts, products)
    inverse, pairs = np.linalg.inv(hessian), len(table.starts) - 1
    spread = inverse @ products @ inverse * (pairs / max(pairs - len(z), 1))
    if pairs < _FEW_PAIRS * len(z) and np.trace(inverse) > np.trace(spread):
        return np.asarray(inverse)
    return np.asarray(spread)

"""Scores of exact search: a payoff and, among equal ones, how soon the game ends.

A score is whole: millionths of the payoff, times PLIES, less the ply of the end if it is
a gain and plus that ply if it is a loss. So a faster win and a slower loss score more,
and the payoff can be read back. Ply 0 is the root; tables keep scores counted from the
position itself.
"""

import numpy as np

from kibitz.core.bits import int64
from kibitz.core.kernel import kernel

UNITS = 1_000_000  # one payoff
PLIES = 1 << 14  # more than twice what any game lasts
INFINITE = 1 << 62


@kernel
def sign(x: int) -> int:
    """1, 0 or -1."""
    return int64(x > 0) - int64(x < 0)  # without a branch, which would be guessed wrong often


@kernel
def score_of(value: float, ply: int) -> int:
    """The score of getting `value` when the game ends at `ply`."""
    units = int64(np.rint(value * UNITS))
    return units * PLIES - sign(units) * ply


@kernel
def value_of(score: int) -> float:
    """The payoff in a score."""
    return (abs(score) + PLIES // 2) // PLIES * sign(score) / UNITS


@kernel
def ply_of(score: int) -> int:
    """The ply of the end, which a score of 0 does not tell."""
    return (abs(score) + PLIES // 2) // PLIES * PLIES - abs(score)


@kernel
def from_here(score: int, ply: int) -> int:
    """A score counted from the root as one counted from the position at `ply`."""
    return score + sign(score) * ply


@kernel
def from_root(score: int, ply: int) -> int:
    """The inverse of `from_here`."""
    return score - sign(score) * ply

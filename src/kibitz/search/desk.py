"""What a running alpha-beta search shares: its count, its limit, and what was proven last."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.search.score import INFINITE, PLIES

# How much was done, how much may be, why to stop, the greatest payoff in units of a score,
# and from PROOFS on whether the last score returned from each ply was proven.
Desk: TypeAlias = NDArray[np.int64]
NODES, MOST_NODES, STOP, GREATEST, PROOFS = range(5)
GO_ON, OUT_OF_TIME, OUT_OF_NODES = range(3)  # at STOP


def new_desk(plies: int, nodes: int | None, greatest: int) -> Desk:
    """The desk of a search of at most so many plies and nodes."""
    desk = np.zeros(PROOFS + plies, np.int64)
    desk[MOST_NODES], desk[GREATEST] = nodes or INFINITE, greatest
    return desk


@kernel
def count_node(desk: Desk) -> None:
    """Count one position, and stop the search at its limit."""
    desk[NODES] += 1
    if desk[NODES] >= desk[MOST_NODES]:
        desk[STOP] = OUT_OF_NODES


@kernel
def is_fastest_win(score: int, depth: int, ply: int, greatest: int) -> bool:
    """Whether nothing can beat `score`: the greatest payoff, within the depth that was searched."""
    return score >= greatest * PLIES - ply - depth

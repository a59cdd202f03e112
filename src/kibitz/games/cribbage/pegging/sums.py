"""What a search of the play adds up over worlds: means, and errors of differences.

All cards of the root are tried in the same worlds, so the difference of two cards is known
far better than either value: the products of their rewards, world by world, tell how well.
"""

from typing import NamedTuple

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.games.cribbage.pegging.suspects import Floats, Ints
from kibitz.games.cribbage.table.score import RANKS


class RankSums(NamedTuple):
    """By rank, for the seat to act: points and chances to win, and products of two ranks'."""

    points: Floats
    point_products: Floats
    wins: Floats
    win_products: Floats


@kernel
def blank_sums() -> RankSums:
    """Nothing added yet."""
    square = (RANKS, RANKS)
    return RankSums(np.zeros(RANKS), np.zeros(square), np.zeros(RANKS), np.zeros(square))


@kernel
def add_world(ranks: Ints, rewards: Floats, totals: Floats, products: Floats) -> None:
    """Add the rewards of `ranks` in one world."""
    for i in range(len(ranks)):
        totals[ranks[i]] += rewards[i]
        for j in range(i + 1):
            products[ranks[i], ranks[j]] += rewards[i] * rewards[j]


@kernel
def best_rank(ranks: Ints, totals: Floats) -> int:
    """The rank with the greatest total, the lowest of equals."""
    best = int(ranks[0])
    for rank in ranks:
        if totals[rank] > totals[best]:
            best = int(rank)
    return best


def errors_of_differences(totals: Floats, products: Floats, worlds: int) -> Floats:
    """The standard error of each mean less each other; on the diagonal, of the mean itself."""
    means = totals / worlds
    squares = np.diagonal(products)
    both = np.tril(products) + np.tril(products, -1).T
    spread = (squares[:, None] + squares[None, :] - 2 * both) / worlds
    spread -= (means[:, None] - means[None, :]) ** 2
    np.fill_diagonal(spread, squares / worlds - means**2)
    return np.asarray(np.sqrt(np.maximum(spread, 0.0) / max(worlds - 1, 1)))

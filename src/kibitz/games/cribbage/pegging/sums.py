"""What a search of the play adds up over worlds: means, and errors of differences.

All cards of the root are tried in the same worlds, so the difference of two cards is known
far better than either value: the products of their rewards, world by world, tell how well.
"""

from typing import NamedTuple

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.games.cribbage.pegging.suspects import Floats, Ints
from kibitz.games.cribbage.table.score import RANKS

DRIFT, WIN_DRIFT = 0.48, 0.9  # of points and of chances to win, in `tree_errors`
SHARE = 0.3
RULE, WIN_RULE = 0.3, 0.01  # of the careful rule, in points and in chances to win


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
def add_world(
    ranks: Ints, rewards: Floats, weight: float, totals: Floats, products: Floats
) -> None:
    """Add the rewards of `ranks` in one world of that weight."""
    for i in range(len(ranks)):
        totals[ranks[i]] += weight * rewards[i]
        for j in range(i + 1):
            products[ranks[i], ranks[j]] += weight * rewards[i] * rewards[j]


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
    return np.asarray(np.sqrt(_variances(totals, products, worlds) / worlds))


def weighed_errors(totals: Floats, products: Floats, worlds: int, rule: float) -> Floats:
    """The errors of differences of means over hands whose weights add up to 1.

    `worlds` is how many were looked at, 0 for all of them. Both go on by a rule of thumb,
    and `rule` allows for what better play would change: where experts went on in the same
    worlds of 50 positions, 132 values moved by 0.30 points and 117 losses by 0.29.
    """
    drawn = _variances(totals, products, 1) / worlds if worlds else np.zeros_like(products)
    return np.asarray(np.sqrt(drawn + rule**2))


def tree_errors(
    totals: Floats, products: Floats, worlds: int, walks: int, drift: float, away: float
) -> Floats:
    """The errors of differences of means that a tree has given after so many walks.

    The means of a tree drift as both seats learn from it: after n walks they were off those of
    fifty times as many by about 0.31 standard deviations of a reward, losses by 0.25 of a
    difference, times the fourth root of 1/n, from 125 to 20,000 walks alike; where rewards are
    chances to win, by twice that and more (`python -m benchmarks cribbage_truth`). `drift`
    allows for it. Options that hardly differ drift with the values themselves. One more world
    is thought of, `away` off, so that no few equal ones pass for certainty.
    """
    variances = _variances(totals, products, worlds)
    own = np.diagonal(variances)
    drifting = variances + SHARE**2 * (own[:, None] + own[None, :])
    np.fill_diagonal(drifting, own)
    off = drifting * drift**2 / np.sqrt(walks)
    return np.asarray(np.sqrt(variances / worlds + off + (away / worlds) ** 2))


def _variances(totals: Floats, products: Floats, worlds: int) -> Floats:
    """The variance of each reward less each other; on the diagonal, of the reward itself."""
    means = totals / worlds
    squares = np.diagonal(products)
    both = np.tril(products) + np.tril(products, -1).T
    spread = (squares[:, None] + squares[None, :] - 2 * both) / worlds
    spread -= (means[:, None] - means[None, :]) ** 2
    np.fill_diagonal(spread, squares / worlds - means**2)
    return np.asarray(np.maximum(spread, 0.0) * worlds / max(worlds - 1, 1))

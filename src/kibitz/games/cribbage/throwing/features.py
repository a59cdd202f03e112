"""What the pegging of a keep is a sum of: its ranks and pairs of ranks; and how well that is known.

The error of a value, or of the difference of two, comes from the covariance of the weights,
which ships as its root, by role.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from kibitz.games.cribbage.table.score import PAIR_FIRST, PAIR_SECOND, RANKS
from kibitz.games.cribbage.throwing.keeps import KEEP_RANKS, table

Floats = NDArray[np.float64]
LEARNED_HANDS = 40_000  # from which the pegging of keeps was learned


def rank_counts(kept: NDArray[np.int64]) -> Floats:
    """How many cards of each rank are in each set."""
    bits = kept[:, None] >> np.arange(52) & 1
    return np.asarray(bits.reshape(len(kept), RANKS, 4).sum(axis=2), np.float64)


def features(counts: Floats) -> Floats:
    """Ranks, and pairs of ranks, of each row of rank counts, behind a constant."""
    first, second = counts[:, PAIR_FIRST], counts[:, PAIR_SECOND]
    pairs = np.where(PAIR_FIRST == PAIR_SECOND, first * (first - 1) / 2, first * second)
    return np.hstack([np.ones((len(counts), 1)), counts, pairs])


@cache
def keep_features() -> Floats:
    """The features of every keep."""
    counts = [np.bincount(ranks, minlength=RANKS) for ranks in KEEP_RANKS]
    return features(np.array(counts, np.float64))


def pegging_errors(keeps: NDArray[np.int64], role: int, roots: str = "pegging_roots") -> Floats:
    """The error of what each keep pegs less each other; on the diagonal, of the value itself."""
    doubts = keep_features()[keeps] @ table(roots)[role]
    products = doubts @ doubts.T
    own = np.diagonal(products)
    variances = own[:, None] + own[None, :] - 2 * products
    np.fill_diagonal(variances, own)
    return np.asarray(np.sqrt(np.maximum(variances, 0.0)))

"""What a keep pegs net, fitted to simulated hands; `tables` makes it and writes it down.

Simulated hands are too few for 1,820 keeps twice, so the points pegged less the
opponent's are fitted by how many cards of each rank and pairs of ranks a keep holds
(ridge regression). The observed seat throws any of its top five, so that odd keeps are
seen, too; the opponent throws well.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz.games.cribbage.pegging.lore import Lore
from kibitz.games.cribbage.pegging.suspects import Floats
from kibitz.games.cribbage.table.score import PAIR_FIRST, PAIR_SECOND, PAIRS, RANKS
from kibitz.games.cribbage.throwing.keeps import DEALER, KEEP_RANKS, PONE
from kibitz.games.cribbage.winning.outcomes import outcomes
from kibitz.games.cribbage.winning.selfplay import LOOK_AHEAD, MODEL, TOP_FIVE, Style

HANDS, SEED = 150_000, 121
RIDGE = 30.0  # hands' worth of doubt in every feature
SWIFT = Style(MODEL, LOOK_AHEAD, 40, 4, 0.0, 0)  # plays well and quickly
CURIOUS = Style(TOP_FIVE, LOOK_AHEAD, 40, 4, 0.0, 0)


def rank_counts(kept: NDArray[np.int64]) -> Floats:
    """How many cards of each rank are in each set."""
    bits = kept[:, None] >> np.arange(52) & 1
    return np.asarray(bits.reshape(len(kept), RANKS, 4).sum(axis=2), np.float64)


def features(counts: Floats) -> Floats:
    """Ranks, and pairs of ranks, of each row of rank counts, behind a constant."""
    first, second = counts[:, PAIR_FIRST], counts[:, PAIR_SECOND]
    pairs = np.where(PAIR_FIRST == PAIR_SECOND, first * (first - 1) / 2, first * second)
    return np.hstack([np.ones((len(counts), 1)), counts, pairs])


def fitted(counts: Floats, net: Floats, ridge: float = RIDGE) -> Floats:
    """What each of the 1,820 keeps pegs net, by ridge regression on hands seen."""
    x = features(counts)
    doubt = ridge * np.eye(x.shape[1])
    doubt[0, 0] = 0.0
    weights = np.linalg.solve(x.T @ x + doubt, x.T @ net)
    keeps = np.array([np.bincount(ranks, minlength=RANKS) for ranks in KEEP_RANKS], np.float64)
    assert features(keeps).shape[1] == 1 + RANKS + PAIRS
    return np.asarray(features(keeps) @ weights)


def pegging_table(lore: Lore, hands: int = HANDS, seed: int = SEED) -> Floats:
    """The net pegging of every keep, by role."""
    rows = []
    for role, pone, dealer in ((PONE, CURIOUS, SWIFT), (DEALER, SWIFT, CURIOUS)):
        played = outcomes(hands, pone, dealer, lore, seed + role)
        net = played.pegged[:, role] - played.pegged[:, 1 - role]
        rows.append(fitted(rank_counts(played.kept[:, role]), net.astype(np.float64)))
    return np.array(rows)

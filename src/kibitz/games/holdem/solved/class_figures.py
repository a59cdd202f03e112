"""The 169 classes of hands before the flop: their edges, how they are dealt, and figures."""

from functools import cache

import numpy as np

from kibitz.games.holdem.cards.combos import CLASS_SIZES, CLASSES
from kibitz.games.holdem.cards.tables import RANKS
from kibitz.games.holdem.equity.preflop import duel_table
from kibitz.games.holdem.solved.pairs import Singles


@cache
def figures() -> Singles:
    """Figures of the classes: 1, equity against any hand with powers, suited, a pair, gap, low."""
    equity = duel_table().against_random
    row, column = np.divmod(np.arange(CLASSES), RANKS)
    high, low = np.minimum(row, column), np.maximum(row, column)
    gap = np.where(row == column, 0, np.minimum(low - high - 1, 4)) / 4
    is_suited, is_pair = row < column, row == column
    powers = [equity, equity**2, (equity / equity.max()) ** 6]
    rows = [np.ones(CLASSES), *powers, is_suited, is_pair, gap, low / 12]
    rows += [is_suited * (1 - gap), is_pair * equity]
    return np.array(rows, np.float32)


@cache
def class_edges() -> Singles:
    """2 * equity - 1 of each class against each other."""
    return (2 * duel_table().equity - 1).astype(np.float32)


@cache
def class_deals() -> Singles:
    """How many combos of the second class can be dealt beside a combo of the first."""
    return (duel_table().deals / CLASS_SIZES[:, None]).astype(np.float32)

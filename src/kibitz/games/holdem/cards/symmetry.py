"""Suits can change places: deals that differ by that alone count once, with their number.

A permutation of the suits that leaves the board and the dead cards as they are turns a
deal into another of the same worth.
"""

from collections.abc import Iterable
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from kibitz.games.holdem.cards.combos import COMBO, COMBO_CARDS, COMBOS
from kibitz.games.holdem.cards.tables import CARDS, Ints

_cards = np.arange(CARDS)
SUIT_CHANGES: Ints = np.array(
    [_cards // 4 * 4 + np.array(places)[_cards % 4] for places in permutations(range(4))]
)
MOST_HANDS = 5  # whose combos fit one 64-bit number


def changes_that_keep(*kept: Iterable[int]) -> Ints:
    """The changes of suits under which each of these sets of cards stays the same set."""
    sets = [frozenset(int(card) for card in cards) for cards in kept]
    rows = [row for row in SUIT_CHANGES if all(_keeps(row, cards) for cards in sets)]
    return np.array(rows)


def _keeps(change: Ints, cards: frozenset[int]) -> bool:
    return {int(change[card]) for card in cards} == cards


def merged(
    deals: Ints, weights: NDArray[np.float64], changes: Ints
) -> tuple[Ints, NDArray[np.float64]]:
    """The deals (rows of combos) up to a change of suits, with their weights added up."""
    if deals.shape[1] > MOST_HANDS or len(changes) == 1 or len(deals) < 2:
        return deals, weights
    best = np.full(len(deals), np.iinfo(np.int64).max)
    for change in changes:
        moved = change[COMBO_CARDS]
        table = COMBO[moved[:, 0], moved[:, 1]]
        code = np.zeros(len(deals), np.int64)
        for column in range(deals.shape[1]):
            code = code * COMBOS + table[deals[:, column]]
        np.minimum(best, code, out=best)
    _, first, group = np.unique(best, return_index=True, return_inverse=True)
    return deals[first], np.bincount(group, weights).astype(np.float64)

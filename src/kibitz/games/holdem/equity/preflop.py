"""The exact worth of every starting hand against every other before the flop.

`duel_table` counts, for each pair of classes, the wins and ties of the first over all
pairs of combos and all boards. It takes some ten seconds to build, once, and is kept on
disk; whoever needs one pairing asks `kibitz.games.holdem.equity.equity` instead.
"""

from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.games.holdem.cards.combos import CLASS_OF, CLASSES, COMBO_CARDS, COMBOS
from kibitz.games.holdem.cards.symmetry import SUIT_CHANGES, merged
from kibitz.games.holdem.cards.tables import Ints, is_kept, kept
from kibitz.games.holdem.equity.runouts import duels

BOARDS = comb(48, 5)
_NONE = np.empty(0, np.int64)


class DuelTable(NamedTuple):
    """Counts over all deals of class i against class j, shape 169 x 169."""

    wins: Ints
    ties: Ints
    deals: Ints  # pairs of combos without a common card

    @property
    def equity(self) -> NDArray[np.float64]:
        """The chance of class i against class j, ties halved."""
        shares: NDArray[np.float64] = (self.wins + self.ties / 2) / (self.deals * BOARDS)
        return shares

    @property
    def against_random(self) -> NDArray[np.float64]:
        """The chance of each class against a random hand."""
        shares: NDArray[np.float64] = (self.wins + self.ties / 2).sum(1) / (
            self.deals.sum(1) * BOARDS
        )
        return shares


@cache
def duel_table() -> DuelTable:
    """The table, built on first use."""
    arrays = kept("duels", _build)
    return DuelTable(arrays["wins"], arrays["ties"], arrays["deals"])


def is_counted() -> bool:
    """Whether the table is on disk, so that nobody has to wait for it."""
    return is_kept("duels")


def _pairings() -> tuple[Ints, NDArray[np.float64]]:
    """Every pairing of two combos up to suits and order, with the ordered pairs it stands for."""
    firsts, seconds = np.triu_indices(COMBOS, 1)
    cards = COMBO_CARDS
    clash = (cards[firsts][:, :, None] == cards[seconds][:, None, :]).any((1, 2))
    deals = np.stack([firsts[~clash], seconds[~clash]], axis=1)
    swap = CLASS_OF[deals[:, 0]] > CLASS_OF[deals[:, 1]]
    deals[swap] = deals[swap][:, ::-1]
    return merged(deals, np.ones(len(deals)), SUIT_CHANGES)


def _build() -> dict[str, Ints]:
    deals, weights = _pairings()
    order = np.lexsort((CLASS_OF[deals[:, 1]], CLASS_OF[deals[:, 0]]))
    deals, weights = deals[order], weights[order]
    counts = np.empty((len(deals), 2), np.int64)
    duels(COMBO_CARDS[deals].reshape(len(deals), 4), _NONE, _NONE, counts)
    i, j = CLASS_OF[deals[:, 0]], CLASS_OF[deals[:, 1]]
    times = weights.astype(np.int64)
    wins, ties, total = (np.zeros((CLASSES, CLASSES), np.int64) for _ in range(3))
    losses = BOARDS - counts.sum(1)
    for a, b, won in ((i, j, counts[:, 0]), (j, i, losses)):
        np.add.at(wins, (a, b), times * won)
        np.add.at(ties, (a, b), times * counts[:, 1])
        np.add.at(total, (a, b), times)
    return {"wins": wins, "ties": ties, "deals": total}

"""The exact worth of every starting hand against every other before the flop.

`duel_table` has, for each pair of classes, the wins and ties of the first over all pairs of
combos and all boards. All 47,086 pairings were counted once, by
`python -m kibitz.games.holdem.equity.preflop`, which takes some ten seconds and writes the
file that comes with the package; whoever needs one pairing asks
`kibitz.games.holdem.equity.equity` instead.
"""

from functools import cache
from math import comb
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.games.holdem.cards.combos import CLASS_OF, CLASSES, COMBO_CARDS, COMBOS
from kibitz.games.holdem.cards.symmetry import SUIT_CHANGES, merged
from kibitz.games.holdem.cards.tables import Ints
from kibitz.games.holdem.equity.runouts import duels

BOARDS = comb(48, 5)
KEPT = Path(__file__).parent / "duels.npz"
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
    """The table that comes with the package."""
    upper = np.triu_indices(CLASSES)
    wins, ties, deals = (np.zeros((CLASSES, CLASSES), np.int64) for _ in range(3))
    with np.load(KEPT) as kept:
        wins[upper], ties[upper], deals[upper] = kept["wins"], kept["ties"], kept["deals"]
    ties, deals = (part + np.triu(part, 1).T for part in (ties, deals))
    wins += np.triu(deals * BOARDS - wins - ties, 1).T  # what the first loses, the second wins
    return DuelTable(wins, ties, deals)


def pairings() -> tuple[Ints, Ints]:
    """Every pairing of two combos up to suits and order, with the ordered pairs it stands for."""
    firsts, seconds = np.triu_indices(COMBOS, 1)
    cards = COMBO_CARDS
    clash = (cards[firsts][:, :, None] == cards[seconds][:, None, :]).any((1, 2))
    deals = np.stack([firsts[~clash], seconds[~clash]], axis=1)
    swap = CLASS_OF[deals[:, 0]] > CLASS_OF[deals[:, 1]]
    deals[swap] = deals[swap][:, ::-1]
    merged_deals, weights = merged(deals, np.ones(len(deals)), SUIT_CHANGES)
    return merged_deals, weights.astype(np.int64)


def counted(deals: Ints, times: Ints) -> DuelTable:
    """The table of these pairings alone, each counted so many times, over all boards."""
    order = np.lexsort((CLASS_OF[deals[:, 1]], CLASS_OF[deals[:, 0]]))
    deals, times = deals[order], times[order]
    counts = np.empty((len(deals), 2), np.int64)
    duels(COMBO_CARDS[deals].reshape(len(deals), 4), _NONE, _NONE, counts)
    i, j = CLASS_OF[deals[:, 0]], CLASS_OF[deals[:, 1]]
    wins, ties, total = (np.zeros((CLASSES, CLASSES), np.int64) for _ in range(3))
    losses = BOARDS - counts.sum(1)
    for a, b, won in ((i, j, counts[:, 0]), (j, i, losses)):
        np.add.at(wins, (a, b), times * won)
        np.add.at(ties, (a, b), times * counts[:, 1])
        np.add.at(total, (a, b), times)
    return DuelTable(wins, ties, total)


def write() -> None:
    """Count all pairings and keep the upper half of the table as part of the package."""
    table, upper = counted(*pairings()), np.triu_indices(CLASSES)
    parts = {name: part[upper] for name, part in table._asdict().items()}
    np.savez_compressed(KEPT, wins=parts["wins"], ties=parts["ties"], deals=parts["deals"])


if __name__ == "__main__":
    write()

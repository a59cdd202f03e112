"""Hands that meet on a street, by the 1,326 combos or as the solver counts them.

Before the flop a hand is a class; later it is a combo beside the board.
"""

from functools import cached_property

import numpy as np

from kibitz.games.holdem.cards.combos import CLASS_OF, CLASS_SIZES, CLASSES, COMBOS
from kibitz.games.holdem.solved.class_figures import class_deals, class_edges
from kibitz.games.holdem.solved.pairs import Ints, Singles, board_pairs
from kibitz.games.holdem.solved.points import Doubles


class StreetHoldings:
    """The hands of a board; an empty board is before the flop."""

    def __init__(self, board: tuple[int, ...]) -> None:
        self.board = board

    @cached_property
    def places(self) -> Ints:
        """The hand of every combo, -1 for none."""
        if not self.board:
            return CLASS_OF
        out = np.full(COMBOS, -1, np.int64)
        combos = board_pairs(self.board).combos
        out[combos] = np.arange(len(combos))
        return out

    def gathered(self, row: Doubles) -> Singles:
        """Numbers of combos as numbers of hands."""
        if not self.board:
            return (np.bincount(CLASS_OF, row, CLASSES) / CLASS_SIZES).astype(np.float32)
        return row[board_pairs(self.board).combos].astype(np.float32)

    def spread(self, row: Singles) -> Doubles:
        """Numbers of hands as numbers of combos, NaN for none."""
        out = np.full(COMBOS, np.nan)
        held = self.places >= 0
        out[held] = row[self.places[held]]
        return out

    def edged(self, reach: Singles) -> Singles:
        if self.board:
            return board_pairs(self.board).edged(reach)
        sums: Singles = reach @ (class_edges() * class_deals()).T
        return sums

    def unblocked(self, reach: Singles) -> Singles:
        if self.board:
            return board_pairs(self.board).unblocked(reach)
        beside: Singles = reach @ class_deals().T
        return beside

    def equities(self, weights: Doubles) -> Doubles:
        """The equity of every combo against a range, NaN where it is impossible."""
        row = self.gathered(weights)[None]
        beside = self.unblocked(row)[0]
        edge = self.edged(row)[0] / np.where(beside > 0, beside, np.nan)
        return self.spread((1 + edge) / 2)

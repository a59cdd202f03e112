"""A flop solved as a game of matrices: its own betting, then what hands are worth (`worth`).

All in on the flop is exact: the cards are dealt to the end. What follows the other ends of
the betting, two streets of it, is what solved turns were worth on average.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from kibitz.games.holdem.cards.combos import COMBOS
from kibitz.games.holdem.cards.ranges import Range
from kibitz.games.holdem.solved.pairs import BoardPairs, Ints, Singles, board_pairs
from kibitz.games.holdem.solved.street import StreetGame
from kibitz.games.holdem.solved.worth import EDGED, figures_of, term_numbers
from kibitz.games.holdem.solver.spot import Menu, Spot
from kibitz.games.holdem.solver.tree import FOLD, ON, Street, street_tree


class FlopTerms(NamedTuple):
    """What is added up for a seat: a row for each end and figure that counts there, by end.

    At the ends that are all in nothing but the edge itself does.
    """

    ends: Ints  # of each row
    starts: Ints  # the first row of each end
    figures: Singles  # of the other's hands
    by_edge: Singles  # what the row is multiplied by, for each hand
    plain: Singles  # of the ends that are not all in, a row for each figure


class FlopEnds:
    """The ends of a flop's betting that are no folds: a pot and what is left behind, each."""

    def __init__(
        self,
        pairs: BoardPairs,
        pots: Sequence[float],
        stacks: Sequence[float],
        weights: tuple[Singles, Singles],
    ) -> None:
        self.pairs = pairs
        self.figures = figures_of(pairs, weights[1]), figures_of(pairs, weights[0])
        self.held = tuple(np.flatnonzero(row > 0) for row in weights)  # hands of each seat
        self._edges = tuple(
            np.ascontiguousarray(pairs.edge[np.ix_(self.held[1 - hero], self.held[hero])].T).T
            for hero in (0, 1)
        )
        self.pots = np.array(pots, np.float32)
        self.is_over = np.array([stack <= 0 for stack in stacks])
        numbers = [term_numbers(stack / pot) for pot, stack in zip(pots, stacks, strict=True)]
        self._edged = np.stack([edged for edged, _ in numbers])
        self._plain = np.stack([plain for _, plain in numbers])
        self._edged[self.is_over] = 0.0
        self._edged[self.is_over, 0, 0] = 0.5
        self._plain[self.is_over] = 0.0
        self._plain[self.is_over, 0, 0] = 0.5
        self._by_seat = tuple(self._weights(hero) for hero in (0, 1))

    def _weights(self, hero: int) -> "FlopTerms":
        """For each end and figure of the other's hand: what it is multiplied by, hand by hand.

        The second seat gets the rest of the pot; both own half of it to begin with.
        """
        edged, plain = self._edged, self._plain.copy()
        plain[:, 0, 0] -= 0.5
        if hero == 1:  # an edge changes its sign with the seat, and so does the whole
            edged, plain = edged.transpose(0, 2, 1), -plain.transpose(0, 2, 1)
        pots = self.pots[:, None, None]
        own = self.figures[hero]
        by_edge = np.einsum("kab,an->kbn", edged * pots, own)[:, list(EDGED)]
        ends, terms = np.nonzero(by_edge.any(axis=2))
        figures = self.figures[1 - hero][list(EDGED)][terms]
        return FlopTerms(
            ends,
            np.flatnonzero(np.diff(ends, prepend=-1)),
            np.ascontiguousarray(figures[:, self.held[1 - hero]]),
            np.ascontiguousarray(by_edge[ends, terms][:, self.held[hero]]),
            np.einsum("kab,an->kbn", plain * pots, own)[~self.is_over],
        )

    def unblocked(self, reach: Singles) -> Singles:
        return self.pairs.unblocked(reach)

    def worth(self, hero: int, reach: Singles) -> Singles:
        """Edges count between hands that the seats can hold; the others get what is plain."""
        terms, hands = self._by_seat[hero], reach.shape[1]
        shares: Singles = np.zeros_like(reach)
        if not self.is_over.all():
            rows = reach[~self.is_over][:, None, :] * self.figures[1 - hero]
            beside = self.pairs.unblocked(rows.reshape(-1, hands)).reshape(rows.shape)
            shares[~self.is_over] = (beside * terms.plain).sum(axis=1)
        met = reach[:, self.held[1 - hero]][terms.ends] * terms.figures
        by_edge = met @ self._edges[hero]
        by_edge *= terms.by_edge
        # An edge is that of the other against us, as the table stands: its sign is turned.
        shares[:, self.held[hero]] -= np.add.reduceat(by_edge, terms.starts, axis=0)
        return shares


def end_chips(street: Street, pot: int, stack: int, unit: int) -> tuple[list[float], list[float]]:
    """The pot and what is left behind at every end that is no fold, in chips."""
    each = [
        step.chips
        for decision in street.decisions
        for step in decision.steps
        if step.kind not in (ON, FOLD)
    ]
    return [(pot + 2 * chips) / unit for chips in each], [(stack - chips) / unit for chips in each]


def solve_flop(
    board: tuple[int, ...],
    weights: tuple[Singles, Singles],
    pot: float,
    stack: float,
    menus: tuple[Menu, Menu, Menu],
    iterations: int,
    least: float = 0.0,
    played: tuple[float, ...] = (),
    locked: int = 0,
) -> StreetGame:
    """The flop's own betting solved; weights are of the flop's combos."""
    anything = Range(np.ones(COMBOS))
    spot = Spot(board, anything, anything, pot, stack, menus, least, played, locked)
    street = street_tree(spot)
    chips = end_chips(street, spot.units(pot), spot.units(stack), spot.unit)
    ends = FlopEnds(board_pairs(board), *chips, weights)
    game = StreetGame(street, weights, pot / 2, spot.unit, ends)
    game.run(iterations)
    return game

"""Simulated hands, from which the tables of pegging and of winning are made."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core.seeds import generator, stream
from kibitz.games.cribbage.pegging.lore import Lore
from kibitz.games.cribbage.table.rules import DEAL, HEELS, NONE, Cribbage
from kibitz.games.cribbage.table.score import JACK
from kibitz.games.cribbage.throwing.keeps import DEALER, PONE
from kibitz.games.cribbage.winning.selfplay import (
    LOOK_AHEAD,
    MODEL,
    MOST_EVENTS,
    Style,
    hands_between,
)

SOUND = Style(MODEL, LOOK_AHEAD, 32, 8, 0.0, 0)  # looks at everything, in a few worlds
SHOWS = 3
FRESH = Cribbage(DEAL, 2, 0, 1, 1, NONE, *[0] * 19)  # seat 1 deals


@dataclass(frozen=True)
class Outcomes:
    """Hands played out: the gains of each in order, and what was kept."""

    events: NDArray[np.int64]  # column 0 says how many follow
    kept: NDArray[np.int64]  # sets of pone and dealer, and the starter

    @property
    def gains(self) -> NDArray[np.int64]:
        """The gains in order, the dealer's positive, the unused places 0."""
        return self.events[:, 1:]

    @property
    def starters(self) -> NDArray[np.int64]:
        return self.kept[:, 2]

    @property
    def shows(self) -> NDArray[np.int64]:
        """What pone's hand (negative), the dealer's hand and the crib counted."""
        rows = np.arange(len(self.events))[:, None]
        return self.gains[rows, self.events[:, :1] - SHOWS + np.arange(SHOWS)]  # type: ignore[no-any-return]

    @property
    def pegged(self) -> NDArray[np.int64]:
        """What pone and dealer pegged, his heels left in."""
        total = np.stack(
            [-np.minimum(self.gains, 0).sum(axis=1), np.maximum(self.gains, 0).sum(axis=1)], axis=1
        )
        shows = self.shows
        total[:, PONE] += shows[:, 0]
        total[:, DEALER] -= shows[:, 1] + shows[:, 2]
        return total

    @property
    def net_pegged(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """What pone, and what the dealer pegged less the other, his heels left out."""
        pone, dealer = self.pegged.T
        net = (dealer - HEELS * (self.starters >> 2 == JACK) - pone).astype(np.float64)
        return -net, net


def outcomes(hands: int, pone: Style, dealer: Style, lore: Lore, seed: int) -> Outcomes:
    """Simulate hands of two styles."""
    seeds = generator(seed, 0).integers(0, 1 << 62, hands)
    events = np.zeros((hands, MOST_EVENTS + 1), np.int64)
    kept = np.zeros((hands, 3), np.int64)
    hands_between(FRESH, seeds, pone, dealer, lore, stream(seed, 1), events, kept)
    return Outcomes(events, kept)

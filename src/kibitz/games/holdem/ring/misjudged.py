"""The strategy for several seats, played by somebody who misjudges hands (see `erring`)."""

import numpy as np

from kibitz.games.holdem.cards.combos import CLASSES
from kibitz.games.holdem.ring.buckets import BANDS, DRAWS, Floats
from kibitz.games.holdem.ring.spots import CHOICES, EARLY_ROWS, WIDTH
from kibitz.games.holdem.strategy.erring import DIGITS, band_edges, class_chances, taken_for

STREETS = 3  # after the flop


def misjudged(odds: Floats, most: float) -> Floats:
    """How often each choice is played in every row if ranks are misjudged by up to `most`."""
    early = class_chances(most) @ odds[:EARLY_ROWS].reshape(-1, CLASSES, CHOICES)
    late = odds[EARLY_ROWS:].reshape(STREETS, -1, WIDTH, CHOICES)
    bands = np.kron(taken_for(band_edges(BANDS), most), np.eye(DRAWS))
    river = taken_for(band_edges(WIDTH), most)
    parts = (early, bands @ late[:-1], river @ late[-1])
    rows: Floats = np.concatenate([part.reshape(-1, CHOICES) for part in parts])
    return rows.round(DIGITS)

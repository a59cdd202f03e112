"""A strategy played by somebody who misjudges hands: takes them for better or worse than they are.

By how much is chance, evenly up to a part of all hands, so each row becomes the mean of the rows
of hands about as good. What looks better than the best hand is played as the best: nobody
mistakes aces for much. Draws are seen as they are.
"""

import numpy as np

from kibitz.games.holdem.cards.combos import CLASS_SIZES, CLASSES
from kibitz.games.holdem.ring.buckets import BANDS, DRAWS, Floats
from kibitz.games.holdem.ring.spots import CHOICES, EARLY_ROWS, WIDTH
from kibitz.games.holdem.strategy.buckets import CURVE
from kibitz.games.holdem.strategy.strategies import CLASS_RANKS

DIGITS = 12  # that any machine adds up alike
STREETS = 3  # after the flop


def misjudged(odds: Floats, most: float) -> Floats:
    """How often each choice is played in every row if ranks are misjudged by up to `most`."""
    early = _class_chances(most) @ odds[:EARLY_ROWS].reshape(-1, CLASSES, CHOICES)
    late = odds[EARLY_ROWS:].reshape(STREETS, -1, WIDTH, CHOICES)
    bands = np.kron(_taken_for(_edges(BANDS), most), np.eye(DRAWS))
    river = _taken_for(_edges(WIDTH), most)
    parts = (early, bands @ late[:-1], river @ late[-1])
    rows: Floats = np.concatenate([part.reshape(-1, CHOICES) for part in parts])
    return rows.round(DIGITS)


def _taken_for(edges: Floats, most: float) -> Floats:
    """The chances that a hand in the middle of each group of ranks is taken for one of each."""
    middles, bounds = (edges[:-1] + edges[1:]) / 2.0, edges.copy()
    bounds[0], bounds[-1] = -np.inf, np.inf
    below, above = (middles - most)[:, None], (middles + most)[:, None]
    shared = np.minimum(above, bounds[1:]) - np.maximum(below, bounds[:-1])
    return np.asarray(np.maximum(shared, 0.0) / (2.0 * most))


def _class_chances(most: float) -> Floats:
    """The chances that each class is taken for each other."""
    order = np.argsort(CLASS_RANKS, kind="stable")
    sizes = CLASS_SIZES[order] / CLASS_SIZES.sum()
    chances = np.zeros((CLASSES, CLASSES))
    chances[np.ix_(order, order)] = _taken_for(np.append(0.0, sizes.cumsum()), most)
    return chances


def _edges(bands: int) -> Floats:
    """The ranks between which the bands of hands lie after the flop."""
    return np.asarray((np.arange(bands + 1) / bands) ** (1.0 / CURVE))

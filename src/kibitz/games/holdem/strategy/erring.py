"""Errors that people make: hands taken for better or worse than they are, and needless calls.

By how much a hand is misjudged is chance, evenly up to a part of all hands, so what is played
with it is the mean of what is played with hands about as good. What looks better than the best
hand is played as the best: nobody mistakes aces for much. Draws are seen as they are.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from kibitz.errors import BadValue
from kibitz.games.holdem.cards.combos import CLASS_SIZES, CLASSES
from kibitz.games.holdem.opponents.situation import STREETS
from kibitz.games.holdem.strategy.buckets import BANDS, CURVE, DRAWS, RIVER_BANDS, Floats
from kibitz.games.holdem.strategy.spots import CHOICES, WIDTH
from kibitz.games.holdem.strategy.strategies import CLASS_RANKS, balanced
from kibitz.games.holdem.table.position import CALL, Holdem, pot, to_call

DIGITS = 12  # that any machine adds up alike
Odds = list[tuple[int, float]]


def check_parts(name: str, **settings: float) -> None:
    """Refuse settings of a player that are no parts of one."""
    for setting, value in settings.items():
        if not 0.0 <= value <= 1.0:
            raise BadValue(f"{setting} {value} of {name} is not between 0 and 1")


@lru_cache(maxsize=4)
def erring_strategy(kind: int, most: float) -> Floats:
    """The balanced strategy of a kind of betting, with hands misjudged by up to `most`."""
    return misjudged(balanced(kind), most) if most > 0.0 else balanced(kind)


def misjudged(odds: Floats, most: float) -> Floats:
    """How often each choice is played in every row if ranks are misjudged by up to `most`."""
    streets = odds.reshape(STREETS, -1, WIDTH, CHOICES).copy()
    bands = np.kron(taken_for(band_edges(BANDS), most), np.eye(DRAWS))
    river = taken_for(band_edges(RIVER_BANDS), most)
    for street, chances in zip(streets, (class_chances(most), bands, bands, river), strict=True):
        street[:, : len(chances)] = chances @ street[:, : len(chances)]
    rows: Floats = streets.reshape(-1, CHOICES)
    return rows.round(DIGITS)


def misjudged_rows(often: Floats, better: Floats, most: float) -> Floats:
    """Odds by combos, a row to a move, if hands are taken for others up to `most` of all away.

    The hands are those that a row says anything of, in the order of `better`, the best first.
    """
    told = np.flatnonzero(often.sum(axis=0) > 0)
    order = told[np.argsort(-better[told], kind="stable")]
    edges = np.arange(len(order) + 1) / max(len(order), 1)
    out = np.zeros_like(often)
    out[:, order] = often[:, order] @ taken_for(edges, most).T
    return out.round(DIGITS)


def taken_for(edges: Floats, most: float) -> Floats:
    """The chances that a hand in the middle of each group of ranks is taken for one of each."""
    middles, bounds = (edges[:-1] + edges[1:]) / 2.0, edges.copy()
    bounds[0], bounds[-1] = -np.inf, np.inf
    below, above = (middles - most)[:, None], (middles + most)[:, None]
    shared = np.minimum(above, bounds[1:]) - np.maximum(below, bounds[:-1])
    return np.asarray(np.maximum(shared, 0.0) / (2.0 * most))


def class_chances(most: float) -> Floats:
    """The chances that each class is taken for each other."""
    order = np.argsort(CLASS_RANKS, kind="stable")
    sizes = CLASS_SIZES[order] / CLASS_SIZES.sum()
    chances = np.zeros((CLASSES, CLASSES))
    chances[np.ix_(order, order)] = taken_for(np.append(0.0, sizes.cumsum()), most)
    return chances


def band_edges(bands: int) -> Floats:
    """The ranks between which the bands of hands lie after the flop."""
    return np.asarray((np.arange(bands + 1) / bands) ** (1.0 / CURVE))


def is_cheap(view: Holdem) -> bool:
    """Whether the seat to act can stay for a bet of at most twice the pot."""
    return 3 * int(to_call(view, view.seat)) <= 2 * int(pot(view))


def called_more(odds: Odds, calls: float) -> Odds:
    """How often each move is played by somebody who so often checks or calls, come what may."""
    if calls == 0.0:
        return odds
    out = {CALL: 0.0, **{move: (1.0 - calls) * chance for move, chance in odds}}
    out[CALL] += calls
    return sorted(out.items())


def called_rows(
    moves: Sequence[int], often: Floats, calls: float
) -> tuple[tuple[int, ...], Floats]:
    """The same for a row of odds to each move, a column for each combo; unknown ones stay 0."""
    if calls == 0.0:
        return tuple(moves), often
    told = often.sum(axis=0) > 0
    rows = {CALL: np.zeros(often.shape[1])}
    rows |= {move: (1.0 - calls) * row for move, row in zip(moves, often, strict=True)}
    rows[CALL] = rows[CALL] + calls * told
    order = sorted(rows)
    return tuple(order), np.stack([rows[move] for move in order])

"""A plain rule for every spot and bucket: where training begins, and what unmet rows play.

It raises down to one rank of hand and goes on down to another (see `CLASS_RANKS`: the part of
all hands that is better), tighter in early positions and at higher prices.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from kibitz.games.holdem.cards.combos import CLASSES
from kibitz.games.holdem.ring.buckets import BANDS, DRAWS
from kibitz.games.holdem.ring.spots import (
    ALL_IN,
    BET_STEPS,
    BETS,
    BLINDS_DEEP,
    CHOICES,
    EARLY_ROWS,
    FACINGS,
    FOLDS,
    LEADERS,
    PLACES,
    POSITIONS,
    POTS_DEEP,
    PRICES,
    RAISED,
    RAISERS,
    ROWS,
    SITUATIONS,
    STAYS,
    UNRAISED,
    WIDTH,
)
from kibitz.games.holdem.strategy.buckets import CURVE
from kibitz.games.holdem.strategy.strategies import CLASS_RANKS

Floats = NDArray[np.float64]
OPENS = (0.30, 0.42, 0.45, 0.28, 0.21, 0.18, 0.16, 0.14, 0.12)  # by position
DEARER = (1.0, 0.75, 0.5, 0.2)  # how many hands stay at each price
RERAISES, CALLS = 0.05, 0.16  # of a first raise
AGAIN = ((0.025, 0.05), (0.04, 0.12), (0.015, 0.025), (0.02, 0.05))  # reraised, out of it and in
FREE_BETS, BLUFFS = 0.28, 0.1  # with nothing to pay
BET_RAISES, RERAISED = 0.07, 0.03
STAY = (0.65, 0.55, 0.45, 0.32, 0.15)  # by price, after the flop
STAY_AGAIN = (0.45, 0.33, 0.26, 0.2, 0.08)
SEVERAL = 0.75  # of these against more than one
DRAW_GAIN = 0.12  # rank that each step of a draw is worth


def _acts(ranks: Floats, raised: float, goes_on: float, bluffs: float = 0.0) -> Floats:
    """Odds of the choices at each rank: raise, go on, fold; all in is left to training."""
    out = np.zeros((len(ranks), CHOICES))
    out[:, BETS] = np.where(ranks <= raised, 1.0, bluffs)
    stays = np.where(ranks <= max(raised, goes_on), 1.0, 0.0)
    out[:, STAYS] = (1.0 - out[:, BETS]) * stays
    out[:, FOLDS] = 1.0 - out[:, BETS] - out[:, STAYS]
    out[:, ALL_IN] = 0.0
    return out


def _situation(position: int, situation: int) -> Floats:
    opens = OPENS[position]
    if situation < UNRAISED:
        limped = 0.6 if situation else 1.0
        checks = 1.0 if position == 0 else 1.5 * opens if situation else opens
        return _acts(CLASS_RANKS, limped * opens, checks)
    sort, price = divmod(situation - UNRAISED, PRICES)
    dear = DEARER[price]
    if sort < 2 * RAISERS:
        calls = 0.5 if position == 0 else CALLS
        return _acts(CLASS_RANKS, RERAISES * dear, calls * dear)
    raises, calls = AGAIN[sort - 2 * RAISERS]
    return _acts(CLASS_RANKS, raises * dear, calls * max(dear, 0.4))


def _early() -> Floats:
    depths = len(BLINDS_DEEP) + 1
    rows = [_situation(at, what) for at in range(POSITIONS) for what in range(SITUATIONS)]
    assert RAISED * PRICES + UNRAISED == SITUATIONS
    return np.repeat(np.stack(rows), depths, axis=0).reshape(-1, CLASSES, CHOICES)


def bucket_ranks(is_river: bool) -> Floats:
    """The rank in the middle of each bucket, better with a draw."""
    if is_river:
        return np.asarray(((np.arange(WIDTH) + 0.5) / WIDTH) ** (1.0 / CURVE))
    bands = ((np.arange(BANDS) + 0.5) / BANDS) ** (1.0 / CURVE)
    gain = DRAW_GAIN * np.arange(DRAWS)
    return np.asarray(np.maximum(bands[:, None] - gain, 0.0).ravel())


def _facing(ranks: Floats, place: int, facing: int) -> Floats:
    part = 1.0 if place < 2 else SEVERAL
    if facing == 0:
        return _acts(ranks, part * FREE_BETS, 1.0, part * BLUFFS)
    again, price = divmod(facing - 1, BET_STEPS)
    stay = (STAY_AGAIN if again else STAY)[price]
    return _acts(ranks, part * (RERAISED if again else BET_RAISES), part * stay)


def _late() -> Floats:
    alike = LEADERS * (len(POTS_DEEP) + 1)
    rows = [
        _facing(bucket_ranks(street == 2), place, facing)
        for street in range(3)
        for place in range(PLACES)
        for facing in range(FACINGS)
    ]
    return np.repeat(np.stack(rows), alike, axis=0)


@cache
def rule_odds() -> Floats:
    """How often the rule plays each choice, for every row of a strategy."""
    odds = np.concatenate([_early().reshape(-1, CHOICES), _late().reshape(-1, CHOICES)])
    assert odds.shape == (ROWS, CHOICES)
    assert EARLY_ROWS % CLASSES == 0
    odds.setflags(write=False)
    return odds

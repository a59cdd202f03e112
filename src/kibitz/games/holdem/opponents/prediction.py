"""What a player will do: a chance for fold, check or call, and bet or raise in each situation.

It begins with what anybody does there, is bent by what this player does in situations like
it, and gives way to what he was seen to do in this very one. Log loss is its measure.
"""

import math
from dataclasses import dataclass

import numpy as np

from kibitz.errors import BadNotation
from kibitz.games.holdem.opponents.habits import ACTIONS, GENERIC, Floats
from kibitz.games.holdem.opponents.situation import (
    FACING_OF,
    FREE,
    SITUATIONS,
    STREET_OF,
    situation_of,
)
from kibitz.games.holdem.table.position import PREFLOP

LEAN = 6.0  # observations that what is known of like situations is worth in a narrower one
STREETS = ("preflop", "flop", "turn", "river")
FINE = 100  # parts of a big blind in which the amounts of a spot are told


_FACED = np.where(FACING_OF == FREE, 0, 1)
LIKE = (_FACED, STREET_OF * 2 + _FACED)  # situations that are alike, widest groups first
SAME = np.arange(SITUATIONS) // 2  # but for the size of the pot


def _prior() -> Floats:
    """What anybody does in each situation with any hand."""
    value, bluffs, goes_on, _ = np.repeat(GENERIC.borders, 2, axis=0).T
    raises = bluffs + (1.0 - bluffs) * value
    folds = np.maximum((1.0 - bluffs) * (1.0 - goes_on), np.where(FACING_OF == FREE, 0.0, 0.01))
    chances = np.stack([folds, 1.0 - raises - folds, raises], axis=1)
    prior: Floats = chances / chances.sum(axis=1, keepdims=True)
    return prior


PRIOR = _prior()


def learned(actions: Floats) -> Floats:
    """The chances of each action in each situation, from how often each was seen."""
    chances = PRIOR.copy()
    totals = actions.sum(axis=1, keepdims=True)
    for groups in LIKE:
        for group in range(int(groups.max()) + 1):
            like = groups == group
            expected = (totals[like] * chances[like]).sum(axis=0)
            chances[like] *= (actions[like].sum(axis=0) + LEAN) / (expected + LEAN)
        chances /= chances.sum(axis=1, keepdims=True)
    both = actions.reshape(-1, 2, len(ACTIONS)).sum(axis=1)[SAME]
    for seen in (both, actions):
        chances = (seen + LEAN * chances) / (seen.sum(axis=1, keepdims=True) + LEAN)
    return chances


@dataclass(frozen=True)
class FacedSpot:
    """What a player faces: the street, what a call costs and the pot, in big blinds.

    `raises` counts the bets on the street; before the flop the big blind is the first.
    """

    street: str
    call: float
    pot: float
    raises: int

    @property
    def situation(self) -> int:
        """Its situation."""
        stage = PREFLOP + STREETS.index(self.street)
        call, size = round(FINE * self.call), round(FINE * self.pot)
        return int(situation_of(stage, call, size, self.raises, FINE))


def parse_spot(text: str) -> FacedSpot:
    """A spot from its text.

    >>> parse_spot("flop:5/10")
    FacedSpot(street='flop', call=5.0, pot=10.0, raises=1)
    >>> parse_spot("preflop:9/13:3").raises
    3
    """
    street, _, rest = text.strip().partition(":")
    amounts, _, raises = rest.partition(":")
    call, slash, pot = amounts.partition("/")
    if street not in STREETS or not slash:
        raise BadNotation(f"'{text}' is not a spot; write flop:5/10 (5 to call, 10 in the pot)")
    try:
        price, size = float(call), float(pot)
        count = int(raises) if raises else int(price > 0) + int(street == STREETS[0] and price > 1)
    except ValueError:
        raise BadNotation(f"in the spot '{text}' the amounts are not numbers") from None
    if not (0 <= price < math.inf and 0 < size < math.inf and 0 <= count <= 99):
        raise BadNotation(f"in the spot '{text}' the amounts make no sense")
    return FacedSpot(street, price, size, max(count, int(street == STREETS[0])))

"""What a player does in each situation, by how good his hand is.

His hand has a rank: the part of all hands that look better on the board, from 0 (the best)
to 1. He raises down to one rank, now and then raises anything as a bluff, goes on down to
another rank and folds the rest: three numbers a place, and a fourth says how far they can
be trusted. The borders are soft, and a few of the best hands are not raised. His raises
have one of three sizes: half the pot, the pot, everything.

GENERIC is a sensible opponent of whom nothing is known: it is not trusted at all. Habits
have a text, two hexadecimal digits a number, so that an analyst who uses them has one, too.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.errors import BadNotation
from kibitz.games.holdem.opponents.situation import (
    AGAIN,
    CHEAP,
    DEAR,
    FACINGS,
    FAIR,
    FREE,
    HUGE,
    JAM,
    PLACES,
    STREETS,
)
from kibitz.games.holdem.table.sizes import COARSE

Floats = NDArray[np.float64]
FOLDS, CALLS, RAISES = 0, 1, 2
ACTIONS = ("fold", "call", "raise")
VALUE, BLUFFS, GOES_ON, TRUST = range(4)  # the columns of the borders
RAISE_SIZES = len(COARSE) + 1  # the coarse ones and everything
SOFT = 0.08  # the width of a border
TRAP = 0.1  # of his best hands, which he does not raise
_FULL = 255
_PREFLOP = {
    FREE: (0.28, 0.06, 1.0),
    CHEAP: (0.38, 0.10, 0.78),  # nobody has raised
    FAIR: (0.10, 0.03, 0.62),
    DEAR: (0.10, 0.03, 0.55),
    JAM: (0.07, 0.02, 0.32),
    HUGE: (0.02, 0.0, 0.14),
    CHEAP + AGAIN: (0.06, 0.02, 0.55),
    FAIR + AGAIN: (0.06, 0.02, 0.42),
    DEAR + AGAIN: (0.06, 0.02, 0.28),
    JAM + AGAIN: (0.04, 0.01, 0.15),
    HUGE + AGAIN: (0.02, 0.0, 0.12),
}
_POSTFLOP = {
    FREE: (0.30, 0.12, 1.0),
    CHEAP: (0.09, 0.03, 0.74),
    FAIR: (0.08, 0.03, 0.58),
    DEAR: (0.08, 0.03, 0.50),
    JAM: (0.06, 0.01, 0.42),
    HUGE: (0.03, 0.0, 0.34),
    CHEAP + AGAIN: (0.05, 0.01, 0.90),
    FAIR + AGAIN: (0.05, 0.01, 0.40),
    DEAR + AGAIN: (0.05, 0.01, 0.30),
    JAM + AGAIN: (0.04, 0.0, 0.26),
    HUGE + AGAIN: (0.02, 0.0, 0.20),
}
_LATER = (1.0, 1.0, 0.92, 0.85)  # on later streets the same bet is met by better hands


@dataclass(frozen=True, eq=False)
class Habits:
    """For each place: raises down to a rank, bluffs so often, goes on to a rank; the trust.

    `sizes` says which part of his raises has each size.
    """

    borders: Floats  # PLACES x 4
    sizes: Floats

    @property
    def text(self) -> str:
        """The borders, one after the other, then the sizes."""
        numbers = np.concatenate([self.borders.ravel(), self.sizes])
        return "".join(f"{round(_FULL * float(number)):02x}" for number in numbers)


def _generic() -> Habits:
    borders = np.zeros((STREETS, FACINGS, 4))
    for street in range(STREETS):
        table = _POSTFLOP if street else _PREFLOP
        for facing in range(FACINGS):
            value, bluffs, goes_on = table[facing]
            later = 1.0 if facing == FREE else _LATER[street]
            borders[street, facing, :TRUST] = value, bluffs, max(goes_on * later, value)
    return Habits(borders.reshape(PLACES, 4), np.array([0.6, 0.3, 0.1]))


GENERIC = _generic()
_LENGTH = 4 * PLACES + RAISE_SIZES


@lru_cache(maxsize=64)
def parse_habits(text: str) -> Habits:
    """The habits that have this text; nothing known is GENERIC."""
    if not text:
        return GENERIC
    try:
        numbers = np.frombuffer(bytes.fromhex(text), np.uint8) / _FULL
    except ValueError:
        raise BadNotation(f"habits '{text}' are not written in hexadecimal digits") from None
    if len(numbers) != _LENGTH:
        raise BadNotation(f"habits '{text}' have {len(text)} digits, not {2 * _LENGTH}")
    return Habits(numbers[:-RAISE_SIZES].reshape(PLACES, 4), numbers[-RAISE_SIZES:])


@kernel
def ramp(distance: float, room: float) -> float:
    """From 0 to 1 across a border: one half on it, sharper where there is no room beside it."""
    width = min(SOFT, 2.0 * room)
    if width <= 1e-9:
        return 1.0 if distance > 0.0 else 0.0
    return min(max(0.5 + distance / width, 0.0), 1.0)


@kernel
def raise_chance(borders: Floats, place: int, rank: float) -> float:
    """How likely a hand of that rank is raised."""
    value, bluffs = borders[place, VALUE], borders[place, BLUFFS]
    sure = max(1.0 - TRAP - bluffs, 0.0)
    return float(bluffs + sure * ramp(value - rank, min(value, 1.0 - value)))


@kernel
def fold_chance(borders: Floats, place: int, rank: float) -> float:
    """How likely a hand of that rank is folded."""
    bluffs, goes_on = borders[place, BLUFFS], borders[place, GOES_ON]
    return float((1.0 - bluffs) * ramp(rank - goes_on, min(goes_on, 1.0 - goes_on)))


@kernel
def act_chance(borders: Floats, place: int, rank: float, action: int) -> float:
    """How likely a hand of that rank acts so."""
    raised = raise_chance(borders, place, rank)
    folded = min(fold_chance(borders, place, rank), 1.0 - raised)
    if action == RAISES:
        return raised
    return folded if action == FOLDS else 1.0 - raised - folded

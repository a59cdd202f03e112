"""What kind of player sits there: three habits, and how likely each is of a seat.

- TRUTHFUL tells the truth while it can and calls only what its own hand rules out
- DOUBTING plays alike and calls what is more likely impossible than not
- WILD is DOUBTING that slips: now and then any cards, or any answer
- BOLD is TRUTHFUL that claims two cards where it has fewer of the rank

The likelihoods are of what everybody saw: the answers of the seat to claims, its lies that
were shown, and the sizes of its claims. All habits call a seat that is out of cards.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, uniform
from kibitz.games.bluff.layout import CALLED, COPIES, SHOWN, STOOD, TOLD, WRONG, Ints, byte

Floats = NDArray[np.float64]

TRUTHFUL, DOUBTING, WILD, BOLD = range(4)
HABITS = 3  # of others; BOLD is a seat's own among truthful ones
PRIOR: Floats = np.array([0.4, 0.4, 0.2])
WRONG_CALL: Floats = np.array([0.01, 0.5, 0.5])  # how likely of each habit, for one event
BELIEVED: Floats = np.array([1.0, 0.15, 0.3])  # a doubtful claim that it let stand
BIG_LIE: Floats = np.array([0.01, 0.01, 0.5])  # a lie with two false cards or more
BIG_CLAIM: Floats = np.array([0.05, 0.05, 0.25])  # a claim of three or four that stood
ENOUGH = 12  # events of one kind that count; more add nothing


@kernel
def count_events(v: Ints, seat: int) -> tuple[int, int, int, int, int]:
    """What was seen of a seat: wrong calls, beliefs, big lies, big claims and small ones."""
    called, shown, told = v[CALLED + seat], v[SHOWN + seat], v[TOLD + seat]
    lies = 0
    for false in range(2, COPIES + 1):
        lies += byte(shown, false)
    big, small = byte(told, 2) + byte(told, 3), byte(told, 0) + byte(told, 1)
    return byte(called, WRONG), byte(called, STOOD), lies, big, small


@kernel
def habit_chances(v: Ints, seat: int, chances: Floats) -> None:
    """Write how likely each habit is of a seat, by Bayes' rule."""
    wrong, believed, lies, big, small = count_events(v, seat)
    total = 0.0
    for habit in range(HABITS):
        chance = PRIOR[habit] * WRONG_CALL[habit] ** min(wrong, ENOUGH)
        chance *= BELIEVED[habit] ** min(believed, ENOUGH)
        chance *= BIG_LIE[habit] ** min(lies, ENOUGH)
        chance *= BIG_CLAIM[habit] ** min(big, ENOUGH)
        chance *= (1.0 - BIG_CLAIM[habit]) ** min(small, ENOUGH)
        chances[habit] = chance
        total += chance
    for habit in range(HABITS):
        chances[habit] /= total


@kernel
def drawn_habit(chances: Floats, stream: Stream) -> int:
    """A habit by its chance."""
    ticket = uniform(stream)
    for habit in range(HABITS - 1):
        ticket -= chances[habit]
        if ticket < 0.0:
            return habit
    return HABITS - 1

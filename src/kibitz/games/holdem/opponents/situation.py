"""The situations in which a seat acts, told apart by street, price and pot: 88 of them.

A situation is `((street - PREFLOP) * FACINGS + facing) * 2 + (the pot is big)`. Facing is
FREE, the first bet at one of five prices, or a raise of a bet at one of them (AGAIN more).
Before the flop the first price means that nobody has raised yet. JAM is more than twice the
pot, HUGE many times the pot: a stack for next to nothing.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.games.holdem.table.position import PREFLOP, Holdem, pot, to_call

FACINGS, STREETS = 11, 4
FREE, CHEAP, FAIR, DEAR, JAM, HUGE = range(6)
AGAIN = 5
PLACES = STREETS * FACINGS  # situations but for the size of the pot
SITUATIONS = PLACES * 2
BIG_POT = 12  # big blinds
FIRST_IN = CHEAP  # before the flop
_PRICES = (0.22, 0.30, 0.40, 0.46)  # from which a bet is fair, dear, a jam, huge


@kernel
def facing_of(stage: int, price: float, raises: int) -> int:
    """What a seat faces at a price (call / pot after it) after so many raises on the street."""
    if price <= 0.0:
        return FREE
    made = raises - 1 if stage == PREFLOP else raises  # the big blind is no raise
    if made == 0:
        return FIRST_IN
    facing = CHEAP
    for limit in _PRICES:
        if price >= limit:
            facing += 1
    if stage == PREFLOP and facing == CHEAP:
        facing = FAIR
    return facing + AGAIN if made > 1 else facing


@kernel
def place_of(stage: int, call: int, size: int, raises: int) -> int:
    """Street and facing of a seat that must pay `call` into a pot of `size`, in one number."""
    return (stage - PREFLOP) * FACINGS + facing_of(stage, call / (size + call), raises)


@kernel
def situation_of(stage: int, call: int, size: int, raises: int, big: int) -> int:
    """The situation of a seat that must pay `call` into a pot of `size`."""
    return place_of(stage, call, size, raises) * 2 + (1 if size > BIG_POT * big else 0)


@kernel
def situation(p: Holdem) -> int:
    """The situation of the seat to act."""
    return situation_of(p.stage, to_call(p, p.seat), pot(p), p.raises, p.big)


INDEX: NDArray[np.int64] = np.arange(SITUATIONS)
STREET_OF: NDArray[np.int64] = INDEX // (2 * FACINGS)
FACING_OF: NDArray[np.int64] = INDEX // 2 % FACINGS

"""What classes of hands make of a flop, for training before it.

Between two seats it is the share of the pot that solved flops gave the classes in and out of
position at some depths (see `solved.preflop`); all in it is their exact equity. Several share
as the products of their shares against each other.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.games.holdem.cards.combos import CLASSES
from kibitz.games.holdem.equity.preflop import duel_table
from kibitz.games.holdem.ring.state import CHIPS_IN, COUNT, LEFT, Ints, is_still_in
from kibitz.games.holdem.solved.preflop import shares_at

Singles = NDArray[np.float32]
DEPTHS = (0.0, 1.0, 2.5, 5.0, 10.0, 20.0)  # stacks in pots; deeper ones count as the last
LEAST = 0.02  # of a pot that anybody gets


@cache
def depth_shares() -> Singles:
    """The share of each class out of position against each in position: [depth, oop, ip]."""
    shares = [np.asarray(duel_table().equity, np.float32)]
    shares += [shares_at(depth) for depth in DEPTHS[1:]]
    clipped: Singles = np.clip(np.stack(shares), LEAST, 1 - LEAST)
    assert clipped.shape == (len(DEPTHS), CLASSES, CLASSES)
    return clipped


@kernel
def duel_share(shares: Singles, depth: float, first: int, last: int) -> float:
    """The share of the seat that acts first, between the depths that are known."""
    for i in range(1, len(DEPTHS)):
        if depth <= DEPTHS[i]:
            part = (depth - DEPTHS[i - 1]) / (DEPTHS[i] - DEPTHS[i - 1])
            low, high = shares[i - 1, first, last], shares[i, first, last]
            return float(low + part * (high - low))
    return float(shares[len(DEPTHS) - 1, first, last])


@kernel
def duel_product(t: Ints, seat: int, classes: Ints, shares: Singles) -> float:
    """The product of a seat's shares against each other seat that is in."""
    product = 1.0
    for other in range(t[COUNT]):
        if other != seat and is_still_in(t, other):
            room = min(t[LEFT + seat], t[LEFT + other]) / t[CHIPS_IN]
            if seat < other:
                product *= duel_share(shares, room, classes[seat], classes[other])
            else:
                product *= 1.0 - duel_share(shares, room, classes[other], classes[seat])
    return product


@kernel
def share_of(t: Ints, seat: int, classes: Ints, shares: Singles) -> float:
    """A seat's share of the pot when the flop comes."""
    total, own = 0.0, 0.0
    for other in range(t[COUNT]):
        if is_still_in(t, other):
            product = duel_product(t, other, classes, shares)
            total += product
            own = product if other == seat else own
    return own / total

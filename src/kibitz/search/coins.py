"""Coin-turning games: coins in a row, numbered from 1; a turn turns some, the last one to tails.

A row is worth the nim-sum of its heads (Berlekamp, Conway and Guy, Winning Ways, chapter 14),
so the value of one head tells all. Whoever turns the last head wins.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.errors import BadValue, UnknownName

Values = NDArray[np.int64]

TURNING_TURTLES, MOCK_TURTLES, RULER = range(3)
NAMES = {"turning-turtles": TURNING_TURTLES, "mock-turtles": MOCK_TURTLES, "ruler": RULER}
LARGEST = 2000  # coins: a mock turtle has as many moves as pairs of coins before it


@kernel
def mark_turns(game: int, coin: int, values: Values, seen: Values) -> None:
    """Set `seen[v]` to the coin for every value v that turning it can leave."""
    seen[0] = coin  # it alone
    run = 0
    for other in range(coin - 1, 0, -1):
        run ^= values[other]
        seen[run if game == RULER else values[other]] = coin
        if game == MOCK_TURTLES:
            for third in range(1, other):
                seen[values[other] ^ values[third]] = coin


@kernel
def fill_coins(game: int, values: Values, seen: Values) -> None:
    """Write the Grundy value of a head at every place, by mex."""
    for coin in range(1, len(values)):
        mark_turns(game, coin, values, seen)
        value = 0
        while seen[value] == coin:
            value += 1
        values[coin] = value


def coin_values(name: str, largest: int) -> Values:
    """The values of a head on the coins 1 to `largest`; entry 0 is no coin.

    >>> coin_values("mock-turtles", 7).tolist()
    [0, 1, 2, 4, 7, 8, 11, 13]
    """
    if name not in NAMES:
        raise UnknownName("coin-turning game", name, NAMES)
    if largest > LARGEST:
        raise BadValue(f"{largest} coins of {name} are more than the limit of {LARGEST}")
    values = np.zeros(largest + 1, np.int64)
    fill_coins(NAMES[name], values, np.zeros(4 * max(largest, 1) + 4, np.int64))
    return values

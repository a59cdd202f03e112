"""What a board is worth without looking ahead, in wins less losses.

All values are for the side that has just moved, on a board seen from the other side, who is
about to roll. `STANDING` knows the exact chances of both kings to be taken on the next rolls,
`PRESSURE` counts who attacks the squares round the kings, `MATERIAL` counts men (and, between
equals, attacks on the own king).
"""

import math

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import count_bits, lowest_bit
from kibitz.core.kernel import kernel
from kibitz.games.dicechess.attacks import KING_REACH
from kibitz.games.dicechess.board import (
    Board,
    destinations,
    kind_on,
    king_square,
    occupied_squares,
    turned,
)
from kibitz.games.dicechess.capture import taking_rolls
from kibitz.games.dicechess.dice import ORDERED, ZERO, rolls_weight
from kibitz.games.dicechess.turns import load

MATERIAL, PRESSURE, STANDING = range(3)
MATERIAL_SCALE = 14.0  # pawns that make a game fairly safe
PRESSURE_WEIGHT = 0.25  # pawns that an attacked square beside the king is worth
TIE_BREAK = 0.001  # between turns that take as many men, for the safer one
THREAT_LEFT = 0.55  # of a threat after the other side has moved
_U0, _U1 = np.uint64(0), np.uint64(1)


@kernel
def men_value(b: Board, side: np.uint64) -> int:
    """The men of a side in pawns."""
    return (
        count_bits(b.pawns & side)
        + 3 * count_bits((b.knights | b.bishops) & side)
        + 5 * count_bits(b.rooks & side)
        + 9 * count_bits(b.queens & side)
    )


@kernel
def lead(b: Board) -> int:
    """By how many pawns the side that does not move is ahead."""
    return men_value(b, ~b.mine) - men_value(b, b.mine)


@kernel
def pressure(b: Board) -> int:
    """How often the mover's men attack the squares of the other king and round it."""
    king = b.kings & ~b.mine
    if king == _U0:
        return 0
    ring, occupied = king | KING_REACH[lowest_bit(king)], occupied_squares(b)
    men, count = b.mine & ~b.kings, 0
    while men != _U0:
        bit = men & (~men + _U1)
        men ^= bit
        reach = destinations(b, kind_on(b, bit), lowest_bit(bit), ZERO, occupied)
        count += count_bits(reach & ring)
    return count


@kernel
def standing(b: Board) -> float:
    """Both kings' next rolls, exactly, and men beyond that."""
    danger, threat, side = 0.0, 0.0, b
    for ply in range(2):
        chance = rolls_weight(taking_rolls(side, king_square(side))) / ORDERED
        if ply == 0:
            danger, side = chance, turned(b)
        else:
            threat = THREAT_LEFT * chance
    rest = math.tanh(lead(b) / MATERIAL_SCALE)
    return -danger + (1.0 - danger) * (threat + (1.0 - threat) * rest)


@kernel
def value_boards(
    boards: NDArray[np.uint64], chosen: NDArray[np.int64], evaluation: int, out: NDArray[np.float64]
) -> None:
    """Write the values of the chosen rows, each at its own index."""
    for i in chosen:
        b = load(boards, i)
        if evaluation == STANDING:
            out[i] = standing(b)
        else:
            attacked = pressure(b)
            if evaluation == PRESSURE:
                ahead = lead(b) + PRESSURE_WEIGHT * (pressure(turned(b)) - attacked)
            else:
                ahead = lead(b) - TIE_BREAK * attacked
            out[i] = math.tanh(ahead / MATERIAL_SCALE)

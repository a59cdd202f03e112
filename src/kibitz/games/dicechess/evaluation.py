"""What a board is worth without looking ahead, in wins less losses.

All values are for the side that has just moved, on a board seen from the other side, who is
about to roll. `STANDING` is a calibrated expectation: the exact chance that the roll takes the
king, and for the rest a logistic law in the men, what they reach and attack, and the chances of
one roll, fitted to games of this evaluation against itself. `PRESSURE` counts who attacks the
squares round the kings, `MATERIAL` counts men (and, between equals, attacks on the own king).
"""

import math

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import count_bits, lowest_bit
from kibitz.core.kernel import kernel
from kibitz.games.dicechess.attacks import KING_REACH
from kibitz.games.dicechess.board import (
    ChessBoard,
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
KINGS_WORTH = 6  # pawns that both kings add to the men, where shares of them are counted
# what the log of the odds of the side about to roll, if this roll takes no king, consists of
LATER, OWN_ROLL, OTHER_ROLL = 0.1086, 0.9358, -0.9472
SHARE, SHARE_CUBED = 3.532, 5.102
OWN_REACH, OTHER_REACH, OWN_PREY, OTHER_PREY = 0.009333, -0.01263, 0.03518, -0.007323
_U0, _U1 = np.uint64(0), np.uint64(1)


@kernel
def men_value(b: ChessBoard, side: np.uint64) -> int:
    """The men of a side in pawns."""
    return (
        count_bits(b.pawns & side)
        + 3 * count_bits((b.knights | b.bishops) & side)
        + 5 * count_bits(b.rooks & side)
        + 9 * count_bits(b.queens & side)
    )


@kernel
def lead(b: ChessBoard) -> int:
    """By how many pawns the side that does not move is ahead."""
    return men_value(b, ~b.mine) - men_value(b, b.mine)


@kernel
def pressure(b: ChessBoard) -> int:
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
def activity(b: ChessBoard) -> tuple[int, int]:
    """How many squares the mover's men reach, and what the men they attack are worth."""
    men, occupied = b.mine, occupied_squares(b)
    count, reached = 0, _U0
    while men != _U0:
        bit = men & (~men + _U1)
        men ^= bit
        reach = destinations(b, kind_on(b, bit), lowest_bit(bit), ZERO, occupied)
        count += count_bits(reach)
        reached |= reach
    return count, men_value(b, reached & occupied)


@kernel
def roll_chance(b: ChessBoard) -> float:
    """The chance that the side to move takes the king on its roll."""
    return rolls_weight(taking_rolls(b, king_square(b))) / ORDERED


@kernel
def later_chance(b: ChessBoard, own_roll: float, other_roll: float) -> float:
    """The chance that the side to move wins if it does not take the king on this roll.

    `own_roll` and `other_roll` are the chances of one roll of either side.
    """
    mine, other = men_value(b, b.mine), men_value(b, ~b.mine)
    share = (mine - other) / (mine + other + KINGS_WORTH)
    own_reach, own_prey = activity(b)
    other_reach, other_prey = activity(turned(b))
    odds = (
        LATER
        + OWN_ROLL * own_roll
        + OTHER_ROLL * other_roll
        + share * (SHARE + SHARE_CUBED * share * share)
        + OWN_REACH * own_reach
        + OTHER_REACH * other_reach
        + OWN_PREY * own_prey
        + OTHER_PREY * other_prey
    )
    return 1.0 / (1.0 + math.exp(-odds))


@kernel
def standing(b: ChessBoard) -> float:
    """The expectation of the side that has just moved, the other about to roll."""
    danger = roll_chance(b)
    return 1.0 - 2.0 * (danger + (1.0 - danger) * later_chance(b, danger, roll_chance(turned(b))))


@kernel
def board_chances(boards: NDArray[np.uint64], rows: NDArray[np.int64]) -> NDArray[np.float64]:
    """For each row the chance of one roll of the side about to roll, and of the other side."""
    chances = np.empty((len(rows), 2))
    for i in range(len(rows)):
        b = load(boards, rows[i])
        chances[i, 0], chances[i, 1] = roll_chance(b), roll_chance(turned(b))
    return chances


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

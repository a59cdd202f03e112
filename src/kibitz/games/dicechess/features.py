"""What the learned judge of dice chess goes by, from the side about to roll.

First the exact chances of one roll of both sides and the balance of the men; then for either
side, from its own point of view, its men by kind, the squares they reach, what they attack, and
each man on its square. Left and right count as one: only castling tells them apart.
"""

import numpy as np

from kibitz.core.bits import count_bits, lowest_bit
from kibitz.core.game import Inputs, rule
from kibitz.core.kernel import kernel
from kibitz.games.dicechess.board import (
    ChessBoard,
    destinations,
    occupied_squares,
    turned,
)
from kibitz.games.dicechess.dice import KINDS, ZERO
from kibitz.games.dicechess.evaluation import KINGS_WORTH, men_value, roll_chance
from kibitz.games.dicechess.rules import DiceChess, board_of

BALANCE = 5  # numbers about both sides together
COUNTS, REACH, PREY, ATTACKS, SQUARES = 0, 6, 12, 13, 49  # where those of one side begin
HALF_BOARD = 32
SIDE = SQUARES + KINDS * HALF_BOARD
FEATURES = BALANCE + 2 * SIDE
MEN = 39 + 39 + KINGS_WORTH  # at the start of a game, in pawns
USUAL_MEN = np.array([8, 2, 2, 2, 1, 1], np.float32)  # of a side
USUAL_REACH, USUAL_PREY, USUAL_ATTACKS = np.float32(10), np.float32(10), np.float32(2)
_U0, _U1 = np.uint64(0), np.uint64(1)


@rule
def features(p: DiceChess, out: Inputs) -> int:
    """The features of a position before a roll."""
    return board_features(board_of(p), out)


@kernel
def board_features(b: ChessBoard, out: Inputs) -> int:
    """All features of a board whose mover is about to roll; returns how many."""
    other = turned(b)
    out[0], out[1] = roll_chance(b), roll_chance(other)
    return quick_features(b, other, out)


@kernel
def quick_features(b: ChessBoard, other: ChessBoard, out: Inputs) -> int:
    """All but the chances of the two rolls, which stay as they are; `other` is `b` turned."""
    mine, yours = men_value(b, b.mine), men_value(b, ~b.mine)
    share = (mine - yours) / (mine + yours + KINGS_WORTH)
    out[2], out[3] = 3.0 * share, 10.0 * share * share * share
    out[4] = (mine + yours + KINGS_WORTH) / MEN
    side_features(b, out[BALANCE : BALANCE + SIDE])
    side_features(other, out[BALANCE + SIDE : FEATURES])
    return FEATURES


@kernel
def side_features(b: ChessBoard, out: Inputs) -> None:
    """The features of the mover's men."""
    out[:] = np.float32(0.0)
    occupied, all_reached = occupied_squares(b), _U0
    for kind in range(KINDS):
        men = men_of_kind(b, kind) & b.mine
        reached = _U0
        while men != _U0:
            square = lowest_bit(men)
            men &= men - _U1
            reach = destinations(b, kind, square, ZERO, occupied)
            reached |= reach
            out[COUNTS + kind] += np.float32(1.0)
            out[REACH + kind] += np.float32(count_bits(reach))
            out[SQUARES + HALF_BOARD * kind + folded(square)] += np.float32(1.0)
        out[COUNTS + kind] /= USUAL_MEN[kind]
        out[REACH + kind] /= USUAL_REACH
        all_reached |= reached
        if reached & occupied != _U0:
            first = ATTACKS + KINDS * kind
            attacks(b, reached & occupied, out[first : first + KINDS])
    out[PREY] = np.float32(men_value(b, all_reached & occupied)) / USUAL_PREY


@kernel
def folded(square: int) -> int:
    """The place of a square on half a board, left and right being one."""
    file = square & 7
    return (square >> 3) * 4 + min(file, 7 - file)


@kernel
def men_of_kind(b: ChessBoard, kind: int) -> np.uint64:
    """The men of a kind, of both sides."""
    if kind == 0:
        return b.pawns
    if kind == 1:
        return b.knights
    if kind == 2:
        return b.bishops
    if kind == 3:
        return b.rooks
    return b.queens if kind == 4 else b.kings


@kernel
def attacks(b: ChessBoard, taken: np.uint64, out: Inputs) -> None:
    """How many men of each kind are among those attacked."""
    for kind in range(KINDS):
        out[kind] = np.float32(count_bits(taken & men_of_kind(b, kind))) / USUAL_ATTACKS

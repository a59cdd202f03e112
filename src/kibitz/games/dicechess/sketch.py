"""A quick guess at what the judge will say, to find the few turns worth asking it about.

It adds up numbers for each man on its square, and for the kinds of men that attack either king
directly. They are fitted to the judge itself. A guess is for the side that has just moved, on
the board as it stands before it is turned round; only its order means something.
"""

from typing import NamedTuple

import numpy as np

from kibitz.core.bits import int64, lowest_bit, unsigned
from kibitz.core.game import Inputs, Moves
from kibitz.core.kernel import kernel
from kibitz.core.seeds import stream
from kibitz.games.dicechess.attacks import (
    KING_REACH,
    KNIGHT_REACH,
    PAWN_ORIGIN,
    PAWN_REACH,
    bishop_reach,
    rook_reach,
)
from kibitz.games.dicechess.board import ChessBoard, kind_on, occupied_squares
from kibitz.games.dicechess.dice import KINDS, KING, PAWN
from kibitz.games.dicechess.features import (
    ATTACKS,
    BALANCE,
    HALF_BOARD,
    SIDE,
    SQUARES,
    folded,
)
from kibitz.search.learning.net import net_of, net_size
from kibitz.search.learning.round import learn

BOARD = 64
SCALE = 1 << 16
RATES = (0.01, 0.007, 0.004, 0.002, 0.001)  # of the passes of a fit
BATCH = 32
GUESSED = 1 + 2 * KINDS * HALF_BOARD + 2 * (KINDS + 1)  # inputs of the fit, the first unused
_U0, _U1, _U8 = np.uint64(0), np.uint64(1), np.uint64(8)


class Sketch(NamedTuple):
    """What men on squares and attackers of kings are worth, in log odds of 2 ** -16.

    Whole numbers, so that a board has one guess whichever way it was reached.
    """

    mine: Moves  # [kind, square] of the side that has moved
    yours: Moves
    threats: Moves  # by how many of its kinds attack the other king
    dangers: Moves  # by how many kinds of the other side attack its king


def guessed_inputs(rows: Inputs) -> Inputs:
    """What the sketch is fitted on, from rows of the judge's features."""
    inputs = np.zeros((len(rows), GUESSED), np.float32)
    half = KINDS * HALF_BOARD
    for side in range(2):
        first = BALANCE + side * SIDE
        men = rows[:, first + SQUARES : first + SQUARES + half]
        inputs[:, 1 + side * half : 1 + (side + 1) * half] = men
        kings = rows[:, first + ATTACKS + KING : first + ATTACKS + KINDS * KINDS : KINDS]
        kinds = (kings > 0).sum(axis=1)
        inputs[np.arange(len(rows)), 1 + 2 * half + side * (KINDS + 1) + kinds] = 1.0
    return inputs


def fitted_sketch(before: Inputs, rows: Inputs, worth: Inputs, seed: int) -> Inputs:
    """Weights from which the sketch of a judge is made: a few passes on from those before."""
    size = net_size(GUESSED, 0)
    flat, slope, mean, square = (np.zeros(size, np.float32) for _ in range(4))
    flat[: len(before)] = before
    net, slope_net = net_of(flat, GUESSED, 0), net_of(slope, GUESSED, 0)
    inputs, aims, order = guessed_inputs(rows), worth.astype(np.float64), np.arange(len(rows))
    luck, step = stream(seed), 0
    for rate in RATES:
        _, step = learn(
            net, flat, slope_net, slope, mean, square,
            inputs, aims, order, step, BATCH, rate, luck,
        )  # fmt: skip
    return net.linear.copy()


@kernel
def sketch_of(weights: Inputs) -> Sketch:
    """The sketch of fitted weights, which are for the side about to roll."""
    mine, yours = np.empty((KINDS, BOARD), np.int64), np.empty((KINDS, BOARD), np.int64)
    half, scale = KINDS * HALF_BOARD, np.float32(-SCALE)
    for kind in range(KINDS):
        first = 1 + HALF_BOARD * kind
        for square in range(BOARD):
            mine[kind, square] = int64(scale * weights[first + half + folded(square)])
            yours[kind, square] = int64(scale * weights[first + folded(square ^ 56)])
    kings = 1 + 2 * half
    dangers, threats = np.empty(KINDS + 1, np.int64), np.empty(KINDS + 1, np.int64)
    for kinds in range(KINDS + 1):
        dangers[kinds] = int64(scale * weights[kings + kinds])
        threats[kinds] = int64(scale * weights[kings + KINDS + 1 + kinds])
    return Sketch(mine, yours, threats, dangers)


@kernel
def board_guess(b: ChessBoard, sketch: Sketch) -> int:
    """The guess for a board."""
    return men_guess(b, sketch) + kings_guess(b, sketch)


@kernel
def men_guess(b: ChessBoard, sketch: Sketch) -> int:
    """What the men on their squares add up to."""
    total, men = 0, occupied_squares(b)
    while men != _U0:
        bit = men & (~men + _U1)
        men ^= bit
        square, kind = lowest_bit(bit), kind_on(b, bit)
        total += sketch.mine[kind, square] if b.mine & bit != _U0 else sketch.yours[kind, square]
    return total


@kernel
def change_of_men(b: ChessBoard, code: int, sketch: Sketch) -> int:
    """What a micro-move other than castling changes in that."""
    start, goal, promoted = code >> 9, code >> 3 & 63, code & 7
    leaves, enters = _U1 << unsigned(start), _U1 << unsigned(goal)
    kind = kind_on(b, leaves)
    change = sketch.mine[promoted if promoted else kind, goal] - sketch.mine[kind, start]
    if occupied_squares(b) & enters != _U0:
        change -= sketch.yours[kind_on(b, enters), goal]
    elif kind == PAWN and (goal - start) & 7:  # en passant
        change -= sketch.yours[PAWN, goal - 8]
    return change  # type: ignore[no-any-return]


@kernel
def kings_guess(b: ChessBoard, sketch: Sketch) -> int:
    """What direct attacks on the kings are worth."""
    occupied = occupied_squares(b)
    other = lowest_bit(b.kings & ~b.mine)
    own = lowest_bit(b.kings & b.mine)
    threats = kinds_attacking(b, other, b.mine, PAWN_ORIGIN[other], occupied)
    dangers = kinds_attacking(b, own, ~b.mine, PAWN_REACH[own], occupied)
    return sketch.threats[threats] + sketch.dangers[dangers]  # type: ignore[no-any-return]


@kernel
def kinds_attacking(
    b: ChessBoard, square: int, side: np.uint64, pawns: np.uint64, occupied: np.uint64
) -> int:
    """How many kinds of a side's men attack a square, its pawns from the squares `pawns`."""
    lines, diagonals = rook_reach(square, occupied), bishop_reach(square, occupied)
    return (
        int(pawns & b.pawns & side != _U0)
        + int(KNIGHT_REACH[square] & b.knights & side != _U0)
        + int(diagonals & b.bishops & side != _U0)
        + int(lines & b.rooks & side != _U0)
        + int((lines | diagonals) & b.queens & side != _U0)
        + int(KING_REACH[square] & b.kings & side != _U0)
    )

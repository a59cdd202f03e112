"""Tic-tac-toe in numbers: two sets of nine cells, the first seat's crosses, the second's noughts.

Cell 0 is the upper left corner, cell 8 the lower right; a move is its cell.
"""

from typing import NamedTuple

import numpy as np

from kibitz.core.game import OVER, Moves, rule
from kibitz.core.kernel import kernel

CELLS = 9
FULL = (1 << CELLS) - 1
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
HAS_LINE = np.array([any(s & line == line for line in LINES) for s in range(FULL + 1)])


class TicTacToe(NamedTuple):
    crosses: int
    noughts: int


@kernel
def seat_to_move(p: TicTacToe) -> int:
    """Crosses begin, so an odd number of marks is noughts' turn."""
    marks = p.crosses | p.noughts
    marks ^= marks >> 8
    marks ^= marks >> 4
    return 0x6996 >> (marks & 15) & 1  # the parity of each four bits


@rule
def turn(p: TicTacToe) -> int:
    if HAS_LINE[p.crosses] or HAS_LINE[p.noughts] or p.crosses | p.noughts == FULL:
        return OVER
    return seat_to_move(p)


@rule
def moves(p: TicTacToe, out: Moves) -> int:
    count, taken = 0, p.crosses | p.noughts
    for cell in range(CELLS):
        out[count] = cell  # overwritten by the next if this cell is taken
        count += 1 - (taken >> cell & 1)
    return count


@rule
def play(p: TicTacToe, move: int) -> TicTacToe:
    if seat_to_move(p) == 0:
        return TicTacToe(p.crosses | 1 << move, p.noughts)
    return TicTacToe(p.crosses, p.noughts | 1 << move)


@rule
def payoff(p: TicTacToe, seat: int) -> float:
    if HAS_LINE[p.crosses]:
        return 1.0 if seat == 0 else -1.0
    if HAS_LINE[p.noughts]:
        return 1.0 if seat == 1 else -1.0
    return 0.0

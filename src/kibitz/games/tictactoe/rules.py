"""Tic-tac-toe in numbers: two sets of nine cells, the first seat's crosses, the second's noughts.

Cell 0 is the upper left corner, cell 8 the lower right; a move is its cell.
"""

from typing import NamedTuple

import numpy as np

from kibitz.core.game import OVER, Inputs, Moves, rule
from kibitz.core.kernel import kernel

CELLS = 9
FULL = (1 << CELLS) - 1
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
HAS_LINE = np.array([any(s & line == line for line in LINES) for s in range(FULL + 1)])
MARKS = np.array([s.bit_count() for s in range(FULL + 1)])

MIDDLE = 4
THREAT, CENTRE = 0.2, 0.1  # of a win, in a guess
WINS, BLOCKS = 4, 3
BY_CELL = np.array([1, 0, 1, 0, 2, 0, 1, 0, 1])  # edges, corners, centre
FEATURES = 4 + 2 * CELLS


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


@kernel
def threats(own: int, other: int) -> int:
    """How many lines have two marks of one side and an empty cell."""
    count = 0
    for line in LINES:
        count += 1 if MARKS[own & line] == 2 and not other & line else 0
    return count


@kernel
def makes_line(marks: int, cell: int) -> bool:
    """Whether a mark on `cell` makes three in a row."""
    return bool(HAS_LINE[marks | 1 << cell])


@rule
def heuristic(p: TicTacToe, seat: int) -> float:
    """Threats, and the centre: the classic guess, far from the worth of a win."""
    guess = THREAT * (threats(p.crosses, p.noughts) - threats(p.noughts, p.crosses))
    guess += CENTRE * ((p.crosses >> MIDDLE & 1) - (p.noughts >> MIDDLE & 1))
    return guess if seat == 0 else -guess


@rule
def priority(p: TicTacToe, move: int) -> int:
    """The classic order: win, block, centre, corner, edge."""
    mine, yours = p.crosses, p.noughts
    if seat_to_move(p) == 1:
        mine, yours = yours, mine
    if makes_line(mine, move):
        return WINS
    if makes_line(yours, move):
        return BLOCKS
    return int(BY_CELL[move])


@rule
def features(p: TicTacToe, out: Inputs) -> int:
    """Whether a mark wins at once; the other side's threats, one or more; whose turn; the cells."""
    mine, yours, seat = p.crosses, p.noughts, seat_to_move(p)
    if seat == 1:
        mine, yours = yours, mine
    dangers = threats(yours, mine)
    out[0] = 1.0 if threats(mine, yours) else 0.0
    out[1], out[2] = min(dangers, 1), max(dangers - 1, 0)
    out[3] = seat
    for cell in range(CELLS):
        out[4 + cell], out[4 + CELLS + cell] = mine >> cell & 1, yours >> cell & 1
    return FEATURES

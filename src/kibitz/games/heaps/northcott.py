"""Northcott's game in numbers: in each row two men face each other, and move along it.

Seat 0 has the left men, seat 1 the right ones. A turn moves one man any number of squares
forward or back, not past the other. Whoever cannot move loses; where `misere` is 1 he wins.
Men stand in four bits a row. A move is `row * 16 + square`. Retreats could go on for ever,
so a game is a draw when `plies` reaches the limit.
"""

from typing import NamedTuple

from kibitz.core.game import OVER, Moves, rule
from kibitz.core.kernel import kernel

BITS = 4
MOST_ROWS, MOST_SQUARES = 12, 16
SQUARE = MOST_SQUARES - 1


class Northcott(NamedTuple):
    left: int
    right: int
    rows: int
    squares: int
    seat: int
    plies: int
    misere: int


@kernel
def man(men: int, row: int) -> int:
    """The square of a man."""
    return men >> row * BITS & SQUARE


@kernel
def plies_allowed(p: Northcott) -> int:
    """When a game is a draw: twice what the winner needs who only advances."""
    return 4 * p.rows * p.squares


@kernel
def reach(p: Northcott, row: int) -> tuple[int, int]:
    """The first and the last square that the mover's man of a row can stand on."""
    if p.seat == 0:
        return 0, man(p.right, row) - 1
    return man(p.left, row) + 1, p.squares - 1


@rule
def turn(p: Northcott) -> int:
    if p.plies >= plies_allowed(p):
        return OVER
    for row in range(p.rows):
        first, last = reach(p, row)
        if first < last:
            return p.seat
    return OVER


@rule
def moves(p: Northcott, out: Moves) -> int:
    count, men = 0, p.left if p.seat == 0 else p.right
    for row in range(p.rows):
        first, last = reach(p, row)
        for square in range(first, last + 1):
            if square != man(men, row):
                out[count] = row << BITS | square
                count += 1
    return count


@rule
def play(p: Northcott, move: int) -> Northcott:
    row, square = move >> BITS, move & SQUARE
    men = p.left if p.seat == 0 else p.right
    moved = men + ((square - man(men, row)) << row * BITS)
    left, right = (moved, p.right) if p.seat == 0 else (p.left, moved)
    return Northcott(left, right, p.rows, p.squares, 1 - p.seat, p.plies + 1, p.misere)


@rule
def payoff(p: Northcott, seat: int) -> float:
    if p.plies >= plies_allowed(p):
        return 0.0
    return -1.0 if (seat == p.seat) != (p.misere == 1) else 1.0


@kernel
def nim_sum(p: Northcott) -> int:
    """The xor of the gaps between the men of each row."""
    total = 0
    for row in range(p.rows):
        total ^= man(p.right, row) - man(p.left, row) - 1
    return total

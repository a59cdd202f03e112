"""Where pieces reach on a board of 64 bits: bit 0 is a1, bit 7 is h1, bit 63 is h8.

A line ahead (towards higher squares) ends at its lowest blocker, which subtracting one
finds; a line behind ends at its highest blocker, which smearing downwards finds.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel

Table: TypeAlias = NDArray[np.uint64]
SQUARES = 64
_U1 = np.uint64(1)
_S1, _S7, _S8, _S9 = (np.uint64(n) for n in (1, 7, 8, 9))
_TWICE = np.uint64(1)
_FOUR_TIMES = np.uint64(2)


def _steps(square: int, steps: list[tuple[int, int]], *, far: bool = False) -> int:
    """The squares that `steps` (files, ranks) reach, once or on to the edge."""
    found = 0
    for right, up in steps:
        file, rank = square % 8 + right, square // 8 + up
        while 0 <= file < 8 and 0 <= rank < 8:
            found |= 1 << 8 * rank + file
            if not far:
                break
            file, rank = file + right, rank + up
    return found


def _table(*steps: tuple[int, int], far: bool = False) -> Table:
    return np.array([_steps(s, list(steps), far=far) for s in range(SQUARES)], np.uint64)


KNIGHT_REACH = _table(*((a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)))
KING_REACH = _table(*((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b))
PAWN_REACH = _table((-1, 1), (1, 1))  # what a pawn that moves up attacks
PAWN_ORIGIN = _table((-1, -1), (1, -1))  # from where it attacks a square
NORTH, EAST = _table((0, 1), far=True), _table((1, 0), far=True)
NORTH_EAST, NORTH_WEST = _table((1, 1), far=True), _table((-1, 1), far=True)
SOUTH, WEST = _table((0, -1), far=True), _table((-1, 0), far=True)
SOUTH_WEST, SOUTH_EAST = _table((-1, -1), far=True), _table((1, -1), far=True)


def _twice(reach: Table) -> Table:
    """What two steps of one piece reach, or one."""
    union = np.bitwise_or.reduce
    bits = [[s for s in range(SQUARES) if int(reach[t]) >> s & 1] for t in range(SQUARES)]
    return np.array([union(reach[steps]) for steps in bits], np.uint64)


def _between() -> Table:
    """For two squares on one line those between them, for others none."""
    table = np.zeros((SQUARES, SQUARES), np.uint64)
    for step in ((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b):
        for square in range(SQUARES):
            file, rank, passed = square % 8 + step[0], square // 8 + step[1], 0
            while 0 <= file < 8 and 0 <= rank < 8:
                table[square, 8 * rank + file] = passed
                passed |= 1 << 8 * rank + file
                file, rank = file + step[0], rank + step[1]
    return table


KNIGHT_TWICE, KING_TWICE = _twice(KNIGHT_REACH), _twice(KING_REACH)
BETWEEN = _between()


@kernel
def ahead(line: np.uint64, occupied: np.uint64) -> np.uint64:
    """The part of a line towards higher squares up to its first blocker, which belongs to it."""
    blockers = line & occupied
    return line & (blockers ^ (blockers - _U1))


@kernel
def behind(line: np.uint64, occupied: np.uint64, step: np.uint64) -> np.uint64:
    """The part of a line towards lower squares up to its first blocker, which belongs to it."""
    hidden = (line & occupied) >> step
    hidden |= hidden >> step
    hidden |= hidden >> (step << _TWICE)
    hidden |= hidden >> (step << _FOUR_TIMES)
    return line & ~hidden


@kernel
def rook_reach(square: int, occupied: np.uint64) -> np.uint64:
    """The squares a rook attacks, the first men in its way included."""
    return (
        ahead(NORTH[square], occupied)
        | ahead(EAST[square], occupied)
        | behind(SOUTH[square], occupied, _S8)
        | behind(WEST[square], occupied, _S1)
    )


@kernel
def bishop_reach(square: int, occupied: np.uint64) -> np.uint64:
    """The squares a bishop attacks, the first men in its way included."""
    return (
        ahead(NORTH_EAST[square], occupied)
        | ahead(NORTH_WEST[square], occupied)
        | behind(SOUTH_WEST[square], occupied, _S9)
        | behind(SOUTH_EAST[square], occupied, _S7)
    )

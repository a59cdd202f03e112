"""What the solver remembers of positions: one row for all that are worth the same.

A row has the lines, the least of their images, and a note: how much work was spent, the number
of the stock, the best move, and the bounds that are known. Rows stand in fours; the one that
took the least work makes room.
"""

import numpy as np

from kibitz.core.bits import int64
from kibitz.core.kernel import kernel
from kibitz.core.stream import mix
from kibitz.games.dots.board import Ints

KEY, NOTE = range(2)  # columns of a table
ROOM = 4  # rows that a position can stand in
_STOCK, _WORK = 32, 56  # where these begin in a note; below: upper and lower bound, best move
_BYTE, _MOST_STOCKS = 255, (1 << _WORK - _STOCK) - 1
_BIAS = 64  # makes a bound positive


def new_table(megabytes: int) -> Ints:
    """An empty table of at most that size; its rows are a power of two."""
    return np.zeros((1 << ((megabytes << 20) // 16).bit_length() - 1, 2), np.int64)


@kernel
def first_row(key: int, stock: int, rows: int) -> int:
    """The first of the rows that a position can stand in."""
    return int64(mix(key ^ int64(mix(stock)))) & (rows - ROOM)


@kernel
def find(key: int, stock: int, table: Ints) -> int:
    """The note on a position, or 0."""
    return find_from(first_row(key, stock, len(table)), key, stock, table)


@kernel
def find_from(first: int, key: int, stock: int, table: Ints) -> int:
    """The note on a position whose first row is known."""
    for row in range(first, first + ROOM):
        if table[row, KEY] == key:
            note = table[row, NOTE]
            if note and note >> _STOCK & _MOST_STOCKS == stock:
                return note  # type: ignore[no-any-return]
    return 0


@kernel
def keep(key: int, stock: int, low: int, high: int, move: int, positions: int, table: Ints) -> None:
    """Remember the bounds of a position, its best move, and how many positions that took."""
    first = first_row(key, stock, len(table))
    place = first
    for row in range(first, first + ROOM):
        note = table[row, NOTE]
        if note == 0 or (table[row, KEY] == key and note >> _STOCK & _MOST_STOCKS == stock):
            place = row
            break
        if note >> _WORK < table[place, NOTE] >> _WORK:
            place = row
    work = 1
    while positions > 1:
        positions >>= 1
        work += 1
    table[place, KEY] = key
    bounds = move << 16 | (low + _BIAS) << 8 | (high + _BIAS)
    table[place, NOTE] = int64(work) << _WORK | stock << _STOCK | bounds


@kernel
def least(note: int) -> int:
    """What a position is worth at least."""
    return (note >> 8 & _BYTE) - _BIAS


@kernel
def most(note: int) -> int:
    """What a position is worth at most."""
    return (note & _BYTE) - _BIAS


@kernel
def best_move(note: int) -> int:
    """The move that did best."""
    return note >> 16 & _BYTE

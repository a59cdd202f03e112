"""A transposition table: what a search already knows about positions, in bounded memory.

One row per position: its key, its score counted from that position, the move that was best
there, and a note of three things packed together: the depth searched, whether the score
is proven (no leaf below was guessed), and whether it is a bound. Rows stand in pairs: the
first of a pair keeps the deeper search, the second the latest.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel

Table: TypeAlias = NDArray[np.int64]

KEY, SCORE, MOVE, NOTE = range(4)
LOWER, UPPER, EXACT = 1, 2, 3  # the score is at least, at most, exactly the value
_BOUND, _PROVEN, _DEPTH = 3, 2, 3  # the mask of the bound, the bits where the others begin
ROW_BYTES = 32


def new_table(megabytes: int) -> Table:
    """An empty table of at most that size; its rows are a power of two."""
    rows = 1 << ((megabytes << 20) // ROW_BYTES).bit_length() - 1
    return np.zeros((rows, 4), np.int64)


@kernel
def find(table: Table, key: int) -> int:
    """The row of `key`, or -1."""
    row = key & (len(table) - 2)
    if table[row, KEY] == key and table[row, NOTE]:
        return row
    if table[row + 1, KEY] == key and table[row + 1, NOTE]:
        return row + 1
    return -1


@kernel
def bound(note: int) -> int:
    """LOWER, UPPER or EXACT."""
    return note & _BOUND


@kernel
def proven(note: int) -> int:
    """1 if the score does not rest on a guess."""
    return note >> _PROVEN & 1


@kernel
def is_deep_enough(note: int, depth: int) -> bool:
    """Whether the score is worth as much as a search to `depth`."""
    return proven(note) == 1 or note >> _DEPTH >= depth


@kernel
def keep(table: Table, key: int, score: int, move: int, depth: int, proof: int, kind: int) -> None:
    """Remember a position: in the first row of its pair unless a deeper search stands there."""
    row = key & (len(table) - 2)
    note = depth << _DEPTH | proof << _PROVEN | kind
    other = table[row, NOTE]
    if other and table[row, KEY] != key and other >> _DEPTH > depth:
        row += 1
    table[row, KEY] = key
    table[row, SCORE] = score
    table[row, MOVE] = move
    table[row, NOTE] = note

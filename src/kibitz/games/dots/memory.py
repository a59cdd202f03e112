"""What the solver remembers of positions, one row for all that are worth the same.

A note packs the work that was spent, the best line, the value and whether that is a bound.
Rows stand in pairs: the first keeps what took more work, the second the latest.
"""

import numpy as np

from kibitz.core.bits import int64
from kibitz.core.kernel import kernel
from kibitz.core.stream import mix
from kibitz.games.dots.board import MIRRORS, Ints

KEY, NOTE = range(2)  # columns of a table
LOWER, UPPER, EXACT = 1, 2, 3
_BIAS = 64  # makes a value positive
_MOST_WORK = 1 << 40


def new_table(megabytes: int) -> Ints:
    """An empty table of at most that size; its rows are a power of two."""
    return np.zeros((1 << ((megabytes << 20) // 16).bit_length() - 1, 2), np.int64)


@kernel
def with_even_corners(lines: int, twins: Ints) -> int:
    """The same with the first outer line of a corner box drawn where one of the two is."""
    for corner in range(len(twins)):
        one, other = twins[corner, 0], twins[corner, 1]
        swap = lines >> other & ~(lines >> one) & 1
        lines ^= swap << one | swap << other
    return lines


@kernel
def canonical(lines: int, images: Ints, twins: Ints) -> int:
    """The least of the sets of lines that are worth the same by symmetry."""
    least = lines = with_even_corners(lines, twins)
    for symmetry in range(1, len(images)):
        image, rest, byte = int64(0), lines, 0
        while rest:
            image |= images[symmetry, byte, rest & 255]
            rest >>= 8
            byte += 1
        if symmetry >= MIRRORS:  # the others keep flat lines flat
            image = with_even_corners(image, twins)
        least = min(least, image)
    return least


@kernel
def find(table: Ints, lines: int) -> int:
    """The note on a position, or 0."""
    row = int64(mix(lines)) & (len(table) - 2)
    if table[row, KEY] == lines:
        return table[row, NOTE]  # type: ignore[no-any-return]
    return table[row + 1, NOTE] if table[row + 1, KEY] == lines else 0


@kernel
def keep(table: Ints, lines: int, value: int, kind: int, line: int, work: int) -> None:
    """Remember a position: in the first row of its pair unless more work stands there."""
    row = int64(mix(lines)) & (len(table) - 2)
    if table[row, KEY] != lines and table[row, NOTE] >> 16 > work:
        row += 1
    table[row, KEY] = lines
    table[row, NOTE] = min(work, _MOST_WORK) << 16 | line << 10 | (value + _BIAS) << 2 | kind


@kernel
def note_kind(note: int) -> int:
    """LOWER, UPPER or EXACT."""
    return note & 3


@kernel
def note_value(note: int) -> int:
    """The value in a note."""
    return (note >> 2 & 255) - _BIAS


@kernel
def note_line(note: int) -> int:
    """The best line in a note."""
    return note >> 10 & 63


@kernel
def is_settled(note: int, alpha: int, beta: int) -> bool:
    """Whether a note answers a search with these bounds."""
    value, kind = note_value(note), note_kind(note)
    return kind == EXACT or (kind == LOWER and value >= beta) or (kind == UPPER and value <= alpha)

"""The board of battleship in numbers: sets of cells in two integers, ships as codes.

A board has at most 100 cells, numbered row by row from A1. A set of cells is two integers:
`low` holds cells 0 to 49, `high` the others. A placement is one code: the first cell of
the ship, plus the number of cells of the board if the ship points down.
"""

from kibitz.core.bits import count_bits, unsigned
from kibitz.core.kernel import kernel

HALF = 50  # cells in one integer
MOST_CELLS, MOST_SIDE = 100, 16
MOST_SHIPS, LONGEST = 6, 5


@kernel
def low_bit(cell: int) -> int:
    """The cell as a set, its low half."""
    return 1 << cell if cell < HALF else 0


@kernel
def high_bit(cell: int) -> int:
    """The cell as a set, its high half."""
    return 1 << (cell - HALF) if cell >= HALF else 0


@kernel
def holds(low: int, high: int, cell: int) -> bool:
    """Whether the set has the cell."""
    return (low & low_bit(cell) | high & high_bit(cell)) != 0


@kernel
def size(low: int, high: int) -> int:
    """How many cells the set has."""
    return count_bits(unsigned(low)) + count_bits(unsigned(high))


@kernel
def fits_board(code: int, length: int, rows: int, cols: int) -> bool:
    """Whether a ship of that length lies on the board."""
    cell = code % (rows * cols)
    if code >= rows * cols:
        return cell // cols + length <= rows
    return cell % cols + length <= cols


@kernel
def step_of(code: int, rows: int, cols: int) -> int:
    """From one cell of the ship to the next."""
    return cols if code >= rows * cols else 1


@kernel
def low_body(code: int, length: int, rows: int, cols: int) -> int:
    """The cells of a ship, low half."""
    body, cell, step = 0, code % (rows * cols), step_of(code, rows, cols)
    for i in range(length):
        body |= low_bit(cell + i * step)
    return body


@kernel
def high_body(code: int, length: int, rows: int, cols: int) -> int:
    """The cells of a ship, high half."""
    body, cell, step = 0, code % (rows * cols), step_of(code, rows, cols)
    for i in range(length):
        body |= high_bit(cell + i * step)
    return body


@kernel
def spread_sideways(low: int, high: int, rows: int, cols: int) -> tuple[int, int]:
    """The set with the left and right neighbours of its cells."""
    wide_low, wide_high = low, high
    for cell in range(rows * cols):
        if holds(low, high, cell):
            if cell % cols:
                wide_low |= low_bit(cell - 1)
                wide_high |= high_bit(cell - 1)
            if cell % cols < cols - 1:
                wide_low |= low_bit(cell + 1)
                wide_high |= high_bit(cell + 1)
    return wide_low, wide_high


@kernel
def halo(low: int, high: int, rows: int, cols: int) -> tuple[int, int]:
    """The set with all eight neighbours of its cells."""
    wide_low, wide_high = spread_sideways(low, high, rows, cols)
    tall_low, tall_high = wide_low, wide_high
    for cell in range(rows * cols):
        if holds(wide_low, wide_high, cell):
            if cell >= cols:
                tall_low |= low_bit(cell - cols)
                tall_high |= high_bit(cell - cols)
            if cell < (rows - 1) * cols:
                tall_low |= low_bit(cell + cols)
                tall_high |= high_bit(cell + cols)
    return tall_low, tall_high

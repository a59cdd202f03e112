"""What a board promises: the chance of a side to win it if cells fall to either side at random.

A board is numbered in base 3, a digit a cell: 0 empty, 1 the side asked about, 2 lost to it.
The large board is one, too, and its cells are the boards.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz.games.ultimate.rules import CELLS, FULL, HAS_LINE, LINES

POWERS = 3 ** np.arange(CELLS)
BASE_3 = np.array(
    [sum(3**c for c in range(CELLS) if s >> c & 1) for s in range(FULL + 1)], np.int32
)


def _winning_cells(cells: int) -> int:
    """The cells not among `cells` that complete a line of them."""
    missing = {line & ~cells for line in LINES}
    return sum(cell for cell in missing if cell.bit_count() == 1)


def _board_chances() -> NDArray[np.float32]:
    """The chance to win of every board, from full ones down to the empty one."""
    digits = np.arange(3**CELLS)[:, None] // POWERS % 3
    mine, yours = ((digits == side) @ (1 << np.arange(CELLS)) for side in (1, 2))
    is_over = HAS_LINE[mine] | HAS_LINE[yours]
    chances = np.where(HAS_LINE[mine], 1.0, 0.0)
    empty = (digits == 0).sum(axis=1)
    for count in range(1, CELLS + 1):
        todo = np.flatnonzero((empty == count) & ~is_over)
        total = np.zeros(len(todo))
        for cell in range(CELLS):
            free = np.flatnonzero(digits[todo, cell] == 0)
            after = todo[free] + 3**cell
            total[free] += chances[after] + chances[after + 3**cell]
        chances[todo] = total / (2 * count)
    return chances.astype(np.float32)


def _board_stakes() -> NDArray[np.float32]:
    """What it means for every board to win rather than lose each of its empty cells."""
    boards = np.arange(3**CELLS)
    stakes = np.zeros((3**CELLS, CELLS), np.float32)
    for cell in range(CELLS):
        free = boards[boards // POWERS[cell] % 3 == 0]
        stakes[free, cell] = CHANCES[free + POWERS[cell]] - CHANCES[free + 2 * POWERS[cell]]
    return stakes


WINNING_CELLS = np.array([_winning_cells(cells) for cells in range(FULL + 1)])
CHANCES = _board_chances()
UNIT = 1 / 127  # of the two tables of small numbers
EDGES = np.rint((CHANCES - CHANCES[0]) / UNIT).astype(np.int8)  # over an empty board
STAKES = np.rint(_board_stakes() / UNIT).astype(np.int8)

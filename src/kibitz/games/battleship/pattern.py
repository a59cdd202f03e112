"""The pattern map: the density of each ship as a share of its places, tilted to a chequered sea.

Shooting where a hit is likeliest is greedy. It leaves gaps that cost shots later: a ship of
two cells lies on one light and one dark cell, so shots on one colour find it as surely as
shots on both. This map favours one colour, and cells with open neighbours, while hunting;
a little of that helps between hits, too. The constants were fitted on 1.7 million games by
regression of the mean shots on them; none is a law.
"""

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.games.battleship.board import LONGEST
from kibitz.games.battleship.density import (
    OPEN,
    WEIGHTS,
    add_line,
    close_sunk,
    count_afloat,
)
from kibitz.games.battleship.fleets import Floats
from kibitz.games.battleship.rules import SILENT
from kibitz.games.battleship.sight import UNKNOWN, Ints, Sight

SHIPS: Floats = np.array([0.0, 0.0, 1.3, 1.1, 1.0, 1.0])  # weight by length while hunting
HUNT_POWER, TARGET_POWER = 0.2, 0.5  # of the number of places that a ship's density is divided by
COLOUR, TARGET_COLOUR = 0.22, 0.11  # bonus of every second diagonal while a ship of two is afloat
THIRD = 0.12  # bonus of every third diagonal when the shortest ship has three cells
NEIGHBOUR = 0.15  # bonus of each neighbour not shot at


@kernel
def add_share(
    sight: Sight, grid: Ints, length: int, factor: float, power: float, share: Floats, heat: Floats
) -> None:
    """Add the density of ships of one length, divided by a power of its sum."""
    worth = WEIGHTS.copy()
    if not sight.rules & SILENT:
        worth[length] = 0.0  # it would have sunk
    share[:] = 0.0
    for row in range(sight.rows):
        add_line(grid, share, row * sight.cols, 1, sight.cols, length, worth)
    for col in range(sight.cols):
        add_line(grid, share, col, sight.cols, sight.rows, length, worth)
    total = share.sum()
    if total > 0.0:
        factor /= total**power
        for cell in range(len(heat)):
            heat[cell] += factor * share[cell]


@kernel
def open_neighbours(sight: Sight, grid: Ints, cell: int) -> int:
    """How many neighbours of the cell may hold anything."""
    row, col, cols = cell // sight.cols, cell % sight.cols, sight.cols
    count = 0
    count += row > 0 and grid[cell - cols] == UNKNOWN
    count += row < sight.rows - 1 and grid[cell + cols] == UNKNOWN
    count += col > 0 and grid[cell - 1] == UNKNOWN
    count += col < cols - 1 and grid[cell + 1] == UNKNOWN
    return count


@kernel
def tilt_of(sight: Sight, grid: Ints, shortest: int, cell: int) -> float:
    """The bonus of diagonals that find the shortest ship, and of cells with open neighbours."""
    diagonal, bonus = cell // sight.cols + cell % sight.cols, 1.0
    if shortest == 2 and diagonal % 2 == 0:
        bonus += COLOUR
    elif shortest == 3 and diagonal % 3 == 0:
        bonus += THIRD
    return bonus * (1.0 + NEIGHBOUR * open_neighbours(sight, grid, cell))


@kernel
def fill_pattern(sight: Sight, grid: Ints, afloat: Ints, share: Floats, heat: Floats) -> None:
    """Write the heat of every cell; `grid`, `afloat` and `share` are scratch."""
    close_sunk(sight, grid)
    count_afloat(sight, afloat)
    heat[:] = 0.0
    is_target, shortest = (grid == OPEN).any(), 0
    for length in range(2, LONGEST + 1):
        if afloat[length] == 0:
            continue
        shortest = shortest or length
        factor = afloat[length] * (1.0 if is_target else SHIPS[length])
        power = TARGET_POWER if is_target else HUNT_POWER
        add_share(sight, grid, length, factor, power, share, heat)
    if not is_target:
        for cell in range(len(heat)):
            heat[cell] *= tilt_of(sight, grid, shortest, cell)
        return
    for cell in range(len(heat)):
        if (cell // sight.cols + cell % sight.cols) % 2 == 0:
            heat[cell] *= 1.0 + TARGET_COLOUR


def pattern_map(sight: Sight) -> Floats:
    """The heat of every cell."""
    cells = len(sight.marks)
    heat, share = np.empty(cells), np.empty(cells)
    fill_pattern(sight, np.empty(cells, np.int64), np.zeros(LONGEST + 1, np.int64), share, heat)
    return heat

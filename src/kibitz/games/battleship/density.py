"""The density map: how many places of the ships afloat cover each cell, quickly.

Every place of every ship afloat counts by itself; one over open hits counts `GRIP` times
more for each hit it explains. The cells of a sunk ship are closed as far as the
announcements determine them; what is not determined stays an open hit.
"""

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.games.battleship.board import LONGEST, MOST_SHIPS
from kibitz.games.battleship.fleets import Floats
from kibitz.games.battleship.rules import SILENT, TOUCH
from kibitz.games.battleship.sight import (
    AIMED,
    FIT,
    HIT,
    LENGTH,
    MISS,
    SINK,
    UNKNOWN,
    Ints,
    Sight,
)

GRIP = 10.0  # the weight of one more hit explained
CLOSED, OPEN = MISS, HIT  # cells that no ship afloat has; hits of ships afloat
WEIGHTS: Floats = np.array([GRIP**hits for hits in range(LONGEST + 1)])


@kernel
def close_sunk(sight: Sight, grid: Ints) -> None:
    """Copy the marks to `grid` and close what sunk ships are known to cover.

    A sunk ship surely covers the cells that all its places share; a place that needs a
    closed cell is none, so that closing one ship can determine another.
    """
    grid[:] = sight.marks
    shared = np.empty(LONGEST * 2, np.int64)
    done = 0
    again = True
    while again:
        again = False
        for ship in range(len(sight.facts)):
            if sight.facts[ship, SINK] >= 0 and not done >> ship & 1:
                places = _shared_cells(sight, ship, grid, shared)
                if places == 1:
                    done |= 1 << ship
                    again = True
                    _close(sight, grid, shared, sight.facts[ship, LENGTH])
    for ship in range(len(sight.facts)):
        if sight.facts[ship, SINK] >= 0 and not done >> ship & 1:
            grid[sight.facts[ship, SINK]] = CLOSED
    spread_salvo(grid)


@kernel
def spread_salvo(grid: Ints) -> None:
    """While nothing is hit, take shots of the salvo that have not fallen for misses.

    The shots then lie apart. Beside an open hit they stay unknown: what counts there is the
    number of hits to expect, and that of each cell is its own.
    """
    if (grid == OPEN).any():
        return
    for cell in range(len(grid)):
        if grid[cell] == AIMED:
            grid[cell] = CLOSED


@kernel
def _shared_cells(sight: Sight, ship: int, grid: Ints, cells: Ints) -> int:
    """How many places a sunk ship has left; writes the cells of the last one found."""
    places, length, sink = 0, sight.facts[ship, LENGTH], sight.facts[ship, SINK]
    for k in range(2 * LONGEST):
        if not sight.facts[ship, FIT] >> k & 1:
            continue
        step = sight.cols if k >= LONGEST else 1
        first = sink - (k % LONGEST) * step
        is_open = True
        for i in range(length):
            is_open = is_open and grid[first + i * step] == OPEN
        if is_open:
            places += 1
            for i in range(length):
                cells[i] = first + i * step
    return places


@kernel
def _close(sight: Sight, grid: Ints, cells: Ints, length: int) -> None:
    """Close the cells of a sunk ship, and those around it where ships may not touch."""
    for i in range(length):
        grid[cells[i]] = CLOSED
        if not sight.rules & TOUCH:
            row, col = cells[i] // sight.cols, cells[i] % sight.cols
            for r in range(max(row - 1, 0), min(row + 2, sight.rows)):
                for c in range(max(col - 1, 0), min(col + 2, sight.cols)):
                    if grid[r * sight.cols + c] in (UNKNOWN, AIMED):
                        grid[r * sight.cols + c] = CLOSED


@kernel
def add_line(
    grid: Ints, heat: Floats, start: int, step: int, cells: int, length: int, weights: Floats
) -> None:
    """Add the places of one ship on one line of the board, by a sliding window."""
    closed, hits = 0, 0
    for i in range(cells):
        mark = grid[start + i * step]
        closed += mark == CLOSED
        hits += mark == OPEN
        if i < length - 1:
            continue
        if closed == 0:
            worth = weights[hits]
            for k in range(i - length + 1, i + 1):
                heat[start + k * step] += worth
        mark = grid[start + (i - length + 1) * step]
        closed -= mark == CLOSED
        hits -= mark == OPEN


@kernel
def fill_density(sight: Sight, grid: Ints, afloat: Ints, weights: Floats, heat: Floats) -> None:
    """Write the density of every cell to `heat`; `afloat[length]` counts the ships left.

    A ship afloat cannot lie on hits alone where sinkings are announced.
    """
    heat[:] = 0.0
    rows, cols = sight.rows, sight.cols
    worth = np.empty(LONGEST + 1)
    for length in range(2, LONGEST + 1):
        if afloat[length] == 0:
            continue
        for hits in range(length + 1):
            worth[hits] = weights[hits] * afloat[length]
        if not sight.rules & SILENT:
            worth[length] = 0.0
        for row in range(rows):
            add_line(grid, heat, row * cols, 1, cols, length, worth)
        for col in range(cols):
            add_line(grid, heat, col, cols, rows, length, worth)


@kernel
def count_afloat(sight: Sight, afloat: Ints) -> None:
    """Count the ships of each length that are not announced as sunk."""
    afloat[:] = 0
    for ship in range(len(sight.facts)):
        if sight.facts[ship, SINK] < 0:
            afloat[sight.facts[ship, LENGTH]] += 1


def density_map(sight: Sight) -> Floats:
    """The density of every cell."""
    grid, heat = np.empty(len(sight.marks), np.int64), np.empty(len(sight.marks))
    afloat = np.zeros(MOST_SHIPS, np.int64)
    close_sunk(sight, grid)
    count_afloat(sight, afloat)
    fill_density(sight, grid, afloat, WEIGHTS, heat)
    return heat

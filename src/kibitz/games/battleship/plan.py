"""The plan: hunting by how soon every ship would be found if all shots missed.

While nothing is hit, the next shots are known in advance: each follows from the misses before
it. So a first shot can be judged by the whole row of shots that the pattern map lays behind
it. With places of ships taken as independent, the row gives the chance that a ship lies
outside its first t shots, and so the mean number of shots until all are found. What is left of
the game grows by about one shot with each of these, as regressions on played games show.
Beside an open hit the pattern map itself is followed.

Rows are laid on a sea with a rim of closed cells, so that no shot has to ask where the board
ends. A shot takes away the places over it: how many depends only on the unknown cells in a
row on either side, so what it takes from each cell of its lines is looked up.
"""

from typing import NamedTuple

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.games.battleship.board import LONGEST
from kibitz.games.battleship.density import OPEN, add_line
from kibitz.games.battleship.fleets import Floats
from kibitz.games.battleship.pattern import (
    HUNT_POWER,
    NEIGHBOUR,
    SHIPS,
    fill_pattern,
    open_neighbours,
    tilt_of,
)
from kibitz.games.battleship.sight import MISS, UNKNOWN, Ints, Sight

CANDIDATES = 8  # first shots that are judged, at most
LEAST = 0.85  # of the greatest heat, for a candidate
FIRST_OF_ALL = 1e6  # times the tilt of the shot that starts a row
FAR = LONGEST - 1  # as far as a ship reaches from a cell
UNHIT: Floats = np.ones(LONGEST + 1)  # weights of places


class RimmedSea(NamedTuple):
    """Waters without an open hit, with a rim; and what shots take from them."""

    grid: Ints
    heat: Floats  # by cell: the places over it, weighted
    tilts: Floats  # by cell: what its heat is multiplied by
    nudges: Floats  # by cell: what each open neighbour adds to its tilt
    totals: Floats  # by length: the places over all cells
    cells: Ints  # those unknown, as many as `unknown` says
    unknown: Ints
    drops: Floats  # by unknown cells on either side, and distance: the heat a shot takes
    lost: Floats  # by unknown cells on either side, and length: the places it takes
    width: int


@kernel
def new_sea(sight: Sight, grid: Ints, afloat: Ints) -> RimmedSea:
    """The waters before a row of shots."""
    width = sight.cols + 1
    size = (sight.rows + 2) * width + 1
    sea = RimmedSea(
        np.full(size, MISS),
        np.zeros(size),
        np.zeros(size),
        np.zeros(size),
        np.zeros(LONGEST + 1),
        np.zeros(len(grid), np.int64),
        np.zeros(1, np.int64),
        np.zeros((FAR + 1, FAR + 1, 2 * FAR + 1)),
        np.zeros((FAR + 1, FAR + 1, LONGEST + 1)),
        width,
    )
    _fill_cells(sight, grid, afloat, sea)
    for length in range(2, LONGEST + 1):
        if afloat[length]:
            _fill_length(sight, grid, length, afloat[length], sea)
    return sea


@kernel
def rimmed(sight: Sight, cell: int) -> int:
    """The number of a cell where the board has a rim."""
    return (cell // sight.cols + 1) * (sight.cols + 1) + cell % sight.cols + 1


@kernel
def _fill_cells(sight: Sight, grid: Ints, afloat: Ints, sea: RimmedSea) -> None:
    shortest = 2
    while shortest < LONGEST and not afloat[shortest]:
        shortest += 1
    for cell in range(len(grid)):
        if grid[cell] == UNKNOWN:
            at = rimmed(sight, cell)
            sea.grid[at] = UNKNOWN
            sea.tilts[at] = tilt_of(sight, grid, shortest, cell)
            around = NEIGHBOUR * open_neighbours(sight, grid, cell)
            sea.nudges[at] = sea.tilts[at] / (1.0 + around) * NEIGHBOUR
            sea.cells[sea.unknown[0]] = at
            sea.unknown[0] += 1


@kernel
def _fill_length(sight: Sight, grid: Ints, length: int, ships: int, sea: RimmedSea) -> None:
    """Add the places of the ships of one length, and what a shot takes from them."""
    places = np.zeros(len(grid))
    for row in range(sight.rows):
        add_line(grid, places, row * sight.cols, 1, sight.cols, length, UNHIT)
    for col in range(sight.cols):
        add_line(grid, places, col, sight.cols, sight.rows, length, UNHIT)
    total = places.sum()
    if total == 0.0:
        return
    sea.totals[length] = total
    factor = ships * SHIPS[length] / total**HUNT_POWER
    for cell in range(len(grid)):
        sea.heat[rimmed(sight, cell)] += factor * places[cell]
    for behind in range(FAR + 1):
        for before in range(FAR + 1):
            for back in range(max(length - 1 - before, 0), min(behind, length - 1) + 1):
                sea.lost[behind, before, length] += length
                for i in range(length):
                    sea.drops[behind, before, FAR + i - back] += factor


@kernel
def copy_sea(source: RimmedSea, target: RimmedSea) -> None:
    """Make one sea like another."""
    target.grid[:] = source.grid
    target.heat[:] = source.heat
    target.tilts[:] = source.tilts
    target.totals[:] = source.totals
    target.cells[:] = source.cells
    target.unknown[:] = source.unknown


@kernel
def strike_line(sea: RimmedSea, cell: int, step: int) -> None:
    """Take away the places over a cell along one line, and a neighbour from its neighbours."""
    behind, before = 0, 0
    while behind < FAR and sea.grid[cell - (behind + 1) * step] == UNKNOWN:
        behind += 1
    while before < FAR and sea.grid[cell + (before + 1) * step] == UNKNOWN:
        before += 1
    for far in range(-behind, before + 1):
        sea.heat[cell + far * step] -= sea.drops[behind, before, FAR + far]
    for length in range(2, LONGEST + 1):
        sea.totals[length] -= sea.lost[behind, before, length]
    sea.tilts[cell - step] -= sea.nudges[cell - step]
    sea.tilts[cell + step] -= sea.nudges[cell + step]


@kernel
def strike(sea: RimmedSea, cell: int) -> None:
    """Let a shot miss."""
    strike_line(sea, cell, 1)
    strike_line(sea, cell, sea.width)
    sea.grid[cell] = MISS


@kernel
def next_of_row(sea: RimmedSea) -> int:
    """Take the hottest cell off the list of those unknown."""
    best, found = -1.0, 0
    for i in range(sea.unknown[0]):
        cell = sea.cells[i]
        heat = sea.heat[cell] * sea.tilts[cell]
        if heat > best:
            best, found = heat, i
    cell = sea.cells[found]
    sea.unknown[0] -= 1
    sea.cells[found] = sea.cells[sea.unknown[0]]
    return cell  # type: ignore[no-any-return]


@kernel
def row_cost(sea: RimmedSea, afloat: Ints, first: int, most: float) -> float:
    """The mean shots until a row of misses that starts with `first` would have found all ships,
    or what it has cost when it exceeds `most`; plays it on `sea`."""
    whole, cost = sea.totals.copy(), 0.0
    sea.tilts[first] *= FIRST_OF_ALL
    while cost <= most:
        all_found = 1.0
        for length in range(2, LONGEST + 1):
            if whole[length] > 0.0:
                for _ in range(afloat[length]):
                    all_found *= 1.0 - sea.totals[length] / whole[length]
        if all_found == 1.0:
            break
        cost += 1.0 - all_found
        strike(sea, next_of_row(sea))
    return cost


@kernel
def candidates(sight: Sight, heat: Floats, out: Ints) -> int:
    """Write the cells of the greatest heat to `out`, the hottest first; returns how many."""
    greatest, count = 0.0, 0
    for cell in range(len(heat)):
        if sight.marks[cell] == UNKNOWN:
            greatest = max(greatest, heat[cell])
    for cell in range(len(heat)):
        if sight.marks[cell] != UNKNOWN or heat[cell] <= LEAST * greatest:
            continue
        at = count
        while at > 0 and heat[out[at - 1]] < heat[cell]:
            out[at] = out[at - 1]
            at -= 1
        out[at] = cell
        count = min(count + 1, CANDIDATES)
    return count


@kernel
def fill_plan(sight: Sight, grid: Ints, afloat: Ints, share: Floats, heat: Floats) -> None:
    """Write the heat of every cell; `grid`, `afloat` and `share` are scratch.

    Candidates get the more, the sooner a row of misses behind them finds the ships; the others
    keep the heat of the pattern map, which is less.
    """
    fill_pattern(sight, grid, afloat, share, heat)
    if (grid == OPEN).any():
        return
    cells = np.empty(CANDIDATES + 1, np.int64)
    count = candidates(sight, heat, cells)
    if count < 2:
        return
    start, trial = new_sea(sight, grid, afloat), new_sea(sight, grid, afloat)
    costs, greatest, most = np.empty(count), heat[cells[0]], np.inf
    for i in range(count):
        copy_sea(start, trial)
        costs[i] = row_cost(trial, afloat, rimmed(sight, cells[i]), most)
        most = min(most, costs[i])
    for i in range(count):
        heat[cells[i]] = greatest * (1.0 + costs.max() - costs[i])


def plan_map(sight: Sight) -> Floats:
    """The heat of every cell."""
    cells = len(sight.marks)
    heat, share = np.empty(cells), np.empty(cells)
    fill_plan(sight, np.empty(cells, np.int64), np.zeros(LONGEST + 1, np.int64), share, heat)
    return heat

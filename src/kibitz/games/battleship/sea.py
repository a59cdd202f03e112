"""Rows of misses: the shots that the pattern map lays one behind the other while nothing is hit.

Rows are laid on a sea with a rim of closed cells, so that no shot has to ask where the board
ends. A shot takes away the places over it: how many depends only on the unknown cells in a
row on either side, so what it takes from each cell of its lines is looked up.
"""

from typing import NamedTuple

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.games.battleship.board import LONGEST
from kibitz.games.battleship.density import add_line
from kibitz.games.battleship.fleets import Floats
from kibitz.games.battleship.pattern import (
    HUNT_POWER,
    NEIGHBOUR,
    SHIPS,
    open_neighbours,
    tilt_of,
)
from kibitz.games.battleship.sight import MISS, UNKNOWN, Ints, Sight

FIRST_OF_ALL = 1e6  # times the tilt of the shot that starts a row
FAR = LONGEST - 1  # as far as a ship reaches from a cell
UNHIT: Floats = np.ones(LONGEST + 1)  # weights of places
NO_CELL = 0  # on the rim
NEVER = 1e-9  # a chance that counts as none


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
def hottest_slot(sea: RimmedSea) -> int:
    """Where the hottest cell is on the list of those unknown."""
    best, found = -1.0, 0
    for slot in range(sea.unknown[0]):
        cell = sea.cells[slot]
        heat = sea.heat[cell] * sea.tilts[cell]
        if heat > best:
            best, found = heat, slot
    return found


@kernel
def strike_slot(sea: RimmedSea, slot: int) -> None:
    """Let a shot miss, and take its cell off the list of those unknown."""
    strike(sea, sea.cells[slot])
    sea.unknown[0] -= 1
    sea.cells[slot] = sea.cells[sea.unknown[0]]


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
        strike_slot(sea, hottest_slot(sea))
    return cost


@kernel
def lay_row(
    sea: RimmedSea, afloat: Ints, first: int, slots: Ints, finds: Floats
) -> tuple[int, float]:
    """Lay a row of misses that starts with `first` on `sea`, and write its slots.

    `finds[length, shot]` becomes the chance that this shot is the first to hit anything, and
    hits a ship of that length. Returns the shots of the row and the mean shots to the first hit.
    """
    whole, before = sea.totals.copy(), sea.totals.copy()
    shots, cost, unhit = 0, 0.0, 1.0
    sea.tilts[first] *= FIRST_OF_ALL
    while unhit > NEVER:
        cost += unhit
        slots[shots] = hottest_slot(sea)
        before[:] = sea.totals
        strike_slot(sea, slots[shots])
        left, hazard = 1.0, 0.0
        for length in range(2, LONGEST + 1):
            finds[length, shots] = 0.0
            if afloat[length] and before[length] > 0.0:
                for _ in range(afloat[length]):
                    left *= sea.totals[length] / whole[length]
                finds[length, shots] = afloat[length] * (1.0 - sea.totals[length] / before[length])
                hazard += finds[length, shots]
        if hazard > 0.0:
            finds[:, shots] *= (unhit - left) / hazard
        unhit = left
        shots += 1
    return shots, cost


@kernel
def cost_behind(
    start: RimmedSea, trial: RimmedSea, rest: RimmedSea, afloat: Ints, slots: Ints, finds: Floats
) -> float:
    """The mean shots of the hunt for the ships `afloat` after another one was found, by a row of
    their own, where `finds[shot]` is the chance that this shot of the row `slots` found it.

    Rows are laid behind some of these shots, between which the cost is taken as linear.
    """
    cost, last, last_cost, halt = 0.0, -1, 0.0, 0
    copy_sea(start, trial)
    for shot in range(len(finds)):
        strike_slot(trial, slots[shot])
        if shot < halt and shot < len(finds) - 1:
            continue
        halt += 2 + halt // 2
        copy_sea(trial, rest)
        now = row_cost(rest, afloat, NO_CELL, np.inf)
        if last < 0:
            last_cost = now
        for i in range(last + 1, shot + 1):
            cost += finds[i] * (last_cost + (now - last_cost) * (i - last) / (shot - last))
        last, last_cost = shot, now
    return cost

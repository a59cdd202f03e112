"""The plan: hunting by how soon every ship would be found, and probing with the others in mind.

While nothing is hit, the next shots are known in advance: each follows from the misses before
it. So a first shot can be judged by the whole row of shots that the pattern map lays behind
it. With places of ships taken as independent, the row gives the chance that a ship lies
outside its first t shots, and so the mean number of shots until all are found. What is left of
the game grows with that number, as rollouts on played games show, if at most three ships are
afloat. With two or three, the best of these rows are judged more closely: by the shots to the
first hit, and by those of the row that is then laid for the other ships alone.
Beside an open hit, cells are probed (see `probe`). Elsewhere the pattern map is followed.
"""

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.games.battleship.board import LONGEST
from kibitz.games.battleship.density import OPEN
from kibitz.games.battleship.fleets import Floats
from kibitz.games.battleship.pattern import fill_pattern
from kibitz.games.battleship.probe import fill_probe
from kibitz.games.battleship.rules import SILENT
from kibitz.games.battleship.sea import (
    RimmedSea,
    copy_sea,
    cost_behind,
    lay_row,
    new_sea,
    rimmed,
    row_cost,
)
from kibitz.games.battleship.sight import UNKNOWN, Ints, Sight

CANDIDATES, FINALISTS = 8, 4  # first shots that are judged, at most; and judged closely
LEAST = 0.8  # of the greatest heat, for a candidate
HUNTED, PROBED = 3, 4  # ships afloat, at most, for rows of misses and for probes
DOUBTS: Floats = np.array([0.0, 0.0, 0.02, 0.2])  # by ships afloat: shots that heat is worth


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
    """Write the heat of every cell; `grid`, `afloat` and `share` are scratch."""
    fill_pattern(sight, grid, afloat, share, heat)
    ships = afloat.sum()
    if (grid == OPEN).any():
        if 1 < ships <= PROBED and not sight.rules & SILENT:
            fill_probe(sight, heat)
    elif 0 < ships <= HUNTED:
        fill_rows(sight, grid, afloat, heat)


@kernel
def fill_rows(sight: Sight, grid: Ints, afloat: Ints, heat: Floats) -> None:
    """Give candidates the more heat, the sooner the ships are found by the row behind them; the
    others keep the heat of the pattern map, which is less."""
    cells, ships = np.empty(CANDIDATES + 1, np.int64), afloat.sum()
    count = candidates(sight, heat, cells)
    if count < 2:
        return
    costs, doubts = np.empty(count), np.empty(count)
    start, trial = new_sea(sight, grid, afloat), new_sea(sight, grid, afloat)
    for i in range(count):
        doubts[i] = DOUBTS[ships] * (heat[cells[0]] / heat[cells[i]] - 1.0)
        copy_sea(start, trial)
        costs[i] = doubts[i] + row_cost(trial, afloat, rimmed(sight, cells[i]), np.inf)
    if ships > 1:
        count = keep_finalists(cells, costs, doubts, count)
        costs = doubts[:count] + closer_costs(sight, grid, afloat, start, trial, cells[:count])
    greatest = heat.max()
    for i in range(count):
        heat[cells[i]] = greatest * (1.0 + costs.max() - costs[i])


@kernel
def keep_finalists(cells: Ints, costs: Floats, doubts: Floats, count: int) -> int:
    """Bring the cheapest candidates to the front; returns how many there are."""
    kept = min(count, FINALISTS)
    for i in range(kept):
        best = i + np.argmin(costs[i:count])
        cells[i], cells[best] = cells[best], cells[i]
        costs[i], costs[best] = costs[best], costs[i]
        doubts[i], doubts[best] = doubts[best], doubts[i]
    return kept


@kernel
def closer_costs(
    sight: Sight, grid: Ints, afloat: Ints, start: RimmedSea, trial: RimmedSea, cells: Ints
) -> Floats:
    """The mean shots until all ships are found, the others by rows of their own after a first."""
    costs, most = np.zeros(len(cells)), len(grid)
    slots, shots = np.empty((len(cells), most), np.int64), np.empty(len(cells), np.int64)
    finds = np.zeros((len(cells), LONGEST + 1, most))
    for i in range(len(cells)):
        copy_sea(start, trial)
        shots[i], costs[i] = lay_row(trial, afloat, rimmed(sight, cells[i]), slots[i], finds[i])
    for length in range(2, LONGEST + 1):
        if afloat[length]:
            others = afloat.copy()
            others[length] -= 1
            without = new_sea(sight, grid, others)
            one, two = new_sea(sight, grid, others), new_sea(sight, grid, others)
            for i in range(len(cells)):
                found = finds[i, length, : shots[i]]
                costs[i] += cost_behind(without, one, two, others, slots[i], found)
    return costs


def plan_map(sight: Sight) -> Floats:
    """The heat of every cell."""
    cells = len(sight.marks)
    heat, share = np.empty(cells), np.empty(cells)
    fill_plan(sight, np.empty(cells, np.int64), np.zeros(LONGEST + 1, np.int64), share, heat)
    return heat

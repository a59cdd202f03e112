"""Rows of misses: what is kept up to date against counts of all places, and costs by hand."""

import numpy as np
import pytest

from kibitz.games.battleship.pattern import HUNT_POWER, SHIPS, tilt_of
from kibitz.games.battleship.plan import closer_costs, plan_map
from kibitz.games.battleship.sea import lay_row, new_sea, rimmed, row_cost, strike
from kibitz.games.battleship.sight import HIT, MISS
from kibitz.games.battleship.solo import new_sight


def places(length, rows, cols, closed):
    """Every place of a ship outside the closed cells, as a list of its cells."""
    for row in range(rows):
        for col in range(cols):
            across = [row * cols + col + i for i in range(length)] if col + length <= cols else []
            down = [(row + i) * cols + col for i in range(length)] if row + length <= rows else []
            for cells in (across, down):
                if cells and not closed & set(cells):
                    yield cells


def counts(lengths):
    afloat = np.zeros(6, np.int64)
    for length in lengths:
        afloat[length] += 1
    return afloat


@pytest.mark.parametrize(("rows", "cols"), [(10, 10), (6, 16), (9, 2), (1, 8)])
def test_a_struck_sea_has_the_places_that_are_left(rows, cols):
    lengths = (3, 3, 2) if min(rows, cols) < 5 else (5, 4, 3, 3, 2)
    sight, afloat, rng = new_sight(lengths, rows, cols), counts(lengths), np.random.default_rng(3)
    grid = np.zeros(rows * cols, np.int64)
    sea = new_sea(sight, grid, afloat)
    factors = {n: afloat[n] * SHIPS[n] / sea.totals[n] ** HUNT_POWER for n in set(lengths)}
    closed: set[int] = set()
    for cell in rng.permutation(rows * cols)[: rows * cols // 2].tolist():
        strike(sea, rimmed(sight, cell))
        closed.add(cell)
        grid[cell] = MISS
        heat = np.zeros(rows * cols)
        for length, factor in factors.items():
            left = list(places(length, rows, cols, closed))
            assert sea.totals[length] == length * len(left)
            for cells in left:
                heat[cells] += factor
        for other in set(range(rows * cols)) - closed:
            at = rimmed(sight, other)
            assert sea.heat[at] == pytest.approx(heat[other], abs=1e-9)
            assert sea.tilts[at] == pytest.approx(tilt_of(sight, grid, min(lengths), other))


@pytest.mark.parametrize(
    ("lengths", "cols", "first", "cost"),
    [
        ((2,), 3, 1, 1),  # both places at once
        ((2,), 3, 0, 1 + 1 / 2),
        ((2,), 4, 1, 1 + 1 / 3),  # of three places two
        ((3,), 5, 2, 1),
        ((3, 2), 5, 2, 1 + 1 / 2 + 1 / 4),  # the 3 at once, the 2 in places 0-1 and 3-4 one by one
        ((2, 2), 3, 0, 1 + 3 / 4),  # each is found with the first shot half the time
    ],
)
def test_a_row_costs_the_mean_shots_until_all_ships_are_found(lengths, cols, first, cost):
    sight = new_sight((2,), 1, cols)  # too small a board for some of these fleets
    sea = new_sea(sight, np.zeros(cols, np.int64), counts(lengths))
    assert row_cost(sea, counts(lengths), rimmed(sight, first), np.inf) == pytest.approx(cost)


@pytest.mark.parametrize(
    ("lengths", "cols", "first", "finds", "cost"),
    [
        ((2,), 4, 1, {2: [2 / 3, 1 / 3]}, 1 + 1 / 3),
        ((2, 2), 3, 0, {2: [3 / 4, 1 / 4]}, 1 + 1 / 4),  # both missed a quarter of the time
        ((3, 2), 5, 2, {3: [2 / 3], 2: [1 / 3]}, 1),  # the 3 surely, the 2 half the time
    ],
)
def test_a_row_knows_what_its_shots_would_hit_first(lengths, cols, first, finds, cost):
    sight, grid = new_sight((2,), 1, cols), np.zeros(cols, np.int64)
    sea, found = new_sea(sight, grid, counts(lengths)), np.zeros((6, cols))
    slots = np.empty(cols, np.int64)
    shots, mean = lay_row(sea, counts(lengths), rimmed(sight, first), slots, found)
    assert mean == pytest.approx(cost)
    for length, chances in finds.items():
        assert shots == len(chances)
        assert found[length, :shots] == pytest.approx(chances)


@pytest.mark.parametrize(
    ("lengths", "cols", "first", "cost"),
    [
        ((2, 2), 3, 0, 1 + 1 / 4 + 3 / 4 * 1),  # the other is in the only place left
        ((3, 2), 5, 2, 1 + 2 / 3 * (1 + 1 / 2)),  # after the 3, the 2 has a place on either side
    ],
)
def test_a_closer_cost_hunts_the_others_alone(lengths, cols, first, cost):
    sight, grid, afloat = new_sight((2,), 1, cols), np.zeros(cols, np.int64), counts(lengths)
    start, trial = new_sea(sight, grid, afloat), new_sea(sight, grid, afloat)
    costs = closer_costs(sight, grid, afloat, start, trial, np.array([first]))
    assert costs == pytest.approx([cost])


def test_a_closer_cost_lays_the_rows_behind_from_the_waters_of_then():
    """Against rows laid one by one behind every shot, each on a sea of its own."""
    lengths, sight = (3, 2), new_sight((3, 2), 5, 5)
    afloat, grid = counts(lengths), np.zeros(25, np.int64)
    sea, slots, finds = new_sea(sight, grid, afloat), np.empty(25, np.int64), np.zeros((6, 25))
    cells = sea.cells.copy()
    shots, cost = lay_row(sea, afloat, rimmed(sight, 12), slots, finds)
    unknown, struck = 25, grid.copy()
    for shot in range(shots):
        struck[cells[slots[shot]] // 6 * 5 + cells[slots[shot]] % 6 - 6] = MISS
        unknown -= 1
        cells[slots[shot]] = cells[unknown]
        for found, other in ((3, 2), (2, 3)):
            rest = new_sea(sight, struck, counts([other]))
            cost += finds[found, shot] * row_cost(rest, counts([other]), 0, np.inf)
    start, trial = new_sea(sight, grid, afloat), new_sea(sight, grid, afloat)
    close = closer_costs(sight, grid, afloat, start, trial, np.array([12]))
    assert close == pytest.approx([cost], rel=0.002)  # linear between some of the shots


def test_the_plan_shoots_where_the_row_behind_is_cheapest():
    """Beside the open hit, it follows the pattern map; in the end it takes what is left."""
    sight = new_sight((3,), 1, 8)
    heat = plan_map(sight)
    assert heat.argmax() in (2, 5)  # two shots find the ship for sure
    sight.marks[2] = MISS
    assert plan_map(sight).argmax() == 5
    sight.marks[4] = HIT
    beside = plan_map(sight)
    assert beside[3] > 0
    assert beside[0] == beside[1] == 0

"""One seat shooting at a random fleet: how many shots each way of shooting needs.

The fleet is uniform over all that the rules allow. `solo_game` plays a whole game in a
kernel; the same choices of cells serve the analysts.
"""

import numpy as np

from kibitz.core.bits import int64
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below
from kibitz.games.battleship.board import LONGEST, fits_board, step_of
from kibitz.games.battleship.density import (
    close_sunk,
    count_afloat,
    fill_density,
)
from kibitz.games.battleship.fleets import Floats
from kibitz.games.battleship.pattern import fill_pattern
from kibitz.games.battleship.plan import fill_plan
from kibitz.games.battleship.posterior import fill_posterior
from kibitz.games.battleship.rules import TOUCH, check_waters
from kibitz.games.battleship.sight import (
    AIMED,
    FACTS,
    HIT,
    LENGTH,
    MISS,
    UNKNOWN,
    Ints,
    Sight,
    clear,
    note_hit,
)

RANDOM, HUNT, PARITY, DENSITY, POSTERIOR, PATTERN, PLAN = range(7)  # ways to shoot
WAYS = {
    "random": RANDOM,
    "hunt": HUNT,
    "parity": PARITY,
    "density": DENSITY,
    "pattern": PATTERN,
    "plan": PLAN,
}


def new_sight(
    lengths: tuple[int, ...], rows: int = 10, cols: int = 10, rules: int = TOUCH
) -> Sight:
    """The enemy's waters before the first shot."""
    check_waters(lengths, rows, cols, bool(rules & TOUCH))
    facts = np.zeros((len(lengths), FACTS), np.int64)
    facts[:, LENGTH] = lengths
    sight = Sight(np.zeros(rows * cols, np.int64), facts, rows, cols, rules)
    clear(sight)
    return sight


@kernel
def draw_ships(sight: Sight, ships: Ints, stream: Stream) -> None:
    """Write to `ships[cell]` a uniform fleet: the ship on the cell or -1."""
    cells = len(ships)
    placed = 0
    while placed < len(sight.facts):
        if placed == 0:
            ships[:] = -1
        code = below(stream, 2 * cells)
        if not fits_board(code, sight.facts[placed, LENGTH], sight.rows, sight.cols):
            continue
        if is_free_of(sight, ships, code, sight.facts[placed, LENGTH]):
            put(sight, ships, code, placed)
            placed += 1
        else:
            placed = 0  # anew from the first ship, or the law would not be uniform


@kernel
def is_free_of(sight: Sight, ships: Ints, code: int, length: int) -> bool:
    """Whether a ship can be put beside those on the board."""
    step, first = step_of(code, sight.rows, sight.cols), code % len(ships)
    near = 0 if sight.rules & TOUCH else 1
    for i in range(length):
        row, col = (first + i * step) // sight.cols, (first + i * step) % sight.cols
        for r in range(max(row - near, 0), min(row + near + 1, sight.rows)):
            for c in range(max(col - near, 0), min(col + near + 1, sight.cols)):
                if ships[r * sight.cols + c] >= 0:
                    return False
    return True


@kernel
def put(sight: Sight, ships: Ints, code: int, ship: int) -> None:
    """Put a ship on the board."""
    step = step_of(code, sight.rows, sight.cols)
    for i in range(sight.facts[ship, LENGTH]):
        ships[code % len(ships) + i * step] = ship


@kernel
def has_hit_beside(sight: Sight, cell: int) -> bool:
    """Whether a neighbour of the cell was hit."""
    row, col, cols, marks = cell // sight.cols, cell % sight.cols, sight.cols, sight.marks
    return bool(
        (row > 0 and marks[cell - cols] == HIT)
        or (row < sight.rows - 1 and marks[cell + cols] == HIT)
        or (col > 0 and marks[cell - 1] == HIT)
        or (col < cols - 1 and marks[cell + 1] == HIT)
    )


@kernel
def fill_hunt(sight: Sight, parity: bool, heat: Floats) -> None:
    """Hunt and target: 2 beside a hit, 1 where a ship may start to be found, 0 elsewhere."""
    for cell in range(len(heat)):
        even = (cell // sight.cols + cell % sight.cols) % 2 == 0
        heat[cell] = 1.0 if even or not parity else 0.0
        if has_hit_beside(sight, cell):
            heat[cell] = 2.0


@kernel
def hottest(sight: Sight, heat: Floats, stream: Stream) -> int:
    """A cell not shot at with the greatest heat; among equals any."""
    best, ties, found = -1.0, 0, int64(-1)
    for cell in range(len(heat)):
        if sight.marks[cell] != UNKNOWN or heat[cell] < best:
            continue
        ties = ties + 1 if heat[cell] == best else 1
        best = heat[cell]
        if ties == 1 or below(stream, ties) == 0:
            found = int64(cell)
    return found


@kernel
def next_cell(
    sight: Sight,
    way: int,
    budget: int,
    samples: int,
    weights: Floats,
    grid: Ints,
    heat: Floats,
    stream: Stream,
) -> int:
    """The cell that a way of shooting takes next, -1 if none is left."""
    afloat = np.zeros(LONGEST + 1, np.int64)
    if way in (HUNT, PARITY):
        fill_hunt(sight, way == PARITY, heat)
    elif way == DENSITY:
        close_sunk(sight, grid)
        count_afloat(sight, afloat)
        fill_density(sight, grid, afloat, weights, heat)
    elif way == PATTERN:
        fill_pattern(sight, grid, afloat, np.empty(len(heat)), heat)
    elif way == PLAN:
        fill_plan(sight, grid, afloat, np.empty(len(heat)), heat)
    elif way == POSTERIOR:
        fill_posterior(sight, budget, samples, heat, np.zeros(6), stream)
    return hottest(sight, heat, stream)


@kernel
def solo_game(
    sight: Sight,
    ships: Ints,
    way: int,
    salvo: int,
    budget: int,
    samples: int,
    weights: Floats,
    grid: Ints,
    heat: Floats,
    order: Ints,
    stream: Stream,
) -> int:
    """Shoot at the fleet in `ships`, `salvo` shots at once, until it is sunk; returns the shots.

    `order[cell]` becomes the number of the shot at it, one past the last if there was none.
    """
    clear(sight)
    left = sight.facts[:, LENGTH].copy()
    heat[:] = 0.0
    shots, to_hit = 0, left.sum()
    while to_hit:
        for _ in range(salvo):
            cell = next_cell(sight, way, budget, samples, weights, grid, heat, stream)
            if cell >= 0:
                sight.marks[cell] = AIMED
                shots += 1
                order[cell] = shots
        to_hit -= let_fall(sight, ships, left)
    for cell in range(len(order)):
        if sight.marks[cell] == UNKNOWN:
            order[cell] = shots + 1
    return shots


@kernel
def let_fall(sight: Sight, ships: Ints, left: Ints) -> int:
    """Announce the shots aimed at, in the order of the cells; returns how many hit."""
    hits = 0
    for cell in range(len(ships)):
        if sight.marks[cell] != AIMED:
            continue
        ship = ships[cell]
        if ship < 0:
            sight.marks[cell] = MISS
            continue
        left[ship] -= 1
        hits += 1
        note_hit(sight, cell, ship, left[ship] == 0)
    return hits

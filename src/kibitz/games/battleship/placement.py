"""Where to put ships against a shooter who follows the density map.

A place is worth the shot that first hits it, on average over games in which such a shooter
hunts uniform fleets that leave the place empty: the later, the better. A fleet is worth the
mean of its ships' places.

The best fleet alone would soon be known. So a few fleets are drawn, each as likely as any
other, and the next ship is put as in the best of them; then anew for the ship after it.
Taking the best of t draws costs log2 t - (1 - 1/t) log2 e bits of entropy at most, for each
ship: `least_entropy` is what is surely left.
"""

import math
from functools import cache

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.core.seeds import stream as stream_of
from kibitz.core.stream import Stream, below
from kibitz.games.battleship.board import fits_board, step_of
from kibitz.games.battleship.density import WEIGHTS
from kibitz.games.battleship.fleets import Floats
from kibitz.games.battleship.sight import LENGTH, Ints, Sight
from kibitz.games.battleship.solo import (
    DENSITY,
    draw_ships,
    is_free_of,
    new_sight,
    put,
    solo_game,
)

COUNT, TOTAL = range(2)  # columns of sums
TOUCH_GAMES, TOUCH_SEED = 400, 1  # of the table that all placements use
TRIES = 16  # fleets drawn for each ship


@kernel
def first_touch(sight: Sight, order: Ints, ships: Ints, code: int, length: int) -> int:
    """The first shot at any cell of the place; 0 if the fleet has a ship there."""
    first, step = len(order) + 1, step_of(code, sight.rows, sight.cols)
    for i in range(length):
        cell = code % len(order) + i * step
        if ships[cell] >= 0:
            return 0
        first = min(first, order[cell])
    return first


@kernel
def add_touches(
    sight: Sight, lengths: Ints, games: int, weights: Floats, sums: Floats, stream: Stream
) -> None:
    """Play so many games and add up, for each length and place, the shot that first touched it."""
    cells = len(sight.marks)
    ships, grid, heat = np.empty(cells, np.int64), np.empty(cells, np.int64), np.empty(cells)
    order = np.empty(cells, np.int64)
    for _ in range(games):
        draw_ships(sight, ships, stream)
        solo_game(sight, ships, DENSITY, 1, 0, 0, weights, grid, heat, order, stream)
        for i in range(len(lengths)):
            for code in range(2 * cells):
                if fits_board(code, lengths[i], sight.rows, sight.cols):
                    touch = first_touch(sight, order, ships, code, lengths[i])
                    if touch:
                        sums[i, code, COUNT] += 1.0
                        sums[i, code, TOTAL] += touch


@cache
def touch_table(
    lengths: tuple[int, ...], rows: int, cols: int, rules: int, games: int = TOUCH_GAMES
) -> Floats:
    """For each ship and place the mean shot that first touches it."""
    sight = new_sight(lengths, rows, cols, rules)
    sums = np.zeros((len(lengths), 2 * rows * cols, 2))
    add_touches(sight, np.array(lengths), games, WEIGHTS, sums, stream_of(TOUCH_SEED))
    return sums[:, :, TOTAL] / np.maximum(sums[:, :, COUNT], 1.0)


@kernel
def draw_completion(
    sight: Sight, placed: int, codes: Ints, before: Ints, ships: Ints, stream: Stream
) -> None:
    """Write to `codes` places for the ships from `placed` on, each fleet as likely as any other.

    `before[cell]` is the ship placed on the cell already, or -1; `ships` becomes the whole fleet.
    """
    count = placed
    ships[:] = before
    while count < len(sight.facts):
        code, length = below(stream, 2 * len(ships)), sight.facts[count, LENGTH]
        if not fits_board(code, length, sight.rows, sight.cols):
            continue
        if is_free_of(sight, ships, code, length):
            put(sight, ships, code, count)
            codes[count] = code
            count += 1
        else:
            count = placed  # anew, or the law would not be uniform
            ships[:] = before


@kernel
def worth_of(touches: Floats, codes: Ints) -> float:
    """The mean shot that first touches a ship of the fleet."""
    total = 0.0
    for ship in range(len(codes)):
        total += touches[ship, codes[ship]]
    return total / len(codes)


@kernel
def careful_fleet(
    sight: Sight, touches: Floats, tries: int, codes: Ints, ships: Ints, stream: Stream
) -> None:
    """Write a fleet that is placed with care to `codes`, and the ship of each cell to `ships`."""
    before, trial, best = np.full(len(ships), -1), codes.copy(), codes.copy()
    for ship in range(len(codes)):
        greatest = -1.0
        for _ in range(tries):
            draw_completion(sight, ship, trial, before, ships, stream)
            worth = worth_of(touches, trial)
            if worth > greatest:
                greatest = worth
                best[:] = trial
        put(sight, before, best[ship], ship)
        codes[ship] = trial[ship] = best[ship]
    ships[:] = before


@kernel
def best_completions(
    sight: Sight,
    touches: Floats,
    tries: int,
    placed: int,
    codes: Ints,
    before: Ints,
    worths: Floats,
    stream: Stream,
) -> None:
    """Write to `worths[place]` the best fleet drawn with the next ship there, 0 for none."""
    trial, ships = codes.copy(), before.copy()
    worths[:] = 0.0
    for _ in range(tries):
        draw_completion(sight, placed, trial, before, ships, stream)
        worths[trial[placed]] = max(worths[trial[placed]], worth_of(touches, trial))


def least_entropy(fleets: float, ships: int, tries: int = TRIES) -> float:
    """The bits of entropy that a careful placement has at least, of so many possible fleets."""
    lost = math.log2(tries) - (1.0 - 1.0 / tries) * math.log2(math.e)
    return max(math.log2(fleets) - ships * lost, 0.0)

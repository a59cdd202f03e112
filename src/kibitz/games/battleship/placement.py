"""Where to put a ship against a shooter who follows the density map.

A place is valued by the shot that first hits it, on average over games in which such a
shooter hunts uniform fleets that leave the place empty: the later, the better.
"""

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream
from kibitz.games.battleship.board import step_of
from kibitz.games.battleship.density import WEIGHTS
from kibitz.games.battleship.fleets import Floats
from kibitz.games.battleship.sight import Ints, Sight
from kibitz.games.battleship.solo import DENSITY, draw_ships, solo_game

COUNT, TOTAL, SQUARES = range(3)  # columns of sums


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
    sight: Sight,
    codes: Ints,
    length: int,
    games: int,
    weights: Floats,
    sums: Floats,
    stream: Stream,
) -> None:
    """Play so many games and add up, for each place, the shot that first touched it."""
    cells = len(sight.marks)
    ships, grid, heat = np.empty(cells, np.int64), np.empty(cells, np.int64), np.empty(cells)
    order = np.empty(cells, np.int64)
    for _ in range(games):
        draw_ships(sight, ships, stream)
        solo_game(sight, ships, DENSITY, 1, 0, 0, weights, grid, heat, order, stream)
        for i in range(len(codes)):
            touch = first_touch(sight, order, ships, codes[i], length)
            if touch:
                sums[i, COUNT] += 1.0
                sums[i, TOTAL] += touch
                sums[i, SQUARES] += touch * touch


def touch_sums(sight: Sight, codes: list[int], length: int, games: int, stream: Stream) -> Floats:
    """For each place the count, total and squares of the shots that first touched it."""
    sums = np.zeros((len(codes), 3))
    add_touches(sight, np.array(codes, np.int64), length, games, WEIGHTS, sums, stream)
    return sums

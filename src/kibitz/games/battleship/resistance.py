"""How long fleets stay afloat: shots that ways of shooting need against ways of placing."""

import math
from dataclasses import dataclass

import numpy as np

from kibitz.core.blocks import spans
from kibitz.core.kernel import kernel
from kibitz.core.seeds import stream as stream_of
from kibitz.core.stream import Stream, below
from kibitz.errors import BadValue
from kibitz.games.battleship.board import fits_board
from kibitz.games.battleship.density import WEIGHTS
from kibitz.games.battleship.fleets import Floats
from kibitz.games.battleship.placement import careful_fleet, least_entropy, touch_table
from kibitz.games.battleship.rules import TOUCH
from kibitz.games.battleship.sight import LENGTH, Ints, Sight
from kibitz.games.battleship.solo import (
    POSTERIOR,
    WAYS,
    draw_ships,
    is_free_of,
    new_sight,
    put,
    solo_game,
)

FLEET_DRAWS = 20_000  # to count the fleets of a board


@dataclass(frozen=True)
class Waters:
    """A board with its ships and rules."""

    lengths: tuple[int, ...]
    rows: int
    cols: int
    rules: int

    def sight(self) -> Sight:
        """The waters before the first shot."""
        return new_sight(self.lengths, self.rows, self.cols, self.rules)

    def touches(self) -> Floats:
        """The mean shot that first touches each place of each ship."""
        return touch_table(self.lengths, self.rows, self.cols, self.rules)


@kernel
def placed_games(
    sight: Sight,
    way: int,
    salvo: int,
    touches: Floats,
    tries: int,
    budget: int,
    samples: int,
    weights: Floats,
    shots: Ints,
    stream: Stream,
) -> None:
    """Write the shots of each game; fleets are uniform if `tries` is 0, else placed with care."""
    cells, codes = len(sight.marks), np.zeros(len(sight.facts), np.int64)
    ships, grid, heat = np.empty(cells, np.int64), np.empty(cells, np.int64), np.empty(cells)
    order = np.empty(cells, np.int64)
    for game in range(len(shots)):
        if tries:
            careful_fleet(sight, touches, tries, codes, ships, stream)
        else:
            draw_ships(sight, ships, stream)
        shots[game] = solo_game(
            sight, ships, way, salvo, budget, samples, weights, grid, heat, order, stream
        )


@kernel
def count_fitting(sight: Sight, draws: int, stream: Stream) -> int:
    """How many of so many fleets whose ships are put anywhere, unaware of each other, are legal."""
    fitting, cells = 0, len(sight.marks)
    ships = np.empty(cells, np.int64)
    for _ in range(draws):
        ships[:] = -1
        ship = 0
        while ship < len(sight.facts):
            code, length = below(stream, 2 * cells), sight.facts[ship, LENGTH]
            if not fits_board(code, length, sight.rows, sight.cols):
                continue
            if not is_free_of(sight, ships, code, length):
                break
            put(sight, ships, code, ship)
            ship += 1
        fitting += ship == len(sight.facts)
    return fitting


def fleet_count(waters: Waters, seed: int) -> float:
    """About how many fleets there are: all independent places, times the share that is legal."""
    cells = waters.rows * waters.cols
    places = math.prod(
        sum(bool(fits_board(code, n, waters.rows, waters.cols)) for code in range(2 * cells))
        for n in waters.lengths
    )
    fitting = int(count_fitting(waters.sight(), FLEET_DRAWS, stream_of(seed)))
    return places * max(fitting, 1) / FLEET_DRAWS


def entropy_left(waters: Waters, tries: int, seed: int) -> float:
    """The bits of entropy that careful fleets have at least."""
    return least_entropy(fleet_count(waters, seed), len(waters.lengths), tries)


def shots_against(
    waters: Waters, way: int, tries: int, games: int, seed: int, samples: int = 0
) -> Ints:
    """The shots of each game; the fleets are uniform if `tries` is 0, else placed with care."""
    shots = _shots(games, way, 1)
    touches = waters.touches()
    _play(waters.sight(), way, 1, touches, tries, samples, samples, WEIGHTS, shots, seed)
    return shots


def shots_needed(
    way: int,
    games: int,
    seed: int,
    lengths: tuple[int, ...] = (5, 4, 3, 3, 2),
    rows: int = 10,
    cols: int = 10,
    rules: int = TOUCH,
    budget: int = 0,
    samples: int = 0,
    weights: Floats = WEIGHTS,
    salvo: int = 1,
) -> Ints:
    """The number of shots in each of so many games against a uniform fleet."""
    shots = _shots(games, way, salvo)
    if np.shape(weights) != WEIGHTS.shape:
        raise BadValue(f"{np.size(weights)} weights are not one for each number of hits")
    sight = new_sight(lengths, rows, cols, rules)
    nothing = np.zeros((1, 1))  # no fleet is placed with care
    _play(sight, way, salvo, nothing, 0, budget, samples, weights, shots, seed)
    return shots


def _play(
    sight: Sight,
    way: int,
    salvo: int,
    touches: Floats,
    tries: int,
    budget: int,
    samples: int,
    weights: Floats,
    shots: Ints,
    seed: int,
) -> None:
    """Play a game for each of `shots`, hearing Ctrl-C now and then."""
    luck, how = stream_of(seed), (way, salvo, touches, tries, budget, samples, weights)
    for span in spans(len(shots), 1):
        placed_games(sight, *how, shots[span], luck)


def _shots(games: int, way: int, salvo: int) -> Ints:
    """Room for the shots of each game, if there can be any."""
    if way not in (*WAYS.values(), POSTERIOR):
        raise BadValue(f"{way} is not a way to shoot")
    if games < 0 or salvo < 1:
        raise BadValue(f"{games} games with salvoes of {salvo} cannot be played")
    return np.empty(games, np.int64)


@dataclass(frozen=True)
class Resistance:
    """The mean shots of one shooter against uniform and careful fleets, with standard errors."""

    shooter: str
    uniform: tuple[float, float]
    careful: tuple[float, float]

    @property
    def gain(self) -> tuple[float, float]:
        """The shots that care gains."""
        error = math.hypot(self.uniform[1], self.careful[1])
        return self.careful[0] - self.uniform[0], error


def resistance(
    waters: Waters, shooter: str, tries: int, games: int, seed: int, samples: int
) -> Resistance:
    """How many shots a shooter needs against uniform and careful fleets."""
    way = {"posterior": POSTERIOR, **WAYS}[shooter]
    found = []
    for drawn in (0, tries):
        shots = shots_against(waters, way, drawn, games, seed, samples)
        found.append((float(shots.mean()), float(shots.std(ddof=1)) / math.sqrt(games)))
    return Resistance(shooter, *found)

"""Learn the belief in claims of one card: `python -m kibitz.games.bluff.learning [PLAYERS...]`.

Every company of so many honest, naive and modelling players plays games, and claims of one card
are drawn from them. Each company weighs the same. Few claims are drawn from one game: they hang
together, and a forest that has seen few games takes their luck for a law. The modelling players
of one run decide by the belief of the run before. Writes the forests that are part of the
package, one for each number of players; those of numbers not named stay as they are.
"""

import sys
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.core.seeds import stream as stream_of
from kibitz.core.stream import Stream, seed62, uniform
from kibitz.games.bluff.belief import FEWEST_PLAYERS, FOREST
from kibitz.games.bluff.contest import best_move
from kibitz.games.bluff.forest import Floats, Forest, Numbers, grown
from kibitz.games.bluff.game import BluffGame
from kibitz.games.bluff.layout import (
    ACTOR,
    ASKED,
    CLAIMED,
    FIELDS,
    KNOWN,
    NOBODY,
    PLAYED,
    RANK,
    SEATS,
    WINNER,
    Ints,
    count_of,
    opened,
)
from kibitz.games.bluff.rules import MOST_MOVES, deal, hide, make_move
from kibitz.games.bluff.signs import NAMES, fill_signs
from kibitz.games.bluff.unseen import unseen_of_rank
from kibitz.games.bluff.values import HONEST, MODELLING, NAIVE

Singles = NDArray[np.float32]

GAMES = {2: 6000, 3: 20_000, 4: 8000, 5: 4000, 6: 4000}  # of each company, by players
TAKEN = {2: 0.3, 3: 0.25, 4: 0.12, 5: 0.1, 6: 0.08}  # of their claims: neighbours are much alike
MOST_CLAIMS, SPARE = 400, 1000  # drawn from: of a game on average, and rows beside
SEED, TREES, RATE, LEAST = 31, 600, 0.3, 1.0


def companies(players: int) -> Iterator[tuple[int, ...]]:
    """Every company of so many players."""
    return combinations_with_replacement((HONEST, NAIVE, MODELLING), players)


@kernel
def is_open(v: Ints, seat: int) -> bool:
    """Whether the claim before `seat` is of one card that he has not located."""
    known = v[KNOWN + SEATS * seat + v[ACTOR]]
    is_located = count_of(known, v[RANK]) > 0
    return bool(v[CLAIMED] == 1 and not is_located and unseen_of_rank(v, seat, v[RANK]) > 0)


@kernel
def collect(
    start: Ints, ways: Ints, games: int, taken: float, signs: Singles, lies: Floats, stream: Stream
) -> int:
    """Play games and draw claims, with their signs; lies are 1. Returns how many were drawn."""
    out, values, players = np.empty(MOST_MOVES, np.int64), np.empty(MOST_MOVES), len(ways)
    a, v, found = np.empty(FIELDS, np.int64), np.empty(FIELDS, np.int64), 0
    seen = np.empty(len(NAMES))
    for number in range(games):
        a[:] = start
        deal(a, seed62(stream), players, 1)
        while a[WINNER] == NOBODY:
            seat = a[ACTOR] if a[ASKED] == NOBODY else a[ASKED]
            v[:] = a
            hide(v, seat, players)
            is_drawn = a[ASKED] != NOBODY and uniform(stream) < taken
            if is_drawn and found < len(lies) and is_open(v, seat):
                fill_signs(v, seat, seen)
                signs[found] = seen
                lies[found] = 1.0 - count_of(a[PLAYED], a[RANK])
                found += 1
            way = ways[(seat + number) % players]
            make_move(a, best_move(v, seat, way, out, values, stream))
    return found


def material(players: int, games: int, taken: float, seed: int) -> tuple[Singles, Floats, Floats]:
    """The signs of claims of all companies of so many, which were lies, and what each weighs."""
    rows, truths, weights = [], [], []
    start, room = opened(BluffGame(players).start()), int(games * MOST_CLAIMS * taken) + SPARE
    for number, ways in enumerate(companies(players)):
        signs, lies = np.empty((room, len(NAMES)), np.float32), np.empty(room)
        luck = stream_of(seed, players, number)
        found = int(collect(start, np.array(ways, np.int64), games, taken, signs, lies, luck))
        rows.append(signs[:found].copy())
        truths.append(lies[:found].copy())
        weights.append(np.full(found, 1.0 / found))
        sys.stderr.write(f"\r{players} players, company {number + 1} ")
    weight = np.concatenate(weights)
    return np.concatenate(rows), np.concatenate(truths), weight / weight.mean()


def rounded_up(threshold: Floats) -> Floats:
    """Thresholds for 32 bits: a value that was rounded down to one must stay on its side."""
    return np.nextafter(threshold.astype(np.float32), np.float32(np.inf)).astype(np.float64)


def with_trees(part: Numbers, trees: int, nothing: float) -> Numbers:
    """The forests of all numbers of players with so many trees; those added say nothing."""
    more = max(trees - part.shape[1], 0)
    return np.pad(part, ((0, 0), (0, more), (0, 0)), constant_values=nothing)


def save(players: int, forest: Forest) -> None:
    """Keep the forest of so many players as part of the package, beside the others."""
    with np.load(FOREST) as kept:
        parts: dict[str, Any] = {name: kept[name] for name in kept.files}
    for name, nothing in (("feature", 0), ("threshold", np.inf), ("leaf", 0.0)):
        parts[name] = with_trees(parts[name], len(forest.leaf), nothing)
    grown_parts = forest._replace(threshold=rounded_up(forest.threshold))._asdict()
    for name, part in grown_parts.items():
        parts[name][players - FEWEST_PLAYERS] = part
    np.savez_compressed(FOREST, **parts)


def learn(players: int, seed: int) -> None:
    """Grow the forest of so many players and keep it."""
    signs, lies, weights = material(players, GAMES[players], TAKEN[players], seed)
    sys.stderr.write(f"{len(lies):,} claims, {lies.mean():.3f} lies\n")
    save(players, grown(signs, lies, TREES, RATE, LEAST, weights))


if __name__ == "__main__":
    for number in map(int, sys.argv[1:] or GAMES):
        learn(number, SEED)

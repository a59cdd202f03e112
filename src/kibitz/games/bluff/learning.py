"""Learn the belief in claims of one card: `python -m kibitz.games.bluff.learning [CLAIMS]`.

Every company of two to six honest, naive and modelling players plays games, and the same
number of claims of one card is drawn from each. The modelling players of one round decide
by the belief of the round before. Writes the forests that are part of the package, one for
each number of players.
"""

import sys
from collections.abc import Iterator
from itertools import combinations_with_replacement

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.core.seeds import stream as stream_of
from kibitz.core.stream import Stream, seed62, uniform
from kibitz.games.bluff.belief import FEWEST_PLAYERS, FOREST
from kibitz.games.bluff.contest import best_move
from kibitz.games.bluff.forest import Floats, Forest, grown
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

CLAIMS_EACH, SEED = 12_000, 1
TAKEN = 0.3  # of the claims of a game: neighbours are much alike
CLAIMS_A_GAME = 10  # fewer are open in duels: those give what their games hold
TREES, RATE, LEAST = 400, 0.2, 8.0


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
def collect(start: Ints, ways: Ints, signs: Floats, lies: Floats, stream: Stream) -> None:
    """Play games until so many claims are drawn, with their signs; lies are 1, unused rows -1."""
    out, values, players = np.empty(MOST_MOVES, np.int64), np.empty(MOST_MOVES), len(ways)
    a, v, found, games = np.empty(FIELDS, np.int64), np.empty(FIELDS, np.int64), 0, 0
    while found < len(lies) and games < len(lies) // CLAIMS_A_GAME:
        a[:] = start
        deal(a, seed62(stream), players, 1)
        games += 1
        while a[WINNER] == NOBODY:
            seat = a[ACTOR] if a[ASKED] == NOBODY else a[ASKED]
            v[:] = a
            hide(v, seat, players)
            drawn = a[ASKED] != NOBODY and is_open(v, seat) and uniform(stream) < TAKEN
            if drawn and found < len(lies):
                fill_signs(v, seat, signs[found])
                lies[found] = 1.0 - count_of(a[PLAYED], a[RANK])
                found += 1
            way = ways[(seat + games) % players]
            make_move(a, best_move(v, seat, way, out, values, stream))
    lies[found:] = -1.0


def material(players: int, each: int, seed: int) -> tuple[Floats, Floats]:
    """The signs of claims of all companies of so many, and which of them were lies."""
    rows, truths = [], []
    for number, ways in enumerate(companies(players)):
        signs, lies = np.empty((each, len(NAMES))), np.empty(each)
        start = opened(BluffGame(players).start())
        collect(start, np.array(ways, np.int64), signs, lies, stream_of(seed, players, number))
        rows.append(signs[lies >= 0.0])
        truths.append(lies[lies >= 0.0])
        sys.stderr.write(f"\r{players} players, company {number + 1} ")
    return np.concatenate(rows), np.concatenate(truths)


def save(forests: list[Forest]) -> None:
    """Keep the forests as part of the package."""
    base, feature, threshold, leaf = (np.stack(parts) for parts in zip(*forests, strict=True))
    np.savez_compressed(
        FOREST,
        base=base,
        feature=feature.astype(np.int8),
        threshold=threshold.astype(np.float32),
        leaf=leaf.astype(np.float32),
    )


def main(each: int, seed: int) -> None:
    """Grow the forests and keep them."""
    forests = []
    for players in range(FEWEST_PLAYERS, SEATS + 1):
        signs, lies = material(players, each, seed)
        forests.append(grown(signs, lies, TREES, RATE, LEAST))
        sys.stderr.write(f"{len(lies):,} claims, {lies.mean():.3f} lies\n")
    save(forests)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else CLAIMS_EACH, SEED)

"""How a game goes on from a true position among known levels, and what a seat wins then.

This is what options are truly worth at a table: the levels play on as they do in games, the
expert with fewer play-outs, since it decides some dozens of times in every sequel. All options
meet the same luck: a decision draws from a stream of its own, by the sequel, the turn and the
seat, so that who slips after one option slips after the other too, as long as nothing else differs.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.core.seeds import stream as stream_of
from kibitz.core.stream import Stream, below, reseed, seed62, uniform
from kibitz.games.bluff.foresight import best_foreseen
from kibitz.games.bluff.habits import DOUBTING, TRUTHFUL, Floats
from kibitz.games.bluff.layout import (
    ACTOR,
    ASKED,
    FIELDS,
    NOBODY,
    PLAYERS,
    TURNS,
    WINNER,
    Ints,
)
from kibitz.games.bluff.quick import quick_move
from kibitz.games.bluff.rules import MOST_MOVES, hide, list_moves, make_move, share_of

LOOKS_AHEAD = -1  # in the place of a habit
STAND_IN = 100  # play-outs of a decision of the expert
PLACES = 1 << 16  # streams of one sequel: more than it has turns times seats


class KnownPlayer(NamedTuple):
    """A level as sequels play it: a habit or LOOKS_AHEAD, and how often any move is made."""

    habit: int
    slips: float


KNOWN = {
    "random": KnownPlayer(TRUTHFUL, 1.0),
    "beginner": KnownPlayer(DOUBTING, 0.3),
    "intermediate": KnownPlayer(TRUTHFUL, 0.05),
    "advanced": KnownPlayer(TRUTHFUL, 0.0),
    "expert": KnownPlayer(LOOKS_AHEAD, 0.0),
}


@kernel
def any_move(a: Ints, out: Ints, stream: Stream) -> int:
    """A legal move, each as likely as any other."""
    return out[below(stream, list_moves(a, out))]  # type: ignore[no-any-return]


@kernel
def go_on(
    a: Ints, habits: Ints, slips: Floats, playouts: int, seed: int, room: tuple[Ints, Ints, Floats]
) -> None:
    """Play on to the end; who looks ahead sees only its view."""
    v, out, sums = room
    players, luck = a[PLAYERS], np.empty(4, np.uint64)
    while a[WINNER] == NOBODY:
        seat = a[ACTOR] if a[ASKED] == NOBODY else a[ASKED]
        reseed(luck, seed + a[TURNS] * players + seat)
        if uniform(luck) < slips[seat]:
            make_move(a, any_move(a, out, luck))
        elif habits[seat] == LOOKS_AHEAD:
            v[:] = a
            hide(v, seat, players)
            make_move(a, best_foreseen(v, seat, playouts, out, sums, luck))
        else:
            make_move(a, quick_move(a, habits[seat], luck))


@kernel
def fill_sequels(
    a: Ints,
    seat: int,
    moves: Ints,
    habits: Ints,
    slips: Floats,
    playouts: int,
    won: Floats,
    stream: Stream,
) -> None:
    """Write what a seat wins after each of the moves, a row for every sequel."""
    b, room = (
        np.empty(FIELDS, np.int64),
        (
            np.empty(FIELDS, np.int64),
            np.empty(MOST_MOVES, np.int64),
            np.empty((MOST_MOVES, 4)),
        ),
    )
    for row in won:
        seed = seed62(stream) // PLACES * PLACES
        for i in range(len(moves)):
            b[:] = a
            make_move(b, moves[i])
            go_on(b, habits, slips, playouts, seed, room)
            row[i] = share_of(b, seat)


def sequels(
    a: Ints, seat: int, moves: Sequence[int], levels: Sequence[str], count: int, seed: int
) -> Floats:
    """What a seat wins after each of its moves, by so many sequels of them; levels by seats."""
    known, won = [KNOWN[level] for level in levels], np.empty((count, len(moves)))
    habits = np.array([player.habit for player in known])
    slips = np.array([player.slips for player in known])
    fill_sequels(a, seat, np.array(moves), habits, slips, STAND_IN, won, stream_of(seed))
    return won

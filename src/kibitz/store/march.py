"""A whole game replayed in a kernel: every move checked, every view that is counted named."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import Game, Moves, Position, generic, key, moves, payoff, play, turn, view

Floats = NDArray[np.float64]


@generic
def march(p: Position, played: Moves, out: Moves, seen: Moves, got: Floats) -> bool:
    """Play moves from `p`; whether each was legal and the game was over after the last.

    The first row of `seen` gets the seats that acted (chance is negative), the second the keys
    of what they knew; `got` gets what the game gave each seat.
    """
    for i in range(len(played)):
        seat = turn(p)
        is_legal = False
        for j in range(moves(p, out) if seat != -2 else 0):  # OVER
            is_legal |= out[j] == played[i]
        if not is_legal:
            return False
        seen[0, i] = seat
        seen[1, i] = np.int64(key(view(p, seat))) if seat >= 0 else 0
        p = play(p, played[i])
    if turn(p) != -2:
        return False
    for seat in range(len(got)):
        got[seat] = payoff(p, seat)
    return True


def marched(
    game: Game, p: Position, played: list[int]
) -> tuple[list[tuple[int, int]], tuple[float, ...]] | None:
    """The keys and seats that decided in a game, in order, and its result; None if not legal."""
    seen, got = np.empty((2, len(played)), np.int64), np.empty(game.seats)
    if not march(p, np.array(played, np.int64), game.scratch(), seen, got):
        return None
    seats: Any = seen[0]
    decided = seen[:, seats >= 0]
    return list(zip(decided[1].tolist(), decided[0].tolist(), strict=True)), tuple(got.tolist())

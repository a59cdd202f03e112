"""A whole game replayed in a kernel: every move checked, every view that is counted named."""

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


class Marcher:
    """Replays games by the same rules, with room that is made once."""

    def __init__(self, game: Game) -> None:
        self._out, self._got = game.scratch(), np.empty(game.seats)
        self._seen = np.empty((2, 64), np.int64)

    def end(
        self, p: Position, played: list[int]
    ) -> tuple[list[tuple[int, int]], tuple[float, ...]] | None:
        """The keys and seats that decided, in order, and the result; None if it is not legal."""
        if len(played) > self._seen.shape[1]:
            self._seen = np.empty((2, 2 * len(played)), np.int64)
        if not march(p, np.array(played, np.int64), self._out, self._seen, self._got):
            return None
        seats, keys = self._seen[:, : len(played)].tolist()
        decided = zip(keys, seats, strict=True)
        return [place for place in decided if place[1] >= 0], tuple(self._got.tolist())

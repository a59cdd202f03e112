"""Perft: how many sequences of moves of a given length the rules allow.

A count that two programs must agree on to the last digit, so it is how rules are tested.
Outcomes of chance count as moves; a game that ends sooner does not count.
"""

import time

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64
from kibitz.core.game import CHANCE, OVER, Game, Position, generic, moves, play, turn
from kibitz.errors import BadValue, WrongKind

LONGEST_SECONDS = 0.2  # of a kernel, during which nobody can stop the count


@generic
def count_sequences(
    p: Position, depth: int, ply: int, lists: NDArray[np.int64], unlisted: NDArray[np.int64]
) -> int:
    """How many sequences of `depth` moves there are from `p`, which is not over."""
    count = moves(p, lists[ply])
    if count == 0 and turn(p) == CHANCE:
        unlisted[0] = 1
    if depth <= 1:
        return count
    total = int64(0)
    for i in range(count):
        after = play(p, lists[ply, i])
        if turn(after) != OVER:
            total += count_sequences(after, depth - 1, ply + 1, lists, unlisted)
    return total


def perft(game: Game, depth: int, position: Position | None = None) -> int:
    """How many sequences of `depth` moves `game` allows from `position`, or from its start."""
    if depth < 0:
        raise BadValue(f"depth {depth} of perft is negative")
    p = game.start() if position is None else position
    if depth == 0 or turn(p) == OVER:
        return int(depth == 0)
    return _Count(game, depth).sequences(p, depth)


class _Count:
    """A count whose first moves are made here, so that no kernel runs for long.

    How deep the kernel goes at once follows from the time it took before.
    """

    def __init__(self, game: Game, depth: int) -> None:
        self.game, self.at_once = game, 1
        self.lists = np.empty((depth, game.most_moves), np.int64)
        self.unlisted = np.zeros(1, np.int64)

    def sequences(self, p: Position, depth: int) -> int:
        """How many sequences of `depth` moves there are from `p`, which is not over."""
        if depth <= self.at_once:
            return self._counted(p, depth)
        legal = self.game.legal_moves(p)
        if not legal:
            return self._counted(p, 1)  # chance that cannot be listed, which is refused
        after = (play(p, move) for move in legal)
        return sum(self.sequences(q, depth - 1) for q in after if turn(q) != OVER)

    def _counted(self, p: Position, depth: int) -> int:
        begun = time.perf_counter()
        total = int(count_sequences(p, depth, 0, self.lists, self.unlisted))
        if self.unlisted[0]:
            name = self.game.name
            raise WrongKind(f"perft cannot play {name}: its chance has too many outcomes to list")
        if depth == self.at_once:
            seconds = time.perf_counter() - begun
            is_short = seconds * self.game.most_moves < LONGEST_SECONDS
            self.at_once += is_short - (seconds > LONGEST_SECONDS and depth > 1)
        return total

"""Perft: how many sequences of moves of a given length the rules allow.

A count that two programs must agree on to the last digit, so it is how rules are tested.
Outcomes of chance count as moves; a game that ends sooner does not count.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64
from kibitz.core.game import CHANCE, OVER, Game, Position, generic, moves, play, turn
from kibitz.errors import BadValue, WrongKind


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
    lists = np.empty((depth, game.most_moves), np.int64)
    unlisted = np.zeros(1, np.int64)
    total = int(count_sequences(p, depth, 0, lists, unlisted))
    if unlisted[0]:
        raise WrongKind(f"perft cannot play {game.name}: its chance has too many outcomes to list")
    return total

"""How large a game still is, by random walks to its end.

The product of the numbers of moves on a random walk is on average the number of ways the
game can go on (Knuth 1975). A search that proves values needs about the square root of it, as
alpha-beta does at best; the median of a few walks tells whether that is within reach.
"""

import math
import statistics

import numpy as np

from kibitz.core.game import OVER, Game, Position, play, turn
from kibitz.core.seeds import generator

WALKS = 7


def is_within_reach(game: Game, p: Position, nodes: float, seed: int) -> bool:
    """Whether about so many nodes would prove the value of a position without luck or secrets."""
    most, rng = 2.0 * math.log(nodes), generator(seed)
    return statistics.median(_log_ways(game, p, most, rng) for _ in range(WALKS)) < most


def _log_ways(game: Game, p: Position, most: float, rng: np.random.Generator) -> float:
    """The logarithm of the ways that one walk stands for, or more than `most`."""
    ways = 0.0
    while turn(p) != OVER and ways < most:
        legal = game.legal_moves(p)
        ways += math.log(len(legal))
        p = play(p, legal[int(rng.integers(len(legal)))])
    return ways

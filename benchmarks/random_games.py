"""Games of random moves, for timing and for what random play is known to come to."""

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import (
    CHANCE,
    OVER,
    Moves,
    Position,
    generic,
    moves,
    payoff,
    play,
    sample,
    turn,
)
from kibitz.core.stream import Stream, below

Floats = NDArray[np.float64]


@generic
def play_random_games(p: Position, games: int, out: Moves, totals: Floats, stream: Stream) -> int:
    """Play so many games of random moves from `p`; adds up payoffs by seat, returns plies."""
    plies = 0
    for _ in range(games):
        q, mover = p, turn(p)
        while mover != OVER:
            if mover == CHANCE:
                q = play(q, sample(q, out, stream))
            else:
                q = play(q, out[below(stream, moves(q, out))])
            plies += 1
            mover = turn(q)
        for seat in range(len(totals)):
            totals[seat] += payoff(q, seat)
    return plies

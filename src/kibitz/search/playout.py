"""Play-outs: games played on quickly to learn what a position is worth.

Luck and choice come from two streams, so that two positions can be played on with the
same luck.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import (
    CHANCE,
    OVER,
    Moves,
    Position,
    generic,
    heuristic,
    moves,
    payoff,
    play,
    policy,
    sample,
    turn,
)
from kibitz.core.stream import Stream

Floats: TypeAlias = NDArray[np.float64]

TO_THE_END = -1  # plies of a play-out that is not cut off


@generic
def proven_value(p: Position, seat: int) -> float:
    """What `seat` is known to get from `p` though the game goes on; nan where nothing is known.

    A door for games: one that can prove values (a solved endgame, a forced win) writes a
    rule of this name, and play-outs and trees stop there. It must know all seats of a
    position or none.
    """
    return np.nan


@generic
def worthwhile(p: Position, out: Moves) -> int:
    """The moves that a tree search looks at, ascending; returns how many.

    A door for games with far more moves than sense: by default all that are legal.
    """
    return moves(p, out)


@generic
def is_proven(p: Position) -> bool:
    """Whether the game knows the value of `p`."""
    return not np.isnan(proven_value(p, 0))


@generic
def pass_chance(p: Position, out: Moves, luck: Stream) -> Position:
    """The next position in which a seat is to act or the game is over."""
    while turn(p) == CHANCE:
        p = play(p, sample(p, out, luck))
    return p


@generic
def play_out(p: Position, plies: int, out: Moves, luck: Stream, choice: Stream) -> Position:
    """The position in which `p` ends, or where it stands after `plies` moves of seats."""
    seat = turn(p)
    while seat != OVER and not is_proven(p):
        if seat == CHANCE:
            p = play(p, sample(p, out, luck))
        elif plies == 0:
            break
        else:
            p = play(p, policy(p, out, choice))
            plies -= 1
        seat = turn(p)
    return p


@generic
def outcome(p: Position, seat: int) -> float:
    """What `seat` gets: the payoff, a proven value, or the game's guess."""
    if turn(p) == OVER:
        return payoff(p, seat)
    if is_proven(p):
        return proven_value(p, seat)
    return heuristic(p, seat)

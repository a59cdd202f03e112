"""Choices that are kernels: made without Python, so whole matches can run compiled.

`choose` is the same function for a single move asked from Python and for a thousand
games inside one kernel, so both ways give the same games.
"""

from kibitz.core.game import Moves, Position, generic, policy, sample
from kibitz.core.stream import Stream, reseed

RANDOM, PLAYOUT = 0, 1
NAMES = ("random", "playout")


@generic
def choose(view: Position, kind: int, seed: int, out: Moves, stream: Stream) -> int:
    """The move of a compiled player of that kind; `out` and `stream` are scratch."""
    reseed(stream, seed)
    if kind == RANDOM:
        return sample(view, out, stream)
    return policy(view, out, stream)

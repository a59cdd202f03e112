"""Choices that are kernels: made without Python, so whole matches can run compiled.

`choose` is the same function for a single move asked from Python and for a thousand
games inside one kernel, so both ways give the same games. A level can be one, too: where
a game has a rule `worths` that gives the values of its analyst, and the choice among them
is a simple one.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import signed, unsigned
from kibitz.core.game import Game, Moves, Position, generic, has_rule, policy, sample
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below, mix, reseed, uniform
from kibitz.estimate.analyst import Analyst, Best, Choice, Slips, TopFew

RANDOM, PLAYOUT, LEVEL = 0, 1, 2
NAMES = ("random", "playout")
NEVER = -1.0

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_U2 = np.uint64(2)


class Mover(NamedTuple):
    """A compiled player in three numbers."""

    kind: int
    slips: float = NEVER  # how often a level plays any move
    few: int = 0  # among how many of the best a level plays any; 0 is among the best alone


@kernel
def nth_seed(seed: int, n: int) -> int:
    """The n-th 62-bit seed below `seed`, as `kibitz.core.seeds.nth` gives it."""
    return signed(mix(signed(unsigned(seed) + unsigned(n) * _GOLDEN)) >> _U2)


@generic
def worths(p: Position, out: Moves, worth: NDArray[np.float64]) -> int:
    """Write the legal moves and what an analyst says they are worth to the seat to move.

    A game whose analyst is quick enough for this has a rule; the others know nothing.
    """
    return 0


@generic
def choose(
    view: Position,
    kind: int,
    slips: float,
    few: int,
    seed: int,
    out: Moves,
    worth: NDArray[np.float64],
    stream: Stream,
) -> int:
    """The move of the `Mover` with these numbers; `out`, `worth` and `stream` are scratch."""
    if kind == LEVEL:
        count = worths(view, out, worth)
        reseed(stream, nth_seed(seed, 1))
        return out[0] if count == 1 else out[pick(worth[:count], slips, few, stream)]  # type: ignore[no-any-return]
    reseed(stream, seed)
    if kind == RANDOM:
        return sample(view, out, stream)
    return policy(view, out, stream)


@kernel
def pick(worth: NDArray[np.float64], slips: float, few: int, stream: Stream) -> int:
    """Which option is chosen, drawing what `Slips`, `TopFew` and `Best` draw."""
    count = len(worth)
    if slips >= 0.0 and uniform(stream) < slips:
        few = count
    if few == 0:
        best = worth.max()
        few = 0
        for value in worth:
            few += value == best
    rank = below(stream, min(few, count))
    for i in range(count):
        before = 0  # options that are better, or as good and earlier
        for j in range(count):
            before += worth[j] > worth[i] or (worth[j] == worth[i] and j < i)
        if before == rank:
            return i
    return 0


def level_mover(game: Game, analyst: Analyst, choice: Choice) -> Mover | None:
    """The mover that plays as a level does; None where there is none."""
    if not getattr(analyst, "has_kernel", False) or not has_rule("worths", game.position_type):
        return None
    if isinstance(choice, Best):
        return Mover(LEVEL)
    if isinstance(choice, TopFew):
        return Mover(LEVEL, few=choice.count)
    if isinstance(choice, Slips) and isinstance(choice.usual, Best):
        return Mover(LEVEL, choice.rate)
    return None

"""Moore's nim in numbers: a turn takes from at least one and at most `most` heaps, as it likes.

Up to six heaps of at most 15 stand in one integer, four bits each. A move is what is taken
from each heap, packed alike. Whoever takes the last counter wins, or loses where `misere`
is 1.
"""

from typing import NamedTuple

from kibitz.core.bits import int64
from kibitz.core.game import OVER, Moves, rule
from kibitz.core.kernel import kernel

HEAPS, BITS = 6, 4
LARGEST = (1 << BITS) - 1
_DIGITS = BITS  # binary digits of a heap


class Moore(NamedTuple):
    heaps: int
    most: int
    seat: int
    misere: int


@kernel
def heap(packed: int, number: int) -> int:
    """A heap, or what is taken from it."""
    return packed >> number * BITS & LARGEST


@rule
def turn(p: Moore) -> int:
    return p.seat if p.heaps else OVER


@kernel
def next_taking(p: Moore, taken: int) -> int:
    """The next way to take after `taken`, in ascending order, from any number of heaps; 0 after
    the last."""
    for number in range(HEAPS):
        if heap(taken, number) < heap(p.heaps, number):
            return taken + (1 << number * BITS)
        taken &= ~(LARGEST << number * BITS)
    return 0


@kernel
def heaps_touched(taken: int) -> int:
    """From how many heaps a move takes."""
    count = 0
    for number in range(HEAPS):
        count += heap(taken, number) > 0
    return count


@rule
def moves(p: Moore, out: Moves) -> int:
    count, taken = 0, next_taking(p, int64(0))
    while taken:
        touched = heaps_touched(taken)
        if touched <= p.most:
            out[count] = taken
            count += 1
        if touched > p.most:  # fill the lowest heap: the next number touches it no more
            for number in range(HEAPS):
                if heap(taken, number):
                    taken |= heap(p.heaps, number) << number * BITS
                    break
        taken = next_taking(p, taken)
    return count


@rule
def play(p: Moore, move: int) -> Moore:
    return Moore(p.heaps - move, p.most, 1 - p.seat, p.misere)


@rule
def payoff(p: Moore, seat: int) -> float:
    took_the_last = seat != p.seat
    return 1.0 if took_the_last != (p.misere == 1) else -1.0


@kernel
def is_lost(p: Moore) -> bool:
    """Whether the seat to move loses: each binary digit stands in a multiple of most + 1 heaps.

    Misère play differs where no heap is above 1: then it is lost if the number of heaps
    leaves the remainder 1 (Moore 1910).
    """
    ones, large = 0, 0
    for number in range(HEAPS):
        ones += heap(p.heaps, number) & 1
        large |= heap(p.heaps, number) >> 1
    if p.misere and large == 0:
        return ones % (p.most + 1) == 1
    for place in range(_DIGITS):
        count = 0
        for number in range(HEAPS):
            count += heap(p.heaps, number) >> place & 1
        if count % (p.most + 1):
            return False
    return True

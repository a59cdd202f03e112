"""Wythoff's game in numbers: take any number from one of two heaps, or the same from both.

A move is `kind * 64 + taken`, the kind being 0 for the first heap, 1 for the second, 2 for
both. Whoever takes the last counter wins, or loses where `misere` is 1.
"""

from typing import NamedTuple

from kibitz.core.game import OVER, Moves, rule
from kibitz.core.kernel import kernel

BITS = 6
LARGEST = (1 << BITS) - 1
FIRST, SECOND, BOTH = range(3)


class Wythoff(NamedTuple):
    first: int
    second: int
    seat: int
    misere: int


@rule
def turn(p: Wythoff) -> int:
    return p.seat if p.first or p.second else OVER


@rule
def moves(p: Wythoff, out: Moves) -> int:
    count = 0
    for kind in range(3):
        most = p.first if kind == FIRST else p.second
        if kind == BOTH:
            most = min(p.first, p.second)
        for taken in range(1, most + 1):
            out[count] = kind << BITS | taken
            count += 1
    return count


@rule
def play(p: Wythoff, move: int) -> Wythoff:
    kind, taken = move >> BITS, move & LARGEST
    first = p.first if kind == SECOND else p.first - taken
    second = p.second if kind == FIRST else p.second - taken
    return Wythoff(first, second, 1 - p.seat, p.misere)


@rule
def payoff(p: Wythoff, seat: int) -> float:
    took_the_last = seat != p.seat
    return 1.0 if took_the_last != (p.misere == 1) else -1.0


@kernel
def golden(n: int) -> int:
    """The whole part of n times the golden ratio, in integers: the root of 5n² by halving."""
    low, high = 2 * n, 3 * n + 1  # the root is between
    while high - low > 1:
        middle = (low + high) // 2
        if middle * middle <= 5 * n * n:
            low = middle
        else:
            high = middle
    return (n + low) // 2


@kernel
def is_lost(p: Wythoff) -> bool:
    """Whether the seat to move loses: heaps n apart, the smaller the whole part of n times the
    golden ratio (Wythoff 1907). In misère play 0,1 and 2,2 stand for 0,0 and 1,2."""
    small, large = min(p.first, p.second), max(p.first, p.second)
    if p.misere and large <= 2:
        return (small == 0 and large == 1) or (small == 2 and large == 2)
    return small == golden(large - small)

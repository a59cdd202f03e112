"""Octal games in numbers: heaps that a turn takes from, removes or splits as a code says.

Heaps of one size are alike, so a position counts them: six bits for each size, 1 to 10 in
`small`, 11 to 20 in `large`. `code` holds three bits for each number of counters taken, from
0 on: their sum says whether nothing (1), one heap (2) or two (4) may be left. A move is
`size * 1024 + taken * 32 + part`, the part being the smaller of two heaps that are left, or
0. Whoever cannot move loses, or wins where `misere` is 1.
"""

from typing import NamedTuple

from kibitz.core.game import OVER, Moves, rule
from kibitz.core.kernel import kernel

HALF, LARGEST = 10, 20  # sizes counted in one integer, and in both
COUNT_BITS, MOST = 6, 63  # of one size, and so of all counters together
DIGIT_BITS = 3
NOTHING, ONE_HEAP, TWO_HEAPS = 1, 2, 4
PART_BITS = 5
LARGEST_PART = (1 << PART_BITS) - 1


class Octal(NamedTuple):
    small: int
    large: int
    code: int
    seat: int
    misere: int


@kernel
def heaps_of(p: Octal, size: int) -> int:
    """How many heaps of a size there are."""
    counts = p.small if size <= HALF else p.large
    return counts >> (size - 1) % HALF * COUNT_BITS & MOST


@kernel
def digit(p: Octal, taken: int) -> int:
    """What may be left of a heap from which so many are taken."""
    return p.code >> taken * DIGIT_BITS & 7


@kernel
def leavings(p: Octal, size: int, taken: int, out: Moves, count: int) -> int:
    """Write the moves that take so many from a heap after `count` others; returns the new count."""
    allowed, rest = digit(p, taken), size - taken
    if (rest == 0 and allowed & NOTHING) or (rest > 0 and allowed & ONE_HEAP):
        out[count] = (size << PART_BITS | taken) << PART_BITS
        count += 1
    if allowed & TWO_HEAPS:
        for part in range(1, rest // 2 + 1):
            out[count] = (size << PART_BITS | taken) << PART_BITS | part
            count += 1
    return count


@kernel
def can_move(p: Octal, size: int) -> bool:
    """Whether there is a move in a heap of this size."""
    for taken in range(size + 1):
        allowed, rest = digit(p, taken), size - taken
        if rest == 0 and allowed & NOTHING:
            return True
        if (rest > 0 and allowed & ONE_HEAP) or (rest > 1 and allowed & TWO_HEAPS):
            return True
    return False


@rule
def turn(p: Octal) -> int:
    for size in range(1, LARGEST + 1):
        if heaps_of(p, size) and can_move(p, size):
            return p.seat
    return OVER


@rule
def moves(p: Octal, out: Moves) -> int:
    count = 0
    for size in range(1, LARGEST + 1):
        if heaps_of(p, size):
            for taken in range(size + 1):
                count = leavings(p, size, taken, out, count)
    return count


@kernel
def with_heaps(p: Octal, size: int, more: int) -> Octal:
    """The position with so many more heaps of a size, of which 0 is none."""
    if size == 0:
        return p
    change = more << (size - 1) % HALF * COUNT_BITS
    small = p.small + change if size <= HALF else p.small
    large = p.large if size <= HALF else p.large + change
    return Octal(small, large, p.code, p.seat, p.misere)


@rule
def play(p: Octal, move: int) -> Octal:
    size, part = move >> 2 * PART_BITS, move & LARGEST_PART
    rest = size - (move >> PART_BITS & LARGEST_PART) - part
    left = with_heaps(with_heaps(with_heaps(p, size, -1), rest, 1), part, 1)
    return Octal(left.small, left.large, p.code, 1 - p.seat, p.misere)


@rule
def payoff(p: Octal, seat: int) -> float:
    has_lost = (seat == p.seat) != (p.misere == 1)
    return -1.0 if has_lost else 1.0

"""Nim in numbers. Up to eight heaps of at most 127 stones stand in one integer, 7 bits each.

A move is `heap * 128 + stones taken`. `limit` is the most stones a turn may take (0 for
no limit); `misere` is 1 where whoever takes the last stone loses.
"""

from typing import NamedTuple

from kibitz.core.game import OVER, Moves, rule

HEAPS, BITS = 8, 7
LARGEST = (1 << BITS) - 1


class Nim(NamedTuple):
    heaps: int
    seat: int
    limit: int
    misere: int


@rule
def turn(p: Nim) -> int:
    return p.seat if p.heaps else OVER


@rule
def moves(p: Nim, out: Moves) -> int:
    count = 0
    for heap in range(HEAPS):
        stones = p.heaps >> heap * BITS & LARGEST
        most = min(stones, p.limit) if p.limit else stones
        for taken in range(1, most + 1):
            out[count] = heap << BITS | taken
            count += 1
    return count


@rule
def play(p: Nim, move: int) -> Nim:
    heap, taken = move >> BITS, move & LARGEST
    return Nim(p.heaps - (taken << heap * BITS), 1 - p.seat, p.limit, p.misere)


@rule
def payoff(p: Nim, seat: int) -> float:
    took_the_last_stone = seat != p.seat
    return 1.0 if took_the_last_stone != (p.misere == 1) else -1.0

"""The hands an opponent may hold during the play, by rank, each with its weight.

A suspect is a multiset of hidden ranks. Its weight is the number of ways to draw it from
the unseen cards, times the likelihood that a good player keeps it together with what it
has already played; what a go has excluded is left out.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, uniform
from kibitz.games.cribbage.table.score import PAIR, PAIRS, RANKS, VALUES
from kibitz.games.cribbage.throwing.keeps import KEEP, KEEPS

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@kernel
def ways_to_draw(left: Ints, a: int, b: int, c: int, d: int, count: int) -> float:
    """How many ways the first `count` of four descending ranks can be drawn."""
    ways, run = 1.0, 0
    drawn = (a, b, c, d)
    for i in range(count):
        run = run + 1 if i and drawn[i] == drawn[i - 1] else 1
        ways *= (left[drawn[i]] - run + 1) / run
    return max(ways, 0.0)


@kernel
def keep_number(a: int, b: int, c: int, d: int) -> int:
    """The number of a keep of four ranks."""
    return int(KEEP[PAIR[RANKS * a + b] * PAIRS + PAIR[RANKS * c + d]])


@kernel
def packed(a: int, b: int, c: int, d: int, count: int) -> int:
    """The first `count` of four ranks as a hand of 4 bits a card."""
    hand = 0
    drawn = (a, b, c, d)
    for i in range(count):
        hand = hand << 4 | drawn[i] + 1
    return hand


class Suspects(NamedTuple):
    """Hidden hands of 4 bits a card, the running sum of their weights, and their keeps."""

    hands: Ints
    sums: Floats
    keeps: Ints


@kernel
def suspects(left: Ints, shown: int, held: int, bar: int, likelihood: Floats) -> Suspects:
    """Every possible hidden hand.

    `left` are the unseen cards by rank, `shown` the ranks already played, 4 bits each,
    and `held` how many are hidden; the two make four.
    """
    hands, sums, keeps = np.empty(KEEPS, np.int64), np.empty(KEEPS), np.empty(KEEPS, np.int64)
    kept = np.zeros(4, np.int64)  # what is shown stands behind what is hidden
    for i in range(held, 4):
        kept[i] = (shown & 15) - 1
        shown >>= 4
    first = 0
    while first < RANKS and VALUES[first] <= bar:
        first += 1
    size, total = 0, 0.0
    for a in range(first if held > 0 else RANKS - 1, RANKS):
        for b in range(first if held > 1 else a, a + 1):
            for c in range(first if held > 2 else b, b + 1):
                for d in range(first if held > 3 else c, c + 1):
                    weight = ways_to_draw(left, a, b, c, d, held)
                    if weight > 0.0:
                        keeps[size] = keep_number(
                            a if held > 0 else kept[0],
                            b if held > 1 else kept[1],
                            c if held > 2 else kept[2],
                            d if held > 3 else kept[3],
                        )
                        total += weight * likelihood[keeps[size]]
                        hands[size], sums[size] = packed(a, b, c, d, held), total
                        size += 1
    return Suspects(hands[:size], sums[:size], keeps[:size])


@kernel
def suspect(doubt: Suspects, stream: Stream) -> int:
    """The place of a random suspect, by weight."""
    return drawn_place(doubt.sums, stream)


@kernel
def drawn_place(sums: Floats, stream: Stream) -> int:
    """A random place, by weights given as their running sum."""
    low, high = 0, len(sums) - 1
    ticket = uniform(stream) * sums[high]
    while low < high:
        middle = (low + high) // 2
        if sums[middle] <= ticket:
            low = middle + 1
        else:
            high = middle
    return low

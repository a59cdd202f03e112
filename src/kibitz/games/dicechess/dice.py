"""The three dice: 216 ordered rolls are 56 multisets of the kinds of pieces, and sets of those.

A kind is 0 to 5 for pawn, knight, bishop, rook, queen, king. A pool of dice still to be
spent has two bits a kind: how many dice show it. A roll is the index of its multiset,
ascending; a set of rolls is the bits of one uint64.
"""

from itertools import combinations_with_replacement

import numpy as np

from kibitz.core.bits import int64, unsigned
from kibitz.core.kernel import kernel

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
KINDS = 6
ZERO = int64(0)  # an argument that is no literal: each literal would be compiled for itself
NO_KIND = int64(6)  # the row of ONE and TWO for no die spent before
LETTERS = "PNBRQK"

MULTISETS = tuple(combinations_with_replacement(range(KINDS), 3))
ROLLS = len(MULTISETS)
ORDERED = 216  # Rule 1.2: 6 * 6 * 6
_U0, _U1 = np.uint64(0), np.uint64(1)


def pool_of(kinds: tuple[int, ...] | list[int]) -> int:
    """The pool that holds one die for each of `kinds`."""
    return sum(1 << 2 * kind for kind in kinds)


POOLS = np.array([pool_of(kinds) for kinds in MULTISETS], np.int64)
ROLL_OF = np.full(1 << 2 * KINDS, -1, np.int64)  # the roll of a pool of three dice
ROLL_OF[POOLS] = np.arange(ROLLS)
WEIGHTS = np.array([(1, 3, 6)[len(set(kinds)) - 1] for kinds in MULTISETS], np.int64)
ALL_ROLLS = (1 << ROLLS) - 1
CASTLING = pool_of([ROOK, KING])  # Rule 1.4: what castling spends


def _including(*kinds: int) -> int:
    """The set of the rolls that include all of `kinds`, each as often as it is named."""
    wanted = [kinds.count(kind) for kind in range(KINDS)]
    return sum(
        1 << roll
        for roll, multiset in enumerate(MULTISETS)
        if all(multiset.count(kind) >= wanted[kind] for kind in range(KINDS))
    )


def _ones() -> list[list[int]]:
    rows = [[_including(first, kind) for kind in range(KINDS)] for first in range(KINDS)]
    return [*rows, [_including(kind) for kind in range(KINDS)]]


def _twos() -> list[list[list[int]]]:
    rows = [
        [[_including(first, a, b) for b in range(KINDS)] for a in range(KINDS)]
        for first in range(KINDS)
    ]
    return [*rows, [[_including(a, b) for b in range(KINDS)] for a in range(KINDS)]]


ONE = np.array(_ones(), np.uint64)  # [spent before, kind]: the rolls that include both
TWO = np.array(_twos(), np.uint64)  # [spent before, kind, kind]: the rolls that include all three


@kernel
def rolls_weight(rolls: np.uint64) -> int:
    """How many of the 216 ordered rolls are in a set of rolls."""
    total = 0
    for roll in range(ROLLS):
        if rolls >> unsigned(roll) & _U1 != _U0:
            total += WEIGHTS[roll]
    return total


@kernel
def roll_at(rolls: np.uint64, ticket: int) -> int:
    """The roll of a set that a ticket below its weight falls on."""
    for roll in range(ROLLS):
        if rolls >> unsigned(roll) & _U1 != _U0:
            ticket -= WEIGHTS[roll]
            if ticket < 0:
                return roll
    return ROLLS - 1


@kernel
def pool_size(pool: int) -> int:
    """How many dice are in the pool."""
    size = 0
    while pool:
        size += pool & 3
        pool >>= 2
    return size


def dice_text(pool: int) -> str:
    """The dice of a pool by value of the pieces: `PPN`."""
    return "".join(LETTERS[kind] * (pool >> 2 * kind & 3) for kind in range(KINDS))

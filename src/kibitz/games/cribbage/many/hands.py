"""Five cards by their ranks: the 6,188 rank hands, numbered, and what a good player throws.

The model says for each role and rank hand which rank is thrown. From it follow how likely a
given card is thrown (`throw_likelihoods`), and what others may hold (`worlds`). A number is
a sum of binomials of the ascending ranks (the combinatorial number system), so that it is
found without a search.
"""

from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.games.cribbage.table.score import RANKS, lowest_card

FIVE = 5  # cards dealt to each of three or four, and so the throws there are
Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

BINOMIALS = np.array([[comb(n, k) for k in range(FIVE + 1)] for n in range(RANKS + FIVE)], np.int64)
HANDS = comb(RANKS + FIVE - 1, FIVE)  # 6188


def _rank_hands() -> Ints:
    """All rank hands of five in the order of their numbers, ranks ascending."""
    hands = list(combinations_with_replacement(range(RANKS), FIVE))
    hands.sort(key=lambda ranks: sum(comb(rank + i, i + 1) for i, rank in enumerate(ranks)))
    return np.array(hands, np.int64)


RANK_HANDS = _rank_hands()


@kernel
def hand_number(cards: int) -> int:
    """The number of the rank hand of a set of five cards."""
    number, place = 0, 0
    while cards:
        number += int(BINOMIALS[(lowest_card(cards) >> 2) + place, place + 1])
        cards &= cards - 1
        place += 1
    return number


def hand_ways() -> Floats:
    """How many hands of cards each rank hand stands for; 0 where a rank has no five cards."""
    counts = (RANK_HANDS[:, :, None] == np.arange(RANKS)).sum(axis=1)
    ways = np.array([comb(4, count) for count in range(FIVE + 1)], np.float64)
    return np.asarray(ways[counts].prod(axis=1))


def throw_likelihoods(chosen: Floats) -> Floats:
    """By role and rank, the chance that a given card is thrown if it is held.

    `chosen` is the chance of each of the thirteen ranks to be thrown, by role and rank hand.
    """
    thrown = np.einsum("h,rhk->rk", hand_ways(), chosen)
    return np.asarray(thrown / (4 * comb(4 * RANKS - 1, FIVE - 1)))

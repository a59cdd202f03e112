"""What a hand or crib of four cards and the starter counts in the show, in parts.

Fifteens, pairs and runs depend on ranks alone: four cards are two rank pairs (91 each),
and with the 13 starters that makes 91 x 91 x 13 bytes. A flush and his nobs depend on
suits and are added to the look-up. Cards are those of `kibitz.core.cards`.
"""

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import lowest_bit, unsigned
from kibitz.core.kernel import kernel

RANKS = 13
JACK = 10  # the rank of the Jack, aces being 0
VALUES = np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10], np.int64)  # of the ranks
RANK_PAIRS = list(combinations_with_replacement(range(RANKS), 2))
PAIRS = len(RANK_PAIRS)  # 91
MOST = 29  # points of the best hand
DECK = 52

PAIR_FIRST = np.array([first for first, _ in RANK_PAIRS], np.int64)
PAIR_SECOND = np.array([second for _, second in RANK_PAIRS], np.int64)
PAIR = np.zeros(RANKS * RANKS, np.int64)  # the rank pair of 13 * rank + rank, in any order
PAIR[RANKS * PAIR_FIRST + PAIR_SECOND] = np.arange(PAIRS)
PAIR[RANKS * PAIR_SECOND + PAIR_FIRST] = np.arange(PAIRS)
CARD_PAIR = np.zeros(64 * 64, np.uint8)  # the rank pair of 64 * card + card
for _card in range(DECK):
    for _other in range(DECK):
        CARD_PAIR[64 * _card + _other] = PAIR[RANKS * (_card >> 2) + (_other >> 2)]


class Score(NamedTuple):
    """The points of a hand or crib and where they come from."""

    fifteens: int
    pairs: int
    runs: int
    flush: int
    nobs: int

    @property
    def total(self) -> int:
        return sum(self)


def _five_ranks() -> NDArray[np.int64]:
    """The ranks of every row of the tables: five columns, starter last."""
    rows = np.arange(PAIRS * PAIRS * RANKS)
    one, two, starter = rows // (PAIRS * RANKS), rows // RANKS % PAIRS, rows % RANKS
    columns = (PAIR_FIRST[one], PAIR_SECOND[one], PAIR_FIRST[two], PAIR_SECOND[two], starter)
    return np.stack(columns, axis=1)


def _fifteens(ranks: NDArray[np.int64]) -> NDArray[np.uint8]:
    values = VALUES[ranks]
    points = np.zeros(len(ranks), np.uint8)
    for size in range(2, 6):
        for chosen in combinations(range(5), size):
            points += 2 * (values[:, chosen].sum(axis=1) == 15).astype(np.uint8)
    return points


def _pairs(ranks: NDArray[np.int64]) -> NDArray[np.uint8]:
    points = np.zeros(len(ranks), np.uint8)
    for i, j in combinations(range(5), 2):
        points += 2 * (ranks[:, i] == ranks[:, j]).astype(np.uint8)
    return points


def _runs(ranks: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Length of the one maximal run of three or more, times the ways to pick its cards."""
    counts = np.zeros((len(ranks), RANKS + 1), np.int64)  # one empty rank behind the King
    for column in ranks.T:
        counts[np.arange(len(ranks)), column] += 1
    points = np.zeros(len(ranks), np.int64)
    length, ways = np.zeros(len(ranks), np.int64), np.ones(len(ranks), np.int64)
    for rank in range(RANKS + 1):
        held = counts[:, rank]
        points += np.where((held == 0) & (length >= 3), length * ways, 0)
        ways = np.where(held > 0, ways * held, 1)
        length = np.where(held > 0, length + 1, 0)
    return points.astype(np.uint8)


_RANKS_OF_ROWS = _five_ranks()
FIFTEENS = _fifteens(_RANKS_OF_ROWS)
PAIR_POINTS = _pairs(_RANKS_OF_ROWS)
RUNS = _runs(_RANKS_OF_ROWS)
RANK_POINTS = FIFTEENS + PAIR_POINTS + RUNS  # by (91 * rank pair + rank pair) * 13 + starter
del _RANKS_OF_ROWS
# For plain Python, which reads bytes faster than arrays, and finished scores fastest of all.
_KINDS, _KIND_OF_ROW = np.unique(
    FIFTEENS.astype(np.int64) << 10 | PAIR_POINTS.astype(np.int64) << 5 | RUNS, return_inverse=True
)
_SCORES: list[Score] = [
    Score(kind >> 10, kind >> 5 & 31, kind & 31, flush, nobs)
    for kind in _KINDS.tolist()
    for nobs in (0, 1)
    for flush in (0, 4, 5)
]
_FIRST_SCORES: list[int] = (6 * _KIND_OF_ROW).tolist()
_PAIRS = CARD_PAIR.tobytes()


@kernel
def hand_points(a: int, b: int, c: int, d: int, starter: int, is_crib: int) -> int:
    """The points of four different cards with the starter."""
    row = int(CARD_PAIR[a << 6 | b]) * PAIRS + int(CARD_PAIR[c << 6 | d])
    points = int(RANK_POINTS[row * RANKS + (starter >> 2)])
    if ((a ^ b) | (a ^ c) | (a ^ d)) & 3 == 0:
        if (a ^ starter) & 3 == 0:
            points += 5
        elif is_crib == 0:
            points += 4
    nobs = JACK << 2 | (starter & 3)
    if a == nobs or b == nobs or c == nobs or d == nobs:
        points += 1
    return points


@kernel
def lowest_card(cards: int) -> int:
    """The lowest card of a set that is not empty."""
    return lowest_bit(unsigned(cards))


@kernel
def set_points(cards: int, starter: int, is_crib: int) -> int:
    """The points of a set of four cards, bit by card, with the starter."""
    a = lowest_card(cards)
    cards &= cards - 1
    b = lowest_card(cards)
    cards &= cards - 1
    c = lowest_card(cards)
    return hand_points(a, b, c, lowest_card(cards & (cards - 1)), starter, is_crib)


@kernel
def batch_points(cards: NDArray[np.uint8], is_crib: int, out: NDArray[np.uint8]) -> None:
    """Write the points of each row of five cards, the starter last, to `out`."""
    for i in range(len(cards)):
        row = cards[i]
        out[i] = hand_points(
            int(row[0]), int(row[1]), int(row[2]), int(row[3]), int(row[4]), is_crib
        )


@kernel
def tally(is_crib: int, lowest: int, counts: NDArray[np.int64]) -> None:
    """Count the points of all hands whose lowest card is `lowest`, with all their starters."""
    for b in range(lowest + 1, DECK):
        for c in range(b + 1, DECK):
            for d in range(c + 1, DECK):
                for starter in range(DECK):
                    if starter not in (lowest, b, c, d):
                        counts[hand_points(lowest, b, c, d, starter, is_crib)] += 1


def score(hand: Sequence[int], starter: int, crib: bool = False) -> Score:
    """The points of four cards and the starter, in parts.

    >>> score([16, 17, 18, 43], 19)  # 5s 5h 5d Jc with the 5c
    Score(fifteens=16, pairs=12, runs=0, flush=0, nobs=1)
    """
    a, b, c, d = hand
    row = (_PAIRS[a << 6 | b] * PAIRS + _PAIRS[c << 6 | d]) * RANKS + (starter >> 2)
    place = _FIRST_SCORES[row]
    if not (a ^ b | a ^ c | a ^ d) & 3:
        place += 2 if not (a ^ starter) & 3 else 0 if crib else 1
    if (JACK << 2 | starter & 3) in hand:
        place += 3
    return _SCORES[place]


def scores(cards: NDArray[np.uint8], crib: bool = False) -> NDArray[np.uint8]:
    """The points of each row of five cards, the starter last."""
    out = np.empty(len(cards), np.uint8)
    batch_points(np.ascontiguousarray(cards, np.uint8), int(crib), out)
    return out

"""What each of the fifteen throws is worth, exactly, over all starters and opponent throws.

The opponent's throw of two given cards has a likelihood that depends on their ranks
(91 numbers; all equal is the uniform opponent), and then each of the 44 other cards is
as likely to be the starter. The weight of (opponent's rank pair, starter's rank) depends
only on the six cards, so the rank part of every crib is a row of the score table times
one vector of 91 x 13 weights; his nobs and the flush of five have closed forms.

Throws stand in the order of the moves: cards ascending, the higher card counted first.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.errors import BadValue
from kibitz.games.cribbage.table.score import (
    DECK,
    JACK,
    PAIR,
    PAIR_FIRST,
    PAIR_SECOND,
    PAIRS,
    RANK_POINTS,
    RANKS,
)

SIX, THROWS = 6, 15
STARTERS = 46  # cards that a player of six does not see
ROW = PAIRS * RANKS  # 1183
Floats = NDArray[np.float64]
Cards = NDArray[np.int64]

POINTS = np.append(RANK_POINTS, np.zeros(1, np.uint8))  # rows may be read one past their end
HIGH = np.array([high for high in range(SIX) for _ in range(high)], np.int64)
LOW = np.array([low for high in range(SIX) for low in range(high)], np.int64)
KEEPS = np.array(
    [[i for i in range(SIX) if i not in pair] for pair in zip(HIGH, LOW, strict=True)], np.int64
)


@kernel
def rank_weights(left: Cards, likelihood: Floats, weights: Floats) -> float:
    """Write the weight of each (rank pair, starter); return the weight of all pairs."""
    total = 0.0
    for pair in range(PAIRS):
        a, b = PAIR_FIRST[pair], PAIR_SECOND[pair]
        ways = left[a] * (left[a] - 1) // 2 if a == b else left[a] * left[b]
        weight = likelihood[pair] * ways
        total += weight
        for rank in range(RANKS):
            weights[pair * RANKS + rank] = weight * left[rank]
        weights[pair * RANKS + a] -= weight
        weights[pair * RANKS + b] -= weight
    weights[ROW] = 0.0
    return total


@kernel
def weighted_points(pair: int, weights: Floats) -> float:
    """The rank points of a thrown pair, summed over all weights, in four interleaved sums."""
    row = POINTS[pair * ROW : pair * ROW + ROW + 1]
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    for i in range(0, ROW + 1, 4):
        a += weights[i] * row[i]
        b += weights[i + 1] * row[i + 1]
        c += weights[i + 2] * row[i + 2]
        d += weights[i + 3] * row[i + 3]
    return (a + b) + (c + d)


@kernel
def unseen_of_suit(seen: int, suit: int) -> int:
    """How many cards of a suit are not in the set `seen`."""
    count = 0
    for rank in range(RANKS):
        count += 1 - (seen >> (4 * rank + suit) & 1)
    return count


@kernel
def nobs_weight(seen: int, left: Cards, likelihood: Floats, total: float, suit: int) -> float:
    """The weight of all (opponent throw, starter) whose starter is of a suit."""
    weight = total * unseen_of_suit(seen, suit)
    for rank in range(RANKS):
        if not seen >> (4 * rank + suit) & 1:
            for other in range(RANKS):
                partners = left[other] - (1 if other == rank else 0)
                weight -= likelihood[PAIR[RANKS * rank + other]] * partners
    return weight


@kernel
def their_nobs_weight(seen: int, left: Cards, likelihood: Floats) -> float:
    """The weight of all (opponent throw, starter) with his nobs among the opponent's cards."""
    weight = 0.0
    for suit in range(4):
        if not seen >> (4 * JACK + suit) & 1:
            starters = unseen_of_suit(seen, suit) - 1
            for rank in range(RANKS):
                chance = likelihood[PAIR[RANKS * JACK + rank]]
                weight += chance * (left[rank] - (1 if rank == JACK else 0)) * starters
                if rank != JACK and not seen >> (4 * rank + suit) & 1:
                    weight -= chance
    return weight


@kernel
def flush_weight(seen: int, likelihood: Floats, suit: int) -> float:
    """The weight of all opponent throws and starters wholly of one suit."""
    weight = 0.0
    for a in range(RANKS):
        if not seen >> (4 * a + suit) & 1:
            for b in range(a):
                if not seen >> (4 * b + suit) & 1:
                    weight += likelihood[PAIR[RANKS * a + b]]
    return weight * (unseen_of_suit(seen, suit) - 2)


@kernel
def write_left(six: Cards, left: Cards) -> int:
    """Write how many of each rank are unseen; return the set of the six cards."""
    seen = 0
    left[:] = 4
    for card in six:
        left[card >> 2] -= 1
        seen |= 1 << card
    return seen


@kernel
def crib_values(six: Cards, likelihood: Floats, out: Floats) -> None:
    """Write the expected crib of each of the fifteen throws of six ascending cards."""
    left, weights = np.empty(RANKS, np.int64), np.empty(ROW + 1)
    seen = write_left(six, left)
    total = rank_weights(left, likelihood, weights)
    theirs = their_nobs_weight(seen, left, likelihood)
    for i in range(THROWS):
        high, low = six[HIGH[i]], six[LOW[i]]
        worth = weighted_points(PAIR[RANKS * (high >> 2) + (low >> 2)], weights) + theirs
        for card in (high, low):
            if card >> 2 == JACK:
                worth += nobs_weight(seen, left, likelihood, total, card & 3)
        if (high ^ low) & 3 == 0:
            worth += 5.0 * flush_weight(seen, likelihood, high & 3)
        out[i] = worth / (total * (STARTERS - 2))


@kernel
def hand_values(six: Cards, out: Floats) -> None:
    """Write the expected hand of each of the fifteen keeps over the 46 starters."""
    left = np.empty(RANKS, np.int64)
    seen = write_left(six, left)
    for i in range(THROWS):
        a, b, c, d = six[KEEPS[i, 0]], six[KEEPS[i, 1]], six[KEEPS[i, 2]], six[KEEPS[i, 3]]
        one, two = PAIR[RANKS * (a >> 2) + (b >> 2)], PAIR[RANKS * (c >> 2) + (d >> 2)]
        row, points = (one * PAIRS + two) * RANKS, 0
        for rank in range(RANKS):
            points += left[rank] * POINTS[row + rank]
        if ((a ^ b) | (a ^ c) | (a ^ d)) & 3 == 0:
            points += 4 * STARTERS + unseen_of_suit(seen, a & 3)
        for card in (a, b, c, d):
            if card >> 2 == JACK:
                points += unseen_of_suit(seen, card & 3)
        out[i] = points / STARTERS


UNIFORM = np.ones(PAIRS)


def throw_sets(six: Cards) -> list[int]:
    """The fifteen throws as sets of cards, in their order."""
    if len(six) != SIX or not 0 <= min(six) <= max(six) < DECK:
        raise BadValue(f"{list(six)} are not {SIX} cards from 0 to {DECK - 1}")
    return [1 << int(six[high]) | 1 << int(six[low]) for high, low in zip(HIGH, LOW, strict=True)]


def starters_of(six: Cards) -> list[int]:
    """The 46 cards that can be cut."""
    return [card for card in range(DECK) if card not in six]

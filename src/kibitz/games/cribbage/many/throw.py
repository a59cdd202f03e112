"""What each of five throws is worth: the hand it keeps, the crib, and the play.

The hand is exact over the 47 starters. The crib is exact over all cards that the others may
throw and all starters, if each of them throws a given card as likely as the model says of its
role (one card from the pack is as likely as any other). Suits follow from the ranks: every
unseen card of a rank is as likely as another.
"""

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.games.cribbage.many.hands import FIVE, Floats, Ints
from kibitz.games.cribbage.many.lore import ManyLore
from kibitz.games.cribbage.many.seats import crib_share
from kibitz.games.cribbage.table.score import (
    JACK,
    PAIR,
    PAIR_FIRST,
    PAIR_SECOND,
    PAIRS,
    RANKS,
    lowest_card,
    set_points,
)
from kibitz.games.cribbage.throwing.cribs import own_nobs, their_nobs
from kibitz.games.cribbage.throwing.endgame import keep_of
from kibitz.games.cribbage.throwing.throw import (
    ROW,
    unseen_of_suit,
    weighted_points,
    write_left,
)

STARTERS = 47  # that five cards leave


@kernel
def write_five(hand: int, five: Ints) -> int:
    """Write the cards of a hand of five, ascending; return the hand."""
    left = hand
    for i in range(FIVE):
        five[i] = lowest_card(left)
        left &= left - 1
    return hand


@kernel
def write_hands(hand: int, five: Ints, out: Floats) -> None:
    """Write the mean count of the four that each throw keeps, over all starters."""
    for i in range(FIVE):
        points = 0
        for starter in range(4 * RANKS):
            if not hand >> starter & 1:
                points += set_points(hand ^ 1 << int(five[i]), starter, 0)
        out[i] = points / STARTERS


@kernel
def crib_weights(left: Ints, others: Floats, weights: Floats) -> float:
    """Write the weight of (first rank, pair of the other two, starter); return their sum.

    A row of `others` is how likely a card of each rank is thrown by one of three others. Rows
    of weights are laid out as `weighted_points` reads them.
    """
    weights[:] = 0.0
    total, starters = 0.0, left.sum() - 3
    for a in range(RANKS):
        for b in range(RANKS):
            for c in range(RANKS):
                ways = left[a] * (left[b] - (a == b)) * (left[c] - (a == c) - (b == c))
                weight = others[0, a] * others[1, b] * others[2, c] * max(ways, 0)
                if weight > 0.0:
                    row = PAIR[RANKS * b + c] * RANKS
                    for d in range(RANKS):
                        weights[a, row + d] += weight * left[d]
                    for d in (a, b, c):
                        weights[a, row + d] -= weight
                    total += weight * starters
    return total


@kernel
def write_starters(weights: Floats, starters: Floats, with_jack: Floats) -> None:
    """Write the weight of each starter's rank, and its weight times the Jacks of the others."""
    starters[:], with_jack[:] = 0.0, 0.0
    for a in range(RANKS):
        for pair in range(PAIRS):
            b, c = int(PAIR_FIRST[pair]), int(PAIR_SECOND[pair])
            jacks = (a == JACK) + (b == JACK) + (c == JACK)
            for d in range(RANKS):
                starters[d] += weights[a, pair * RANKS + d]
                with_jack[d] += jacks * weights[a, pair * RANKS + d]


@kernel
def flush_weight(seen: int, others: Floats, suit: int) -> float:
    """The weight of three throws and a starter wholly of one suit.

    Three different ranks are all triples less those with two alike, which take away those
    with three alike thrice.
    """
    one, two, three, alike = 0.0, 0.0, 0.0, 0.0
    for rank in range(RANKS):
        if not seen >> (4 * rank + suit) & 1:
            one, two, three = one + others[0, rank], two + others[1, rank], three + others[2, rank]
    weight = one * two * three
    for rank in range(RANKS):
        if not seen >> (4 * rank + suit) & 1:
            a, b, c = others[0, rank], others[1, rank], others[2, rank]
            weight -= a * b * three + a * c * two + b * c * one
            alike += a * b * c
    return (weight + 2.0 * alike) * (unseen_of_suit(seen, suit) - 3)


@kernel
def write_cribs(five: Ints, others: Floats, out: Floats) -> None:
    """Write the mean crib of each throw."""
    left, weights = np.empty(RANKS, np.int64), np.empty((RANKS, ROW + 1))
    starters, with_jack = np.empty(RANKS), np.empty(RANKS)
    seen = write_left(five, left)
    total = crib_weights(left, others, weights)
    write_starters(weights, starters, with_jack)
    for i in range(FIVE):
        rank, suit = int(five[i]) >> 2, int(five[i]) & 3
        out[i] = their_nobs(seen, left, with_jack) + 5.0 * flush_weight(seen, others, suit)
        for a in range(RANKS):
            out[i] += weighted_points(PAIR[RANKS * rank + a], weights[a])
        if rank == JACK:
            out[i] += own_nobs(seen, left, starters, suit)
        out[i] /= total


@kernel
def write_others(players: int, role: int, throws: Floats, out: Floats) -> None:
    """Write how likely the three others throw a card of each rank; one may be the pack."""
    out[:] = 1.0
    place = 0
    for other in range(players):
        if other != role:
            out[place] = throws[other]
            place += 1


@kernel
def throw_parts(hand: int, players: int, role: int, lore: ManyLore, out: Floats) -> None:
    """Write hand, crib and pegging of each throw of five, one row each, worth to the role."""
    five, others = np.empty(FIVE, np.int64), np.empty((3, RANKS))
    write_five(hand, five)
    write_others(players, role, lore.throws, others)
    write_hands(hand, five, out[0])
    write_cribs(five, others, out[1])
    share = crib_share(players, role)
    for i in range(FIVE):
        out[1, i] *= share
        out[2, i] = lore.pegging[role, keep_of(hand ^ 1 << int(five[i]))]

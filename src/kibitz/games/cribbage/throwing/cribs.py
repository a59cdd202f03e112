"""What a pair of cards is worth in the crib against the model, whatever else is known.

The rank part is a row of the score table times the weights of the model. Suits follow from
the ranks: the model knows no suits, so every unseen card of a rank is as likely as another,
and his nobs and the flush of five are sums over the same weights.
"""

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.games.cribbage.table.score import JACK, PAIR, PAIR_FIRST, PAIR_SECOND, PAIRS, RANKS
from kibitz.games.cribbage.throwing.model import Model, model_weights
from kibitz.games.cribbage.throwing.throw import (
    HIGH,
    LOW,
    ROW,
    SIX,
    THROWS,
    Cards,
    Floats,
    weighted_points,
    write_left,
)


@kernel
def suit_share(seen: int, left: Cards, rank: int, suit: int) -> float:
    """The chance that an unseen card of a rank is of a suit."""
    return 0.0 if seen >> (4 * rank + suit) & 1 else 1.0 / left[rank]


@kernel
def write_starters(weights: Floats, starters: Floats, with_jack: Floats) -> None:
    """Write the weight of each starter's rank, and its weight times the opponent's Jacks."""
    starters[:], with_jack[:] = 0.0, 0.0
    for pair in range(PAIRS):
        jacks = (1 if PAIR_FIRST[pair] == JACK else 0) + (1 if PAIR_SECOND[pair] == JACK else 0)
        for rank in range(RANKS):
            starters[rank] += weights[pair * RANKS + rank]
            with_jack[rank] += jacks * weights[pair * RANKS + rank]


@kernel
def own_nobs(seen: int, left: Cards, starters: Floats, suit: int) -> float:
    """The weight of starters of a suit."""
    weight = 0.0
    for rank in range(RANKS):
        if left[rank]:
            weight += starters[rank] * suit_share(seen, left, rank, suit)
    return weight


@kernel
def their_nobs(seen: int, left: Cards, with_jack: Floats) -> float:
    """The weight of starters of the suit of a Jack that the opponent threw."""
    weight = 0.0
    for suit in range(4):
        if left[JACK] and not seen >> (4 * JACK + suit) & 1:
            for rank in range(RANKS):
                if left[rank] and rank != JACK:
                    share = suit_share(seen, left, rank, suit)
                    weight += with_jack[rank] * share / left[JACK]
    return weight


@kernel
def five_of_suit(seen: int, left: Cards, weights: Floats, suit: int) -> float:
    """The weight of throws and starters wholly of one suit."""
    shares, weight = np.zeros(RANKS), 0.0
    for rank in range(RANKS):
        if left[rank]:
            shares[rank] = suit_share(seen, left, rank, suit)
    for pair in range(PAIRS):
        a, b = PAIR_FIRST[pair], PAIR_SECOND[pair]
        both = shares[a] * shares[b]
        if a != b and both > 0.0:
            for rank in range(RANKS):
                if rank not in (a, b):
                    weight += both * shares[rank] * weights[pair * RANKS + rank]
    return weight


@kernel
def write_rank_cribs(six: Cards, shift: int, weights: Floats, out: Floats) -> None:
    """Write the weighted rank points of the fifteen throws of six cards or ranks."""
    for i in range(THROWS):
        high, low = six[HIGH[i]] >> shift, six[LOW[i]] >> shift
        out[i] = weighted_points(PAIR[RANKS * high + low], weights)


@kernel
def add_suits(six: Cards, seen: int, left: Cards, weights: Floats, out: Floats) -> None:
    """Add his nobs and the flush of five to the weighted points of the fifteen throws."""
    starters, with_jack, flushes = np.empty(RANKS), np.empty(RANKS), np.zeros(4)
    write_starters(weights, starters, with_jack)
    for suit in range(4):
        flushes[suit] = 5.0 * five_of_suit(seen, left, weights, suit)
    theirs = their_nobs(seen, left, with_jack)
    for i in range(THROWS):
        high, low = six[HIGH[i]], six[LOW[i]]
        out[i] += theirs
        for card in (high, low):
            if card >> 2 == JACK:
                out[i] += own_nobs(seen, left, starters, card & 3)
        if (high ^ low) & 3 == 0:
            out[i] += flushes[high & 3]


@kernel
def model_cribs(six: Cards, model: Model, out: Floats) -> None:
    """Write the expected crib of each throw of six ascending cards against a model."""
    left, weights = np.empty(RANKS, np.int64), np.empty(ROW + 1)
    seen = write_left(six, left)
    total = model_weights(left, model, weights)
    write_rank_cribs(six, 2, weights, out)
    add_suits(six, seen, left, weights, out)
    starters = left.sum() - SIX
    for i in range(THROWS):
        out[i] /= total * starters


@kernel
def pair_crib(pair: Cards, seen: int, model: Model) -> float:
    """The expected crib of two cards against a model; `seen` is the set of all known cards."""
    left, weights = np.full(RANKS, 4), np.empty(ROW + 1)
    for card in range(4 * RANKS):
        left[card >> 2] -= seen >> card & 1
    total = model_weights(left, model, weights)
    starters, with_jack = np.empty(RANKS), np.empty(RANKS)
    write_starters(weights, starters, with_jack)
    worth = weighted_points(PAIR[RANKS * (pair[0] >> 2) + (pair[1] >> 2)], weights)
    worth += their_nobs(seen, left, with_jack)
    for card in pair:
        if card >> 2 == JACK:
            worth += own_nobs(seen, left, starters, card & 3)
    if (pair[0] ^ pair[1]) & 3 == 0:
        worth += 5.0 * five_of_suit(seen, left, weights, pair[0] & 3)
    return float(worth / (total * (left.sum() - SIX)))

"""The model of a good opponent: an equilibrium of throws, ranks alone.

Pone and dealer answer each other's average throws in turn (fictitious play) over the
18,395 rank hands: each hand takes the throw that is best in hand, crib and pegging
against the opponent's throws so far. What is left is how often each pair is thrown and
each four kept, as likelihoods of given cards. `tables` makes it and writes it down.

Suits are left out, but for his nobs: a Jack meets a starter of its suit 12 times in 51.
"""

from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.errors import BadValue
from kibitz.games.cribbage.table.score import JACK, PAIR, PAIRS, RANKS
from kibitz.games.cribbage.throwing.keeps import (
    DEALER,
    KEEP,
    KEEP_WAYS,
    KEEPS,
    PAIR_WAYS,
    PONE,
)
from kibitz.games.cribbage.throwing.throw import (
    HIGH,
    LOW,
    POINTS,
    ROW,
    SIX,
    STARTERS,
    THROWS,
    UNIFORM,
    Floats,
    rank_weights,
    weighted_points,
)
from kibitz.games.cribbage.throwing.throw import KEEPS as KEPT_PLACES

ROUNDS = 40
SLIP = 0.02  # the part of all throws that the model leaves to chance
NOBS = 12 / 51


def rank_hands() -> tuple[NDArray[np.int64], Floats]:
    """All multisets of six ranks, and how many hands of cards each stands for."""
    hands = [
        ranks
        for ranks in combinations_with_replacement(range(RANKS), SIX)
        if max(ranks.count(rank) for rank in ranks) <= 4
    ]
    ways = [float(np.prod([comb(4, ranks.count(r)) for r in set(ranks)])) for ranks in hands]
    return np.array(hands, np.int64), np.array(ways)


@kernel
def keep_pairs(ranks: NDArray[np.int64], throw: int) -> int:
    """91 * rank pair + rank pair of what a throw keeps."""
    a, b = ranks[KEPT_PLACES[throw, 0]], ranks[KEPT_PLACES[throw, 1]]
    c, d = ranks[KEPT_PLACES[throw, 2]], ranks[KEPT_PLACES[throw, 3]]
    return int(PAIR[RANKS * a + b] * PAIRS + PAIR[RANKS * c + d])


@kernel
def kept_points(pairs: int, left: NDArray[np.int64]) -> float:
    """The expected rank points of a keep over the unseen starters."""
    points = 0
    for rank in range(RANKS):
        points += left[rank] * POINTS[pairs * RANKS + rank]
    return points / STARTERS


@kernel
def answer(
    hands: NDArray[np.int64],
    ways: Floats,
    theirs: Floats,
    pegging: Floats,
    sign: float,
    thrown: Floats,
    kept: Floats,
) -> float:
    """Add each hand's best throw to the masses thrown and kept; return the mean best value."""
    left, weights, total = np.empty(RANKS, np.int64), np.empty(ROW + 1), 0.0
    for h in range(len(hands)):
        ranks = hands[h]
        left[:] = 4
        for rank in ranks:
            left[rank] -= 1
        mass = rank_weights(left, theirs, weights) * (STARTERS - 2)
        best, best_pair, best_keep = -1e9, 0, 0
        for i in range(THROWS):
            high, low = ranks[HIGH[i]], ranks[LOW[i]]
            pair, pairs = PAIR[RANKS * high + low], keep_pairs(ranks, i)
            jacks = (1.0 if high == JACK else 0.0) + (1.0 if low == JACK else 0.0)
            crib = weighted_points(pair, weights) / mass
            value = kept_points(pairs, left) + pegging[KEEP[pairs]] + sign * crib
            value += (sign - 1.0) * NOBS * jacks  # a Jack thrown is one less kept
            if value > best:
                best, best_pair, best_keep = value, pair, KEEP[pairs]
        thrown[best_pair] += ways[h]
        kept[best_keep] += ways[h]
        total += best * ways[h]
    return float(total / ways.sum())


def likelihood(mass: Floats, ways: Floats) -> Floats:
    """Masses by rank as chances of given cards, a little of them spread evenly; mean 1."""
    fair = ways / ways.sum()
    mixed = (1 - SLIP) * mass / mass.sum() + SLIP * fair
    return np.asarray(mixed / fair)


def solve(pegging: Floats, rounds: int = ROUNDS) -> tuple[Floats, Floats, list[float]]:
    """Likelihoods of throws and keeps by role, and the dealer's mean value in each round."""
    if np.shape(pegging) != (2, KEEPS):
        raise BadValue(f"a table of shape {np.shape(pegging)} is not of all keeps by role")
    hands, ways = rank_hands()
    thrown, kept = np.zeros((2, PAIRS)), np.zeros((2, KEEPS))
    model, values = np.array([UNIFORM, UNIFORM]), []
    for _ in range(rounds):
        for role, sign in ((PONE, -1.0), (DEALER, 1.0)):
            value = answer(
                hands, ways, model[1 - role], pegging[role], sign, thrown[role], kept[role]
            )
            model[role] = likelihood(thrown[role], PAIR_WAYS)
        values.append(float(value))
    return model, np.array([likelihood(mass, KEEP_WAYS) for mass in kept]), values

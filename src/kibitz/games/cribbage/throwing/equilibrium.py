"""How the model of a good opponent is made: throws that are best answers to each other.

Each of the 18,395 rank hands, dealt in a few suits at random, takes the throw that is best in
hand, crib and pegging against the opponent's model given these very cards; so do pone and
dealer in turn. The first answers are to published averages. Later ones are mixed with those
before, so that hands between two throws settle. `tables` makes it and writes it down.
"""

from math import comb

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.core.seeds import stream as stream_of
from kibitz.core.stream import Stream, below
from kibitz.errors import BadValue
from kibitz.games.cribbage.table.score import PAIR, PAIRS, RANKS
from kibitz.games.cribbage.throwing.cribs import add_suits, write_rank_cribs
from kibitz.games.cribbage.throwing.keeps import KEEP, KEEP_WAYS, KEEPS, PAIR_WAYS
from kibitz.games.cribbage.throwing.model import (
    RANK_HANDS,
    Model,
    model_weights,
    packed,
    rank_hands,
    unpacked,
)
from kibitz.games.cribbage.throwing.schell import schell
from kibitz.games.cribbage.throwing.throw import (
    HIGH,
    LOW,
    ROW,
    SIX,
    THROWS,
    Cards,
    Floats,
    hand_values,
    write_left,
)
from kibitz.games.cribbage.throwing.throw import KEEPS as KEPT_PLACES

MIXES = (1.0, 0.5, 0.5, 0.5)  # the part that each round takes over from the new answers
LATER_MIXES = (1.0, 0.5, 0.5, 0.5, 0.5)  # the same, where throws are nearly known
SUITS, SEED = 16, 1931  # deals of suits to each rank hand
SLIP = 0.02  # the part of all throws that a likelihood leaves to chance


def hand_ways(hands: Cards) -> Floats:
    """How many hands of cards each rank hand stands for; 0 where a rank has no five cards."""
    counts = np.stack([(hands == rank).sum(axis=1) for rank in range(RANKS)], axis=1)
    ways = np.array([comb(4, n) for n in range(SIX + 1)], np.float64)
    return np.asarray(ways[counts].prod(axis=1))


@kernel
def deal_suits(ranks: Cards, six: Cards, stream: Stream) -> None:
    """Write six ascending cards of these ascending ranks, their suits at random."""
    seen = 0
    for i in range(SIX):
        card = 4 * ranks[i] + below(stream, 4)
        while seen >> card & 1:
            card = 4 * ranks[i] + below(stream, 4)
        seen |= 1 << card
        place = i
        while place and six[place - 1] > card:
            six[place] = six[place - 1]
            place -= 1
        six[place] = card


@kernel
def pegging_of(ranks: Cards, throw: int, pegging: Floats) -> float:
    """What the keep of a throw pegs net."""
    a, b = ranks[KEPT_PLACES[throw, 0]], ranks[KEPT_PLACES[throw, 1]]
    c, d = ranks[KEPT_PLACES[throw, 2]], ranks[KEPT_PLACES[throw, 3]]
    return float(pegging[KEEP[PAIR[RANKS * a + b] * PAIRS + PAIR[RANKS * c + d]]])


@kernel
def same_throw(ranks: Cards, throw: int) -> int:
    """The first throw of the same two ranks."""
    for other in range(throw):
        if ranks[HIGH[other]] == ranks[HIGH[throw]] and ranks[LOW[other]] == ranks[LOW[throw]]:
            return other
    return throw


@kernel
def answer(
    hands: Cards,
    theirs: Model,
    pegging: Floats,
    sign: float,
    suits: int,
    stream: Stream,
    chosen: Floats,
) -> None:
    """Write how often each hand takes each throw against the model of the opponent."""
    left, weights, six = np.empty(RANKS, np.int64), np.empty(ROW + 1), np.empty(SIX, np.int64)
    by_rank, cribs, values = np.empty(THROWS), np.empty(THROWS), np.empty(THROWS)
    chosen[:] = 0.0
    for h in range(len(hands)):
        deal_suits(hands[h], six, stream)
        write_left(six, left)
        starters = left.sum() - SIX
        mass = model_weights(left, theirs, weights) * starters
        write_rank_cribs(hands[h], 0, weights, by_rank)
        for _ in range(suits):
            deal_suits(hands[h], six, stream)
            cribs[:] = by_rank
            add_suits(six, write_left(six, left), left, weights, cribs)
            hand_values(six, values)
            for i in range(THROWS):
                values[i] += sign * cribs[i] / mass + pegging_of(hands[h], i, pegging)
            chosen[h, same_throw(hands[h], int(np.argmax(values)))] += 1.0 / suits


def first_answers(hands: Cards, pegging: Floats, role: int) -> Floats:
    """The throws that are best by published averages of cribs, in suits that do not matter."""
    chosen, cribs = np.zeros((len(hands), THROWS)), schell(role) * (1 if role else -1)
    values, six = np.empty(THROWS), np.empty(SIX, np.int64)
    luck = stream_of(SEED, role)
    for ranks, row in zip(hands, chosen, strict=True):
        deal_suits(ranks, six, luck)
        hand_values(six, values)
        values += cribs[PAIR[RANKS * ranks[HIGH] + ranks[LOW]]]
        values += [pegging_of(ranks, throw, pegging) for throw in range(THROWS)]
        row[same_throw(ranks, int(np.argmax(values)))] = 1.0
    return chosen


def likelihood(mass: Floats, ways: Floats) -> Floats:
    """Masses by rank as chances of given cards, a little of them spread evenly; mean 1."""
    fair = ways / ways.sum()
    mixed = (1 - SLIP) * mass / mass.sum() + SLIP * fair
    return np.asarray(mixed / fair)


def masses(hands: Cards, chosen: Floats) -> tuple[Floats, Floats]:
    """How likely each rank pair is thrown and each four kept, as likelihoods of given cards."""
    thrown, kept, ways = np.zeros(PAIRS), np.zeros(KEEPS), hand_ways(hands)
    for throw in range(THROWS):
        mass = ways * chosen[:, throw]
        pairs = PAIR[RANKS * hands[:, HIGH[throw]] + hands[:, LOW[throw]]]
        a, b, c, d = hands[:, KEPT_PLACES[throw]].T
        np.add.at(thrown, pairs, mass)
        np.add.at(kept, KEEP[PAIR[RANKS * a + b] * PAIRS + PAIR[RANKS * c + d]], mass)
    return likelihood(thrown, PAIR_WAYS), likelihood(kept, KEEP_WAYS)


def solve(
    pegging: Floats,
    mixes: tuple[float, ...] = MIXES,
    start: Floats | None = None,
    suits: int = SUITS,
) -> tuple[Floats, list[float]]:
    """How often each throw is taken, by role and rank hand; and how much each round changed.

    It goes on from the throws of `start`, where there are any. A change is the part of all
    deals of a role whose throw differs from the round before.
    """
    if np.shape(pegging) != (2, KEEPS):
        raise BadValue(f"a table of shape {np.shape(pegging)} is not of all keeps by role")
    every = rank_hands()
    ways = hand_ways(every)
    dealt = np.flatnonzero(ways)
    hands, share = every[dealt], ways[dealt] / ways.sum()
    chosen = np.zeros((2, RANK_HANDS, THROWS)) if start is None else start.copy()
    if start is None:
        chosen[:, :, 0] = 1.0  # of hands that nobody is dealt
        for role in (0, 1):
            chosen[role, dealt] = first_answers(hands, pegging[role], role)
    changes = []
    for number, mix in enumerate(mixes):
        models, changed = unpacked(packed(chosen)), 0.0
        for role, sign in ((0, -1.0), (1, 1.0)):
            # Once throws are nearly known, the same suits in every round let them settle.
            deal = number if start is None else 0
            new, luck = np.empty((len(hands), THROWS)), stream_of(SEED, 2 + deal, role)
            answer(hands, models[1 - role], pegging[role], sign, suits, luck, new)
            changed += float(share @ np.abs(new - chosen[role, dealt]).sum(axis=1)) / 4
            chosen[role, dealt] += mix * (new - chosen[role, dealt])
        changes.append(changed)
    return chosen, changes

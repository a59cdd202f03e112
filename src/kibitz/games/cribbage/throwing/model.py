"""The model of a good opponent: what is thrown from each hand of six, and so given what is known.

A rank hand is six ranks in any order, numbered 0 to 18,563 as its ascending ranks come in
colexicographic order. For each role and rank hand the model says how often each pair is
thrown, averaged over suits. What an opponent throws is the average over all hands of six
that the unseen cards can make, each as likely as it is dealt: so a throw, the starter left
over and the cards that are known all fit together.
"""

from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, uniform
from kibitz.games.cribbage.table.score import PAIR, PAIR_FIRST, PAIR_SECOND, PAIRS, RANKS
from kibitz.games.cribbage.throwing.keeps import FOLDER
from kibitz.games.cribbage.throwing.throw import HIGH, LOW, ROW, SIX, THROWS, Cards, Floats
from kibitz.games.cribbage.throwing.throw import KEEPS as KEPT_PLACES

RANK_HANDS = comb(RANKS + SIX - 1, SIX)  # 18,564; 169 of them have five or six of a rank
SCALE = 255  # chances are kept in bytes
LAST = 16  # the mark of the last throw of a rank hand
KEPT = SIX - 2
SPOT_BITS, SPOT = 11, 2047  # for one of the 1,183 weights
WAYS = np.array([[comb(n, k) for k in range(SIX + 1)] for n in range(RANKS + SIX)], np.int64)


class Model(NamedTuple):
    """By rank hand, where its throws begin; and each throw's place, spots and chance.

    The spots of a throw are the four places of (pair thrown, rank kept) among the weights, in
    11 bits each.
    """

    starts: Cards
    places: Cards
    spots: Cards
    chances: Floats


@kernel
def hand_number(six: Cards, shift: int) -> int:
    """The number of a hand of six ascending cards (shift 2) or ranks (shift 0)."""
    number = 0
    for i in range(SIX):
        number += WAYS[(six[i] >> shift) + i, i + 1]
    return number


def rank_hands() -> Cards:
    """The six ascending ranks of every rank hand, by number."""
    hands = np.empty((RANK_HANDS, SIX), np.int64)
    left = np.arange(RANK_HANDS)
    for i in range(SIX - 1, -1, -1):
        column = WAYS[i : RANKS + i, i + 1]
        ranks = np.searchsorted(column, left, side="right") - 1
        hands[:, i], left = ranks, left - column[ranks]
    return hands


@kernel
def more(left: Cards, ways: float, rank: int, run: int) -> float:
    """The ways to draw one more card of a rank, the `run`-th of its kind."""
    return float(ways * max(left[rank] - run + 1, 0) / run)


@kernel
def add_hand(number: int, ways: float, model: Model, weights: Floats) -> None:
    """Add the throws of one rank hand to each of the four ranks that it keeps."""
    for entry in range(model.starts[number], model.starts[number + 1]):
        spots, weight = model.spots[entry], ways * model.chances[entry]
        weights[spots & SPOT] += weight
        weights[spots >> SPOT_BITS & SPOT] += weight
        weights[spots >> 2 * SPOT_BITS & SPOT] += weight
        weights[spots >> 3 * SPOT_BITS & SPOT] += weight


@kernel
def turn_to_starters(left: Cards, weights: Floats) -> float:
    """Turn weights of ranks kept into weights of starters left; return that of all pairs."""
    total = 0.0
    for pair in range(PAIRS):
        thrown, first = 0.0, pair * RANKS
        for rank in range(RANKS):
            thrown += weights[first + rank] / KEPT
        for rank in range(RANKS):
            weights[first + rank] = left[rank] * thrown - weights[first + rank]
        weights[first + PAIR_FIRST[pair]] -= thrown
        weights[first + PAIR_SECOND[pair]] -= thrown
        total += thrown
    return total


@kernel
def model_weights(left: Cards, model: Model, weights: Floats) -> float:
    """Write the weight of each (pair thrown, starter's rank); return the weight of all pairs.

    `left` are the unseen cards by rank. A weight counts the hands of six that hold the pair
    and the starters that they leave.
    """
    number = 0
    weights[:] = 0.0
    for f in range(RANKS):
        w6 = more(left, 1.0, f, 1)
        for e in range(f + 1):
            r5 = 2 if e == f else 1
            w5 = more(left, w6, e, r5)
            for d in range(e + 1):
                r4 = r5 + 1 if d == e else 1
                w4 = more(left, w5, d, r4)
                if w4 == 0.0:
                    number += WAYS[d + 3, 3]
                    continue
                for c in range(d + 1):
                    r3 = r4 + 1 if c == d else 1
                    w3 = more(left, w4, c, r3)
                    for b in range(c + 1):
                        r2 = r3 + 1 if b == c else 1
                        w2 = more(left, w3, b, r2)
                        if w2 > 0.0:
                            for a in range(b):
                                add_hand(number + a, w2 * left[a], model, weights)
                            add_hand(number + b, more(left, w2, b, r2 + 1), model, weights)
                        number += b + 1
    return turn_to_starters(left, weights)


@kernel
def modelled_place(six: Cards, model: Model, stream: Stream) -> int:
    """The place of a throw drawn from the model for six ascending cards."""
    number = hand_number(six, 2)
    entry, ticket = model.starts[number], uniform(stream)
    while entry < model.starts[number + 1] - 1 and ticket >= model.chances[entry]:
        ticket -= model.chances[entry]
        entry += 1
    return int(model.places[entry])


def packed(chosen: Floats) -> NDArray[np.uint8]:
    """Chances by role, rank hand and place as bytes: place and mark, chance in 255ths."""
    rows = []
    for role in chosen:
        for chances in role:
            whole = np.rint(SCALE * chances / max(chances.sum(), 1e-9)).astype(int)
            whole[int(np.argmax(chances))] += SCALE - whole.sum()
            places = np.flatnonzero(whole)
            marks = np.where(places == places[-1], LAST, 0)
            rows += list(zip(places + marks, whole[places], strict=True))
    return np.array(rows, np.uint8)


def unpacked(rows: NDArray[np.uint8]) -> tuple[Model, Model]:
    """Both roles' models, pone's first."""
    hands, places = rank_hands(), rows[:, 0].astype(np.int64)
    ends = np.flatnonzero(places & LAST) + 1
    places &= LAST - 1
    numbers = np.repeat(np.arange(2 * RANK_HANDS), np.diff(ends, prepend=0)) % RANK_HANDS
    pairs = PAIR[RANKS * hands[numbers, HIGH[places]] + hands[numbers, LOW[places]]]
    kept = pairs[:, None] * RANKS + hands[numbers[:, None], KEPT_PLACES[places]]
    spots = (kept << SPOT_BITS * np.arange(KEPT)).sum(axis=1)
    chances = rows[:, 1] / SCALE
    split = int(ends[RANK_HANDS - 1])
    starts = np.concatenate([[0], ends])
    return (
        Model(starts[: RANK_HANDS + 1], places[:split], spots[:split], chances[:split]),
        Model(starts[RANK_HANDS:] - split, places[split:], spots[split:], chances[split:]),
    )


@cache
def shipped_models() -> tuple[Model, Model]:
    """The models that ship: of pone, and of the dealer."""
    return unpacked(np.load(FOLDER / "choices.npy"))


assert ROW == PAIRS * RANKS
assert THROWS < LAST

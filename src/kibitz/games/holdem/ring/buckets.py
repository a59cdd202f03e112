"""Hands of several seats that are played alike: a bucket for each hand on each street.

Before the flop the bucket is the class. After it, a hand's rank is the part of all combos
beside the board that look better, with half of what is equal: it depends on the board and the
value of the hand alone, so one pass over the combos ranks every seat. Until the river the band
of ranks is divided by the draw.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64
from kibitz.core.kernel import kernel
from kibitz.games.holdem.cards.combos import COMBO_CARDS, COMBOS
from kibitz.games.holdem.cards.evaluator import hand_value
from kibitz.games.holdem.cards.tables import CARD_KEYS, CARD_MASKS
from kibitz.games.holdem.ring.spots import WIDTH
from kibitz.games.holdem.ring.state import shown_with
from kibitz.games.holdem.strategy.buckets import CURVE, count_outs
from kibitz.games.holdem.strategy.holdings import STRENGTHS
from kibitz.games.holdem.table.position import RIVER

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
DRAWS = 3
BANDS = WIDTH // DRAWS
OUTS = (4, 8)  # cards that make a draw, between which draws lie
NOWHERE = -1  # of a combo that the board makes impossible
_U0 = np.uint64(0)


@kernel
def late_bucket(stage: int, rank: float, outs: int) -> int:
    """The bucket of a hand after the flop."""
    bands = WIDTH if stage == RIVER else BANDS
    band = min(int(bands * rank**CURVE), bands - 1)
    if stage == RIVER:
        return band
    return band * DRAWS + (2 if outs >= OUTS[1] else 1 if outs >= OUTS[0] else 0)


@kernel
def bucket_rank(stage: int, bucket: int) -> float:
    """The rank in the middle of a bucket after the flop."""
    bands = WIDTH if stage == RIVER else BANDS
    band = bucket if stage == RIVER else bucket // DRAWS
    return float(((band + 0.5) / bands) ** (1.0 / CURVE))


@kernel
def rank_places(cards: Ints, stage: int, places: Floats) -> None:
    """Write the rank of each value that a hand can have on a street: 0 is the best."""
    key, mask = shown_with(cards, stage)
    places[:] = 0.0
    total = 0.0
    for combo in range(COMBOS):
        a, b = COMBO_CARDS[combo, 0], COMBO_CARDS[combo, 1]
        both = CARD_MASKS[a] | CARD_MASKS[b]
        if mask & both == _U0:
            places[int64(hand_value(key + CARD_KEYS[a] + CARD_KEYS[b], mask | both))] += 1.0
            total += 1.0
    above = total
    for value in range(len(places)):
        count = places[value]
        above -= count
        places[value] = (above + count / 2.0) / total


@kernel
def write_seats(cards: Ints, seats: int, stage: int, buckets: Ints) -> None:
    """Write the bucket of every seat's cards on a street after the flop, all in one pass."""
    key, mask = shown_with(cards, stage)
    values, above, total = np.empty(seats, np.int64), np.zeros(seats), 0
    for seat in range(seats):
        a, b = cards[2 * seat], cards[2 * seat + 1]
        both = CARD_MASKS[a] | CARD_MASKS[b]
        values[seat] = int64(hand_value(key + CARD_KEYS[a] + CARD_KEYS[b], mask | both))
    for combo in range(COMBOS):
        a, b = COMBO_CARDS[combo, 0], COMBO_CARDS[combo, 1]
        both = CARD_MASKS[a] | CARD_MASKS[b]
        if mask & both == _U0:
            value = int64(hand_value(key + CARD_KEYS[a] + CARD_KEYS[b], mask | both))
            total += 1
            for seat in range(seats):
                above[seat] += (
                    1.0 if value > values[seat] else 0.5 if value == values[seat] else 0.0
                )
    for seat in range(seats):
        buckets[seat] = late_bucket(stage, above[seat] / total, outs_of(cards, seat, stage))


@kernel
def outs_of(cards: Ints, seat: int, stage: int) -> int:
    """The cards that complete a draw of a seat."""
    if stage == RIVER:
        return 0
    key, mask = shown_with(cards, stage)
    for i in range(2):
        key += CARD_KEYS[cards[2 * seat + i]]
        mask |= CARD_MASKS[cards[2 * seat + i]]
    return count_outs(key, mask)


@kernel
def write_combos(cards: Ints, stage: int, buckets: Ints) -> None:
    """Write the bucket of every combo on a street after the flop."""
    places = np.empty(STRENGTHS)
    rank_places(cards, stage, places)
    key, mask = shown_with(cards, stage)
    for combo in range(COMBOS):
        a, b = COMBO_CARDS[combo, 0], COMBO_CARDS[combo, 1]
        both = CARD_MASKS[a] | CARD_MASKS[b]
        buckets[combo] = NOWHERE
        if mask & both == _U0:
            mine, seen = key + CARD_KEYS[a] + CARD_KEYS[b], mask | both
            outs = 0 if stage == RIVER else count_outs(mine, seen)
            buckets[combo] = late_bucket(stage, places[int64(hand_value(mine, seen))], outs)

"""Hands that are played alike: a bucket for each hand on each street.

Before the flop the bucket is the class. After it, a hand's rank is the part of all hands
that look better on the board, with half of what is equal; bands of it are narrow among the
best. Until the river each band is divided by the draw: how many cards make a straight or
better out of less.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64
from kibitz.core.kernel import kernel
from kibitz.games.holdem.cards.combos import CLASS_OF, COMBO
from kibitz.games.holdem.cards.evaluator import hand_value
from kibitz.games.holdem.cards.tables import CARD_KEYS, CARD_MASKS, CARDS, EMPTY_KEY, PLACE_BITS
from kibitz.games.holdem.table.position import FLOP, PREFLOP, RIVER, SHOWN

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
BANDS, DRAWS = 30, 4
RIVER_BANDS = BANDS * DRAWS  # as many buckets on the river as before it
CURVE = 0.6  # a band is an even part of rank ** CURVE
OUTS = (4, 8, 12)  # cards that make a draw, between which draws lie
_STRAIGHT = 4
_U0 = np.uint64(0)


@kernel
def bucket_after(stage: int, rank: float, outs: int) -> int:
    """The bucket of a hand after the flop."""
    bands = RIVER_BANDS if stage == RIVER else BANDS
    band = min(int(bands * rank**CURVE), bands - 1)
    if stage == RIVER:
        return band
    draw = 0
    for limit in OUTS:
        if outs >= limit:
            draw += 1
    return band * DRAWS + draw


@kernel
def count_outs(key: np.uint64, mask: np.uint64) -> int:
    """How many cards make a straight or better of a hand that is less."""
    if int64(hand_value(key, mask)) >> PLACE_BITS >= _STRAIGHT:
        return 0
    outs = 0
    for card in range(CARDS):
        if mask & CARD_MASKS[card] == _U0:
            value = int64(hand_value(key + CARD_KEYS[card], mask | CARD_MASKS[card]))
            outs += 1 if value >> PLACE_BITS >= _STRAIGHT else 0
    return outs


@kernel
def write_buckets(cards: Ints, ranks: Floats, buckets: Ints) -> None:
    """Ranks and buckets of two hands on every street: `cards` are the four and the board.

    Row `street - PREFLOP`, column the seat; a rank before the flop is not written.
    """
    for seat in range(2):
        buckets[0, seat] = CLASS_OF[COMBO[cards[2 * seat], cards[2 * seat + 1]]]
    for stage in range(FLOP, RIVER + 1):
        write_street(cards, stage, ranks[stage - PREFLOP], buckets[stage - PREFLOP])


@kernel
def write_street(cards: Ints, stage: int, ranks: Floats, buckets: Ints) -> None:
    """Ranks and buckets of two hands on a street after the flop."""
    key, seen = EMPTY_KEY, _U0
    for i in range(SHOWN[stage]):
        key += CARD_KEYS[cards[4 + i]]
        seen |= CARD_MASKS[cards[4 + i]]
    masks = (
        CARD_MASKS[cards[0]] | CARD_MASKS[cards[1]],
        CARD_MASKS[cards[2]] | CARD_MASKS[cards[3]],
    )
    keys = (
        key + CARD_KEYS[cards[0]] + CARD_KEYS[cards[1]],
        key + CARD_KEYS[cards[2]] + CARD_KEYS[cards[3]],
    )
    first, second = (
        int64(hand_value(keys[0], seen | masks[0])),
        int64(hand_value(keys[1], seen | masks[1])),
    )
    above_0, above_1, count_0, count_1 = 0, 0, 0, 0
    for a in range(1, CARDS):
        if seen & CARD_MASKS[a]:
            continue
        upper, mask = key + CARD_KEYS[a], seen | CARD_MASKS[a]
        for b in range(a):
            if seen & CARD_MASKS[b]:
                continue
            value = int64(hand_value(upper + CARD_KEYS[b], mask | CARD_MASKS[b]))
            both = CARD_MASKS[a] | CARD_MASKS[b]
            if both & masks[0] == _U0:
                count_0 += 1
                above_0 += (1 if value > first else 0) + (1 if value >= first else 0)
            if both & masks[1] == _U0:
                count_1 += 1
                above_1 += (1 if value > second else 0) + (1 if value >= second else 0)
    ranks[0], ranks[1] = above_0 / (2 * count_0), above_1 / (2 * count_1)
    for seat in range(2):
        outs = 0 if stage == RIVER else count_outs(keys[seat], seen | masks[seat])
        buckets[seat] = bucket_after(stage, ranks[seat], outs)


@kernel
def rank_in(stage: int, bucket: int) -> float:
    """The rank in the middle of a bucket after the flop."""
    bands = RIVER_BANDS if stage == RIVER else BANDS
    band = bucket if stage == RIVER else bucket // DRAWS
    return float(min((band + 0.5) / bands, 1.0) ** (1.0 / CURVE))

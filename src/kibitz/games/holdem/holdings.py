"""What a seat can hold heads-up, by how it has bet: a weight for each of 1,326 combos.

Street by street each combo is weighed by how likely habits make what the seat did, given
the rank of the combo among all hands on that street's board. The line of a position tells
who raised last on a street and how often it was raised; from that the seat's actions are
told as far as they can be.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64
from kibitz.core.kernel import kernel
from kibitz.games.holdem.combos import CLASS_BY_TEXT, CLASS_OF, COMBO, COMBO_CARDS, COMBOS
from kibitz.games.holdem.evaluator import hand_value
from kibitz.games.holdem.habits import CALLS, RAISES, Floats, act_chance
from kibitz.games.holdem.position import (
    PREFLOP,
    SHOWN,
    UNKNOWN,
    Holdem,
    big_blind_seat,
    board_card,
    hole,
    level_at,
    past_raises,
    raiser,
    to_call,
)
from kibitz.games.holdem.ranges import BY_STRENGTH
from kibitz.games.holdem.situation import (
    AGAIN,
    DEAR,
    FACINGS,
    FAIR,
    FIRST_IN,
    FREE,
    facing_of,
)
from kibitz.games.holdem.tables import CARD_KEYS, CARD_MASKS, EMPTY_KEY

Ints = NDArray[np.int64]
_place = {CLASS_BY_TEXT[name]: len(BY_STRENGTH) - n for n, name in enumerate(BY_STRENGTH)}
COMBO_STRENGTH: Ints = np.array([_place[int(c)] for c in CLASS_OF], np.int64)
STRENGTHS = 9 << 12  # more than any hand's value
MOST_ACTS = 2  # told of a street
UNLIKELY = 0.01  # the least chance that an action is given


@kernel
def strength_of(p: Holdem, stage: int, a: int, b: int) -> int:
    """How good two cards look on a street: their class before the flop, their value after it."""
    if stage == PREFLOP:
        return COMBO_STRENGTH[COMBO[a, b]]  # type: ignore[no-any-return]
    key = EMPTY_KEY + CARD_KEYS[a] + CARD_KEYS[b]
    mask = CARD_MASKS[a] | CARD_MASKS[b]
    for i in range(SHOWN[stage]):
        key += CARD_KEYS[board_card(p, i)]
        mask |= CARD_MASKS[board_card(p, i)]
    return int64(hand_value(key, mask))


@kernel
def strength(p: Holdem, seat: int) -> int:
    """How good a seat's hand looks now."""
    return strength_of(p, p.stage, hole(p, seat, 0), hole(p, seat, 1))


@kernel
def rank_all(p: Holdem, stage: int, weights: Floats, strengths: Ints, places: Floats) -> None:
    """Order all combos that have a weight: `places` gives the rank of a strength, 0 the best.

    The rank is the part of them that is better, with half of what is equal.
    """
    places[:] = 0.0
    total = 0.0
    for combo in range(COMBOS):
        if weights[combo] > 0.0:
            a, b = COMBO_CARDS[combo, 0], COMBO_CARDS[combo, 1]
            strengths[combo] = strength_of(p, stage, a, b)
            places[strengths[combo]] += 1.0
            total += 1.0
    places[:] = (total - np.cumsum(places) + places / 2.0) / total


@kernel
def acts_on(v: Holdem, other: int, stage: int, acts: Ints) -> int:
    """Write what `other` did on a street, (place, action) each; return how many were told."""
    is_now, preflop = stage == v.stage, stage == PREFLOP
    before = level_at(v, stage)
    after = v.level if is_now else level_at(v, stage + 1)
    if not is_now and after == 0:
        return 0  # the line is not known
    is_big = other == big_blind_seat(v)
    raises = v.raises if is_now else past_raises(v, stage)
    made = raises - 1 if preflop else raises  # the big blind is no raise
    who = raiser(v, stage)
    if is_now and made > 0 and to_call(v, 1 - other) > 0:
        who = other
    base = (stage - PREFLOP) * FACINGS
    first = base + (FIRST_IN if preflop and not is_big else FREE)
    faced = base + FAIR
    again = base + DEAR + AGAIN
    if made == 0 or (is_now and made == 1 and who != other):
        acts[0, 0], acts[0, 1] = first, CALLS
        return 1 if not is_now or has_checked(v, other, made) else 0
    if who == other:
        acts[0, 0], acts[0, 1] = first if made % 2 == 1 else faced, RAISES
        acts[1, 0], acts[1, 1] = again, RAISES
        return 1 if made <= 2 else 2
    if made == 1:
        call = after - before - (v.big if preflop else 0)  # the button has limped before
        acts[0, 0] = base + facing_of(stage, call / (2 * after), raises)
        acts[0, 1] = CALLS
        return 1
    acts[0, 0], acts[0, 1] = first if made % 2 == 0 else faced, RAISES
    acts[1, 0], acts[1, 1] = again, CALLS
    return 1 if is_now else 2


@kernel
def has_checked(v: Holdem, other: int, made: int) -> bool:
    """Whether `other` has checked or limped on this street, on which he has not raised."""
    if v.seat != other:
        return v.acted >> other & 1 == 1
    first = 1 if v.stage == PREFLOP else 0  # heads-up the button acts first before the flop
    return made == 1 and other == first


@kernel
def tell_holdings(
    v: Holdem, other: int, borders: Floats, weights: Floats, strengths: Ints, places: Floats
) -> None:
    """Weigh what `other` can hold for who sees `v`; `places` ranks all hands as they are now."""
    known = np.uint64(0)
    for i in range(2):
        card = hole(v, 1 - other, i)
        if card != UNKNOWN:
            known |= CARD_MASKS[card]
    for i in range(SHOWN[v.stage]):
        known |= CARD_MASKS[board_card(v, i)]
    for combo in range(COMBOS):
        mask = CARD_MASKS[COMBO_CARDS[combo, 0]] | CARD_MASKS[COMBO_CARDS[combo, 1]]
        weights[combo] = 1.0 if mask & known == 0 else 0.0
    acts = np.empty((MOST_ACTS, 2), np.int64)
    for stage in range(PREFLOP, v.stage + 1):
        count = acts_on(v, other, stage, acts)
        if count > 0 or stage == v.stage:
            rank_all(v, stage, weights, strengths, places)
        for i in range(count):
            for combo in range(COMBOS):
                if weights[combo] > 0.0:
                    rank = places[strengths[combo]]
                    chance = act_chance(borders, acts[i, 0], rank, acts[i, 1])
                    weights[combo] *= max(chance, UNLIKELY)

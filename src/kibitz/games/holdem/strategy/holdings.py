"""What a seat can hold heads-up, by how it has bet: a weight for each of 1,326 combos.

The line of a position tells who raised last on each street, how often it was raised and
what was paid; from that the betting of a street is played again as far as it can be told.
Each combo is then weighed by how often a strategy does with it what the seat did.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64
from kibitz.core.kernel import kernel
from kibitz.games.holdem.cards.combos import CLASS_BY_TEXT, CLASS_OF, COMBO, COMBO_CARDS, COMBOS
from kibitz.games.holdem.cards.evaluator import hand_value
from kibitz.games.holdem.cards.ranges import BY_STRENGTH
from kibitz.games.holdem.cards.tables import CARD_KEYS, CARD_MASKS, EMPTY_KEY
from kibitz.games.holdem.strategy.buckets import bucket_after, count_outs
from kibitz.games.holdem.strategy.spots import HALF, STAYS, WIDTH, spot_of
from kibitz.games.holdem.table.betting import Betting, bet_on
from kibitz.games.holdem.table.position import (
    CALL,
    FIXED,
    PREFLOP,
    RIVER,
    SHOWN,
    TURN,
    UNKNOWN,
    Holdem,
    board_card,
    hole,
    level_at,
    past_raises,
    raiser,
    started,
    to_call,
)

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
_place = {CLASS_BY_TEXT[name]: len(BY_STRENGTH) - n for n, name in enumerate(BY_STRENGTH)}
COMBO_STRENGTH: Ints = np.array([_place[int(c)] for c in CLASS_OF], np.int64)
STRENGTHS = 9 << 12  # more than any hand's value
MOST_ACTS = 4  # of a seat on a street that are told
UNLIKELY = 0.01  # the least chance that an action is given
_LONGEST = 10  # moves on a street that is played again
_U0 = np.uint64(0)


@kernel
def shown_cards(p: Holdem, stage: int) -> tuple[np.uint64, np.uint64]:
    """Key and mask of the board on a street."""
    key, mask = EMPTY_KEY, _U0
    for i in range(SHOWN[stage]):
        key += CARD_KEYS[board_card(p, i)]
        mask |= CARD_MASKS[board_card(p, i)]
    return key, mask


@kernel
def strength_of(p: Holdem, stage: int, a: int, b: int) -> int:
    """How good two cards look on a street: their class before the flop, their value after it."""
    if stage == PREFLOP:
        return COMBO_STRENGTH[COMBO[a, b]]  # type: ignore[no-any-return]
    key, mask = shown_cards(p, stage)
    key += CARD_KEYS[a] + CARD_KEYS[b]
    return int64(hand_value(key, mask | CARD_MASKS[a] | CARD_MASKS[b]))


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
def street_begun(v: Holdem, stage: int) -> Betting:
    """The betting as a street began."""
    stacks, big = (started(v, 0), started(v, 1)), v.big
    if stage == PREFLOP:
        paid = (v.ante + big, v.ante + v.small)
        return Betting(v.kind, big, *stacks, stage, 1, *paid, v.ante, big, big, 1, 0, 0)
    level = level_at(v, stage)
    unit = 2 * big if v.kind == FIXED and stage >= TURN else big
    return Betting(v.kind, big, *stacks, stage, 0, level, level, level, 0, unit, 0, 0, 0)


@kernel
def last_raiser(v: Holdem, stage: int) -> int:
    """Who raised last on a street, -1 for nobody; a bet to call tells it where no line does."""
    who = raiser(v, stage)
    if who < 0 and stage == v.stage and to_call(v, v.seat) > 0:
        return 1 - v.seat
    return who


@kernel
def acts_on(v: Holdem, seat: int, stage: int, acts: Ints) -> int:
    """Write what a seat did on a street, (spot, choice) each; return how many were told.

    A raise is written as HALF, whatever its size. Where a street had several raises, the
    earlier ones are taken to have grown by the same factor.
    """
    is_now, blinds = stage == v.stage, 1 if stage == PREFLOP else 0
    if not is_now and v.line == 0:
        return 0  # the line is not known
    b, last, count = street_begun(v, stage), last_raiser(v, stage), 0
    made = (v.raises if is_now else past_raises(v, stage)) - blinds
    target = v.high if is_now else level_at(v, stage + 1) - level_at(v, stage)
    led = -1 if stage == PREFLOP else raiser(v, stage - 1)
    for _ in range(_LONGEST):
        left = made - (b.raises - blinds)
        if b.stage != stage or (is_now and left == 0 and b.seat == v.seat and b.acted == v.acted):
            break
        raises = left > 0 and (left % 2 == 1) == (b.seat == last)
        if b.seat == seat and count < MOST_ACTS:
            acts[count, 0], acts[count, 1] = spot_of(b, led), HALF if raises else STAYS
            count += 1
        b = bet_on(b, CALL + next_raise(b, target, left) if raises else CALL)
    return count


@kernel
def next_raise(b: Betting, target: int, left: int) -> int:
    """To what a seat raised, if `left` raises from here went up to the target."""
    if left == 1:
        return target
    now = max(b.high, b.big)
    to = int(now * (target / now) ** (1.0 / left))
    return min(max(to, b.high + b.raise_by), target)


@kernel
def bucket_in(v: Holdem, stage: int, combo: int, rank: float) -> int:
    """The bucket of a combo of that rank on a street."""
    if stage == PREFLOP:
        return CLASS_OF[combo]  # type: ignore[no-any-return]
    if stage == RIVER:
        return bucket_after(stage, rank, 0)
    a, b = COMBO_CARDS[combo, 0], COMBO_CARDS[combo, 1]
    key, mask = shown_cards(v, stage)
    key += CARD_KEYS[a] + CARD_KEYS[b]
    return bucket_after(stage, rank, count_outs(key, mask | CARD_MASKS[a] | CARD_MASKS[b]))


@kernel
def chance_of(odds: Floats, choice: int) -> float:
    """How likely a row of a strategy stays or raises; 1 where it knows nothing."""
    raises = odds[HALF:].sum()
    total = odds[:HALF].sum() + raises
    if total <= 0.0:
        return 1.0
    return float(max((raises if choice == HALF else odds[STAYS]) / total, UNLIKELY))


@kernel
def tell_holdings(
    v: Holdem, other: int, table: Floats, weights: Floats, strengths: Ints, places: Floats
) -> None:
    """Weigh what `other` can hold for who sees `v`; `places` ranks all hands as they are now."""
    known = shown_cards(v, v.stage)[1]
    for i in range(2):
        card = hole(v, 1 - other, i)
        if card != UNKNOWN:
            known |= CARD_MASKS[card]
    for combo in range(COMBOS):
        mask = CARD_MASKS[COMBO_CARDS[combo, 0]] | CARD_MASKS[COMBO_CARDS[combo, 1]]
        weights[combo] = 1.0 if mask & known == 0 else 0.0
    acts = np.empty((MOST_ACTS, 2), np.int64)
    for stage in range(PREFLOP, v.stage + 1):
        count = acts_on(v, other, stage, acts)
        if count > 0 or stage == v.stage:
            rank_all(v, stage, weights, strengths, places)
        for combo in range(COMBOS):
            if count > 0 and weights[combo] > 0.0:
                bucket = bucket_in(v, stage, combo, places[strengths[combo]])
                for i in range(count):
                    weights[combo] *= chance_of(table[acts[i, 0] * WIDTH + bucket], acts[i, 1])

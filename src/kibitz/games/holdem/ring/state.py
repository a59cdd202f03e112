"""The betting of several seats without their cards, in an array: what training and play-outs need.

It goes by the same rules as `table.rules` (tests hold it to them) at a fraction of the cost:
numbers of the table first, then four numbers for each seat. Cards stand in an array of their
own, two for each seat and then the board.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64
from kibitz.core.kernel import kernel
from kibitz.games.holdem.cards.evaluator import hand_value
from kibitz.games.holdem.cards.tables import CARD_KEYS, CARD_MASKS, EMPTY_KEY
from kibitz.games.holdem.table.position import (
    BOARD,
    CALL,
    CHIPS,
    ENDED,
    FIXED,
    FOLD,
    MOST_RAISES,
    PREFLOP,
    RIVER,
    SEATS,
    SHOWN,
    TURN,
    Holdem,
    behind,
    bet,
    board_card,
    dead,
    hole,
    live,
    pot,
    raiser,
)

Ints = NDArray[np.int64]
COUNT, KIND, BIG, STAGE, SEAT, HIGH, BY, RAISES, ACTED, FOLDED, LED, NOW, CHIPS_IN = range(13)
BET, LEFT, LIVE, DEAD = (16 + SEATS * i for i in range(4))  # of each seat
STATE = 16 + SEATS * 4
CARDS_HELD, CARDS_SHOWN = 2 * SEATS + BOARD, 2 * SEATS  # all cards, and where the board begins
NOBODY = -1
_U0 = np.uint64(0)


@kernel
def load_state(p: Holdem, t: Ints) -> None:
    """Write the betting of a position."""
    t[COUNT], t[KIND], t[BIG], t[STAGE], t[SEAT] = p.seats, p.kind, p.big, p.stage, p.seat
    t[HIGH], t[BY], t[RAISES], t[ACTED] = p.high, p.raise_by, p.raises, p.acted
    t[FOLDED], t[CHIPS_IN] = p.folded, pot(p)
    is_on = PREFLOP <= p.stage <= RIVER
    t[NOW] = raiser(p, p.stage) if is_on else NOBODY
    t[LED] = raiser(p, p.stage - 1) if PREFLOP < p.stage <= RIVER else NOBODY
    for seat in range(p.seats):
        t[BET + seat], t[LEFT + seat] = bet(p, seat), behind(p, seat)
        t[LIVE + seat], t[DEAD + seat] = live(p, seat), dead(p, seat)


@kernel
def load_cards(p: Holdem, cards: Ints) -> None:
    """Write the cards of a position."""
    for seat in range(p.seats):
        cards[2 * seat], cards[2 * seat + 1] = hole(p, seat, 0), hole(p, seat, 1)
    for i in range(BOARD):
        cards[CARDS_SHOWN + i] = board_card(p, i)


@kernel
def is_still_in(t: Ints, seat: int) -> bool:
    return t[FOLDED] >> seat & 1 == 0  # type: ignore[no-any-return]


@kernel
def price(t: Ints) -> int:
    """What the seat to act must pay to stay."""
    seat = t[SEAT]
    return min(max(t[HIGH] - t[BET + seat], 0), t[LEFT + seat])  # type: ignore[no-any-return]


@kernel
def may_raise(t: Ints) -> bool:
    """Whether the seat to act may bet or raise."""
    me = t[SEAT]
    call = t[HIGH] - t[BET + me]
    if t[LEFT + me] <= call or (t[KIND] == FIXED and t[RAISES] >= MOST_RAISES):
        return False
    if t[ACTED] >> me & 1 == 1 and call < t[BY]:
        return False
    for seat in range(t[COUNT]):
        if seat != me and is_still_in(t, seat) and t[BET + seat] + t[LEFT + seat] > t[HIGH]:
            return True
    return False


@kernel
def act(t: Ints, move: int) -> None:
    """Play a move."""
    me = t[SEAT]
    acted, chips = t[ACTED] | 1 << me, 0
    if move == FOLD:
        t[FOLDED] |= 1 << me
    elif move == CALL:
        chips = price(t)
    else:
        to = move - CALL
        chips = to - t[BET + me]
        if to - t[HIGH] >= t[BY]:
            t[BY], acted = to - t[HIGH], 1 << me
        t[HIGH], t[NOW] = to, me
        t[RAISES] += 1
    t[ACTED] = acted
    t[BET + me] += chips
    t[LEFT + me] -= chips
    t[LIVE + me] += chips
    t[CHIPS_IN] += chips
    pass_on(t)


@kernel
def owes(t: Ints, seat: int) -> bool:
    """Whether somebody still in has put more into this street."""
    for other in range(t[COUNT]):
        if is_still_in(t, other) and t[BET + other] > t[BET + seat]:
            return True
    return False


@kernel
def pass_on(t: Ints) -> None:
    """Pass the turn to the next who must act, or go on to the next street, or end the hand."""
    living, able, count = 0, 0, t[COUNT]
    for seat in range(count):
        if is_still_in(t, seat):
            living += 1
            able += 1 if t[LEFT + seat] > 0 else 0
    if living == 1:
        t[STAGE] = ENDED
        return
    for k in range(1, count + 1):
        seat = (t[SEAT] + k) % count
        if is_still_in(t, seat) and t[LEFT + seat] > 0:
            waits = t[ACTED] >> seat & 1 == 0 or t[BET + seat] < t[HIGH]
            if waits and (able > 1 or owes(t, seat)):
                t[SEAT] = seat
                return
    if able <= 1 or t[STAGE] == RIVER:
        t[STAGE] = ENDED
        return
    next_street(t)


@kernel
def next_street(t: Ints) -> None:
    """The bets of the street are over, and the first who can bets anew."""
    t[STAGE] += 1
    t[HIGH], t[RAISES], t[ACTED] = 0, 0, 0
    t[BY] = 2 * t[BIG] if t[KIND] == FIXED and t[STAGE] >= TURN else t[BIG]
    t[LED], t[NOW] = t[NOW], NOBODY
    for seat in range(t[COUNT]):
        t[BET + seat] = 0
    first = 0
    while not is_still_in(t, first) or t[LEFT + first] == 0:
        first += 1
    t[SEAT] = first


@kernel
def shown_with(cards: Ints, stage: int) -> tuple[np.uint64, np.uint64]:
    """Key and mask of the board on a street."""
    key, mask = EMPTY_KEY, _U0
    for i in range(SHOWN[stage]):
        key += CARD_KEYS[cards[CARDS_SHOWN + i]]
        mask |= CARD_MASKS[cards[CARDS_SHOWN + i]]
    return key, mask


@kernel
def write_values(cards: Ints, seats: int, values: Ints) -> None:
    """Write what each seat's cards are worth with the whole board."""
    key, mask = shown_with(cards, RIVER)
    for seat in range(seats):
        a, b = cards[2 * seat], cards[2 * seat + 1]
        both = CARD_MASKS[a] | CARD_MASKS[b]
        values[seat] = int64(hand_value(key + CARD_KEYS[a] + CARD_KEYS[b], mask | both))


@kernel
def part_of_pot(t: Ints, seat: int, values: Ints, floor: int, ceiling: int) -> int:
    """A seat's part of what was paid between two amounts; see `table.rules`."""
    chips, best, winners, first = 0, -1, 0, -1
    for s in range(t[COUNT]):
        chips += min(t[LIVE + s], ceiling) - min(t[LIVE + s], max(floor, 0))
        chips += t[DEAD + s] if floor < 0 else 0
        if is_still_in(t, s) and t[LIVE + s] >= ceiling:
            if values[s] > best:
                best, winners, first = values[s], 1, s
            elif values[s] == best:
                winners += 1
    if not is_still_in(t, seat) or t[LIVE + seat] < ceiling or values[seat] != best:
        return 0
    return chips // winners + (chips % winners if seat == first else 0)


@kernel
def gain_of(t: Ints, seat: int, values: Ints) -> float:
    """What a seat won or lost in a finished hand, in big blinds."""
    living = 0
    for s in range(t[COUNT]):
        living += 1 if is_still_in(t, s) else 0
    total, floor, ceiling = 0, -1, 0
    if living == 1:
        total = t[CHIPS_IN] if is_still_in(t, seat) else 0
        ceiling = CHIPS + 1
    while ceiling <= CHIPS and is_still_in(t, seat):
        ceiling = CHIPS + 1
        for s in range(t[COUNT]):
            if is_still_in(t, s) and t[LIVE + s] > floor:
                ceiling = min(ceiling, t[LIVE + s])
        if ceiling <= CHIPS:
            total += part_of_pot(t, seat, values, floor, ceiling)
            floor = ceiling
    return float((total - t[LIVE + seat] - t[DEAD + seat]) / t[BIG])

"""How a hand was bet at a table of several, from what a position keeps of it.

A position keeps who raised last on each street, how often it was raised and what was paid.
From that each street is played again by the rules: whoever has folded pays no more than he
paid, the last raiser makes the last raise, and an earlier raise is made by the first seat
whose chips went beyond the bet. On a street with one raise at most that is what happened.
"""

from typing import NamedTuple

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.games.holdem.ring.spots import BETS, FOLDS, STAYS, first_row
from kibitz.games.holdem.ring.state import (
    ACTED,
    BET,
    BIG,
    BY,
    CHIPS_IN,
    COUNT,
    DEAD,
    FOLDED,
    HIGH,
    KIND,
    LED,
    LEFT,
    LIVE,
    NOBODY,
    NOW,
    RAISES,
    SEAT,
    STAGE,
    STATE,
    Ints,
    act,
    may_raise,
    pass_on,
    price,
)
from kibitz.games.holdem.table.position import (
    CALL,
    FIXED,
    FOLD,
    PREFLOP,
    RIVER,
    TURN,
    Holdem,
    bet,
    big_blind_seat,
    dead,
    is_in,
    level_at,
    live,
    past_raises,
    raiser,
    started,
)

LONGEST = 400  # acts of a hand that are told
STEPS = 100  # on a street
ACT_SEAT, ACT_STAGE, ACT_ROW, ACT_KIND, ACT_CHEAP = range(5)  # the columns of an act


class ToldStreet(NamedTuple):
    """What is known of a street: the bet that was matched, the raises, the last raiser."""

    stage: int
    level: int
    target: int
    raises: int  # without the big blind
    last: int


@kernel
def street_of(v: Holdem, stage: int) -> ToldStreet:
    """What a position tells of a street up to now."""
    is_now, blinds = stage == v.stage, 1 if stage == PREFLOP else 0
    level = level_at(v, stage)
    target = v.high if is_now else level_at(v, stage + 1) - level
    raises = (v.raises if is_now else past_raises(v, stage)) - blinds
    last = raiser(v, stage)
    if last < 0 and raises > 0:
        for seat in range(v.seats):
            if seat != v.seat and is_in(v, seat) and bet(v, seat) >= target:
                last = seat
    return ToldStreet(stage, level, target, max(raises, 0), last)


@kernel
def chips_on(v: Holdem, s: ToldStreet, seat: int) -> int:
    """What a seat paid on a street; below 0 where it had folded before."""
    chips = live(v, seat) - s.level
    if chips < 0:
        return chips if not is_in(v, seat) else 0
    return min(chips, s.target)


@kernel
def blind_of(v: Holdem, s: ToldStreet, seat: int) -> int:
    """What a seat had posted when the street began."""
    if s.stage != PREFLOP:
        return 0
    if s.raises == 0 and s.target > v.big and chips_on(v, s, seat) > v.big:
        return s.target  # a straddle, or who called it
    big = big_blind_seat(v)
    return v.big if seat == big else v.small if seat == 1 - big else 0


@kernel
def begin_street(v: Holdem, s: ToldStreet, t: Ints) -> None:
    """Write the betting as a street began."""
    t[COUNT], t[KIND], t[BIG], t[STAGE] = v.seats, v.kind, v.big, s.stage
    t[ACTED], t[FOLDED], t[CHIPS_IN] = 0, 0, 0
    t[LED] = raiser(v, s.stage - 1) if s.stage > PREFLOP else NOBODY
    t[NOW] = NOBODY
    for seat in range(v.seats):
        blind = blind_of(v, s, seat)
        t[LIVE + seat], t[DEAD + seat] = min(live(v, seat), s.level + blind), dead(v, seat)
        t[BET + seat] = max(t[LIVE + seat] - s.level, 0)
        t[LEFT + seat] = started(v, seat) - t[LIVE + seat] - t[DEAD + seat]
        t[CHIPS_IN] += t[LIVE + seat] + t[DEAD + seat]
        t[FOLDED] |= 1 << seat if chips_on(v, s, seat) < 0 else 0
    if s.stage == PREFLOP:
        t[HIGH] = s.target if s.raises == 0 and s.stage == v.stage else v.big
        t[BY], t[RAISES], t[SEAT] = v.big, 1, big_blind_seat(v)
    else:
        unit = 2 * v.big if v.kind == FIXED and s.stage >= TURN else v.big
        t[HIGH], t[BY], t[RAISES], t[SEAT] = 0, unit, 0, v.seats - 1
    pass_on(t)


@kernel
def is_here(t: Ints, v: Holdem) -> bool:
    """Whether the street has been played again up to now."""
    same = t[FOLDED] == v.folded and t[SEAT] == v.seat
    for seat in range(v.seats):
        same = same and t[LIVE + seat] == live(v, seat)
    return same  # type: ignore[no-any-return]


@kernel
def retold_move(t: Ints, v: Holdem, s: ToldStreet) -> int:
    """What the seat to act did then."""
    seat, made = t[SEAT], t[RAISES] - (1 if s.stage == PREFLOP else 0)
    left, chips = s.raises - made, chips_on(v, s, seat)
    is_out = not is_in(v, seat) and chips < s.target
    raises = left == 1 and seat == s.last
    raises = raises or (left > 1 and (seat != s.last or left > 2) and chips > t[HIGH])
    if raises and may_raise(t):
        most, to = t[BET + seat] + t[LEFT + seat], s.target
        least = min(t[HIGH] + t[BY], most)
        if left > 1 and is_out:
            to = chips
        elif left > 1:
            now = max(t[HIGH], t[BIG])
            to = int(now * (s.target / now) ** (1.0 / left))
        return CALL + (least if t[KIND] == FIXED else min(max(to, least), most))  # type: ignore[no-any-return]
    if is_out and chips <= t[BET + seat] and price(t) > 0:
        return FOLD
    return CALL


@kernel
def retell(v: Holdem, acts: Ints) -> int:
    """Write every act so far: the seat, the street, where the rows of its spot begin, the kind,
    and whether staying cost at most twice the pot."""
    count, t = 0, np.zeros(STATE, np.int64)
    for stage in range(PREFLOP, min(v.stage, RIVER) + 1):
        if v.line == 0 and stage < v.stage:
            continue  # the line is not known
        s = street_of(v, stage)
        begin_street(v, s, t)
        for _ in range(STEPS):
            if t[STAGE] != stage or count == LONGEST or (stage == v.stage and is_here(t, v)):
                break
            move = retold_move(t, v, s)
            acts[count, ACT_SEAT], acts[count, ACT_STAGE] = t[SEAT], stage
            acts[count, ACT_ROW] = first_row(t)
            acts[count, ACT_CHEAP] = 1 if 3 * price(t) <= 2 * t[CHIPS_IN] else 0
            acts[count, ACT_KIND] = FOLDS if move == FOLD else STAYS if move == CALL else BETS
            count += 1
            act(t, move)
    return count

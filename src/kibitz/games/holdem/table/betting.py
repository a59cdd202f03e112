"""The betting of two seats without their cards: what a play-out needs, in few numbers.

It goes by the same rules as `rules` (tests hold it to them) at a fraction of the cost.
"""

from typing import NamedTuple

from kibitz.core.kernel import kernel
from kibitz.games.holdem.table.position import (
    CALL,
    ENDED,
    FIXED,
    FOLD,
    MOST_RAISES,
    RIVER,
    TURN,
    Holdem,
    paid,
    started,
)


class Betting(NamedTuple):
    kind: int
    big: int
    stack_0: int
    stack_1: int
    stage: int
    seat: int
    paid_0: int
    paid_1: int
    level: int
    high: int
    raise_by: int
    raises: int
    acted: int
    folded: int


@kernel
def betting_of(p: Holdem) -> Betting:
    """The betting of a position with two seats."""
    return Betting(
        p.kind,
        p.big,
        started(p, 0),
        started(p, 1),
        p.stage,
        p.seat,
        paid(p, 0),
        paid(p, 1),
        p.level,
        p.high,
        p.raise_by,
        p.raises,
        p.acted,
        p.folded,
    )


@kernel
def paid_by(b: Betting, seat: int) -> int:
    return b.paid_1 if seat else b.paid_0


@kernel
def left_to(b: Betting, seat: int) -> int:
    """The chips that a seat has left."""
    return b.stack_1 - b.paid_1 if seat else b.stack_0 - b.paid_0


@kernel
def bet_by(b: Betting, seat: int) -> int:
    """The chips that a seat has put in on this street."""
    return max(paid_by(b, seat) - b.level, 0)


@kernel
def price(b: Betting) -> int:
    """What the seat to act must pay to stay."""
    return min(max(b.high - bet_by(b, b.seat), 0), left_to(b, b.seat))


@kernel
def may_raise(b: Betting) -> bool:
    """Whether the seat to act may bet or raise."""
    me, call = b.seat, b.high - bet_by(b, b.seat)
    if left_to(b, me) <= call or (b.kind == FIXED and b.raises >= MOST_RAISES):
        return False
    if b.acted >> me & 1 == 1 and call < b.raise_by:
        return False
    return bet_by(b, 1 - me) + left_to(b, 1 - me) > b.high


@kernel
def bet_on(b: Betting, move: int) -> Betting:
    """The betting after a move."""
    me = b.seat
    chips = 0
    high, by, raises, acted, folded = b.high, b.raise_by, b.raises, b.acted | 1 << me, b.folded
    if move == FOLD:
        folded |= 1 << me
    elif move == CALL:
        chips = price(b)
    else:
        high = move - CALL
        chips = high - bet_by(b, me)
        raises += 1
        if high - b.high >= b.raise_by:
            by, acted = high - b.high, 1 << me
    more_0, more_1 = (0, chips) if me else (chips, 0)
    state = (high, by, raises, acted, folded)
    paid_0, paid_1 = b.paid_0 + more_0, b.paid_1 + more_1
    return passed_on(with_state(b, b.stage, me, paid_0, paid_1, b.level, state))


@kernel
def with_state(
    b: Betting,
    stage: int,
    seat: int,
    paid_0: int,
    paid_1: int,
    level: int,
    state: tuple[int, int, int, int, int],
) -> Betting:
    stacks = (b.stack_0, b.stack_1)
    return Betting(b.kind, b.big, *stacks, stage, seat, paid_0, paid_1, level, *state)


@kernel
def passed_on(b: Betting) -> Betting:
    """The turn goes to who must act, or the next street comes, or the hand ends."""
    state = (b.high, b.raise_by, b.raises, b.acted, b.folded)
    if b.folded:
        return with_state(b, ENDED, b.seat, b.paid_0, b.paid_1, b.level, state)
    for seat in (1 - b.seat, b.seat):
        waits = b.acted >> seat & 1 == 0 or bet_by(b, seat) < b.high
        if waits and left_to(b, seat) > 0:
            return with_state(b, b.stage, seat, b.paid_0, b.paid_1, b.level, state)
    if b.stage == RIVER or left_to(b, 0) == 0 or left_to(b, 1) == 0:
        return with_state(b, ENDED, b.seat, b.paid_0, b.paid_1, b.level, state)
    unit = 2 * b.big if b.kind == FIXED and b.stage + 1 >= TURN else b.big
    fresh = (0, unit, 0, 0, 0)
    return with_state(b, b.stage + 1, 0, b.paid_0, b.paid_1, b.level + b.high, fresh)


@kernel
def result(b: Betting, me: int, share: float) -> float:
    """The payoff of a finished hand, if a showdown gives `me` that part of the pot."""
    if b.folded >> me & 1:
        return -paid_by(b, me) / b.big
    if b.folded:
        return paid_by(b, 1 - me) / b.big
    return (2.0 * share - 1.0) * min(b.paid_0, b.paid_1) / b.big


@kernel
def win_share(ours: int, theirs: int) -> float:
    """Our part of a pot at a showdown."""
    return 1.0 if ours > theirs else 0.5 if ours == theirs else 0.0

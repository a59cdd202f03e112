"""Leduc poker in numbers (Southey and others 2005): two jacks, two queens, two kings.

Suits do not matter, so a card is its rank, 1 to 3; 0 is not dealt yet, and in a view the
other seat's card is HIDDEN until a showdown. Both seats ante 1; bets are 2 in the first
round and 4 in the second, at most two per round; seat 0 begins both rounds. `history` is a
leading 1 and two bits for each move. Chance deals ranks, weighted by the copies left.
"""

from typing import NamedTuple

from kibitz.core.game import CHANCE, OVER, Moves, rule
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below

RANKS, COPIES, HIDDEN = 3, 2, 4
FOLD, CALL, RAISE = 0, 1, 2
DEAL_FIRST, DEAL_SECOND, ROUND_ONE, DEAL_PUBLIC, ROUND_TWO, ENDED = range(6)
BETS = (2, 4)
MOST_RAISES = 2


class Leduc(NamedTuple):
    first: int
    second: int
    public: int
    stage: int
    seat: int
    first_paid: int
    second_paid: int
    raises: int
    history: int


@rule
def turn(p: Leduc) -> int:
    if p.stage == ENDED:
        return OVER
    return p.seat if p.stage in (ROUND_ONE, ROUND_TWO) else CHANCE


@rule
def moves(p: Leduc, out: Moves) -> int:
    count = 0
    if p.stage != ROUND_ONE and p.stage != ROUND_TWO:
        for rank in range(1, RANKS + 1):
            if weight(p, rank):
                out[count] = rank
                count += 1
        return count
    if p.first_paid != p.second_paid:
        out[count] = FOLD
        count += 1
    out[count] = CALL
    count += 1
    if p.raises < MOST_RAISES:
        out[count] = RAISE
        count += 1
    return count


@rule
def weight(p: Leduc, move: int) -> int:
    copies = COPIES
    copies -= 1 if p.first == move else 0
    copies -= 1 if p.second == move else 0
    return copies


@rule
def play(p: Leduc, move: int) -> Leduc:
    if p.stage == DEAL_FIRST:
        return Leduc(move, 0, 0, DEAL_SECOND, 0, 1, 1, 0, 1)
    if p.stage == DEAL_SECOND:
        return Leduc(p.first, move, 0, ROUND_ONE, 0, 1, 1, 0, 1)
    if p.stage == DEAL_PUBLIC:
        paid = p.first_paid, p.second_paid
        return Leduc(p.first, p.second, move, ROUND_TWO, 0, *paid, 0, p.history)
    first, second, stage, raises = p.first_paid, p.second_paid, p.stage, p.raises
    high = max(first, second)
    if move == FOLD:
        stage = ENDED
    else:
        is_checked_to = p.seat == 0 and first == second
        to = high
        if move == RAISE:
            to += BETS[0] if p.stage == ROUND_ONE else BETS[1]
            raises += 1
        elif not is_checked_to:
            stage += 1
        first, second = (to, second) if p.seat == 0 else (first, to)
    seat = 1 - p.seat if stage == p.stage else 0
    history = p.history << 2 | move
    return Leduc(p.first, p.second, p.public, stage, seat, first, second, raises, history)


@rule
def payoff(p: Leduc, seat: int) -> float:
    if p.history & 3 == FOLD:
        gain = float(p.second_paid) if p.second_paid < p.first_paid else -float(p.first_paid)
    else:
        first = p.first + RANKS * (1 if p.first == p.public else 0)
        second = p.second + RANKS * (1 if p.second == p.public else 0)
        gain = 0.0
        if first != second:
            gain = float(p.first_paid) if first > second else -float(p.first_paid)
    return gain if seat == 0 else -gain


@kernel
def is_shown(p: Leduc) -> bool:
    """Whether the hand went to a showdown, which lays both cards open."""
    return p.stage == ENDED and p.history & 3 != FOLD


@rule
def view(p: Leduc, seat: int) -> Leduc:
    if is_shown(p):
        return p
    first, second = p.first, p.second
    if seat == 0:
        second = HIDDEN if second else 0
    else:
        first = HIDDEN if first else 0
    return Leduc(first, second, *p[2:])


@rule
def world(v: Leduc, seat: int, stream: Stream) -> Leduc:
    """The other seat's card is any of those that this seat does not see, each as likely."""
    if is_shown(v):
        return v
    mine = v.first if seat == 0 else v.second
    ticket = below(stream, RANKS * COPIES - (1 if mine else 0) - (1 if v.public else 0))
    other = 0
    for rank in range(1, RANKS + 1):
        left = COPIES - (1 if rank == mine else 0) - (1 if rank == v.public else 0)
        if other == 0 and ticket < left:
            other = rank
        ticket -= left
    first = v.first if seat == 0 or v.first == 0 else other
    second = v.second if seat == 1 or v.second == 0 else other
    return Leduc(first, second, *v[2:])

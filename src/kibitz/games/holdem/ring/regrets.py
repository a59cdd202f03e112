"""A strategy for tables of several seats by regrets, as far as spots and buckets tell it apart.

Monte Carlo CFR with external sampling (Lanctot, Waugh, Zinkevich and Bowling 2009): a deal is
sampled, one seat tries every choice, the others play by their regrets, and the mean of what
was played is the strategy. It is learned in two parts. Before the flop the hand ends with the
flop, and the pot is shared by what solved flops gave the classes (see `flops`). After the flop
the seats come with the hands that this strategy brings along. With more than two seats nothing
proves that this is an equilibrium; it is a strategy that found no better answer to itself.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below, uniform
from kibitz.games.holdem.cards.combos import CLASS_OF, COMBO
from kibitz.games.holdem.cards.tables import CARDS
from kibitz.games.holdem.ring.buckets import bucket_rank, write_seats
from kibitz.games.holdem.ring.flops import share_of
from kibitz.games.holdem.ring.spots import CHOICES, FOLDS, NO_MOVE, STAYS, first_row, write_moves
from kibitz.games.holdem.ring.state import (
    BET,
    BIG,
    BY,
    CARDS_HELD,
    CARDS_SHOWN,
    CHIPS_IN,
    COUNT,
    DEAD,
    HIGH,
    KIND,
    LEFT,
    LIVE,
    SEAT,
    STAGE,
    STATE,
    act,
    gain_of,
    is_still_in,
    may_raise,
    write_values,
)
from kibitz.games.holdem.strategy.strategies import CLASS_RANKS
from kibitz.games.holdem.table.position import BOARD, CALL, ENDED, FIXED, FLOP, PREFLOP, SEATS

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
DEPTH = 512  # of the betting, more than it can be
HOPELESS = -60.0  # big blinds: a regret below which a choice is seldom tried
RETRY = 16  # one time in so many
TREMBLE = 0.03  # how often the others do anything, so that nothing is unheard of
ODDITY = (0.02, 0.3)  # the same before the flop, by turns: all kinds of hands come to it
FAITH = 6  # who bets anything has a good hand: the part of hands below it to this power
UNSEEN = -1  # of a street whose buckets nobody has asked for yet


class RingTraversal(NamedTuple):
    """Who tries every choice, on which street the hand ends, and how much this deal weighs."""

    me: int
    until: int
    weight: float


class RingSheets(NamedTuple):
    """Regrets and what was played: [row, choice]; and the shares of the pot (see `flops`)."""

    regrets: Floats
    played: Floats
    shares: NDArray[np.float32]


class RingNotes(NamedTuple):
    """Room for the betting, the moves, their odds and worth, a row a depth."""

    states: Ints
    moves: Ints
    odds: Floats
    worth: Floats


class TableDeal(NamedTuple):
    """The cards, what they are worth in the end, and their buckets: [street, seat]."""

    cards: Ints
    values: Ints
    buckets: Ints


@kernel
def mixed(regrets: Floats, moves: Ints, odds: Floats) -> None:
    """Write how often each choice is played: by its regret; without any we stay, or fold."""
    total = 0.0
    for i in range(CHOICES):
        odds[i] = max(regrets[i], 0.0) if moves[i] >= 0 else 0.0
        total += odds[i]
    if total <= 0.0:
        odds[STAYS if moves[STAYS] >= 0 else FOLDS] = total = 1.0
    for i in range(CHOICES):
        odds[i] /= total


@kernel
def drawn(odds: Floats, luck: Stream) -> int:
    """A choice by chance."""
    ticket, last = uniform(luck), 0
    for i in range(CHOICES):
        if odds[i] > 0.0:
            last = i
            ticket -= odds[i]
            if ticket < 0.0:
                return i
    return last


@kernel
def bucket_of(t: Ints, deal: TableDeal) -> int:
    """The bucket of the seat to act; those of a street are found when it is asked for."""
    row, cards = deal.buckets[t[STAGE] - PREFLOP], deal.cards
    if row[t[SEAT]] == UNSEEN:
        if t[STAGE] == PREFLOP:
            for seat in range(t[COUNT]):
                row[seat] = CLASS_OF[COMBO[cards[2 * seat], cards[2 * seat + 1]]]
        else:
            write_seats(cards, t[COUNT], t[STAGE], row)
    return row[t[SEAT]]  # type: ignore[no-any-return]


@kernel
def anything(t: Ints, bucket: int, luck: Stream) -> int:
    """Check or call; with a good hand a bet of any size, small ones more often, or all in."""
    rank = CLASS_RANKS[bucket] if t[STAGE] == PREFLOP else bucket_rank(t[STAGE], bucket)
    if not may_raise(t) or uniform(luck) > (1.0 - rank) ** FAITH:
        return CALL
    most = t[BET + t[SEAT]] + t[LEFT + t[SEAT]]
    least = min(t[HIGH] + t[BY], most)
    if t[KIND] == FIXED:
        return CALL + least  # type: ignore[no-any-return]
    to = least + int((most - least) * uniform(luck) ** 3)
    return CALL + (most if below(luck, 4) == 0 else to)  # type: ignore[no-any-return]


@kernel
def explore(
    depth: int,
    goes: RingTraversal,
    deal: TableDeal,
    sheets: RingSheets,
    notes: RingNotes,
    luck: Stream,
) -> float:
    """What the rest of the hand is worth to `goes.me`, learning from it on the way."""
    t, then = notes.states[depth], notes.states[depth + 1]
    if not is_still_in(t, goes.me) or t[STAGE] >= goes.until:
        if goes.until == FLOP:
            return early_gain(t, goes.me, deal, sheets.shares)
        return gain_of(t, goes.me, deal.values)
    bucket = bucket_of(t, deal)
    row = first_row(t) + bucket
    moves, odds, worth = notes.moves[depth], notes.odds[depth], notes.worth[depth]
    regrets = sheets.regrets[row]
    write_moves(t, moves)
    mixed(regrets, moves, odds)
    if t[SEAT] != goes.me:
        for i in range(CHOICES):
            sheets.played[row, i] += goes.weight * odds[i]
        move = anything(t, bucket, luck) if uniform(luck) < TREMBLE else moves[drawn(odds, luck)]
        then[:] = t
        act(then, move)
        return explore(depth + 1, goes, deal, sheets, notes, luck)
    value = 0.0
    for i in range(CHOICES):
        if moves[i] >= 0 and regrets[i] < HOPELESS and below(luck, RETRY) > 0:
            moves[i] = NO_MOVE
        if moves[i] >= 0:
            then[:] = t
            act(then, moves[i])
            worth[i] = explore(depth + 1, goes, deal, sheets, notes, luck)
            value += odds[i] * worth[i]
    for i in range(CHOICES):
        if moves[i] >= 0:
            regrets[i] += worth[i] - value
    return value


@kernel
def deal_cards(deck: Ints, seats: int, deal: TableDeal, luck: Stream) -> None:
    """Deal two cards to each seat and the board, each choice of them as likely."""
    for i in range(2 * seats + BOARD):
        j = i + below(luck, CARDS - i)
        deck[i], deck[j] = deck[j], deck[i]
    for i in range(2 * seats):
        deal.cards[i] = deck[i]
    for i in range(BOARD):
        deal.cards[CARDS_SHOWN + i] = deck[2 * seats + i]
    write_values(deal.cards, seats, deal.values)
    deal.buckets[:] = UNSEEN


@kernel
def early_gain(t: Ints, me: int, deal: TableDeal, shares: NDArray[np.float32]) -> float:
    """What a hand is worth to a seat where the betting before the flop ends, in big blinds."""
    rivals, alike = 0, True
    for seat in range(t[COUNT]):
        if seat != me and is_still_in(t, seat):
            rivals += 1
            alike = alike and t[LIVE + seat] == t[LIVE + me]
    if rivals == 0 or not is_still_in(t, me) or (t[STAGE] == ENDED and not alike):
        return gain_of(t, me, deal.values)
    share = share_of(t, me, deal.buckets[0], shares)
    return float((share * t[CHIPS_IN] - t[LIVE + me] - t[DEAD + me]) / t[BIG])


@kernel
def reach_flop(
    t: Ints, odd: float, deal: TableDeal, sheets: RingSheets, notes: RingNotes, luck: Stream
) -> bool:
    """Play by the strategy to the flop; whether two or more can bet there."""
    moves, odds = notes.moves[0], notes.odds[0]
    while t[STAGE] == PREFLOP:
        write_moves(t, moves)
        bucket = bucket_of(t, deal)
        mixed(sheets.regrets[first_row(t) + bucket], moves, odds)
        act(t, anything(t, bucket, luck) if uniform(luck) < odd else moves[drawn(odds, luck)])
    return t[STAGE] == FLOP  # type: ignore[no-any-return]


@kernel
def learn(
    starts: Ints, until: int, deals: int, done: int, sheets: RingSheets, deck: Ints, luck: Stream
) -> None:
    """Learn from so many deals after `done` others; each row of `starts` is a betting to begin.

    Until the flop what is played before it is learned, until the end what is played after it.
    """
    size = (DEPTH, CHOICES)
    states = np.empty((DEPTH, STATE), np.int64)
    notes = RingNotes(states, np.empty(size, np.int64), np.empty(size), np.empty(size))
    deal = TableDeal(
        np.zeros(CARDS_HELD, np.int64),
        np.zeros(SEATS, np.int64),
        np.empty((4, SEATS), np.int64),
    )
    top = int64(0)  # a recursive kernel takes no literals
    for number in range(done, done + deals):
        states[0] = starts[below(luck, len(starts))]
        deal_cards(deck, states[0, COUNT], deal, luck)
        bucket_of(states[0], deal)
        if until == FLOP or reach_flop(states[0], ODDITY[number & 1], deal, sheets, notes, luck):
            for me in range(states[0, COUNT]):
                if is_still_in(states[0], me):
                    goes = RingTraversal(me, until, float(number + 1))
                    explore(top, goes, deal, sheets, notes, luck)

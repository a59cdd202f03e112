"""Hands at a table of several in which one seat plays by one table and all others by another.

Where a strategy is a table, a hand costs some ten microseconds, so a mean over a million of them
takes a minute. The same hands tell what a move is worth when everybody goes on by the tables.
"""

from typing import NamedTuple

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below, reseed, seed62
from kibitz.games.holdem.cards.tables import CARDS
from kibitz.games.holdem.ring.playouts import blank_deal, write_odds
from kibitz.games.holdem.ring.regrets import UNSEEN, TableDeal, deal_cards, drawn
from kibitz.games.holdem.ring.spots import CHOICES, STAYS
from kibitz.games.holdem.ring.state import (
    CARDS_SHOWN,
    CHIPS_IN,
    COUNT,
    SEAT,
    STAGE,
    STATE,
    Ints,
    act,
    gain_of,
    is_still_in,
    load_cards,
    load_state,
    price,
    write_values,
)
from kibitz.games.holdem.ring.story import LONGEST
from kibitz.games.holdem.strategy.holdings import Floats
from kibitz.games.holdem.table.position import BOARD, CALL, ENDED, FLOP, PREFLOP, SHOWN, Holdem

NOWHERE = -1  # no seat stops there
MOST_MOVES = LONGEST  # of a hand


class TableStyles(NamedTuple):
    """The table of one seat and that of all others; how often either calls, come what may."""

    own: Floats
    own_calls: float
    others: Floats
    others_calls: float


@kernel
def style_odds(
    t: Ints, deal: TableDeal, me: int, styles: TableStyles, moves: Ints, odds: Floats
) -> None:
    """Write the moves of the seat to act and how often it makes each (see `RingStrategy`)."""
    is_me = t[SEAT] == me
    calls = styles.own_calls if is_me else styles.others_calls
    write_odds(t, deal, styles.own if is_me else styles.others, moves, odds)
    if calls > 0.0 and 3 * price(t) <= 2 * t[CHIPS_IN]:
        for i in range(CHOICES):
            odds[i] *= 1.0 - calls
        moves[STAYS] = CALL
        odds[STAYS] += calls


@kernel
def is_between_two(t: Ints) -> bool:
    """Whether two are left after the flop."""
    living = 0
    for seat in range(t[COUNT]):
        living += 1 if is_still_in(t, seat) else 0
    return living == 2 and t[STAGE] >= FLOP


@kernel
def play_tables(
    t: Ints, deal: TableDeal, me: int, styles: TableStyles, stop: int, luck: Stream, made: Ints
) -> int:
    """Play on by the tables; write the moves and return how many.

    It ends where seat `stop` must act and two are left after the flop, or with the hand.
    """
    moves, odds, count = np.empty(CHOICES, np.int64), np.empty(CHOICES), 0
    while t[STAGE] != ENDED and not (t[SEAT] == stop and is_between_two(t)):
        style_odds(t, deal, me, styles, moves, odds)
        move = moves[drawn(odds, luck)]
        if count < len(made):
            made[count] = move
        count += 1
        act(t, move)
    return count


@kernel
def deal_results(start: Ints, styles: TableStyles, results: Floats, luck: Stream) -> None:
    """What one seat wins among the others: each deal played in every seat, the mean of them."""
    deck, deal, made = np.arange(CARDS), blank_deal(), np.empty(0, np.int64)
    t, seats = np.empty(STATE, np.int64), start[COUNT]
    for number in range(len(results)):
        deal_cards(deck, seats, deal, luck)
        total = 0.0
        for me in range(seats):
            t[:] = start
            play_tables(t, deal, me, styles, NOWHERE, luck, made)
            total += gain_of(t, me, deal.values)
        results[number] = total / seats


@kernel
def begin_hand(
    p: Holdem, me: int, styles: TableStyles, stop: int, luck: Stream, made: Ints
) -> tuple[int, bool, float]:
    """Play a dealt hand by the tables: how many moves, whether it ended, and what `me` won."""
    t, deal = np.zeros(STATE, np.int64), blank_deal()
    load_state(p, t)
    load_cards(p, deal.cards)
    write_values(deal.cards, p.seats, deal.values)
    count = play_tables(t, deal, me, styles, stop, luck, made)
    is_over = t[STAGE] == ENDED
    return count, is_over, gain_of(t, me, deal.values) if is_over else 0.0


@kernel
def odds_at(p: Holdem, me: int, styles: TableStyles, moves: Ints, odds: Floats) -> None:
    """Write the moves and odds of the seat to act by the tables."""
    t, deal = np.zeros(STATE, np.int64), blank_deal()
    load_state(p, t)
    load_cards(p, deal.cards)
    style_odds(t, deal, me, styles, moves, odds)


@kernel
def redeal_board(deal: TableDeal, seats: int, stage: int, luck: Stream) -> None:
    """Deal the cards of later streets anew, beside all that are held and shown."""
    left, count, taken = np.empty(CARDS, np.int64), 0, 0
    for i in range(2 * seats):
        taken |= 1 << deal.cards[i]
    for i in range(SHOWN[stage]):
        taken |= 1 << deal.cards[CARDS_SHOWN + i]
    for card in range(CARDS):
        if taken >> card & 1 == 0:
            left[count] = card
            count += 1
    for i in range(BOARD - SHOWN[stage]):
        j = i + below(luck, count - i)
        left[i], left[j] = left[j], left[i]
        deal.cards[CARDS_SHOWN + SHOWN[stage] + i] = left[i]
    write_values(deal.cards, seats, deal.values)
    deal.buckets[stage - PREFLOP + 1 :] = UNSEEN


@kernel
def try_moves(
    p: Holdem, me: int, styles: TableStyles, tries: Ints, values: Floats, luck: Stream
) -> None:
    """What `me` wins by each move if all go on by the tables: a row for each new board.

    Everybody keeps his cards; every move meets the same boards and the same luck.
    """
    now, t, deal = np.zeros(STATE, np.int64), np.empty(STATE, np.int64), blank_deal()
    load_state(p, now)
    load_cards(p, deal.cards)
    again, made = np.empty(4, np.uint64), np.empty(0, np.int64)
    for row in range(len(values)):
        redeal_board(deal, p.seats, p.stage, luck)
        seed = seed62(luck)
        for i in range(len(tries)):
            reseed(again, seed)
            t[:] = now
            act(t, tries[i])
            play_tables(t, deal, me, styles, NOWHERE, again, made)
            values[row, i] = gain_of(t, me, deal.values)

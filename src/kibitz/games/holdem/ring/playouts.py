"""Options played out at a table of several: all seats go on by their styles, in likely worlds.

Each world deals every seat that is in a style and one of the hands that it can hold, by their
weights and no card twice, then the other seats and the rest of the board. Every option is
played in the same worlds with the same luck, in two ways: we go on by the strategy, too, or we
stay in only while that costs nothing more. Whoever is free to choose loses no more by a check
than is in.
"""

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, reseed, seed62
from kibitz.games.holdem.cards.combos import COMBO_CARDS, COMBOS
from kibitz.games.holdem.equity.sampling import draw_row
from kibitz.games.holdem.ring.buckets import Floats, Ints
from kibitz.games.holdem.ring.crowd import Crowd, write_style
from kibitz.games.holdem.ring.regrets import UNSEEN, TableDeal, bucket_of, drawn, mixed
from kibitz.games.holdem.ring.spots import CHOICES, first_row, write_moves
from kibitz.games.holdem.ring.state import (
    CARDS_HELD,
    COUNT,
    HIGH,
    LIVE,
    NOBODY,
    SEAT,
    STAGE,
    STATE,
    act,
    gain_of,
    is_still_in,
    load_cards,
    load_state,
    price,
    write_values,
)
from kibitz.games.holdem.table.position import (
    CALL,
    ENDED,
    FOLD,
    HOLE_BITS,
    SEATS,
    Holdem,
    hole,
    is_in,
    with_cards,
)
from kibitz.games.holdem.table.rules import world

MOST_TRIES = 400  # to draw hands that do not clash
FOLDED, SHARED, PAID_ON, PAID_FREE = range(4)  # what is added up of the answers to an option
ANSWERS = 4


@kernel
def draw_hands(
    v: Holdem, me: int, heights: Floats, hands: Ints, styles: Ints, stream: Stream
) -> bool:
    """Draw a style and a combo for every other seat that is in; whether no card came twice."""
    taken = 0
    for other in range(v.seats):
        if other != me and is_in(v, other):
            row = draw_row(heights[other], 0, heights.shape[1], stream)
            styles[other], hands[other] = row // COMBOS, row % COMBOS
            both = 1 << COMBO_CARDS[hands[other], 0] | 1 << COMBO_CARDS[hands[other], 1]
            if taken & both:
                return False
            taken |= both
    return True


@kernel
def likely_world(
    v: Holdem, me: int, heights: Floats, hands: Ints, styles: Ints, stream: Stream
) -> Holdem:
    """A world in which the others are and hold what is likely."""
    for _ in range(MOST_TRIES):
        if draw_hands(v, me, heights, hands, styles, stream):
            return world(with_hands(v, me, hands), me, stream)
    return world(v, me, stream)


@kernel
def with_hands(v: Holdem, me: int, hands: Ints) -> Holdem:
    """The position in which the others who are in hold these combos."""
    holes_a, holes_b = v.holes_a, v.holes_b
    for other in range(v.seats):
        if other != me and is_in(v, other):
            both = COMBO_CARDS[hands[other], 0] | COMBO_CARDS[hands[other], 1] << 6
            shift = HOLE_BITS * (other % 5)
            cleared = ~(((1 << HOLE_BITS) - 1) << shift)
            if other < 5:
                holes_a = holes_a & cleared | both << shift
            else:
                holes_b = holes_b & cleared | both << shift
    return with_cards(v, holes_a, holes_b, v.board)


@kernel
def share_of(v: Holdem, me: int, values: Ints) -> float:
    """Our part of the pot if all who are in show their hands."""
    winners = 1
    for other in range(v.seats):
        if other != me and is_in(v, other):
            if values[other] > values[me]:
                return 0.0
            winners += 1 if values[other] == values[me] else 0
    return 1.0 / winners


@kernel
def share_left(t: Ints, me: int, values: Ints) -> float:
    """The same against those who stayed to the end."""
    winners = 1
    for other in range(t[COUNT]):
        if other != me and is_still_in(t, other):
            if values[other] > values[me]:
                return 0.0
            winners += 1 if values[other] == values[me] else 0
    return 1.0 / winners


@kernel
def blank_deal() -> TableDeal:
    """Room for a deal."""
    cards, values = np.zeros(CARDS_HELD, np.int64), np.zeros(SEATS, np.int64)
    return TableDeal(cards, values, np.full((4, SEATS), UNSEEN))


@kernel
def write_odds(t: Ints, deal: TableDeal, table: Floats, moves: Ints, odds: Floats) -> None:
    """Write the move of each choice, and how often a strategy plays it."""
    write_moves(t, moves)
    mixed(table[first_row(t) + bucket_of(t, deal)], moves, odds)


@kernel
def odds_now(v: Holdem, table: Floats, moves: Ints, odds: Floats) -> None:
    """Write the moves and odds of the seat to act, who knows its own cards alone."""
    t, deal = np.zeros(STATE, np.int64), blank_deal()
    load_state(v, t)
    load_cards(v, deal.cards)
    for seat in range(v.seats):
        for i in range(2):
            deal.cards[2 * seat + i] = hole(v, v.seat, i)  # a hand for each: ours is asked for
    write_odds(t, deal, table, moves, odds)


@kernel
def play_on(
    t: Ints, deal: TableDeal, crowd: Crowd, styles: Ints, luck: Stream, quitter: int
) -> None:
    """Play to the end, each seat by its style; one seat, if any, pays for nothing more."""
    moves, odds = np.empty(CHOICES, np.int64), np.empty(CHOICES)
    while t[STAGE] != ENDED:
        if t[SEAT] == quitter:
            act(t, FOLD if price(t) > 0 else CALL)
        else:
            write_style(t, deal, crowd, styles[t[SEAT]], moves, odds)
            act(t, moves[drawn(odds, luck)])


@kernel
def is_alone(t: Ints, me: int) -> bool:
    """Whether all others have folded."""
    rivals = 0
    for seat in range(t[COUNT]):
        rivals += 1 if seat != me and is_still_in(t, seat) else 0
    return rivals == 0


@kernel
def matched(t: Ints, me: int) -> int:
    """What we paid in all, as far as another seat paid as much: the rest came back."""
    most = 0
    for seat in range(t[COUNT]):
        most = max(most, t[LIVE + seat] if seat != me else 0)
    return min(most, t[LIVE + me])  # type: ignore[no-any-return]


@kernel
def play_options(
    v: Holdem,
    tries: Ints,
    heights: Floats,
    crowd: Crowd,
    values: Floats,
    answers: Floats,
    stream: Stream,
) -> None:
    """Play each of `tries` in one world a row of `values`, going on by the first style; then each
    again, paying for nothing more; the last column is our equity.

    `heights` are the weights of styles and combos of each seat, added up. `answers` counts how
    often nobody goes on against each, adds up our equity where not, and what we pay either way
    that somebody matches.
    """
    me, luck, hands = v.seat, np.empty(4, np.uint64), np.zeros(SEATS, np.int64)
    now, t, deal = np.zeros(STATE, np.int64), np.zeros(STATE, np.int64), blank_deal()
    styles = np.zeros(SEATS, np.int64)
    load_state(v, now)
    for row in range(len(values)):
        load_cards(likely_world(v, me, heights, hands, styles, stream), deal.cards)
        write_values(deal.cards, v.seats, deal.values)
        deal.buckets[:] = UNSEEN
        share = share_of(v, me, deal.values)
        values[row, 2 * len(tries)] = share
        seed = seed62(stream)
        for i in range(len(tries)):
            for way in range(1, -1, -1):
                reseed(luck, seed)
                t[:] = now
                act(t, tries[i])
                play_on(t, deal, crowd, styles, luck, me if way == 1 else NOBODY)
                values[row, way * len(tries) + i] = gain_of(t, me, deal.values)
                paid = matched(t, me) - now[LIVE + me]
                answers[i, PAID_FREE if way == 1 else PAID_ON] += max(paid, 0)
            if tries[i] > CALL and is_alone(t, me) and t[HIGH] == tries[i] - CALL:
                answers[i, FOLDED] += 1.0
            elif tries[i] > CALL:
                answers[i, SHARED] += share_left(t, me, deal.values)

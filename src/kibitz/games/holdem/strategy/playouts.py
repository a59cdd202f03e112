"""Options played out heads-up: both seats go on by a strategy, in worlds that fit the betting.

Each world deals the other seat one of the hands that he can hold, by their weights, and
the rest of the board. Every option is played in the same worlds with the same luck.
"""

from typing import NamedTuple

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below, reseed, seed62
from kibitz.games.holdem.cards.combos import CLASS_OF, COMBO, COMBO_CARDS
from kibitz.games.holdem.cards.tables import CARD_MASKS, CARDS
from kibitz.games.holdem.equity.sampling import draw_row
from kibitz.games.holdem.strategy.buckets import write_street
from kibitz.games.holdem.strategy.holdings import Floats, Ints
from kibitz.games.holdem.strategy.regrets import drawn, mixed, moved, share_of_first
from kibitz.games.holdem.strategy.spots import CHOICES, WIDTH, move_of, spot_of
from kibitz.games.holdem.table.betting import Betting, betting_of, result
from kibitz.games.holdem.table.position import (
    BOARD,
    CALL,
    ENDED,
    FLOP,
    FOLD,
    PREFLOP,
    RIVER,
    UNKNOWN,
    Holdem,
    board_card,
    hole,
    raiser,
)

_U0 = np.uint64(0)


class Sides(NamedTuple):
    """The strategies of both, and which seat is ours."""

    me: int
    ours: Floats
    his: Floats


@kernel
def led_before(v: Holdem) -> int:
    """Who raised last on the street before, -1 for nobody."""
    return -1 if v.stage <= PREFLOP else raiser(v, v.stage - 1)


@kernel
def write_odds(b: Betting, led: int, bucket: int, table: Floats, moves: Ints, odds: Floats) -> None:
    """Write the move of each choice, and how often a strategy plays it."""
    for i in range(CHOICES):
        moves[i] = move_of(b, i)
    mixed(table[spot_of(b, led) * WIDTH + bucket], moves, odds)


@kernel
def own_bucket(v: Holdem, seat: int) -> int:
    """The bucket of a seat's hand now."""
    a, b = hole(v, seat, 0), hole(v, seat, 1)
    if v.stage == PREFLOP:
        return CLASS_OF[COMBO[a, b]]  # type: ignore[no-any-return]
    cards, ranks, buckets = np.empty(4 + BOARD, np.int64), np.empty(2), np.empty(2, np.int64)
    cards[0], cards[1], cards[2], cards[3] = a, b, a, b
    for i in range(BOARD):
        cards[4 + i] = board_card(v, i)
    write_street(cards, v.stage, ranks, buckets)
    return buckets[0]  # type: ignore[no-any-return]


@kernel
def odds_now(v: Holdem, seat: int, table: Floats, moves: Ints, odds: Floats) -> None:
    """Write the moves and odds of the seat to act."""
    write_odds(betting_of(v), led_before(v), own_bucket(v, seat), table, moves, odds)


@kernel
def deal_world(v: Holdem, me: int, combo: int, cards: Ints, luck: Stream) -> None:
    """Write both hands and a whole board: his combo, and any cards where the board is hidden."""
    other = 1 - me
    for i in range(2):
        cards[2 * me + i] = hole(v, me, i)
        cards[2 * other + i] = COMBO_CARDS[combo, i]
    seen = _U0
    for i in range(4):
        seen |= CARD_MASKS[cards[i]]
    for i in range(BOARD):
        if board_card(v, i) != UNKNOWN:
            seen |= CARD_MASKS[board_card(v, i)]
    for i in range(BOARD):
        card = board_card(v, i)
        if card == UNKNOWN:
            card = below(luck, CARDS)
            while seen & CARD_MASKS[card] != _U0:
                card = below(luck, CARDS)
            seen |= CARD_MASKS[card]
        cards[4 + i] = card


@kernel
def play_on(
    b: Betting, led: int, now: int, sides: Sides, buckets: Ints, share: float, luck: Stream
) -> float:
    """Play to the end by the strategies; our payoff."""
    moves, odds = np.empty(CHOICES, np.int64), np.empty(CHOICES)
    while b.stage != ENDED:
        bucket, mine = buckets[b.stage - PREFLOP, b.seat], b.seat == sides.me
        write_odds(b, led, bucket, sides.ours if mine else sides.his, moves, odds)
        b, led, now = moved(b, led, now, moves[drawn(odds, luck)])
    return result(b, sides.me, share)


@kernel
def play_options(
    v: Holdem,
    tries: Ints,
    heights: Floats,
    sides: Sides,
    values: Floats,
    answers: Floats,
    stream: Stream,
) -> None:
    """Play each of `tries` in one world a row of `values`; the last column is our equity.

    `answers` counts how often he folds to each at once, and adds up our equity where not.
    """
    cards, ranks, buckets = np.empty(4 + BOARD, np.int64), np.empty(2), np.empty((4, 2), np.int64)
    luck, me, now = np.empty(4, np.uint64), sides.me, betting_of(v)
    led, who = led_before(v), raiser(v, v.stage)
    for row in range(len(values)):
        deal_world(v, me, draw_row(heights, 0, len(heights), stream), cards, stream)
        for seat in range(2):
            buckets[0, seat] = CLASS_OF[COMBO[cards[2 * seat], cards[2 * seat + 1]]]
        for stage in range(max(v.stage, FLOP), RIVER + 1):
            write_street(cards, stage, ranks, buckets[stage - PREFLOP])
        share = share_of_first(cards)
        share = share if me == 0 else 1.0 - share
        values[row, len(tries)] = share
        seed = seed62(stream)
        for i in range(len(tries)):
            reseed(luck, seed)
            b, before, last = moved(now, led, who, tries[i])
            values[row, i] = play_on(b, before, last, sides, buckets, share, luck)
            if tries[i] > CALL:
                reseed(luck, seed)
                count_answer(b, before, sides, buckets, share, luck, answers[i])


@kernel
def count_answer(
    b: Betting,
    led: int,
    sides: Sides,
    buckets: Ints,
    share: float,
    luck: Stream,
    answer: Floats,
) -> None:
    """Count whether he folds to a raise at once, or add up our equity."""
    moves, odds = np.empty(CHOICES, np.int64), np.empty(CHOICES)
    write_odds(b, led, buckets[b.stage - PREFLOP, b.seat], sides.his, moves, odds)
    if moves[drawn(odds, luck)] == FOLD:
        answer[0] += 1.0
    else:
        answer[1] += share

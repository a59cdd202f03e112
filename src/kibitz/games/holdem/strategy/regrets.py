"""An equilibrium of hold'em heads-up as far as spots and buckets tell it apart, by regrets.

Monte Carlo CFR with external sampling (Lanctot, Waugh, Zinkevich and Bowling 2009): a deal
is sampled, one seat tries every choice, the other plays by its regrets, and the mean of
what was played comes near an equilibrium. Early regrets are forgotten step by step, and
later play weighs more.

With a model of one seat the same search gives a restricted Nash response (Johanson,
Zinkevich and Bowling 2008; with a trust for each spot, Johanson and Bowling 2009): the
modelled seat must play as the model says as often as it is trusted, and plays freely
else. The other seat's answer gains from the model and stays safe where it is not trusted.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below, uniform
from kibitz.games.holdem.cards.evaluator import hand_value
from kibitz.games.holdem.cards.tables import CARD_KEYS, CARD_MASKS, CARDS, EMPTY_KEY
from kibitz.games.holdem.strategy.buckets import write_buckets
from kibitz.games.holdem.strategy.spots import (
    ALL_IN,
    CHOICES,
    NO_MOVE,
    STAYS,
    WIDTH,
    move_of,
    spot_of,
)
from kibitz.games.holdem.table.betting import (
    Betting,
    bet_by,
    bet_on,
    left_to,
    may_raise,
    result,
    win_share,
)
from kibitz.games.holdem.table.position import CALL, ENDED, FIXED, PREFLOP

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Table = NDArray[np.float64]
HOPELESS = -300.0  # a regret below which a choice is seldom tried
RETRY = 16  # one time in so many
DEPTH = 64  # of the betting, more than it can be
NOBODY = -1
TREMBLE = 0.001  # how often the other seat does anything, so that nothing is unheard of


class Traversal(NamedTuple):
    """Who tries every choice, who is modelled, and what the deal is worth."""

    me: int
    him: int  # the seat that has a model, or NOBODY
    share: float  # of the pot for `me` at a showdown
    weight: float  # of this deal in the mean of what is played


class Sheets(NamedTuple):
    """Regrets and what was played, a sheet for each side: [side, row, choice]."""

    regrets: Table
    played: Table
    model: Table  # [row, choice]: what the modelled seat does
    trust: Table  # [row]: how often it must


class Notes(NamedTuple):
    """Room for the moves, their odds and their worth, a row a depth."""

    moves: Ints
    odds: Floats
    worth: Floats


@kernel
def mixed(regrets: Table, moves: Ints, odds: Floats) -> None:
    """Write how often each choice is played: by its regret; where there is none we stay."""
    total = 0.0
    for i in range(CHOICES):
        odds[i] = max(regrets[i], 0.0) if moves[i] >= 0 else 0.0
        total += odds[i]
    if total <= 0.0:
        odds[STAYS] = total = 1.0
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
def told(model: Floats, moves: Ints, odds: Floats) -> None:
    """Write how often the model plays each choice, where some are no moves."""
    for i in range(CHOICES):
        odds[i] = model[i] if moves[i] >= 0 else 0.0
    for i in range(CHOICES):
        if moves[i] < 0 and model[i] > 0.0:
            odds[instead(i, moves)] += model[i]


@kernel
def instead(choice: int, moves: Ints) -> int:
    """What is played for a choice that is no move: a smaller bet, a greater one, or none."""
    for i in range(choice - 1, STAYS, -1):
        if moves[i] >= 0:
            return i
    if choice > STAYS and moves[ALL_IN] >= 0:
        return ALL_IN
    return STAYS


@kernel
def anything(b: Betting, luck: Stream) -> int:
    """Check or call, or a bet of any size, small ones more often."""
    if not may_raise(b) or below(luck, 2) == 0:
        return CALL
    most = bet_by(b, b.seat) + left_to(b, b.seat)
    least = min(b.high + b.raise_by, most)
    if b.kind == FIXED:
        return CALL + least
    return CALL + least + int((most - least) * uniform(luck) ** 3)


@kernel
def moved(b: Betting, led: int, now: int, move: int) -> tuple[Betting, int, int]:
    """The betting after a move, and the last raisers on the street before and on this one."""
    then, who = bet_on(b, move), b.seat if move > CALL else now
    return (then, led, who) if then.stage == b.stage else (then, who, NOBODY)


@kernel
def explore(
    b: Betting,
    led: int,
    now: int,
    depth: int,
    play: Traversal,
    buckets: Ints,
    sheets: Sheets,
    notes: Notes,
    luck: Stream,
) -> float:
    """What the rest of the hand is worth to `play.me`, learning from it on the way.

    `led` and `now` are the last raisers on the street before and on this one.
    """
    if b.stage == ENDED:
        return result(b, play.me, play.share)
    seat, side = b.seat, 1 if b.seat == play.him else 0
    row = spot_of(b, led) * WIDTH + buckets[b.stage - PREFLOP, seat]
    moves, odds, worth = notes.moves[depth], notes.odds[depth], notes.worth[depth]
    regrets = sheets.regrets[side, row]
    for i in range(CHOICES):
        moves[i] = move_of(b, i)
    mixed(regrets, moves, odds)
    trust = sheets.trust[row] if side == 1 else 0.0
    if seat != play.me:
        for i in range(CHOICES):
            sheets.played[side, row, i] += play.weight * odds[i]
        if uniform(luck) < trust:
            told(sheets.model[row], moves, odds)
        move = anything(b, luck) if uniform(luck) < TREMBLE else moves[drawn(odds, luck)]
        then = moved(b, led, now, move)
        return explore(*then, depth + 1, play, buckets, sheets, notes, luck)
    value = 0.0
    for i in range(CHOICES):
        if moves[i] >= 0 and regrets[i] < HOPELESS and below(luck, RETRY) > 0:
            moves[i] = NO_MOVE
        if moves[i] >= 0:
            then = moved(b, led, now, moves[i])
            worth[i] = explore(*then, depth + 1, play, buckets, sheets, notes, luck)
            value += odds[i] * worth[i]
    for i in range(CHOICES):
        if moves[i] >= 0:
            regrets[i] += worth[i] - value
    if trust > 0.0:
        told(sheets.model[row], moves, odds)
        must = 0.0
        for i in range(CHOICES):
            if moves[i] >= 0:
                must += odds[i] * worth[i]
        value += trust * (must - value)
    return value


@kernel
def deal_nine(cards: Ints, luck: Stream) -> None:
    """Put nine cards of the pack first, each choice of them as likely."""
    for i in range(9):
        j = i + below(luck, CARDS - i)
        cards[i], cards[j] = cards[j], cards[i]


@kernel
def share_of_first(cards: Ints) -> float:
    """The first hand's part of the pot at a showdown."""
    key, mask = EMPTY_KEY, np.uint64(0)
    for i in range(4, 9):
        key += CARD_KEYS[cards[i]]
        mask |= CARD_MASKS[cards[i]]
    values = np.empty(2, np.int64)
    for seat in range(2):
        a, b = cards[2 * seat], cards[2 * seat + 1]
        whole = mask | CARD_MASKS[a] | CARD_MASKS[b]
        values[seat] = hand_value(key + CARD_KEYS[a] + CARD_KEYS[b], whole)
    return win_share(values[0], values[1])


@kernel
def begun(s: Ints) -> Betting:
    """The betting that a row of numbers is."""
    now = (s[4], s[5], s[6], s[7], s[8], s[9], s[10], s[11], s[12], s[13])
    return Betting(s[0], s[1], s[2], s[3], *now)


@kernel
def learn(
    starts: NDArray[np.int64],
    deals: int,
    done: int,
    is_modelled: bool,
    sheets: Sheets,
    cards: Ints,
    luck: Stream,
) -> None:
    """Learn from so many deals after `done` others; each row of `starts` is a betting to begin.

    `cards` is the deck as the deals before left it.
    """
    ranks, buckets = np.empty((4, 2)), np.empty((4, 2), np.int64)
    size = (DEPTH, CHOICES)
    notes = Notes(np.empty(size, np.int64), np.empty(size), np.empty(size))
    none, top = int64(NOBODY), int64(0)  # a recursive kernel takes no literals
    for deal in range(done, done + deals):
        deal_nine(cards, luck)
        write_buckets(cards, ranks, buckets)
        share = share_of_first(cards)
        b = begun(starts[below(luck, len(starts))])
        him = below(luck, 2) if is_modelled else NOBODY
        for me in range(2):
            play = Traversal(me, him, share if me == 0 else 1.0 - share, float(deal + 1))
            explore(b, none, none, top, play, buckets, sheets, notes, luck)

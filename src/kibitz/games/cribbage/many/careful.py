"""A rule of play for three and four that fears replies: quick enough to play hands out by.

A card is worth the points it makes, less those that the next player may make on it (more, if
the next is the partner), and a part of the point for a go if nobody may have an answer. The
rule knows what its seat knows: its own cards and throw, what was played, every go, and how
many cards the others hold, of which all unseen ones are as likely. Points that reach 121 count
as a won game. It draws no lots, so that a play of known hands has one end.
"""

import numpy as np

from kibitz.core.game import play
from kibitz.core.kernel import kernel
from kibitz.games.cribbage.many.seats import share_of
from kibitz.games.cribbage.pegging.careful import worth
from kibitz.games.cribbage.table.knowledge import WHOLE, bar_of, size_of
from kibitz.games.cribbage.table.pile import (
    LIMIT,
    PAIR_ROYAL,
    equal_cards,
    peg_points,
    pile_count,
)
from kibitz.games.cribbage.table.rules import (
    FITTING,
    HAND,
    NONE,
    PLAY,
    SCORE,
    THROWN,
    Cribbage,
    side_of,
)
from kibitz.games.cribbage.table.score import RANKS, VALUES, lowest_card

FEAR, GO = 1.15, 0.9  # what a point of a reply counts; the other ones having none
COPIES = np.array([bin(cards).count("1") for cards in range(16)], np.int64)  # of four suits
TWO_EACH = np.array(  # by value, 2 for every rank of that value, in 4 bits each
    [sum(2 << 4 * rank for rank in range(RANKS) if VALUES[rank] == value) for value in range(11)],
    np.int64,
)


@kernel
def next_to_answer(p: Cribbage, room: int) -> int:
    """The next seat that may have a card under the room, as far as goes have told; or NONE."""
    for step in range(1, p.players):
        seat = (p.seat + step) % p.players
        if p[HAND + seat] and bar_of(p, seat) < room:
            return seat
    return NONE


@kernel
def unseen_by(p: Cribbage, seat: int) -> int:
    """The cards that a seat has not seen during the play."""
    played = p.played0 | p.played1 | p.played2 | p.played3
    return WHOLE & ~(played | p[HAND + seat] | p[THROWN + seat] | 1 << p.starter)


@kernel
def held_by_others(p: Cribbage) -> int:
    """How many cards the seats that are not to act hold."""
    held = -size_of(p[HAND + p.seat])
    for seat in range(p.players):
        held += size_of(p[HAND + seat])
    return held


@kernel
def run_replies(pile: int) -> int:
    """By rank, 4 bits each, the length of the run that a reply of that rank makes, or 0."""
    packed, seen, lowest, highest, cards = 0, 0, RANKS, -1, 0
    while pile:
        rank = (pile & 15) - 1
        if seen >> rank & 1:
            break
        seen |= 1 << rank
        lowest, highest, cards = min(lowest, rank), max(highest, rank), cards + 1
        if cards > 1 and highest - lowest == cards - 1:
            if lowest > 0:
                packed = with_nibble(packed, lowest - 1, cards + 1)
            if highest < RANKS - 1:
                packed = with_nibble(packed, highest + 1, cards + 1)
        elif cards > 1 and highest - lowest == cards:
            gap = (2 << highest) - (1 << lowest) & ~seen
            packed = with_nibble(packed, lowest_card(gap), cards + 1)
        pile >>= 4
    return packed


@kernel
def with_nibble(packed: int, rank: int, number: int) -> int:
    """Packed numbers with another one for a rank."""
    return packed & ~(15 << 4 * rank) | number << 4 * rank


@kernel
def reply_points(pile: int, count: int) -> int:
    """By rank, 4 bits each, what a reply of that rank pegs on a pile that stands at `count`.

    The same as `peg_points` rank by rank, in one walk through the pile. What passes 31 is not
    left out.
    """
    equal, newest = equal_cards(pile), (pile & 15) - 1
    packed = with_nibble(run_replies(pile), newest, PAIR_ROYAL[equal + 1] if equal < 4 else 0)
    for wanted in (15 - count, LIMIT - count):
        if 0 < wanted <= 10:
            packed += TWO_EACH[wanted]
    return packed


@kernel
def careful_value(p: Cribbage, rank: int, count: int, unseen: int, others: int) -> float:
    """What laying a rank promises on a pile that stands at `count`; `others` hold so many."""
    pile, count = p.pile << 4 | rank + 1, count + int(VALUES[rank])
    gain = worth(peg_points(pile, count), p[SCORE + side_of(p, p.seat)])
    seat = next_to_answer(p, LIMIT - count)
    if seat == NONE:
        return gain + (GO if count < LIMIT else 0.0)
    side, held = side_of(p, seat), size_of(p[HAND + seat])
    may = unseen & ~int(FITTING[bar_of(p, seat)])
    fitting = may & int(FITTING[LIMIT - count])
    may_hold, fits, points = size_of(may), size_of(fitting), 0.0
    if may_hold == 0:
        return gain
    replies = reply_points(pile, count)
    while replies:
        place = lowest_card(replies) & ~3
        copies = COPIES[fitting >> place & 15]
        points += copies * worth(replies >> place & 15, p[SCORE + side])
        replies &= ~(15 << place)
    share = share_of(p, side, p.seat)
    stuck = (1.0 - fits / may_hold) ** others
    return gain + (FEAR if share < 0 else 1.0) * share * points * held / may_hold + GO * stuck


@kernel
def careful_card(p: Cribbage) -> int:
    """The card that a careful player lays."""
    count = pile_count(p.pile)
    cards = p[HAND + p.seat] & FITTING[LIMIT - count]
    best, most = lowest_card(cards), -1e9
    if cards & (cards - 1) == 0:
        return best
    unseen, others = unseen_by(p, p.seat), held_by_others(p)
    before = NONE
    while cards:
        card = lowest_card(cards)
        cards &= cards - 1
        if card >> 2 != before:
            before = card >> 2
            value = careful_value(p, before, count, unseen, others)
            if value > most:
                best, most = card, value
    return best


@kernel
def pegged(before: Cribbage, after: Cribbage, card: int) -> int:
    """What a card pegged, without the show that the last card of a hand brings."""
    if after.phase == PLAY:
        side = side_of(before, before.seat)
        return int(after[SCORE + side] - before[SCORE + side])
    pile = before.pile << 4 | (card >> 2) + 1
    count = pile_count(pile)
    held = after.hand0 | after.hand1 | after.hand2 | after.hand3
    return peg_points(pile, count) + (1 if count < LIMIT and held == 0 else 0)


@kernel
def careful_end(p: Cribbage, cards: int, seat: int) -> tuple[Cribbage, float]:
    """The place after all go on carefully for so many cards, and what that pegs for a seat."""
    net = 0.0
    while p.phase == PLAY and cards > 0:
        card = careful_card(p)
        after = play(p, card)
        net += share_of(p, side_of(p, p.seat), seat) * pegged(p, after, card)
        p = after
        cards -= 1
    return p, net

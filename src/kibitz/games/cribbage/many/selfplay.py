"""Hands and games of three and four in one kernel, for the tables that ship and for measuring.

Styles come as rows of integers, one per seat. A seat decides from its
view alone, by the same kernels as the analyst.
"""

from typing import NamedTuple

import numpy as np

from kibitz.core.game import CHANCE, OVER, moves, play, sample, turn, view
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below, reseed
from kibitz.games.cribbage.many.careful import careful_card, pegged
from kibitz.games.cribbage.many.hands import FIVE, Floats, Ints
from kibitz.games.cribbage.many.lore import ManyLore
from kibitz.games.cribbage.many.seats import role_at
from kibitz.games.cribbage.many.throw import throw_parts, write_five, write_hands
from kibitz.games.cribbage.many.weighing import legal_ranks, throw_chances, weigh_many
from kibitz.games.cribbage.many.worlds import modelled_throw
from kibitz.games.cribbage.pegging.sums import blank_sums
from kibitz.games.cribbage.table import knowledge  # noqa: F401  (its rules belong to the game)
from kibitz.games.cribbage.table.pile import peg_points, pile_count
from kibitz.games.cribbage.table.rules import (
    DEAL,
    HAND,
    HEELS,
    NONE,
    PLAYED,
    THROW,
    Cribbage,
    crib_of,
    moved,
)
from kibitz.games.cribbage.table.score import DECK, JACK, set_points
from kibitz.games.cribbage.throwing.endgame import correct
from kibitz.games.cribbage.winning.criterion import is_decisive

ANY, TOP_THREE, HAND_ONLY, UNIFORM_CRIB, MODEL, BY_HEART, CURIOUS = range(7)  # ways to throw
RANDOM, GREEDY, RULE, WEIGH = range(4)  # ways to play
MOST_EVENTS = 24  # heels, sixteen cards, five counts, and some room
ROLES = 4  # an event is four times its points and the role, or the side, that counts them


class ManyStyle(NamedTuple):
    """How a seat throws and plays."""

    throw: int
    play: int
    worlds: int  # in each decision of the play
    ahead: int  # cards that a search of the play looks at
    aware: int  # points from the end at which the chance to win decides; 0 is never
    throw_worlds: int  # where the chance to win decides about a throw


@kernel
def style_at(styles: Ints, seat: int) -> ManyStyle:
    """The style of a seat."""
    a = styles[seat]
    return ManyStyle(int(a[0]), int(a[1]), int(a[2]), int(a[3]), int(a[4]), int(a[5]))


@kernel
def is_near_end(v: Cribbage, aware: int) -> int:
    """1 where a side is so near the end that chances to win decide."""
    return is_decisive(max(v.score0, v.score1), v.score2, aware)


@kernel
def write_values(
    v: Cribbage, seat: int, style: ManyStyle, lore: ManyLore, stream: Stream, out: Floats
) -> None:
    """Write what each throw is worth to a style: points, or chances to win near the end."""
    parts, five = np.zeros((3, FIVE)), np.empty(FIVE, np.int64)
    if style.throw in (TOP_THREE, HAND_ONLY):
        write_hands(write_five(v[HAND + seat], five), five, parts[0])
    else:
        throw_parts(v[HAND + seat], v.players, role_at(v, seat), lore, parts)
    for i in range(FIVE):
        out[i] = parts[0, i] + parts[1, i]
    if style.throw == MODEL and is_near_end(v, style.aware):
        worlds = style.throw_worlds
        chances, counts = np.empty((worlds, FIVE)), np.empty((worlds, FIVE))
        throw_chances(v, seat, lore, stream, chances, counts)
        correct(chances, counts, out)
        for i in range(FIVE):
            out[i] = chances[:, i].sum()
    elif style.throw == MODEL:
        for i in range(FIVE):
            out[i] += parts[2, i]


@kernel
def chosen_throw(
    v: Cribbage, seat: int, style: ManyStyle, lore: ManyLore, plain: ManyLore, stream: Stream
) -> int:
    """The set of one card that a style throws."""
    five, values = np.empty(FIVE, np.int64), np.empty(FIVE)
    hand = write_five(v[HAND + seat], five)
    if style.throw == BY_HEART or (style.throw == CURIOUS and below(stream, 2)):
        return 1 << modelled_throw(hand, 0, role_at(v, seat), lore.choices)
    if style.throw in (ANY, CURIOUS):
        return 1 << int(five[below(stream, FIVE)])
    write_values(v, seat, style, plain if style.throw < MODEL else lore, stream, values)
    for _ in range(below(stream, 3) if style.throw == TOP_THREE else 0):
        values[np.argmax(values)] = -1e9
    return 1 << int(five[np.argmax(values)])


@kernel
def greedy_card(v: Cribbage, out: Ints, count: int, stream: Stream) -> int:
    """A card that pegs most at once; among equals a random one."""
    best, most, equals = int(out[0]), -1, 0
    for i in range(count):
        pile = v.pile << 4 | (out[i] >> 2) + 1
        points = peg_points(pile, pile_count(pile))
        if points > most:
            best, most, equals = int(out[i]), points, 1
        elif points == most:
            equals += 1
            if below(stream, equals) == 0:
                best = int(out[i])
    return best


@kernel
def searched_card(v: Cribbage, seat: int, style: ManyStyle, lore: ManyLore, stream: Stream) -> int:
    """The card that is best over worlds, in points or near the end in chances to win."""
    ranks, cards, sums = np.empty(4, np.int64), np.empty(4, np.int64), blank_sums()
    weigh_many(v, seat, style.worlds, style.ahead, lore, stream, sums)
    totals = sums.wins if is_near_end(v, style.aware) else sums.points
    best = 0
    for i in range(legal_ranks(v, ranks, cards)):
        if totals[ranks[i]] > totals[ranks[best]]:
            best = i
    return int(cards[best])


@kernel
def chosen_card(
    v: Cribbage, seat: int, style: ManyStyle, lore: ManyLore, out: Ints, stream: Stream
) -> int:
    """The card that a style plays."""
    count = moves(v, out)
    if count == 1 or style.play == RANDOM:
        return int(out[below(stream, count)])
    if style.play == GREEDY:
        return greedy_card(v, out, count, stream)
    return searched_card(v, seat, style, lore, stream)


@kernel
def next_move(
    p: Cribbage, styles: Ints, lore: ManyLore, plain: ManyLore, luck: Stream, stream: Stream
) -> int:
    """What chance draws from `luck`, or what a seat decides from its view in its style."""
    out = np.empty(DECK, np.int64)
    if turn(p) == CHANCE:
        return sample(p, out, luck)
    style = style_at(styles, p.seat)
    if p.phase == THROW:
        return chosen_throw(view(p, p.seat), p.seat, style, lore, plain, stream)
    if style.play == RULE:
        return careful_card(p)  # which looks at its own cards alone
    return chosen_card(view(p, p.seat), p.seat, style, lore, out, stream)


@kernel
def write_event(events: Ints, points: int, role: int) -> None:
    """Add an event to a row that begins with their number."""
    if points:
        events[0] += 1
        events[events[0]] = ROLES * points + role


@kernel
def write_show(p: Cribbage, dealer: int, events: Ints) -> None:
    """Add what all hands and the crib count, in order, after the last card of a hand."""
    for step in range(1, p.players + 2):
        seat = (dealer + min(step, p.players)) % p.players
        is_crib = 1 if step > p.players else 0
        points = set_points(crib_of(p) if is_crib else p[PLAYED + seat], p.starter, is_crib)
        write_event(events, points, (seat - dealer) % p.players)


@kernel
def hands_of(
    fresh: Cribbage,
    seeds: Ints,
    styles: Ints,
    lore: ManyLore,
    plain: ManyLore,
    stream: Stream,
    events: Ints,
    kept: Ints,
    nets: Ints,
) -> None:
    """Play one hand for each seed from a deal by the dealer of `fresh`, at scores too low to win.

    Row by row: the events in order behind their number; by role what was kept; and by role what
    was pegged, heels left out.
    """
    luck, dealer = np.empty(4, np.uint64), fresh.dealer
    for i in range(len(seeds)):
        reseed(luck, seeds[i])
        p = fresh
        while p.phase != DEAL or p.starter == NONE:
            move = next_move(p, styles, lore, plain, luck, stream)
            after = play(p, move)
            if p.starter == NONE and after.starter != NONE:
                write_event(events[i], HEELS if after.starter >> 2 == JACK else 0, 0)
            elif p.starter != NONE:
                points, role = pegged(p, after, move), (p.seat - dealer) % p.players
                write_event(events[i], points, role)
                nets[i, role] += points
            p = after
        write_show(p, dealer, events[i])
        for role in range(p.players):
            kept[i, role] = p[PLAYED + (dealer + role) % p.players]


@kernel
def hands_from(
    fresh: Cribbage,
    scores: Ints,
    seeds: Ints,
    styles: Ints,
    lore: ManyLore,
    plain: ManyLore,
    stream: Stream,
    ends: Ints,
) -> None:
    """Play one hand from each row of scores of sides, seat 0 dealing; write those after it.

    A hand that wins ends at once, the winner at 121.
    """
    luck = np.empty(4, np.uint64)
    for i in range(len(seeds)):
        reseed(luck, seeds[i])
        before = (int(scores[i, 0]), int(scores[i, 1]), int(scores[i, 2]))
        p = moved(fresh, DEAL, 0, 0, NONE, 0, 0, before, 0)
        while turn(p) != OVER and (p.phase != DEAL or p.starter == NONE):
            p = play(p, next_move(p, styles, lore, plain, luck, stream))
        ends[i, 0], ends[i, 1], ends[i, 2] = p.score0, p.score1, p.score2


@kernel
def games_of(
    start: Cribbage,
    seeds: Ints,
    styles: Ints,
    lore: ManyLore,
    plain: ManyLore,
    stream: Stream,
    scores: Ints,
) -> None:
    """Play a game from `start` for each seed; write the scores and the deals to its row."""
    luck = np.empty(4, np.uint64)
    for i in range(len(seeds)):
        reseed(luck, seeds[i])
        p = start
        while turn(p) != OVER:
            p = play(p, next_move(p, styles, lore, plain, luck, stream))
        scores[i, 0], scores[i, 1], scores[i, 2] = p.score0, p.score1, p.score2
        scores[i, 3] = p.deals

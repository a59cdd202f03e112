"""Worlds of bluff: hidden cards dealt anew from what a seat has not seen.

The claim on the table is a lie as often as the belief says; the other hidden cards are
dealt uniformly. What the others know is left empty: they are never taken to see the
seat's own cards.
"""

import numpy as np

from kibitz.core.game import Moves, rule
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below, shuffle, uniform
from kibitz.games.bluff.belief import belief
from kibitz.games.bluff.layout import (
    ACTOR,
    BITS,
    CARDS,
    CLAIMED,
    COPIES,
    HAND,
    KNOWN,
    NOBODY,
    OWN,
    PILED,
    PLAYED,
    RANK,
    RANKS,
    SEATS,
    SIZE,
    Bluff,
    Ints,
    closed,
    count_of,
    opened,
    pack_count,
    size_of,
)
from kibitz.games.bluff.rules import BASE, CHALLENGE, PASS, play_of
from kibitz.games.bluff.unseen import unseen_of_rank

NERVE = 0.12  # how often a play-out challenges a claim that is not impossible


@kernel
def unseen_pack(v: Bluff, seat: int, pack: Ints, stream: Stream) -> int:
    """Write the ranks of the cards that `seat` has not seen, shuffled; returns how many."""
    count = 0
    for rank in range(RANKS):
        for _ in range(unseen_of_rank(v, seat, rank)):
            pack[count] = rank
            count += 1
    shuffle(pack[:count], stream)
    return count


@kernel
def to_the_end(pack: Ints, count: int, rank: int, wanted: int) -> int:
    """Move up to `wanted` cards of the rank to the end of the pack; returns how many."""
    moved = 0
    for i in range(count - 1, -1, -1):
        if moved < wanted and pack[i] == rank:
            last = count - 1 - moved
            pack[i], pack[last] = pack[last], pack[i]
            moved += 1
    return moved


@kernel
def spoil(pack: Ints, count: int, rank: int, claimed: int) -> None:
    """Put a card of another rank among the last `claimed` of the pack, if there is one."""
    for i in range(count - 1, -1, -1):
        if pack[i] != rank:
            if i < count - claimed:
                pack[i], pack[count - 1] = pack[count - 1], pack[i]
            return


@kernel
def drawn(pack: Ints, count: int, wanted: int) -> int:
    """The last `wanted` cards of the pack."""
    cards = 0
    for i in range(count - wanted, count):
        cards += 1 << BITS * pack[i]
    return cards


@rule
def world(v: Bluff, seat: int, stream: Stream) -> Bluff:
    if v.size0 == 0 and v.size1 == 0:
        return v
    a, pack = opened(v), np.empty(CARDS * pack_count(v), np.int64)
    count = unseen_pack(v, seat, pack, stream)
    claimed = 0
    if v.asked != NOBODY and v.actor != seat:
        claimed = a[CLAIMED]
        if uniform(stream) < belief(v, seat, True):
            spoil(pack, count, a[RANK], claimed)
        else:
            to_the_end(pack, count, a[RANK], claimed)
        a[PLAYED] = drawn(pack, count, claimed)
        count -= claimed
        shuffle(pack[:count], stream)
    for other in range(v.players):
        if other == seat:
            continue
        known = v[KNOWN + SEATS * seat + other]
        wanted = a[SIZE + other] - size_of(known)
        a[HAND + other] = known + drawn(pack, count, wanted)
        count -= wanted
        is_actor = claimed > 0 and other == a[ACTOR]
        wanted = a[PILED + other] - (claimed if is_actor else 0)
        a[OWN + other] = drawn(pack, count, wanted) + (a[PLAYED] if is_actor else 0)
        count -= wanted
        for holder in range(SEATS):
            a[KNOWN + SEATS * other + holder] = 0
    return closed(a)


@rule
def policy(p: Bluff, out: Moves, stream: Stream) -> int:
    """The truth if there is one, else one card; challenges what its own hand rules out."""
    if p.asked != NOBODY:
        mine = count_of(p[HAND + p.asked], p.rank)
        doubt = 0.5 if p[SIZE + p.actor] == 0 else NERVE
        sure = mine + p.claimed > COPIES * pack_count(p)
        return CHALLENGE if sure or uniform(stream) < doubt else PASS
    hand = p[HAND + p.actor]
    mine = 0 if p.packs else count_of(hand, p.rank)
    if mine:
        return play_of(mine << BITS * p.rank)
    skipped = below(stream, p[SIZE + p.actor])
    for rank in range(RANKS):
        skipped -= count_of(hand, rank)
        if skipped < 0:
            return rank * BASE + rank if p.packs else play_of(1 << BITS * rank)
    return PASS

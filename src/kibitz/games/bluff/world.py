"""Worlds of bluff: hidden cards dealt anew from what a seat has not seen.

Cards on the pile are mostly what they were claimed to be; the other hidden cards are dealt
uniformly. The claim on the table is a lie as often as the belief of the seat says, and the hand
that made it is drawn to fit. What the others know is left empty: they are never taken to see
the seat's own cards.
"""

import numpy as np

from kibitz.core.bits import int64
from kibitz.core.game import CHANCE, Moves, rule
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, seed62, shuffle, uniform
from kibitz.games.bluff.belief import belief
from kibitz.games.bluff.habits import BOLD, HABITS, TRUTHFUL, drawn_habit, habit_chances
from kibitz.games.bluff.layout import (
    ACTOR,
    ASKED,
    BITS,
    CARDS,
    CLAIMED,
    CLAIMS,
    FIELDS,
    HAND,
    KNOWN,
    NOBODY,
    OWN,
    PACKS,
    PILED,
    PLAYED,
    PLAYERS,
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
from kibitz.games.bluff.quick import any_cards, play_on, quick_move, with_lies
from kibitz.games.bluff.rules import deal, turn
from kibitz.games.bluff.shortlist import list_main, list_worthwhile
from kibitz.games.bluff.unseen import unseen_of_rank

SINGLE_TRUE, MORE_TRUE = 0.6, 0.95  # how often claims of one card, or more, are taken as true


@kernel
def draw_habits(v: Ints, seat: int, habits: Ints, stream: Stream) -> None:
    """Draw a habit for every seat but `seat`, which is BOLD among truthful ones, else TRUTHFUL."""
    chances = np.empty(HABITS)
    is_bold = v[PLAYERS] > 2
    for other in range(v[PLAYERS]):
        if other != seat:
            habit_chances(v, other, chances)
            habits[other] = drawn_habit(chances, stream)
            is_bold = is_bold and habits[other] == TRUTHFUL
    if seat != NOBODY:
        habits[seat] = BOLD if is_bold else TRUTHFUL


@kernel
def put_claims(v: Ints, seat: int, w: Ints, unseen: Ints, stream: Stream) -> None:
    """Put on the pile of the world what the other seats claimed, as far as it is believed."""
    for other in range(v[PLAYERS]):
        if other == seat:
            continue
        w[OWN + other] = 0
        for rank in range(RANKS):
            count = count_of(v[CLAIMS + other], rank)
            if v[ASKED] != NOBODY and other == v[ACTOR] and rank == v[RANK]:
                count -= v[CLAIMED]  # that claim is drawn with the hand
            true = SINGLE_TRUE if count == 1 else MORE_TRUE
            if 0 < count <= unseen[rank] and uniform(stream) < true:
                w[OWN + other] += count << BITS * rank
                unseen[rank] -= count


@kernel
def fill_pack(unseen: Ints, pack: Ints, stream: Stream) -> int:
    """Shuffle the cards not placed yet; returns how many they are."""
    count = 0
    for rank in range(RANKS):
        for _ in range(unseen[rank]):
            pack[count] = rank
            count += 1
    shuffle(pack[:count], stream)
    return count


@kernel
def drawn(pack: Ints, count: int, wanted: int) -> int:
    """The last `wanted` cards of the pack."""
    cards = 0
    for i in range(count - wanted, count):
        cards += 1 << BITS * pack[i]
    return cards


@kernel
def put_aside(pack: Ints, count: int, rank: int) -> None:
    """Move the cards of a rank to the front of the pack, where they are drawn last."""
    front = 0
    for i in range(count):
        if pack[i] == rank:
            pack[i], pack[front] = pack[front], pack[i]
            front += 1


@kernel
def false_cards(v: Ints, hand: int, stream: Stream) -> int:
    """What a liar put down of these cards: true ones if there are, and those least needed."""
    rank, claimed, players = v[RANK], v[CLAIMED], v[PLAYERS]
    true = min(count_of(hand, rank), claimed - 1)
    if v[PACKS]:
        rest = hand - (count_of(hand, rank) << BITS * rank)
        return any_cards(rest if rest else hand, size_of(rest if rest else hand), 1, stream)
    cards = with_lies(hand, rank, true, claimed - true, players)
    missing = claimed - size_of(cards)
    return cards + any_cards(hand - cards, size_of(hand - cards), missing, stream)


@kernel
def draw_claimant(
    v: Ints, seat: int, is_lie: bool, w: Ints, pack: Ints, count: int, stream: Stream
) -> int:
    """Draw the hand that made the claim, and what it put down; returns the cards left.

    A truth puts down every card of the rank, and a lie of one card has none.
    """
    actor, rank, claimed = v[ACTOR], v[RANK], v[CLAIMED]
    known = v[KNOWN + SEATS * seat + actor]  # surely left after the play
    if not v[PACKS] and (claimed == 1 or not is_lie):
        put_aside(pack, count, rank)
    wanted = v[SIZE + actor] - size_of(known) + (claimed if is_lie else 0)
    hand, count = drawn(pack, count, wanted), count - wanted
    shuffle(pack[:count], stream)
    played = claimed << BITS * rank
    if is_lie:
        played = false_cards(v, hand, stream)
        hand -= played
    w[PLAYED], w[HAND + actor] = played, known + hand
    w[OWN + actor] += played
    return count


@kernel
def redeal(
    v: Ints, seat: int, lie: float, w: Ints, unseen: Ints, pack: Ints, stream: Stream
) -> None:
    """Write to `w` a world of the view `v`; the claim on the table is a lie with chance `lie`."""
    w[:] = v
    is_claim = is_heard(v, seat)
    is_lie = uniform(stream) < lie
    for rank in range(RANKS):
        unseen[rank] = unseen_of_rank(v, seat, rank)
    if is_claim and not is_lie:
        unseen[v[RANK]] -= v[CLAIMED]
    put_claims(v, seat, w, unseen, stream)
    count = fill_pack(unseen, pack, stream)
    if is_claim:
        count = draw_claimant(v, seat, is_lie, w, pack, count, stream)
    deal_rest(v, seat, w, pack, count, is_claim)


@kernel
def is_heard(v: Ints, seat: int) -> bool:
    """Whether a claim of another seat is on the table."""
    return bool(v[ASKED] != NOBODY and v[ACTOR] != seat)


@kernel
def doubt(v: Ints, seat: int) -> float:
    """How likely the claim that `seat` hears is a lie, by the one belief; 0 where it hears none."""
    return belief(v, seat) if is_heard(v, seat) else 0.0


@kernel
def deal_rest(v: Ints, seat: int, w: Ints, pack: Ints, count: int, is_claim: bool) -> None:
    """Deal the pack to the hands and piles that lack cards."""
    for other in range(v[PLAYERS]):
        if other == seat:
            continue
        if not (is_claim and other == v[ACTOR]):
            known = v[KNOWN + SEATS * seat + other]
            wanted = v[SIZE + other] - size_of(known)
            w[HAND + other] = known + drawn(pack, count, wanted)
            count -= wanted
        wanted = v[PILED + other] - size_of(w[OWN + other])
        w[OWN + other] += drawn(pack, count, wanted)
        count -= wanted
        for holder in range(SEATS):
            w[KNOWN + SEATS * other + holder] = 0


@rule
def world(v: Bluff, seat: int, stream: Stream) -> Bluff:
    if v.size0 == 0 and v.size1 == 0:
        return v
    a, w = opened(v), np.empty(FIELDS, np.int64)
    unseen, pack = np.empty(RANKS, np.int64), np.empty(CARDS * pack_count(a), np.int64)
    redeal(a, seat, doubt(a, seat), w, unseen, pack, stream)
    return closed(w)


@rule
def worthwhile(p: Bluff, out: Moves) -> int:
    """The main plays: a tree cannot try all of the shortlist at each turn to come."""
    if turn(p) < 0:
        return 0
    is_play = p.asked == NOBODY and not p.packs
    return list_main(opened(p), out) if is_play else list_worthwhile(opened(p), out)


@rule
def policy(p: Bluff, out: Moves, stream: Stream) -> int:
    """What a seat of a habit drawn by its record does."""
    a, chances = opened(p), np.empty(HABITS)
    seat = a[ACTOR] if a[ASKED] == NOBODY else a[ASKED]
    habit_chances(a, seat, chances)
    return quick_move(a, drawn_habit(chances, stream), stream)


@rule
def play_out(p: Bluff, plies: int, out: Moves, luck: Stream, choice: Stream) -> Bluff:
    """The end of a game in which each seat keeps one habit, drawn by its record."""
    a, habits = opened(p), np.empty(SEATS, np.int64)
    if turn(p) == CHANCE:
        deal(a, seed62(luck), p.players, pack_count(a))
    draw_habits(a, int64(NOBODY), habits, choice)
    play_on(a, habits, plies, choice)
    return closed(a)

"""Worlds of bluff: hidden cards dealt anew from what a seat has not seen.

Cards on the pile are mostly what they were claimed to be; the other hidden cards are dealt
uniformly. The hand that made the claim on the table is drawn with the play, and kept by how
likely a seat of its habit makes that claim with it. What the others know is left empty: they
are never taken to see the seat's own cards.
"""

import numpy as np

from kibitz.core.bits import int64
from kibitz.core.game import CHANCE, Moves, rule
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, seed62, shuffle, uniform
from kibitz.games.bluff.habits import BOLD, HABITS, TRUTHFUL, WILD, drawn_habit, habit_chances
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
from kibitz.games.bluff.quick import SLIPS, any_cards, least_needed, play_on, quick_move
from kibitz.games.bluff.rules import deal, turn
from kibitz.games.bluff.shortlist import list_main, list_worthwhile
from kibitz.games.bluff.unseen import unseen_of_rank

TRIES = 24  # deals until one is taken that does not fit the claim
SINGLE_TRUE, MORE_TRUE = 0.6, 0.95  # how often claims of one card, or more, are taken as true
SLIP_SIZES = np.array([0.0, 0.01, 0.05, 0.2, 0.74])  # how often a slip claims so many
FREE_LIE = 0.05  # how often a claim of the free-rank variant is taken for a lie at will


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
def claimed_cards(v: Ints, hand: int, habit: int, stream: Stream) -> int:
    """What a seat of the habit put down from `hand` to make its claim; 0 where it would not."""
    rank, claimed, holds = v[RANK], v[CLAIMED], count_of(hand, v[RANK])
    if v[PACKS]:
        return free_card(hand, rank, stream)
    if habit == WILD and uniform(stream) < SLIPS:
        is_likely = uniform(stream) < SLIP_SIZES[claimed]
        return any_cards(hand, size_of(hand), claimed, stream) if is_likely else 0
    if holds == claimed:
        return claimed << BITS * rank  # type: ignore[no-any-return]
    if holds == 0 and claimed == 1:
        return 1 << BITS * least_needed(hand, rank, v[PLAYERS])
    return 0


@kernel
def free_card(hand: int, rank: int, stream: Stream) -> int:
    """The card that was claimed to be of `rank` in the free-rank variant; 0 if it would not be."""
    if uniform(stream) < FREE_LIE:
        return any_cards(hand, size_of(hand), 1, stream)
    is_likely = uniform(stream) * size_of(hand) < count_of(hand, rank)
    return 1 << BITS * rank if is_likely else 0


@kernel
def forced_cards(v: Ints, hand: int, stream: Stream) -> int:
    """The claim as the truth if the hand allows it, else any cards."""
    if count_of(hand, v[RANK]) >= v[CLAIMED]:
        return v[CLAIMED] << BITS * v[RANK]  # type: ignore[no-any-return]
    return any_cards(hand, size_of(hand), v[CLAIMED], stream)


@kernel
def redeal(
    v: Ints, seat: int, habits: Ints, w: Ints, unseen: Ints, pack: Ints, stream: Stream
) -> None:
    """Write to `w` a world of the view `v` in which seats have these habits."""
    w[:] = v
    is_claim = v[ASKED] != NOBODY and v[ACTOR] != seat
    actor = v[ACTOR]
    for left in range(TRIES, -1, -1):
        for rank in range(RANKS):
            unseen[rank] = unseen_of_rank(v, seat, rank)
        put_claims(v, seat, w, unseen, stream)
        count = fill_pack(unseen, pack, stream)
        if not is_claim:
            break
        known = v[KNOWN + SEATS * seat + actor]
        wanted = v[SIZE + actor] + v[CLAIMED] - size_of(known)
        hand = known + drawn(pack, count, wanted)
        played = claimed_cards(v, hand, habits[actor], stream)
        if left == 0:
            played = forced_cards(v, hand, stream)
        if played:
            w[PLAYED], w[HAND + actor] = played, hand - played
            w[OWN + actor] += played
            count -= wanted
            break
    deal_rest(v, seat, w, pack, count, is_claim)


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
    habits = np.empty(SEATS, np.int64)
    draw_habits(a, seat, habits, stream)
    redeal(a, seat, habits, w, unseen, pack, stream)
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

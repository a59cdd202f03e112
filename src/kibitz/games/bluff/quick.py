"""Games played on quickly, in place, each seat by a habit.

The seats decide from their own cards and what is public, as the players of those habits do.
"""

from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below, uniform
from kibitz.games.bluff.belief import cannot_be_true
from kibitz.games.bluff.habits import BOLD, TRUTHFUL, WILD
from kibitz.games.bluff.layout import (
    ACTOR,
    ASKED,
    BITS,
    CLAIMED,
    COPIES,
    HAND,
    LIMIT,
    NOBODY,
    PACKS,
    PLAYERS,
    RANK,
    RANKS,
    SIZE,
    WINNER,
    Ints,
    count_of,
    pack_count,
)
from kibitz.games.bluff.rules import (
    BASE,
    CHALLENGE,
    MOST_PLAYED,
    PASS,
    answer,
    make_move,
    play_of,
    put_down,
)

SLIPS = 0.3  # how often a WILD seat does anything
THREES = 0.2  # how often a slip puts down three cards and not four


@kernel
def least_needed(hand: int, rank: int, players: int) -> int:
    """The rank of the hand, other than `rank`, that its seat is asked for last."""
    for turns in range(RANKS - 1, 0, -1):
        other = (rank + players * turns) % RANKS
        if count_of(hand, other):
            return other
    return rank


@kernel
def any_cards(hand: int, size: int, count: int, stream: Stream) -> int:
    """So many cards of the hand, each as likely as any other."""
    cards = 0
    for left in range(size, size - count, -1):
        skipped = below(stream, left)
        for rank in range(RANKS):
            skipped -= count_of(hand, rank)
            if skipped < 0:
                hand -= 1 << BITS * rank
                cards += 1 << BITS * rank
                break
    return cards


@kernel
def with_lies(hand: int, rank: int, truths: int, lies: int, players: int) -> int:
    """So many true cards, and lies with the cards least needed."""
    cards = truths << BITS * rank
    rest = hand - (count_of(hand, rank) << BITS * rank)
    for _ in range(lies):
        if rest:
            lie = 1 << BITS * least_needed(rest, rank, players)
            cards, rest = cards + lie, rest - lie
    return cards


@kernel
def quick_cards(a: Ints, habit: int, stream: Stream) -> int:
    """The cards that the actor puts down: all of the rank, or the one least needed."""
    actor, rank = a[ACTOR], a[RANK]
    hand, size = a[HAND + actor], a[SIZE + actor]
    if habit == WILD and uniform(stream) < SLIPS:
        count = MOST_PLAYED - 1 if uniform(stream) < THREES else MOST_PLAYED
        return any_cards(hand, size, min(count, size), stream)
    mine = count_of(hand, rank)
    wanted = 2 if habit == BOLD and size > 2 else 1
    return with_lies(hand, rank, mine, max(wanted - mine, 0), a[PLAYERS])


@kernel
def is_ruled_out(a: Ints, seat: int) -> bool:
    """Whether the hand of a seat alone says that the claim is a lie."""
    return bool(count_of(a[HAND + seat], a[RANK]) + a[CLAIMED] > COPIES * pack_count(a))


@kernel
def quick_answer(a: Ints, habit: int, stream: Stream) -> int:
    """What the asked seat answers."""
    if habit == WILD and uniform(stream) < SLIPS:
        return below(stream, 2)
    seat, is_last = a[ASKED], a[SIZE + a[ACTOR]] == 0
    if habit in (TRUTHFUL, BOLD):
        return CHALLENGE if is_last or is_ruled_out(a, seat) else PASS
    doubt = 0.0 if is_last else 0.5
    return CHALLENGE if cannot_be_true(a, seat) > doubt else PASS


@kernel
def rank_of(card: int) -> int:
    """The rank of a single card."""
    rank = 0
    while not count_of(card, rank):
        rank += 1
    return rank


@kernel
def quick_move(a: Ints, habit: int, stream: Stream) -> int:
    """The move of the seat to act; with free ranks any card, and the truth."""
    if a[ASKED] != NOBODY:
        return quick_answer(a, habit, stream)
    if a[PACKS] == 0:
        return play_of(quick_cards(a, habit, stream))
    rank = rank_of(any_cards(a[HAND + a[ACTOR]], a[SIZE + a[ACTOR]], 1, stream))
    return rank * BASE + rank


@kernel
def play_on(a: Ints, habits: Ints, plies: int, stream: Stream) -> None:
    """Play on for so many moves, or to the end if the number is negative."""
    players, limit, is_free = a[PLAYERS], a[LIMIT], a[PACKS] > 0
    while a[WINNER] == NOBODY and plies:
        if a[ASKED] != NOBODY:
            answer(a, quick_answer(a, habits[a[ASKED]], stream), players, limit)
        elif is_free:
            make_move(a, quick_move(a, habits[a[ACTOR]], stream))
        else:  # without writing the cards as a move
            put_down(a, quick_cards(a, habits[a[ACTOR]], stream), players)
        plies -= 1

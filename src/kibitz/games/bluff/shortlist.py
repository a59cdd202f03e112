"""The plays worth a look: of all that put down the same claim, those that shed the right cards.

A hand of 13 cards has up to 2,379 plays. Worth a look are the truths with any number of the
rank, those with lies added, the cards least needed first, and each single lie.
"""

from kibitz.core.game import Moves
from kibitz.core.kernel import kernel
from kibitz.games.bluff.layout import (
    ACTOR,
    ASKED,
    BITS,
    HAND,
    NOBODY,
    PACKS,
    PLAYERS,
    RANK,
    RANKS,
    Ints,
    count_of,
)
from kibitz.games.bluff.quick import least_needed, with_lies
from kibitz.games.bluff.rules import BASE, MOST_PLAYED, list_moves, play_of

MOST_LIES = 2  # among the main plays


@kernel
def add_lies(hand: int, rank: int, truths: int, players: int, out: Moves, count: int) -> int:
    """List the plays of so many true cards and one lie or more, least needed cards first."""
    cards = truths << BITS * rank
    rest = hand - (count_of(hand, rank) << BITS * rank)
    for _ in range(MOST_PLAYED - truths):
        if rest == 0:
            break
        lie = 1 << BITS * least_needed(rest, rank, players)
        rest -= lie
        cards += lie
        out[count] = play_of(cards)
        count += 1
    return count


@kernel
def list_main(a: Ints, out: Moves) -> int:
    """List the honest play of the standard rules, and it with one or two lies more, ascending."""
    hand, rank, players = a[HAND + a[ACTOR]], a[RANK], a[PLAYERS]
    mine, last, count = count_of(hand, rank), 0, 0
    for lies in range(0 if mine else 1, MOST_LIES + 1):
        cards = with_lies(hand, rank, mine, min(lies, MOST_PLAYED - mine), players)
        if cards != last:
            out[count] = play_of(cards)
            last, count = cards, count + 1
    out[:count].sort()
    return count


@kernel
def list_worthwhile(a: Ints, out: Moves) -> int:
    """List the moves of the seat to act that are worth a look, ascending."""
    if a[ASKED] != NOBODY:
        return list_moves(a, out)
    hand, rank, players = a[HAND + a[ACTOR]], a[RANK], a[PLAYERS]
    count = 0
    if a[PACKS]:
        for card in range(RANKS):
            if count_of(hand, card):
                out[count] = card * BASE + card
                count += 1
        return count
    mine = count_of(hand, rank)
    for truths in range(mine + 1):
        if truths:
            out[count] = play_of(truths << BITS * rank)
            count += 1
        count = add_lies(hand, rank, truths, players, out, count)
    least = least_needed(hand, rank, players)
    for other in range(RANKS):
        if other not in (rank, least) and count_of(hand, other):
            out[count] = play_of(1 << BITS * other)
            count += 1
    out[:count].sort()
    return count

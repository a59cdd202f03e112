"""A view in which a claim is heard, made up from the few numbers that a person can give.

The listener sits to the left of the claimant. What is not said is taken as it mostly is: the
unseen cards that are neither in the claimant's hand nor on the pile are spread evenly over
the other hands, and nothing is known of the other seats but that they have taken their turns.
"""

import numpy as np

from kibitz.games.bluff.layout import (
    ACTOR,
    ASKED,
    BITS,
    BYTE,
    CARDS,
    CLAIMED,
    CLAIMS,
    COPIES,
    FIELDS,
    HAND,
    HIDDEN,
    NOBODY,
    PILED,
    PLAYED,
    PLAYERS,
    RANKS,
    SHOWN,
    SIZE,
    TOLD,
    TURNS,
    WINNER,
    Ints,
)

LISTENER = 0


def supposed_view(
    *,
    claimed: int,
    hand: int,
    unseen: int,
    hold: int,
    pile: int,
    players: int,
    truths: int,
    lies: int,
    stood: int,
) -> Ints:
    """The view of LISTENER, to whom the last seat claims so many cards of the lowest rank."""
    v, actor = np.zeros(FIELDS, np.int64), players - 1
    v[PLAYERS], v[ACTOR], v[ASKED], v[WINNER] = players, actor, LISTENER, NOBODY
    v[PLAYED], v[CLAIMED], v[CLAIMS + actor] = HIDDEN, claimed, claimed
    v[HAND + LISTENER], v[SIZE + LISTENER] = _located(CARDS - unseen, hold), CARDS - unseen
    v[SIZE + actor] = hand - claimed
    rest, others = unseen - hand - pile, players - 2
    for i in range(others):
        v[SIZE + 1 + i] = rest // others + (i < rest % others)
    v[PILED + actor] = claimed + pile + (0 if others else rest)
    v[TOLD + actor], v[SHOWN + actor] = stood, truths | lies << BYTE
    v[TURNS] = (truths + lies + stood) * players  # the claimant begins each round
    return v


def _located(count: int, hold: int) -> int:
    """So many cards, `hold` of them of the lowest rank."""
    cards, left = hold, count - hold
    for rank in range(1, RANKS):
        held = min(left, COPIES)
        cards, left = cards + (held << BITS * rank), left - held
    return cards

"""Where cards of a rank may still be: what hands are rid of, and what they are said to hold.

A truth puts down every card of the rank, and who has to lie had none. So a seat that was asked
for a rank has none of it until it takes a pile. Its other cards lie among the ranks that are
left: the fewer unseen cards those have, the denser it holds each of them. It stays so when
it has lied, since a lie puts down the card that is needed last.
"""

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.games.bluff.layout import (
    ACTOR,
    CLAIMED,
    CLAIMS,
    KNOWN,
    PLAYERS,
    RANK,
    RANKS,
    SEATS,
    SIZE,
    TAKEN,
    TURNS,
    Ints,
    count_of,
    size_of,
)
from kibitz.games.bluff.unseen import unseen_of_rank

LIES_OF_SINGLES = 0.4  # how many claims of one card on the pile are lies, roughly
PILED_DENSITY = LIES_OF_SINGLES / 26.0  # of a rank on the pile, per claim of one card
SLIGHT = 0.01, 0.001  # in place of no density elsewhere and in the hand


@kernel
def ranks_gone(v: Ints, seat: int) -> int:
    """The ranks, as bits, that a seat put down when it was asked and took with no pile since."""
    gone, players = 0, v[PLAYERS]
    back = (v[ACTOR] - seat) % players
    if back == 0:
        back = players  # the play on the table is judged, not taken for granted
    for turns in range(back, min(v[TURNS], back + players * (RANKS - 1)) + 1, players):
        rank = (v[RANK] - turns) % RANKS
        if not count_of(v[TAKEN + seat], rank):
            gone |= 1 << rank
    return gone


@kernel
def unknown_cards(v: Ints, seat: int, holder: int) -> int:
    """How many cards of a hand `seat` does not know, those just claimed among them."""
    claimed = v[CLAIMED] if holder == v[ACTOR] else 0
    return v[SIZE + holder] + claimed - size_of(v[KNOWN + SEATS * seat + holder])  # type: ignore[no-any-return]


@kernel
def density(cards: int, unseen: Ints, gone: int) -> float:
    """What part of each rank that it may have a hand of so many unknown cards holds, on average."""
    room = 0
    for rank in range(RANKS):
        if not gone >> rank & 1:
            room += unseen[rank]
    return cards / max(room, 1)


@kernel
def singles_on_pile(v: Ints, seat: int) -> int:
    """How many ranks others claimed just one card of, the claim on the table left out."""
    count = 0
    for other in range(v[PLAYERS]):
        for rank in range(RANKS if other != seat else 0):
            is_judged = other == v[ACTOR] and rank == v[RANK]
            count += count_of(v[CLAIMS + other], rank) == 1 and not is_judged
    return count


@kernel
def kept_signs(v: Ints, seat: int) -> tuple[float, float, float, float, float]:
    """Whether the claimant was rid of the rank; cards of it that he and that others are said to
    have taken; cards of others who are rid of it; the odds that he has none against one."""
    actor, rank, unseen = v[ACTOR], v[RANK], np.empty(RANKS, np.int64)
    for one in range(RANKS):
        unseen[one] = unseen_of_rank(v, seat, one)
    elsewhere, rid, said, here, is_rid = 0.0, 0, 0, 0.0, 0.0
    for other in range(v[PLAYERS]):
        if other == seat:
            continue
        gone, cards = ranks_gone(v, other), unknown_cards(v, seat, other)
        is_gone = gone >> rank & 1
        if other == actor:
            is_rid, here = float(is_gone), density(cards, unseen, gone & ~(1 << rank))
            continue
        said += count_of(v[TAKEN + other], rank)
        if is_gone:
            rid += cards
        else:
            elsewhere += density(cards, unseen, gone)
    elsewhere += PILED_DENSITY * singles_on_pile(v, seat) + SLIGHT[0]
    odds = elsewhere / (max(unseen[rank], 1) * max(here, SLIGHT[1]))
    taken = float(count_of(v[TAKEN + actor], rank))
    return is_rid, taken, float(said), float(rid), float(np.log(odds))

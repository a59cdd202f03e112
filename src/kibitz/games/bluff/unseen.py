"""What one seat has not seen: how many cards lie where it does not know them."""

from kibitz.core.kernel import kernel
from kibitz.games.bluff.layout import (
    CARDS,
    COPIES,
    HAND,
    KNOWN,
    OWN,
    PILED,
    PLAYERS,
    SEATS,
    SIZE,
    Ints,
    count_of,
    pack_count,
    size_of,
)


@kernel
def unseen_by(v: Ints, seat: int) -> int:
    """How many cards lie where `seat` does not know them."""
    unseen = CARDS * pack_count(v) - v[SIZE + seat] - v[PILED + seat]
    for holder in range(v[PLAYERS]):
        if holder != seat:
            unseen -= size_of(v[KNOWN + SEATS * seat + holder])
    return unseen  # type: ignore[no-any-return]


@kernel
def unseen_of_rank(v: Ints, seat: int, rank: int) -> int:
    """How many cards of a rank lie where `seat` does not know them."""
    own = count_of(v[HAND + seat], rank) + count_of(v[OWN + seat], rank)
    unseen = COPIES * pack_count(v) - own
    for holder in range(v[PLAYERS]):
        if holder != seat:
            unseen -= count_of(v[KNOWN + SEATS * seat + holder], rank)
    return unseen

"""Who sits where, and whose points count for whom, with three and four players.

A role is how many seats a player sits to the left of the dealer: 0 deals, 1 leads. What a side
counts is worth its points to itself; to any other side it is worth so much less, shared among
the others: half with three sides, all of it with two. So values of all sides add up to 0, as
payoffs do.
"""

from kibitz.core.kernel import kernel
from kibitz.games.cribbage.table.rules import Cribbage, side_of


@kernel
def role_at(p: Cribbage, seat: int) -> int:
    """How many seats to the left of the dealer."""
    return (seat - p.dealer) % p.players


@kernel
def share_of(p: Cribbage, side: int, seat: int) -> float:
    """What a point of a side is worth to a seat."""
    if side == side_of(p, seat):
        return 1.0
    return -0.5 if p.players == 3 else -1.0


@kernel
def crib_share(players: int, role: int) -> float:
    """What a point of the crib is worth to a role: it is the dealer's side that counts it."""
    if players == 3:
        return 1.0 if role == 0 else -0.5
    return 1.0 if role % 2 == 0 else -1.0

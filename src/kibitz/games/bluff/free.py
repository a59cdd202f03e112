"""Beliefs in the free-rank variant: one card a turn, any rank claimed.

Nobody is ever forced to lie there. A seat that tells the truth claims the rank of a card of
its hand; a liar is taken to claim any rank alike. So with a rate r of lies and a share s of
the hand that is expected to have the rank, P(lie) = (r / 13) / (r / 13 + (1 - r) s).
"""

from kibitz.core.kernel import kernel
from kibitz.games.bluff.layout import (
    ACTOR,
    BYTE,
    KNOWN,
    RANK,
    RANKS,
    SEATS,
    SHOWN,
    SIZE,
    TOLD,
    Ints,
    count_of,
    size_of,
)
from kibitz.games.bluff.unseen import unseen_by, unseen_of_rank

LIES, TRUTHS = 0.5, 6.0  # the Beta law of a seat that nobody knows


@kernel
def void_chance(unseen: int, matching: int, drawn: int) -> float:
    """The chance that `drawn` of the unseen cards include none of the matching ones."""
    chance = 1.0
    for i in range(matching):
        chance *= max(unseen - drawn - i, 0) / (unseen - i)
    return chance


@kernel
def lie_rate(told: int, shown: int) -> float:
    """The mean of a seat's rate of lies: claims shown count in full, others as beforehand."""
    stood, lies, truths = told & 255, shown >> BYTE & 255, shown & 255
    prior = LIES / (LIES + TRUTHS)
    return (LIES + lies + prior * stood) / (LIES + TRUTHS + lies + truths + stood)


@kernel
def free_belief(v: Ints, seat: int) -> float:
    """The chance that the claim before `seat` is a lie."""
    known = v[KNOWN + SEATS * seat + v[ACTOR]]
    sure, matching = count_of(known, v[RANK]), unseen_of_rank(v, seat, v[RANK])
    if matching == 0:  # a card known to be in the hand was not put down
        return 1.0
    unseen, hand = unseen_by(v, seat), v[SIZE + v[ACTOR]] + 1
    drawn = min(hand - size_of(known), unseen)
    share = (sure + (matching * drawn / unseen if unseen else 0.0)) / hand
    rate = lie_rate(v[TOLD + v[ACTOR]], v[SHOWN + v[ACTOR]])
    return rate / (rate + (1.0 - rate) * share * RANKS)  # type: ignore[no-any-return]

"""How likely a claim is a lie, from what one seat knows.

Of U unseen cards K have the claimed rank; a hand of h holds n of them by the hypergeometric
law. A seat without the rank must lie. One that has it lies of its own will at a rate of its
own, a Beta law: revealed claims count in full, others by how likely they were lies, since
those challenged are a selected sample. A lie claims `extra` cards more than are true; how
many is learnt from revealed lies.

P(lie | k) = sum_n P(n) P(claim k, lie | n) / sum_n P(n) P(claim k | n)
"""

import math

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.games.bluff.free import free_belief, void_chance
from kibitz.games.bluff.layout import (
    ACTOR,
    BYTE,
    CARDS,
    CLAIMED,
    COPIES,
    KNOWN,
    PACKS,
    PILED,
    PLAYERS,
    RANK,
    SEATS,
    SHOWN,
    SIZE,
    TOLD,
    Ints,
    count_of,
    size_of,
)
from kibitz.games.bluff.unseen import unseen_by, unseen_of_rank

CHOOSE = np.array([[float(math.comb(n, k)) for k in range(CARDS + 1)] for n in range(CARDS + 1)])
HELD_BACK = 0.1  # how often a truthful seat keeps some of the rank back
BLUFFS, TRUTHS = 0.5, 6.0  # the Beta law of a seat that nobody knows
PILED_SHARE = 0.05  # of the pile's cards may be of a rank they were not claimed to be
TRUST = 2.0  # revealed claims of each kind that a seat is credited with beforehand
EXTRAS = np.array([4.0, 0.5, 0.2, 0.1])  # over-claims of 1 to 4 cards, before any is seen

SURE = 0.999  # what is as good as known
MOST_DOUBT = 0.4  # the greatest chance of a lie that is not as good as known


@kernel
def holding_chance(unseen: int, matching: int, drawn: int, n: int) -> float:
    """The chance that `drawn` of the unseen cards include exactly `n` of the matching ones."""
    if n < 0 or n > matching or drawn - n < 0 or drawn - n > unseen - matching:
        return 0.0
    ways = CHOOSE[matching, n] * CHOOSE[unseen - matching, drawn - n]
    return float(ways / CHOOSE[unseen, drawn])


@kernel
def can_be_true(unseen: int, matching: int, drawn: int, claimed: int) -> float:
    """The chance that a hand holds at least as many of the rank as it claims."""
    total = 0.0
    for n in range(max(claimed, 0), matching + 1):
        total += holding_chance(unseen, matching, drawn, n)
    return total


@kernel
def extra_chance(extra: int, most: int, shown: int) -> float:
    """The chance that a lie claims `extra` cards too many, of at most `most`."""
    if extra < 1 or extra > most:
        return 0.0
    total = 0.0
    for i in range(most):
        total += EXTRAS[i] + (shown >> BYTE * (i + 1) & 255)
    return float((EXTRAS[extra - 1] + (shown >> BYTE * extra & 255)) / total)


@kernel
def true_claim_chance(claimed: int, n: int) -> float:
    """The chance that a truthful seat with n of the rank claims so many of them."""
    if claimed > n or n == 0:
        return 0.0
    if n == 1:
        return 1.0
    return 1.0 - HELD_BACK if claimed == n else HELD_BACK / (n - 1)


@kernel
def lie_chance(
    unseen: int, matching: int, drawn: int, sure: int, claimed: int, rate: float, shown: int
) -> float:
    """The chance that a claim is a lie; `sure` cards of the rank are known to be in the hand."""
    lie, truth = 0.0, 0.0
    for more in range(matching + 1):
        n = min(sure + more, COPIES)
        chance = holding_chance(unseen, matching, drawn, more)
        bluff = extra_chance(claimed - n, COPIES - n, shown)
        lie += chance * (bluff if n == 0 else rate * bluff)
        truth += chance * (1.0 - rate) * true_claim_chance(claimed, n)
    return lie / (lie + truth) if lie + truth > 0.0 else 1.0


@kernel
def bluff_rate(told: int, shown: int, players: int) -> float:
    """The mean of a seat's rate of voluntary bluffs after all its claims.

    `told` counts the claims that stood by size, `shown` the revealed truths and lies.
    """
    hand = CARDS // players
    prior = BLUFFS / (BLUFFS + TRUTHS)
    none = holding_chance(CARDS, COPIES, hand, 0)
    willing = prior * (1.0 - none) / (prior * (1.0 - none) + none)  # a lie that was not forced
    lies, truths = BLUFFS, TRUTHS + (shown & 255)
    for extra in range(1, COPIES + 1):
        lies += willing * (shown >> BYTE * extra & 255)
    for claimed in range(1, COPIES + 1):
        stood = told >> BYTE * (claimed - 1) & 255
        lie = lie_chance(CARDS, COPIES, hand, 0, claimed, prior, shown)
        lies += stood * lie * willing
        truths += stood * (1.0 - lie)
    return lies / (lies + truths)


@kernel
def likely_places(v: Ints, seat: int) -> int:
    """How many unseen cards are as likely as one in a hand to be of the rank required.

    A card on the pile was claimed to be of another rank, mostly in truth, and counts less.
    """
    places, piled = v[CLAIMED], -v[CLAIMED]
    for other in range(v[PLAYERS]):
        if other != seat:
            places += v[SIZE + other] - size_of(v[KNOWN + SEATS * seat + other])
            piled += v[PILED + other]
    return places + int(PILED_SHARE * piled)  # type: ignore[no-any-return]


@kernel
def distrust(shown: int) -> float:
    """The odds of a lie, against those of the cards alone, of a seat that was so often shown."""
    lies = TRUST
    for extra in range(1, COPIES + 1):
        lies += shown >> BYTE * extra & 255
    return float(lies / (TRUST + (shown & 255)))


@kernel
def belief(v: Ints, seat: int, models: bool) -> float:
    """The chance that the claim before `seat` is a lie; without models, that it cannot be true.

    Measured, the model's suspicions are right up to about two in five and, short of
    certainty, no greater share of claims are lies above that: so no greater chance is given.
    """
    chance = suspicion(v, seat, models)
    if v[PACKS] or not models or chance >= SURE:
        return chance
    return min(chance, MOST_DOUBT)


@kernel
def cannot_be_true(v: Ints, seat: int) -> float:
    """The chance that the claimant's hand cannot have held what it claims."""
    actor = v[ACTOR]
    known, unseen = v[KNOWN + SEATS * seat + actor], unseen_by(v, seat)
    matching, sure = unseen_of_rank(v, seat, v[RANK]), count_of(known, v[RANK])
    drawn = min(v[SIZE + actor] + v[CLAIMED] - size_of(known), unseen)
    if v[PACKS]:
        return 0.0 if sure else void_chance(unseen, matching, drawn)
    return 1.0 - can_be_true(unseen, matching, drawn, v[CLAIMED] - sure)


@kernel
def suspicion(v: Ints, seat: int, models: bool) -> float:
    """The chance of a lie by the model alone, which is too high between a half and certainty."""
    if not models:
        return cannot_be_true(v, seat)
    if v[PACKS]:
        return free_belief(v, seat)
    actor, rank, claimed = v[ACTOR], v[RANK], v[CLAIMED]
    known = v[KNOWN + SEATS * seat + actor]
    matching, sure = unseen_of_rank(v, seat, rank), count_of(known, rank)
    wanted = v[SIZE + actor] + claimed - size_of(known)
    places = max(likely_places(v, seat), wanted, matching)
    rate = bluff_rate(v[TOLD + actor], v[SHOWN + actor], v[PLAYERS])
    lie = lie_chance(places, matching, wanted, sure, claimed, rate, v[SHOWN + actor])
    odds = lie * distrust(v[SHOWN + actor])
    return odds / (odds + 1.0 - lie)

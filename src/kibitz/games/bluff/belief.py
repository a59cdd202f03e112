"""How likely a claim is a lie, from what one seat knows: the one belief of players and people.

A seat without the rank must lie, and puts down one card; so a claim of one card asks whether
the claimant has none of the rank or one. A forest learnt from games, one for each number of
players, answers by the signs that the listener sees (see `learning`), and a second one puts
right what it says by the company that seems to sit there (see `correcting`). Hands are not drawn at
random there: a seat keeps the cards that its next turns require and is rid of the ranks it
was asked for, and piles change hands where truths are challenged (see `kept`).

A larger claim is a lie of the seat's own will. Few lie at will often: a seat is one that
seldom does or, rarely, one that does so freely, by Bayes' rule from its claims; lies shown
with two false cards or more count in full. Of U unseen cards K have the claimed rank; a hand
of h holds n of them by the hypergeometric law, and a lie claims `extra` cards more than are
true:

P(lie | k) = sum_n P(n) P(claim k, lie | n) / sum_n P(n) P(claim k | n)
"""

import math
from pathlib import Path

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.games.bluff.forest import forest_odds
from kibitz.games.bluff.free import free_belief, void_chance
from kibitz.games.bluff.layout import (
    ACTOR,
    BYTE,
    CARDS,
    CLAIMED,
    COPIES,
    KNOWN,
    PACKS,
    PLAYERS,
    RANK,
    SEATS,
    SHOWN,
    SIZE,
    TOLD,
    Ints,
    byte,
    count_of,
    size_of,
)
from kibitz.games.bluff.signs import NAMES, fill_signs
from kibitz.games.bluff.unseen import unseen_by, unseen_of_rank

CHOOSE = np.array([[float(math.comb(n, k)) for k in range(CARDS + 1)] for n in range(CARDS + 1)])
HELD_BACK = 0.1  # how often a truthful seat keeps some of the rank back
BLUFFS, TRUTHS = 0.06, 10.0  # the Beta law of a seat that seldom lies at will
SELDOM, FREELY = BLUFFS / (BLUFFS + TRUTHS), 0.35  # rates of lies at will of the two kinds
FREE_SEATS = 0.003  # how many lie freely, before any is known
ENOUGH = 12  # lies shown that count; more add nothing
MOST_DOUBT = 8.0  # times the odds of a bluff: a seat with few cards has kept those that fit
EXTRAS = np.array([4.0, 0.5, 0.2, 0.1])  # over-claims of 1 to 4 cards, before any is seen

FEWEST_PLAYERS = 2
FOREST = Path(__file__).parent / "belief.npz"
with np.load(FOREST) as _grown:
    BASE = _grown["base"]  # a forest for each number of players, from two on
    FEATURE, THRESHOLD, LEAF = _grown["feature"], _grown["threshold"], _grown["leaf"]
    SECOND_FEATURE, SECOND_LEAF = _grown["second_feature"], _grown["second_leaf"]
    SECOND_THRESHOLD = _grown["second_threshold"]


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
    """The chance that a claim of two or more is a lie by a seat that lies at will at this rate.

    `sure` cards of the rank are known to be in the hand.
    """
    lie, truth = 0.0, 0.0
    for more in range(matching + 1):
        n = min(sure + more, COPIES)
        chance = holding_chance(unseen, matching, drawn, more)
        lie += chance * extra_chance(claimed - n, COPIES - n, shown)
        truth += chance * true_claim_chance(claimed, n)
    if truth == 0.0:
        return 1.0
    odds = rate / (1.0 - rate) * min(lie / truth, MOST_DOUBT)
    return odds / (1.0 + odds)


@kernel
def bluff_rate(told: int, shown: int) -> float:
    """The mean of a seat's rate of lies at will after all its claims.

    `told` counts the claims that stood by size, `shown` the revealed truths and lies. A lie
    with one false card was most likely forced; claims that stood are taken for true.
    """
    lies, truths = 0, byte(shown, 0)
    for extra in range(2, COPIES + 1):
        lies += byte(shown, extra)
    for size in range(COPIES):
        truths += byte(told, size)
    odds = FREE_SEATS / (1.0 - FREE_SEATS) * (FREELY / SELDOM) ** min(lies, ENOUGH)
    odds *= ((1.0 - FREELY) / (1.0 - SELDOM)) ** truths
    seldom = BLUFFS / (BLUFFS + TRUTHS + truths)
    return (seldom + odds * FREELY) / (1.0 + odds)


@kernel
def void_belief(v: Ints, seat: int) -> float:
    """The chance that the claimant of one card has none of the rank, by the forests."""
    signs, which = np.empty(len(NAMES) + 1), v[PLAYERS] - FEWEST_PLAYERS
    fill_signs(v, seat, signs)
    odds = forest_odds(signs, BASE[which], FEATURE[which], THRESHOLD[which], LEAF[which])
    signs[len(NAMES)] = odds  # the second forest sees it beside the signs
    feature, threshold = SECOND_FEATURE[which], SECOND_THRESHOLD[which]
    odds = forest_odds(signs, odds, feature, threshold, SECOND_LEAF[which])
    return float(1.0 / (1.0 + np.exp(-odds)))


@kernel
def belief(v: Ints, seat: int) -> float:
    """The chance that the claim before `seat` is a lie."""
    if v[PACKS]:
        return free_belief(v, seat)
    actor, rank, claimed = v[ACTOR], v[RANK], v[CLAIMED]
    known = v[KNOWN + SEATS * seat + actor]
    matching, sure = unseen_of_rank(v, seat, rank), count_of(known, rank)
    if claimed > matching:  # cards known to be in the hand were not put down
        return 1.0
    rate = bluff_rate(v[TOLD + actor], v[SHOWN + actor])
    if claimed == 1:
        none = 0.0 if sure else void_belief(v, seat)
        return none + (1.0 - none) * rate
    unseen = unseen_by(v, seat)
    drawn = min(v[SIZE + actor] + claimed - size_of(known), unseen)
    return lie_chance(unseen, matching, drawn, sure, claimed, rate, v[SHOWN + actor])


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

"""The heuristic of the game: the chance to win with all cards seen, for two players.

Whoever has not thrown yet throws as a good player does. What the three counts of the show
will be is known, or averaged over the starters that are left; the play goes greedily a few
times; points count in their order, and the table of winning says the rest. So a deal and
a starter show their luck at once (`kibitz.coach.luck`).
"""

import numpy as np

from kibitz.core.game import rule
from kibitz.core.kernel import kernel
from kibitz.core.stream import reseed
from kibitz.games.cribbage.advice.seen import hand_ranks, write_six
from kibitz.games.cribbage.pegging.ismcts import play_out
from kibitz.games.cribbage.pegging.peg import Peg
from kibitz.games.cribbage.pegging.stakes import dealer_wins
from kibitz.games.cribbage.pegging.suspects import Ints
from kibitz.games.cribbage.table.knowledge import size_of
from kibitz.games.cribbage.table.pile import pile_count
from kibitz.games.cribbage.table.rules import (
    CUT,
    DONE,
    FIRST,
    HAND,
    HEELS,
    NONE,
    PLAY,
    PLAYED,
    SCORE,
    THROW,
    THROWN,
    Cribbage,
    payoff,
)
from kibitz.games.cribbage.table.score import DECK, JACK, set_points
from kibitz.games.cribbage.throwing.endgame import keep_of, thrown_set
from kibitz.games.cribbage.throwing.keeps import table
from kibitz.games.cribbage.throwing.throw import SIX, THROWS, crib_values, hand_values

WIN = table("winning")
THROW_TABLE, PEG_TABLE = table("throws"), table("pegging")
PLAY_OUTS = 16


@kernel
def good_throw(hand: int, role: int) -> int:
    """The set that a good player throws from six cards."""
    six, values, part = np.empty(SIX, np.int64), np.empty(THROWS), np.empty(THROWS)
    write_six(hand, six)
    hand_values(six, values)
    crib_values(six, THROW_TABLE[1 - role], part)
    for i in range(THROWS):
        thrown = thrown_set(six, i)
        values[i] += (part[i] if role else -part[i]) + PEG_TABLE[role, keep_of(hand ^ thrown)]
    return thrown_set(six, int(np.argmax(values)))


@kernel
def thrown_by(p: Cribbage, seat: int) -> int:
    """What a seat has thrown, or would."""
    if p[THROWN + seat]:
        return int(p[THROWN + seat])
    return good_throw(p[HAND + seat], 1 if seat == p.dealer else 0)


@kernel
def write_ends(p: Cribbage, pone: int, dealer: int, ends: Ints) -> None:
    """Write the scores, pone's first, after some plays of these hands, both greedy."""
    luck = np.empty(4, np.uint64)
    reseed(luck, 1)  # the same position has the same outlook
    role = 1 if p.phase == PLAY and p.seat == p.dealer else 0
    scores = (p[SCORE + 1 - p.dealer], p[SCORE + p.dealer])
    hands, count = (hand_ranks(pone), hand_ranks(dealer)), pile_count(p.pile)
    start = Peg(hands[0], hands[1], p.pile, count, role, scores[0], scores[1])
    for i in range(len(ends)):
        end = play_out(start, luck)
        ends[i, 0], ends[i, 1] = end.points0, end.points1


@kernel
def wins_with_starter(
    ends: Ints, heels: int, hands: tuple[int, int], crib: int, starter: int
) -> float:
    """The dealer's chance to win a hand whose starter is known; pone's things come first."""
    shows = (
        set_points(hands[0], starter, 0),
        set_points(hands[1], starter, 0),
        set_points(crib, starter, 1),
    )
    total = 0.0
    for i in range(len(ends)):
        total += dealer_wins(int(ends[i, 0]), int(ends[i, 1]) + heels, shows, WIN)
    return total / len(ends)


@kernel
def dealer_outlook(p: Cribbage) -> float:
    """The dealer's chance to win while a hand is on."""
    other, ends = 1 - p.dealer, np.empty((PLAY_OUTS, 2), np.int64)
    away = (thrown_by(p, other), thrown_by(p, p.dealer))
    write_ends(p, p[HAND + other] & ~away[0], p[HAND + p.dealer] & ~away[1], ends)
    hands = (
        (p[HAND + other] | p[PLAYED + other]) & ~away[0],
        (p[HAND + p.dealer] | p[PLAYED + p.dealer]) & ~away[1],
    )
    crib = away[0] | away[1]
    if p.starter != NONE:
        return wins_with_starter(ends, 0, hands, crib, p.starter)
    total, count, dealt = 0.0, 0, hands[0] | hands[1] | crib
    for starter in range(DECK):
        if not dealt >> starter & 1:
            heels = HEELS if starter >> 2 == JACK else 0
            total += wins_with_starter(ends, heels, hands, crib, starter)
            count += 1
    return total / count


@kernel
def is_all_seen(p: Cribbage) -> bool:
    """Whether a hand is on and nobody's cards are hidden."""
    if p.phase not in (THROW, CUT, PLAY):
        return False
    cards = p.hand0 | p.hand1 | p.thrown0 | p.thrown1 | p.played0 | p.played1
    return size_of(cards) == 2 * SIX


@rule
def heuristic(p: Cribbage, seat: int) -> float:
    """For two players: two wins less one; where cards are hidden, by the scores alone."""
    if p.phase == DONE:
        return payoff(p, seat)
    if p.players != 2 or p.phase == FIRST:
        return 0.0
    if is_all_seen(p):
        dealer = 2.0 * dealer_outlook(p) - 1.0
    else:
        dealer = 2.0 * float(WIN[p[SCORE + p.dealer], p[SCORE + 1 - p.dealer]]) - 1.0
    return dealer if seat == p.dealer else -dealer

"""The chance to win from every score: the look-up, and how its table is filled.

`WIN[dealer's score, pone's score]` is the chance that the dealer of the next hand wins,
scores before the deal. It is filled by dynamic programming from high scores down: each of
many simulated hands is pegged and counted in its order from that score, and who reaches
121 first has won; if nobody does, the deal passes and the table, already filled there,
says the rest. The simulated hands are played for points; what regard for the score changes
near the end is measured apart and added (`nearend`). `tables` makes it and writes it down.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.errors import BadValue
from kibitz.games.cribbage.pegging.suspects import Floats
from kibitz.games.cribbage.table.rules import TARGET
from kibitz.games.cribbage.throwing.keeps import table
from kibitz.games.cribbage.winning.outcomes import Outcomes

NEVER = 10_000  # later than any event of a hand


class Law(NamedTuple):
    """Hands in such a form that they are quickly counted from any score."""

    totals: NDArray[np.int64]  # of pone and dealer, by hand
    dealer_times: NDArray[np.int16]  # by points and hand, the place of the event that reaches them
    pone_times: NDArray[np.int16]


@kernel
def reach_times(gains: NDArray[np.int64], sign: int, times: NDArray[np.int16]) -> None:
    """Write, for each number of points and hand, the place of the event that reaches it."""
    times[:, :] = NEVER
    for i in range(len(gains)):
        total = 0
        for place in range(gains.shape[1]):
            gain = sign * gains[i, place]
            if gain > 0:
                for points in range(total + 1, min(total + gain, TARGET) + 1):
                    times[points, i] = place
                total += gain


@kernel
def mean_worth(law: Law, dealer: int, pone: int, win: Floats) -> float:
    """The dealer's chance to win from these scores, over all hands of a law."""
    wins, hands = 0.0, len(law.totals)
    for i in range(hands):
        mine, yours = law.dealer_times[TARGET - dealer, i], law.pone_times[TARGET - pone, i]
        if mine < yours:
            wins += 1.0
        elif yours == NEVER:
            wins += 1.0 - win[pone + law.totals[i, 0], dealer + law.totals[i, 1]]
    return wins / hands


@kernel
def fill_table(law: Law, change: Floats, win: Floats) -> None:
    """Fill the table from the highest sum of scores down, adding the change at each score."""
    for both in range(2 * (TARGET - 1), -1, -1):
        for dealer in range(max(0, both - TARGET + 1), min(both, TARGET - 1) + 1):
            pone = both - dealer
            worth = mean_worth(law, dealer, pone, win) + change[dealer, pone]
            win[dealer, pone] = min(max(worth, 0.0), 1.0)


def law_of(played: Outcomes) -> Law:
    """The law of simulated hands."""
    gains = played.gains
    times = np.empty((2, TARGET + 1, len(gains)), np.int16)
    reach_times(gains, 1, times[0])
    reach_times(gains, -1, times[1])
    totals = np.stack([-np.minimum(gains, 0).sum(axis=1), np.maximum(gains, 0).sum(axis=1)], axis=1)
    return Law(totals, times[0], times[1])


def win_table(law: Law, change: Floats | None = None) -> Floats:
    """The dealer's chance to win at every pair of scores, if hands come by a law."""
    win = np.zeros((TARGET, TARGET))
    fill_table(law, np.zeros_like(win) if change is None else change, win)
    return win


def win_chance(mine: int, theirs: int, is_dealer: bool) -> float:
    """The chance to win of a player with `mine` points who deals next, or does not."""
    for points in (mine, theirs):
        if not 0 <= points < TARGET:
            raise BadValue(f"score {points} is not from 0 to {TARGET - 1}")
    win = table("winning")
    return float(win[mine, theirs]) if is_dealer else 1.0 - float(win[theirs, mine])

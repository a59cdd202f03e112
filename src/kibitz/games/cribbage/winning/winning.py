"""The chance to win from every score: the look-up, and how its table is filled.

`WIN[dealer's score, pone's score]` is the chance that the dealer of the next hand wins,
scores before the deal. It is filled by dynamic programming from high scores down: each of
many simulated hands is pegged and counted in its order from that score, and who reaches
121 first has won; if nobody does, the deal passes and the table, already filled there,
says the rest. `tables` makes it and writes it down.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.errors import BadValue
from kibitz.games.cribbage.pegging.suspects import Floats
from kibitz.games.cribbage.table.rules import TARGET
from kibitz.games.cribbage.throwing.keeps import table
from kibitz.games.cribbage.winning.outcomes import Outcomes

NEVER = 10_000  # later than any event of a hand


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
def fill_table(
    totals: NDArray[np.int64],
    dealer_times: NDArray[np.int16],
    pone_times: NDArray[np.int16],
    win: Floats,
) -> None:
    """Fill the table from the highest sum of scores down; totals are (pone, dealer) by hand."""
    hands = len(totals)
    for both in range(2 * (TARGET - 1), -1, -1):
        for dealer in range(max(0, both - TARGET + 1), min(both, TARGET - 1) + 1):
            pone, wins = both - dealer, 0.0
            for i in range(hands):
                mine, yours = dealer_times[TARGET - dealer, i], pone_times[TARGET - pone, i]
                if mine < yours:
                    wins += 1.0
                elif yours == NEVER:
                    wins += 1.0 - win[pone + totals[i, 0], dealer + totals[i, 1]]
            win[dealer, pone] = wins / hands


def win_table(played: Outcomes) -> Floats:
    """The dealer's chance to win at every pair of scores, from simulated hands."""
    gains = played.gains
    times = np.empty((2, TARGET + 1, len(gains)), np.int16)
    reach_times(gains, 1, times[0])
    reach_times(gains, -1, times[1])
    totals = np.stack([-np.minimum(gains, 0).sum(axis=1), np.maximum(gains, 0).sum(axis=1)], axis=1)
    win = np.zeros((TARGET, TARGET))
    fill_table(totals, times[0], times[1], win)
    return win


def win_chance(mine: int, theirs: int, is_dealer: bool) -> float:
    """The chance to win of a player with `mine` points who deals next, or does not."""
    for points in (mine, theirs):
        if not 0 <= points < TARGET:
            raise BadValue(f"score {points} is not from 0 to {TARGET - 1}")
    win = table("winning")
    return float(win[mine, theirs]) if is_dealer else 1.0 - float(win[theirs, mine])

"""What a finished play means for the game: the show that follows, and the chance to win.

Hands count in order and the first at 121 has won; otherwise the table of winning says
the rest, pone being the next dealer. The opponent's hand counts by its ranks, the crib by
the ranks of the own throw and one drawn from the model: suits are left out here.
"""

from typing import NamedTuple

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream
from kibitz.games.cribbage.pegging.peg import Peg
from kibitz.games.cribbage.pegging.suspects import Floats, drawn_place
from kibitz.games.cribbage.table.rules import TARGET
from kibitz.games.cribbage.table.score import PAIR, PAIRS, RANK_POINTS, RANKS
from kibitz.games.cribbage.throwing.keeps import KEEP_RANKS

KEEP_ROWS = (
    PAIR[RANKS * KEEP_RANKS[:, 0] + KEEP_RANKS[:, 1]] * PAIRS
    + PAIR[RANKS * KEEP_RANKS[:, 2] + KEEP_RANKS[:, 3]]
) * RANKS
KEEP_POINTS = RANK_POINTS[KEEP_ROWS[:, None] + np.arange(RANKS)]  # by keep and starter


class Stakes(NamedTuple):
    """What the seat to act knows of the show."""

    is_decisive: int  # 1 where the chance to win leads the search, not points
    starter: int  # its rank
    counted: int  # points of the own hand with the starter
    pair: int  # the rank pair of the own throw
    throws: Floats  # running sum of the opponent's throws by rank pair
    win: Floats  # the dealer's chance to win by scores, dealer's first


@kernel
def crib_points(stakes: Stakes, stream: Stream) -> int:
    """What a crib of the own throw and a random one of the opponent counts."""
    theirs = drawn_place(stakes.throws, stream)
    return int(RANK_POINTS[(stakes.pair * PAIRS + theirs) * RANKS + stakes.starter])


@kernel
def dealer_wins(pone: int, dealer: int, shows: tuple[int, int, int], win: Floats) -> float:
    """The dealer's chance to win when the show begins: pone's hand, dealer's hand, crib."""
    if dealer >= TARGET:
        return 1.0
    pone += shows[0] if pone < TARGET else 0
    if pone >= TARGET:
        return 0.0
    dealer += shows[1] + shows[2]
    if dealer >= TARGET:
        return 1.0
    return 1.0 - float(win[pone, dealer])


@kernel
def pone_wins(end: Peg, stakes: Stakes, keep: int, seat: int, crib: int) -> float:
    """Pone's chance to win after the play, seen from `seat`, whose opponent kept `keep`."""
    theirs = int(KEEP_POINTS[keep, stakes.starter])
    shows = (stakes.counted, theirs, crib) if seat == 0 else (theirs, stakes.counted, crib)
    return 1.0 - dealer_wins(end.points0, end.points1, shows, stakes.win)

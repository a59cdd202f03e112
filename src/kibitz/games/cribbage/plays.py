"""Every card of the play with its value: greedy, by looking ahead, or by tree search.

Values are points pegged by the seat to act less the opponent's, from here to the end of
the play (greedy: at once). All cards share their worlds, and cards of one rank are alike.
"""

import math
from dataclasses import dataclass

import numpy as np

from kibitz.core.game import moves
from kibitz.core.seeds import stream as stream_of
from kibitz.errors import UnknownName
from kibitz.games.cribbage.ismcts import Sums, explore
from kibitz.games.cribbage.lookahead import look_ahead
from kibitz.games.cribbage.peg import Peg
from kibitz.games.cribbage.pile import peg_points
from kibitz.games.cribbage.score import RANKS, VALUES
from kibitz.games.cribbage.stakes import Stakes
from kibitz.games.cribbage.suspects import Suspects

METHODS = ("tree", "search", "greedy")
WIN_C = 0.15  # the tree's exploration where it counts chances to win


@dataclass(frozen=True)
class RankValue:
    """What playing a rank is worth, and the chance to win it leaves where that is known."""

    points: float
    error: float
    win: float | None
    win_error: float
    samples: int


@dataclass(frozen=True)
class PlaySearch:
    """A way to value the play: its method and how much work it does."""

    method: str = "tree"
    iterations: int = 2000  # play-outs of all cards together
    depth: int = 4  # of the search
    c: float = 4.0  # exploration of the tree, in points

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise UnknownName("method of playing", self.method, METHODS)

    def values(self, p: Peg, doubt: Suspects, stakes: Stakes, seed: int) -> dict[int, RankValue]:
        """The value of every rank that may be played."""
        out = np.empty(RANKS, np.int64)
        ranks = [int(rank) for rank in out[: moves(p, out)]]
        if self.method == "greedy":
            return {rank: _greedy(p, rank) for rank in ranks}
        sums = Sums(np.zeros(RANKS), np.zeros(RANKS), np.zeros(RANKS))
        worlds = max(2, self.iterations // len(ranks))
        if self.method == "search":
            look_ahead(p, self.depth, worlds, doubt, stream_of(seed), sums.points, sums.squares)
        else:
            c = WIN_C if stakes.is_decisive else self.c
            explore(p, worlds, c, doubt, stakes, stream_of(seed), sums)
        knows_wins = self.method == "tree"
        return {rank: _mean(sums, rank, worlds, knows_wins) for rank in ranks}


def _greedy(p: Peg, rank: int) -> RankValue:
    points = peg_points(p.pile << 4 | rank + 1, p.total + int(VALUES[rank]))
    return RankValue(float(points), 0.0, None, 0.0, 0)


def _mean(sums: Sums, rank: int, worlds: int, knows_wins: bool) -> RankValue:
    points, win = sums.points[rank] / worlds, sums.wins[rank] / worlds
    spread = max(sums.squares[rank] / worlds - points**2, 0.0)
    return RankValue(
        float(points),
        math.sqrt(spread / (worlds - 1)),
        float(win) if knows_wins else None,
        math.sqrt(max(win * (1 - win), 0.0) / worlds),  # at most: chances lie between 0 and 1
        worlds,
    )

"""Every card of the play with its value: both careful, by tree search, ahead, or at once.

Values are points pegged by the seat to act less the opponent's, from here to the end of
the play (greedy: at once). All cards share their worlds, and cards of one rank are alike.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from kibitz.core.game import moves
from kibitz.core.seeds import stream as stream_of
from kibitz.errors import UnknownName
from kibitz.games.cribbage.pegging.ismcts import (
    WIN_C,
    counted_worlds,
    explore,
    points_at_once,
)
from kibitz.games.cribbage.pegging.lookahead import look_ahead
from kibitz.games.cribbage.pegging.peg import Peg
from kibitz.games.cribbage.pegging.stakes import Stakes
from kibitz.games.cribbage.pegging.sums import (
    DRIFT,
    RULE,
    WIN_DRIFT,
    WIN_RULE,
    RankSums,
    blank_sums,
    errors_of_differences,
    tree_errors,
    weighed_errors,
)
from kibitz.games.cribbage.pegging.suspects import Floats, Suspects
from kibitz.games.cribbage.pegging.weighing import weigh
from kibitz.games.cribbage.table.score import RANKS

METHODS = ("careful", "tree", "search", "greedy")
A_POINT, HALF = 1.0, 0.5  # how far off one more sample is thought of: points, a chance


@dataclass(frozen=True)
class RankValue:
    """What playing a rank is worth, and the chance to win it leaves where that is known.

    `at_once` are the points of the card itself. A `loss_error` belongs to the difference to
    the best rank, in points or in chances to win.
    """

    points: float
    at_once: int
    samples: int = 0
    error: float = 0.0
    loss_error: float = 0.0
    win: float | None = None
    win_error: float = 0.0
    win_loss_error: float = 0.0
    is_complete: bool = False  # whether every hand there is was looked at


@dataclass(frozen=True)
class PlaySearch:
    """A way to value the play: its method and how much work it does."""

    method: str = "careful"
    iterations: int = 2000  # play-outs of all cards together, at most
    depth: int = 4  # of the search
    c: float = 2.0  # exploration of the tree, in points

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise UnknownName("method of playing", self.method, METHODS)

    def values(
        self, p: Peg, doubt: Suspects, unshown: int, stakes: Stakes, seed: int
    ) -> dict[int, RankValue]:
        """The value of every rank that may be played; `unshown` are the cards nobody has shown."""
        out = np.empty(RANKS, np.int64)
        ranks = [int(rank) for rank in out[: moves(p, out)]]
        at_once = {rank: int(points_at_once(p, rank)) for rank in ranks}
        if self.method == "greedy":
            return {rank: RankValue(float(points), points) for rank, points in at_once.items()}
        sums, worlds = blank_sums(), max(2, self.iterations // len(ranks))
        if self.method == "search":
            look_ahead(p, self.depth, worlds, doubt, stream_of(seed), sums)
            errors = errors_of_differences(sums.points, sums.point_products, worlds)
            return in_points(at_once, sums, worlds, errors)
        if self.method == "careful":
            weigh(p, worlds, doubt, unshown, stakes, stream_of(seed), sums)
            return weighed(at_once, sums, len(doubt.sums), worlds)
        c = WIN_C if stakes.is_decisive else self.c
        explore(p, worlds, c, doubt, stakes, stream_of(seed), sums)
        counted, walks = int(counted_worlds(worlds)), worlds * len(ranks)
        errors = tree_errors(sums.points, sums.point_products, counted, walks, DRIFT, A_POINT)
        values = in_points(at_once, sums, counted, errors)
        errors = tree_errors(sums.wins, sums.win_products, counted, walks, WIN_DRIFT, HALF)
        return _with_wins(values, sums, counted, errors)


def weighed(
    at_once: Mapping[int, int], sums: RankSums, hands: float, worlds: int
) -> dict[int, RankValue]:
    """The values of means over all hands there are, or over as many as were looked at."""
    used = 0 if hands <= worlds else worlds
    errors = weighed_errors(sums.points, sums.point_products, used, RULE)
    values = in_points(at_once, sums, 1, errors)
    errors = weighed_errors(sums.wins, sums.win_products, used, WIN_RULE)
    values = _with_wins(values, sums, 1, errors)
    seen, whole = int(min(hands, worlds)), used == 0
    return {rank: replace(v, samples=seen, is_complete=whole) for rank, v in values.items()}


def in_points(
    at_once: Mapping[int, int], sums: RankSums, worlds: int, errors: Floats
) -> dict[int, RankValue]:
    """The value of each rank in points; `at_once` is what it makes itself."""
    best = max(at_once, key=lambda rank: (sums.points[rank], -rank))
    return {
        rank: RankValue(
            points=float(sums.points[rank]) / worlds,
            at_once=points,
            samples=worlds,
            error=float(errors[rank, rank]),
            loss_error=float(errors[best, rank]),
        )
        for rank, points in at_once.items()
    }


def _with_wins(
    values: dict[int, RankValue], sums: RankSums, worlds: int, errors: Floats
) -> dict[int, RankValue]:
    best = max(values, key=lambda rank: (sums.wins[rank], -rank))
    return {
        rank: replace(
            value,
            win=float(sums.wins[rank]) / worlds,
            win_error=float(errors[rank, rank]),
            win_loss_error=float(errors[best, rank]),
        )
        for rank, value in values.items()
    }

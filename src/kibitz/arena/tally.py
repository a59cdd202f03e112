"""What a pairing has come to: counts and sums, whatever the number of games.

Sums run from pair to pair in their order, so they do not depend on how the pairs were
cut into batches.
"""

import math
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from kibitz.arena.batch import Batch, Floats
from kibitz.stats.interval import mean_interval
from kibitz.stats.normal import CONFIDENCE
from kibitz.stats.payoffs import PairPayoffs
from kibitz.stats.pentanomial import Pentanomial

FAILURES_KEPT = 20  # that are told one by one; all are counted


@dataclass(frozen=True)
class FailedGame:
    """A game that was lost without being finished."""

    index: int  # of the pair
    number: int  # of the game in it
    player: int  # place in the pair
    kind: str
    reason: str


@dataclass
class Sums:
    """What any number of players came to: payoffs by player, pairs being the unit.

    A pair has a game for every seating, so luck of the seat cancels in it.
    """

    players: int = 2
    pairs: int = 0
    payoff_sums: tuple[float, ...] = ()  # of each player's mean payoff in a pair's games
    payoff_squares: tuple[float, ...] = ()
    payoff_ends: tuple[tuple[float, float], ...] = ()  # the least and the greatest of them
    plies: int = 0
    decisions: tuple[int, ...] = ()
    seconds: tuple[float, ...] = ()
    failed: Counter[tuple[int, str]] = field(default_factory=Counter)  # by player and kind
    failures: list[FailedGame] = field(default_factory=list)  # the first few

    def __post_init__(self) -> None:
        nothing = (0.0,) * self.players
        self.payoff_sums = self.payoff_sums or nothing
        self.payoff_squares = self.payoff_squares or nothing
        self.payoff_ends = self.payoff_ends or ((math.inf, -math.inf),) * self.players
        self.decisions = self.decisions or (0,) * self.players
        self.seconds = self.seconds or nothing

    def add(self, batch: Batch) -> None:
        """Count the pairs of a batch, which come next in order."""
        self.pairs += len(batch)
        payoffs = batch.payoffs.mean(1)
        self.payoff_sums = _running_all(self.payoff_sums, payoffs)
        self.payoff_squares = _running_all(self.payoff_squares, payoffs**2)
        self.payoff_ends = _widened(self.payoff_ends, payoffs)
        self.plies += int(batch.plies.sum())
        self.decisions = _added(self.decisions, batch.decisions.sum((0, 1)))
        spent = batch.seconds.sum((0, 1)).tolist()
        self.seconds = tuple(a + b for a, b in zip(self.seconds, spent, strict=True))
        self._note_failures(batch)

    def _note_failures(self, batch: Batch) -> None:
        for (row, number), failure in sorted(batch.failures.items()):
            self.failed[failure.player, failure.kind] += 1
            if len(self.failures) < FAILURES_KEPT:
                place = (batch.first + row, number, failure.player)
                self.failures.append(FailedGame(*place, failure.kind, failure.reason))

    @property
    def game_count(self) -> int:
        """How many games were played: one for every seating of a pair."""
        return self.players * self.pairs

    def payoff_of(self, player: int) -> float:
        """What a player got a game, on average."""
        return self.payoff_sums[player] / self.pairs if self.pairs else math.nan

    def payoff_error_of(self, player: int) -> float:
        """Its standard error; 0 where all pairs came out alike, and no other time."""
        least, greatest = self.payoff_ends[player]
        if self.pairs < 2 or least == greatest:
            return 0.0
        mean = self.payoff_of(player)
        square = max(self.payoff_squares[player] / self.pairs - mean**2, 0.0)
        return max(math.sqrt(square / (self.pairs - 1)), math.ulp(abs(mean)))

    def payoff_interval_of(
        self,
        player: int,
        confidence: float = CONFIDENCE,
        possible: tuple[float, float] = (-math.inf, math.inf),
    ) -> tuple[float, float]:
        """Where its true mean lies, within what is possible.

        Pairs are the unit, since their games are not independent.
        """
        figures = (self.pairs, self.payoff_of(player), self.payoff_error_of(player))
        return mean_interval(*figures, confidence, possible)

    def seconds_a_move(self, player: int) -> float | None:
        """How long a player thought, on average; None for players inside a kernel."""
        if not self.seconds[player]:
            return None
        return self.seconds[player] / self.decisions[player]


@dataclass
class Tally(Sums):
    """Results of two players, from the side of the first."""

    cells: tuple[int, ...] = (0, 0, 0, 0, 0)  # pairs by half points
    games: tuple[int, int, int] = (0, 0, 0)  # losses, draws, wins
    first_seat: tuple[int, int, int] = (0, 0, 0)  # losses, draws, wins of whoever moves first

    def add(self, batch: Batch) -> None:
        super().add(batch)
        points = batch.points()[:, :, 0]
        self.cells = _added(self.cells, np.bincount(batch.half_points(), minlength=5))
        self.games = _outcomes(self.games, points)
        ahead = np.array([1.0, -1.0]) * (points - 0.5) + 0.5  # seats are swapped in game 1
        self.first_seat = _outcomes(self.first_seat, ahead)

    @property
    def results(self) -> Pentanomial:
        """The pairs as the statistics want them."""
        return Pentanomial(self.cells)

    @property
    def score(self) -> float:
        """Points of the first player per game."""
        _, draws, wins = self.games
        return (wins + draws / 2) / sum(self.games) if self.pairs else math.nan

    def payoffs(self, reach: float) -> PairPayoffs:
        """The pairs by their payoffs, of which none is larger than `reach`."""
        return PairPayoffs(reach, self.pairs, self.payoff_sums[0], self.payoff_squares[0])

    @property
    def payoff_sum(self) -> float:
        """Of the first player's mean payoff in each pair."""
        return self.payoff_sums[0]

    @property
    def payoff(self) -> float:
        """What the first player got a game, on average."""
        return self.payoff_of(0)

    def payoff_interval(
        self,
        confidence: float = CONFIDENCE,
        possible: tuple[float, float] = (-math.inf, math.inf),
    ) -> tuple[float, float]:
        """Where its true mean lies, within what is possible."""
        return self.payoff_interval_of(0, confidence, possible)


@dataclass
class Shares(Sums):
    """Results of three players or more: what each got, against the fair share."""

    point_sums: tuple[float, ...] = ()  # of the share of rivals beaten, by player
    wins: tuple[float, ...] = ()  # games in which nobody got more; equal winners share one

    def __post_init__(self) -> None:
        super().__post_init__()
        self.point_sums = self.point_sums or (0.0,) * self.players
        self.wins = self.wins or (0.0,) * self.players

    def add(self, batch: Batch) -> None:
        super().add(batch)
        self.point_sums = _running_all(self.point_sums, batch.points().mean(1))
        best = batch.payoffs == batch.payoffs.max(2, keepdims=True)
        shared = (best / best.sum(2, keepdims=True)).sum(1)
        self.wins = _running_all(self.wins, shared)

    @property
    def fair_share(self) -> float:
        """What equal players would get: the mean of what all got."""
        return sum(self.payoff_of(i) for i in range(self.players)) / self.players

    def points_of(self, player: int) -> float:
        """The share of its rivals that a player beat, on average; equal ones count half."""
        return self.point_sums[player] / self.pairs if self.pairs else math.nan

    def win_rate_of(self, player: int) -> float:
        """The share of all wins that a player had; partners share one, as equal winners do."""
        return self.wins[player] / self.game_count if self.pairs else math.nan


def new_sums(players: int) -> Tally | Shares:
    """Nothing counted yet, for so many players."""
    return Tally() if players == 2 else Shares(players)


def _added(
    counts: tuple[int, ...], more: "np.ndarray[tuple[int, ...], np.dtype[np.int64]]"
) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(counts, more.tolist(), strict=True))


def _outcomes(counts: tuple[int, int, int], points: Floats) -> tuple[int, int, int]:
    losses, draws, wins = (int((points == worth).sum()) for worth in (0.0, 0.5, 1.0))
    return counts[0] + losses, counts[1] + draws, counts[2] + wins


def _widened(
    ends: tuple[tuple[float, float], ...], values: Floats
) -> tuple[tuple[float, float], ...]:
    """The least and the greatest of each column of `values` and of what there was before."""
    columns = zip(ends, values.min(0).tolist(), values.max(0).tolist(), strict=True)
    return tuple((min(low, least), max(high, most)) for (low, high), least, most in columns)


def _running(total: float, values: Floats) -> float:
    """`total` and then each value added in turn."""
    return float(np.cumsum(np.concatenate(([total], values)))[-1])


def _running_all(totals: tuple[float, ...], values: Floats) -> tuple[float, ...]:
    """The same for every column of `values`."""
    return tuple(_running(total, values[:, i]) for i, total in enumerate(totals))

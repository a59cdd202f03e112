"""What a pairing has come to: counts and sums, whatever the number of games.

Sums run from pair to pair in their order, so they do not depend on how the pairs were
cut into batches.
"""

import math
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from kibitz.arena.batch import Batch, Floats
from kibitz.stats.normal import CONFIDENCE, two_sided
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
class Tally:
    """Results of two players, from the side of the first."""

    pairs: int = 0
    cells: tuple[int, ...] = (0, 0, 0, 0, 0)  # pairs by half points
    games: tuple[int, int, int] = (0, 0, 0)  # losses, draws, wins
    first_seat: tuple[int, int, int] = (0, 0, 0)  # losses, draws, wins of whoever moves first
    payoff_sum: float = 0.0  # of the mean payoff of a pair's games
    payoff_squares: float = 0.0
    plies: int = 0
    decisions: tuple[int, ...] = (0, 0)
    seconds: tuple[float, ...] = (0.0, 0.0)
    failed: Counter[tuple[int, str]] = field(default_factory=Counter)  # by player and kind
    failures: list[FailedGame] = field(default_factory=list)  # the first few

    def add(self, batch: Batch) -> None:
        """Count the pairs of a batch, which come next in order."""
        points = batch.points()[:, :, 0]
        self.pairs += len(batch)
        self.cells = _added(self.cells, np.bincount(batch.half_points(), minlength=5))
        self.games = _outcomes(self.games, points)
        ahead = np.array([1.0, -1.0]) * (points - 0.5) + 0.5  # seats are swapped in game 1
        self.first_seat = _outcomes(self.first_seat, ahead)
        payoffs = batch.payoffs[:, :, 0].mean(1)
        self.payoff_sum = _running(self.payoff_sum, payoffs)
        self.payoff_squares = _running(self.payoff_squares, payoffs**2)
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
    def results(self) -> Pentanomial:
        """The pairs as the statistics want them."""
        return Pentanomial(self.cells)

    @property
    def score(self) -> float:
        """Points of the first player a game."""
        _, draws, wins = self.games
        return (wins + draws / 2) / sum(self.games) if self.pairs else math.nan

    @property
    def payoff(self) -> float:
        """What the first player got a game, on average."""
        return self.payoff_sum / self.pairs if self.pairs else math.nan

    def payoff_interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Where its true mean lies; pairs are the unit, since their games are not independent."""
        if self.pairs < 2:
            return -math.inf, math.inf
        square = max(self.payoff_squares / self.pairs - self.payoff**2, 0.0)
        error = math.sqrt(square / (self.pairs - 1))
        reach = two_sided(confidence) * error
        return self.payoff - reach, self.payoff + reach

    def seconds_a_move(self, player: int) -> float | None:
        """How long a player thought, on average; None for players inside a kernel."""
        if not self.seconds[player]:
            return None
        return self.seconds[player] / self.decisions[player]


def _added(
    counts: tuple[int, ...], more: "np.ndarray[tuple[int, ...], np.dtype[np.int64]]"
) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(counts, more.tolist(), strict=True))


def _outcomes(counts: tuple[int, int, int], points: Floats) -> tuple[int, int, int]:
    losses, draws, wins = (int((points == worth).sum()) for worth in (0.0, 0.5, 1.0))
    return counts[0] + losses, counts[1] + draws, counts[2] + wins


def _running(total: float, values: Floats) -> float:
    """`total` and then each value added in turn."""
    return float(np.cumsum(np.concatenate(([total], values)))[-1])

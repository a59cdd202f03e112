"""Everybody's results against everybody, counted in the order of the schedule."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kibitz.arena.batch import Batch
from kibitz.arena.tally import Tally
from kibitz.stats.ratings import GameResult


@dataclass
class CrossTable:
    """A tally for each two who met, and the points of every game for the ratings."""

    players: int
    tallies: dict[tuple[int, int], Tally] = field(default_factory=lambda: defaultdict(Tally))
    scores: list[tuple[int, int, float, float]] = field(default_factory=list)  # see `add`

    def add(self, batch: Batch) -> None:
        """Count pairs of two players; what is kept of each are both and the first's points."""
        first, second = batch.players
        self.tallies[first, second].add(batch)
        points = batch.points()[:, :, 0].tolist()
        self.scores.extend((first, second, p, q) for p, q in points)

    @property
    def pairs(self) -> int:
        """How many pairs were played in all."""
        return len(self.scores)

    def tally(self, player: int, other: int) -> Tally | None:
        """What these two came to, from the side of whoever is earlier in the list."""
        return self.tallies.get((min(player, other), max(player, other)))

    def pairs_between(self, player: int, other: int) -> int:
        """How many pairs these two have played."""
        tally = self.tally(player, other)
        return tally.pairs if tally else 0

    def points_against(self, player: int, other: int) -> float:
        """Points of all games that `player` played against `other`."""
        tally = self.tally(player, other)
        if tally is None:
            return 0.0
        losses, draws, wins = tally.games
        return (wins if player < other else losses) + draws / 2

    def payoff_against(self, player: int, other: int) -> float:
        """What `player` won from `other` in all, in units of the game."""
        tally = self.tally(player, other)
        if tally is None:
            return 0.0
        return (1 if player < other else -1) * 2 * tally.payoff_sum

    def points(self, player: int) -> float:
        """Points of all games of a player."""
        return sum(self.points_against(player, other) for other in range(self.players))

    def games(self, player: int) -> int:
        """How many games a player has played."""
        return 2 * sum(self.pairs_between(player, other) for other in range(self.players))

    def rated_games(self, names: Sequence[str]) -> Iterator[GameResult]:
        """Every game as the ratings want it, first seat first."""
        for number, (first, second, straight, swapped) in enumerate(self.scores):
            yield GameResult(names[first], names[second], straight, number)
            yield GameResult(names[second], names[first], 1.0 - swapped, number)

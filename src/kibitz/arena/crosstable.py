"""Everybody's results against everybody, counted in the order of the schedule."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from kibitz.arena.batch import Batch
from kibitz.arena.tally import Sums, Tally
from kibitz.stats.payoff_ratings import Meetings
from kibitz.stats.ratings import RatedGame

S = TypeVar("S", bound=Sums)


@dataclass
class Book(ABC, Generic[S]):
    """What everybody came to who met: sums for each company of players."""

    players: int
    tallies: dict[tuple[int, ...], S] = field(default_factory=dict)
    pairs: int = 0  # in all

    @abstractmethod
    def blank(self, players: tuple[int, ...]) -> S:
        """Nothing counted yet."""

    @abstractmethod
    def points(self, player: int) -> float:
        """Points of all games of a player."""

    @abstractmethod
    def games(self, player: int) -> int:
        """How many games a player has played."""

    def merit(self, player: int) -> float:
        """What `player` got per game of what decides."""
        return self.points(player) / max(self.games(player), 1)

    def add(self, batch: Batch) -> None:
        """Count pairs of one company."""
        if batch.players not in self.tallies:
            self.tallies[batch.players] = self.blank(batch.players)
        self.tallies[batch.players].add(batch)
        self.pairs += len(batch)

    def pairs_among(self, players: tuple[int, ...]) -> int:
        """How many pairs this company has played."""
        tally = self.tallies.get(players)
        return tally.pairs if tally else 0


@dataclass
class CrossTable(Book[Tally]):
    """A tally for each two who met, and the points of every game for the ratings.

    Where games pay (`reach` is then the largest payoff) what was won decides, else points.
    """

    reach: float | None = None
    scores: list[tuple[int, int, float, float]] = field(default_factory=list)  # see `add`

    def add(self, batch: Batch) -> None:
        """Count pairs of two players; what is kept of each are both and the first's points."""
        super().add(batch)
        first, second = batch.players
        points = batch.points()[:, :, 0].tolist()
        self.scores.extend((first, second, p, q) for p, q in points)

    def blank(self, players: tuple[int, ...]) -> Tally:
        return Tally()

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

    def lead(self, player: int, other: int) -> float:
        """By how much `player` is ahead of `other` in what decides."""
        if self.reach is not None:
            return self.payoff_against(player, other)
        return self.points_against(player, other) - self.points_against(other, player)

    def merit(self, player: int) -> float:
        """What `player` got per game of what decides."""
        if self.reach is None:
            return super().merit(player)
        won = sum(self.payoff_against(player, other) for other in range(self.players))
        return won / max(self.games(player), 1)

    def points(self, player: int) -> float:
        return sum(self.points_against(player, other) for other in range(self.players))

    def games(self, player: int) -> int:
        return 2 * sum(self.pairs_between(player, other) for other in range(self.players))

    def rated_games(self, names: Sequence[str]) -> Iterator[RatedGame]:
        """Every game as the ratings want it, first seat first."""
        for number, (first, second, straight, swapped) in enumerate(self.scores):
            yield RatedGame(names[first], names[second], straight, number)
            yield RatedGame(names[second], names[first], 1.0 - swapped, number)

    def paid_meetings(self, names: Sequence[str], reach: float) -> Meetings:
        """What every two who met won from each other, as ratings by payoff want it."""
        return {
            (names[first], names[second]): tally.payoffs(reach)
            for (first, second), tally in self.tallies.items()
        }

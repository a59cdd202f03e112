"""What playing gave: one game, one pair.

A pair is one deal or dice stream played once in every seating: in its k-th game player i
sits in seat (i + k) mod seats, so with two seats the second game swaps them. Everything
here is by player, in the order of `PairResult.players`, never by seat.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.errors import BadRecord, KibitzError

LARGEST = 10**12  # of what a game can pay, count or last


@dataclass(frozen=True, slots=True)
class Failure:
    """Who lost a game by not playing it: it crashed, stalled, exited or moved illegally."""

    player: int  # its place in the pair
    kind: str  # "crashed", "stalled", "exited", "illegal move"
    reason: str  # one sentence


@dataclass(frozen=True, slots=True)
class GameResult:
    """One finished or forfeited game."""

    payoffs: tuple[float, ...]
    plies: int  # moves of chance included
    failure: Failure | None = None
    decisions: tuple[int, ...] = ()  # how many moves each player chose
    seconds: tuple[float, ...] = ()  # how long each player thought

    @property
    def points(self) -> tuple[float, ...]:
        """1 for a win, 1/2 for a draw, 0 for a loss; with more seats the share of rivals beaten.

        >>> GameResult((1.0, -1.0), 9).points
        (1.0, 0.0)
        """
        rivals = len(self.payoffs) - 1
        if self.failure:
            return tuple(float(i != self.failure.player) for i in range(rivals + 1))
        return tuple(
            sum((mine > other) + (mine == other) / 2 for other in self.payoffs) / rivals
            - 0.5 / rivals  # every payoff equals itself
            for mine in self.payoffs
        )

    def to_fields(self) -> dict[str, Any]:
        """The result as JSON knows it."""
        fields: dict[str, Any] = {"payoffs": self.payoffs, "plies": self.plies}
        if self.failure:
            failure = self.failure
            fields["failure"] = [failure.player, failure.kind, failure.reason]
        if self.decisions:
            fields["decisions"] = self.decisions
            fields["seconds"] = [round(second, 6) for second in self.seconds]
        return fields

    @classmethod
    def from_fields(cls, fields: Mapping[str, Any]) -> "GameResult":
        """The result that `to_fields` wrote."""
        failure = fields.get("failure")
        return cls(
            tuple(float(x) for x in fields["payoffs"]),
            int(fields["plies"]),
            None if failure is None else Failure(int(failure[0]), str(failure[1]), str(failure[2])),
            tuple(int(n) for n in fields.get("decisions", ())),
            tuple(float(s) for s in fields.get("seconds", ())),
        )


@dataclass(frozen=True, slots=True)
class PairResult:
    """The games of one deal between the same players, once in every seating."""

    players: tuple[int, ...]  # their places in the plan's list, ascending
    index: int  # of the deal among all that these players share, from 0
    games: tuple[GameResult, ...]

    @property
    def half_points(self) -> int:
        """Of the first player, in half points: 0 to 4 for two seats, a cell of the pentanomial."""
        return round(2 * sum(game.points[0] for game in self.games))

    @property
    def payoff(self) -> float:
        """What the first player got a game, on average."""
        return sum(game.payoffs[0] for game in self.games) / len(self.games)

    def to_fields(self) -> dict[str, Any]:
        """The result as JSON knows it."""
        games = [game.to_fields() for game in self.games]
        return {"players": self.players, "index": self.index, "games": games}

    def _check(self) -> None:
        """Refuse what no match could have written."""
        seats = len(self.players)
        if len(self.games) != seats:
            raise ValueError(f"{len(self.games)} games of {seats} players")
        for game in self.games:
            if len(game.payoffs) != seats or {len(game.decisions), len(game.seconds)} - {0, seats}:
                raise ValueError(f"a game for others than {seats} players")
            if len(game.decisions) != len(game.seconds):
                raise ValueError("decisions without their seconds, or seconds without decisions")
            if game.failure and not 0 <= game.failure.player < seats:
                raise ValueError(f"a failure of player {game.failure.player}")
            counts, times = (game.plies, *game.decisions), (*game.payoffs, *game.seconds)
            if not all(0 <= n <= LARGEST for n in counts):
                raise ValueError("a count that nobody counted")
            if not all(abs(x) <= LARGEST for x in times):
                raise ValueError("a payoff or a time that is no number")

    @classmethod
    def from_fields(cls, fields: Mapping[str, Any]) -> "PairResult":
        """The result that `to_fields` wrote."""
        try:
            pair = cls(
                tuple(int(i) for i in fields["players"]),
                int(fields["index"]),
                tuple(GameResult.from_fields(game) for game in fields["games"]),
            )
            pair._check()
            return pair
        except KibitzError:
            raise
        except (AttributeError, LookupError, TypeError, ValueError, OverflowError) as error:
            raise BadRecord(
                f"'{str(fields)[:60]}' is not the result of a pair: {error!r}"
            ) from None

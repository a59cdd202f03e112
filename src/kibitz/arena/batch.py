"""Consecutive pairs of one pairing, in columns: how results travel and are counted.

A match may count a million pairs; in columns that is an addition of arrays. `PairResult`
is the same thing one pair at a time, for ledgers and people.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kibitz.arena.ledger import PlayedPair
from kibitz.arena.result import Failure, GameResult, PairResult
from kibitz.core.record import Record
from kibitz.errors import BadRecord

Whole = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Batch:
    """Results by pair (row), game of the pair and player."""

    players: tuple[int, ...]  # their places in the plan's list
    first: int  # index of the first pair
    payoffs: Floats  # pair, game, player
    plies: Whole  # pair, game
    decisions: Whole  # pair, game, player
    seconds: Floats  # pair, game, player
    failures: Mapping[tuple[int, int], Failure] = field(default_factory=dict)  # by row and game
    records: Sequence[tuple[Record, ...]] = ()  # by row, where they were wanted

    def __len__(self) -> int:
        return len(self.plies)

    @classmethod
    def of(
        cls,
        players: tuple[int, ...],
        first: int,
        pairs: Sequence[tuple[GameResult, ...]],
        records: Sequence[tuple[Record, ...]] = (),
    ) -> "Batch":
        """The batch of these pairs, each given by its games."""
        failures = {
            (row, number): game.failure
            for row, games in enumerate(pairs)
            for number, game in enumerate(games)
            if game.failure
        }
        if len({len(game.decisions) for games in pairs for game in games}) > 1:
            raise BadRecord("some games say how many decisions there were, and some do not")
        return cls(
            players,
            first,
            np.array([[game.payoffs for game in games] for games in pairs]),
            np.array([[game.plies for game in games] for games in pairs], np.int64),
            np.array([[game.decisions for game in games] for games in pairs], np.int64),
            np.array([[game.seconds for game in games] for games in pairs]),
            failures,
            records,
        )

    def points(self) -> Floats:
        """1, 1/2 or 0 by pair, game and player; with more seats the share of rivals beaten."""
        mine, others = self.payoffs[:, :, :, None], self.payoffs[:, :, None, :]
        beaten = (mine > others).sum(3) + ((mine == others).sum(3) - 1) / 2
        points: Floats = beaten / (len(self.players) - 1)
        for (row, number), failure in self.failures.items():
            points[row, number] = 1.0
            points[row, number, failure.player] = 0.0
        return points

    def half_points(self) -> Whole:
        """Of the first player by pair, in half points: 0 to 4 for two seats."""
        halves: Whole = np.rint(2 * self.points()[:, :, 0].sum(1)).astype(np.int64)
        return halves

    @cached_property
    def pair_cells(self) -> list[int]:
        """The half points as plain numbers."""
        cells: list[int] = self.half_points().tolist()
        return cells

    @cached_property
    def pair_payoffs(self) -> list[float]:
        """What the first player got in each pair, on average over its games."""
        payoffs: list[float] = self.payoffs[:, :, 0].mean(1).tolist()
        return payoffs

    def part(self, start: int, stop: int) -> "Batch":
        """The pairs of the rows from `start` up to `stop`."""
        if start == 0 and stop >= len(self):
            return self
        rows = slice(start, stop)
        kept = {
            (row - start, number): failure
            for (row, number), failure in self.failures.items()
            if start <= row < stop
        }
        return replace(
            self,
            first=self.first + start,
            payoffs=self.payoffs[rows],
            plies=self.plies[rows],
            decisions=self.decisions[rows],
            seconds=self.seconds[rows],
            failures=kept,
            records=self.records[rows],
        )

    def split(self, every: int | None, before: int) -> "Iterator[Batch]":
        """The batch cut wherever the pairs in all, `before` included, are a multiple of `every`."""
        start, step = 0, every or before + len(self)
        while start < len(self):
            stop = start + step - (before + start) % step
            yield self.part(start, min(stop, len(self)))
            start = stop

    def pairs(self) -> Iterator[PlayedPair]:
        """One pair after the other."""
        columns = (self.payoffs, self.plies, self.decisions, self.seconds)
        rows = zip(*(column.tolist() for column in columns), strict=True)
        for row, (payoffs, plies, decisions, seconds) in enumerate(rows):
            games = tuple(
                GameResult(
                    tuple(payoffs[k]),
                    plies[k],
                    self.failures.get((row, k)),
                    tuple(decisions[k]),
                    tuple(seconds[k]),
                )
                for k in range(len(plies))
            )
            records = self.records[row] if self.records else ()
            yield PlayedPair(PairResult(self.players, self.first + row, games), records)

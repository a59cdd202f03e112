"""Who meets whom: what a tournament's format is, and the two whose schedule is known before.

A format is asked for one round after the other and sees the cross table in between, so
its schedule follows from the results alone and is the same when a tournament is resumed.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Any, ClassVar

from kibitz.arena.crosstable import Book
from kibitz.errors import BadValue

LAPS = 10  # in which a long schedule is played, so that nobody is far ahead of the others


@dataclass(frozen=True)
class Meeting:
    """A company of players and how many pairs they play now."""

    players: tuple[int, ...]  # ascending
    pairs: int

    @classmethod
    def of(cls, player: int, other: int, pairs: int) -> "Meeting":
        return cls((min(player, other), max(player, other)), pairs)


@dataclass
class Format(ABC):
    """A way to hold a tournament of so many players, so many pairs per encounter."""

    name: ClassVar[str]
    players: int
    pairs: int
    seats: int = field(default=2, kw_only=True)  # of the game

    def __post_init__(self) -> None:
        if self.players < self.seats:
            least = "two" if self.seats == 2 else self.seats
            raise BadValue(f"a tournament needs {least} players or more, not {self.players}")
        if self.pairs < 1:
            raise BadValue(f"pairs must be at least 1, not {self.pairs}")

    @abstractmethod
    def rounds(self, table: Any) -> Iterator[list[Meeting]]:
        """The meetings of each round; the table holds all before when the next is asked for."""

    @abstractmethod
    def total_pairs(self) -> int:
        """About how many pairs it takes."""

    def merit(self, table: Any, player: int) -> tuple[float, ...]:
        """What decides the standing, the more the better; ratings decide the rest."""
        return ()

    def merit_text(self, table: Any, player: int) -> str:
        """The same for people."""
        return ""


class RoundRobin(Format):
    """Everybody against everybody: every company that fills the seats."""

    name: ClassVar[str] = "round-robin"

    def rounds(self, table: Book[Any]) -> Iterator[list[Meeting]]:
        yield in_laps(list(combinations(range(self.players), self.seats)), self.pairs)

    def total_pairs(self) -> int:
        return math.comb(self.players, self.seats) * self.pairs

    def merit(self, table: Book[Any], player: int) -> tuple[float, ...]:
        return (table.merit(player),)


@dataclass
class Gauntlet(Format):
    """The first player, or the first few, against all the others."""

    name: ClassVar[str] = "gauntlet"
    challengers: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.challengers <= self.players - self.seats + 1:
            most = self.players - self.seats + 1
            raise BadValue(f"challengers must be from 1 to {most}, not {self.challengers}")

    def rounds(self, table: Book[Any]) -> Iterator[list[Meeting]]:
        companies = combinations(range(self.challengers, self.players), self.seats - 1)
        meetings = [(i, *company) for company in companies for i in range(self.challengers)]
        yield in_laps(meetings, self.pairs)

    def total_pairs(self) -> int:
        rivals = self.players - self.challengers
        return self.challengers * math.comb(rivals, self.seats - 1) * self.pairs


def in_laps(meetings: Sequence[tuple[int, ...]], pairs: int) -> list[Meeting]:
    """All meetings again and again, a part of the pairs each time."""
    laps = min(LAPS, pairs)
    ends = [pairs * lap // laps for lap in range(laps + 1)]
    return [Meeting(players, end - begin) for begin, end in pairwise(ends) for players in meetings]

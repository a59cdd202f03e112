"""Who meets whom: what a tournament's format is, and the two whose schedule is known before.

A format is asked for one round after the other and sees the cross table in between, so
its schedule follows from the results alone and is the same when a tournament is resumed.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import ClassVar

from kibitz.arena.crosstable import CrossTable
from kibitz.errors import BadValue

LAPS = 10  # in which a long schedule is played, so that nobody is far ahead of the others


@dataclass(frozen=True)
class Meeting:
    """Two players and how many pairs they play now."""

    players: tuple[int, int]  # ascending
    pairs: int

    @classmethod
    def of(cls, player: int, other: int, pairs: int) -> "Meeting":
        return cls((min(player, other), max(player, other)), pairs)


@dataclass
class Format(ABC):
    """A way to hold a tournament of so many players, so many pairs an encounter."""

    name: ClassVar[str]
    players: int
    pairs: int

    def __post_init__(self) -> None:
        if self.players < 2:
            raise BadValue(f"a tournament needs two players or more, not {self.players}")
        if self.pairs < 1:
            raise BadValue(f"{self.pairs} pairs are fewer than one")

    @abstractmethod
    def rounds(self, table: CrossTable) -> Iterator[list[Meeting]]:
        """The meetings of each round; the table holds all before when the next is asked for."""

    @abstractmethod
    def total_pairs(self) -> int:
        """About how many pairs it takes."""

    def merit(self, table: CrossTable, player: int) -> tuple[float, ...]:
        """What decides the standing, the more the better; ratings decide the rest."""
        return ()

    def merit_text(self, table: CrossTable, player: int) -> str:
        """The same for people."""
        return ""


class RoundRobin(Format):
    """Everybody against everybody."""

    name: ClassVar[str] = "round-robin"

    def rounds(self, table: CrossTable) -> Iterator[list[Meeting]]:
        yield in_laps(list(combinations(range(self.players), 2)), self.pairs)

    def total_pairs(self) -> int:
        return math.comb(self.players, 2) * self.pairs

    def merit(self, table: CrossTable, player: int) -> tuple[float, ...]:
        return (table.points(player) / max(table.games(player), 1),)


@dataclass
class Gauntlet(Format):
    """The first player, or the first few, against all the others."""

    name: ClassVar[str] = "gauntlet"
    challengers: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.challengers < self.players:
            raise BadValue(f"{self.challengers} challengers are not 1 to {self.players - 1}")

    def rounds(self, table: CrossTable) -> Iterator[list[Meeting]]:
        rivals = range(self.challengers, self.players)
        meetings = [(player, rival) for rival in rivals for player in range(self.challengers)]
        yield in_laps(meetings, self.pairs)

    def total_pairs(self) -> int:
        return self.challengers * (self.players - self.challengers) * self.pairs


def in_laps(meetings: list[tuple[int, int]], pairs: int) -> list[Meeting]:
    """All meetings again and again, a part of the pairs each time."""
    laps = min(LAPS, pairs)
    ends = [pairs * lap // laps for lap in range(laps + 1)]
    return [Meeting(players, end - begin) for begin, end in pairwise(ends) for players in meetings]

"""Knockout: whoever loses an encounter is out.

The list of players is the seeding: the best have the byes and meet as late as they can.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from kibitz.arena.crosstable import CrossTable
from kibitz.arena.format import Format, Meeting

EXTRA_PAIRS = 8  # that a tied encounter is given, one at a time


@dataclass
class Knockout(Format):
    """Whoever loses an encounter is out; the list is the seeding, the best have the byes."""

    name: ClassVar[str] = "knockout"
    survived: dict[int, int] = field(default_factory=dict)  # rounds, by player

    def rounds(self, table: CrossTable) -> Iterator[list[Meeting]]:
        slots: list[int | None] = list(bracket(self.players))
        self.survived = dict.fromkeys(range(self.players), 0)
        while len(slots) > 1:
            encounters = list(zip(slots[::2], slots[1::2], strict=True))
            open_ones = [
                Encounter.begin(table, a, b)
                for a, b in encounters
                if a is not None and b is not None
            ]
            if open_ones:
                yield [Meeting.of(one.player, one.other, self.pairs) for one in open_ones]
            for _ in range(EXTRA_PAIRS):
                tied = [one for one in open_ones if one.lead(table) == 0]
                if not tied:
                    break
                yield [Meeting.of(one.player, one.other, 1) for one in tied]
            winners = {one.pair: one.winner(table) for one in open_ones}
            slots = [
                winners[a, b] if a is not None and b is not None else b if a is None else a
                for a, b in encounters
            ]
            for winner in slots:
                if winner is not None:
                    self.survived[winner] += 1

    def total_pairs(self) -> int:
        return (self.players - 1) * self.pairs

    def merit(self, table: CrossTable, player: int) -> tuple[float, ...]:
        return (float(self.survived.get(player, 0)),)

    def merit_text(self, table: CrossTable, player: int) -> str:
        left = bracket_rounds(self.players) - self.survived.get(player, 0)
        return {0: "winner", 1: "final", 2: "semi-final"}.get(left, f"last {1 << left}")


@dataclass(frozen=True)
class Encounter:
    """Two players of a knockout, and what they had from each other before."""

    player: int
    other: int
    before: float  # the lead
    payoff: float

    @classmethod
    def begin(cls, table: CrossTable, player: int, other: int) -> "Encounter":
        two = (player, other)
        return cls(*two, table.lead(*two), table.payoff_against(*two))

    @property
    def pair(self) -> tuple[int, int]:
        return self.player, self.other

    def lead(self, table: CrossTable) -> float:
        """By how much the first is ahead: in points, or in what was won where games pay."""
        return table.lead(*self.pair) - self.before

    def winner(self, table: CrossTable) -> int:
        """By the lead, then by payoff, then by the seeding."""
        lead = self.lead(table) or table.payoff_against(*self.pair) - self.payoff
        if lead == 0:
            return min(self.pair)
        return self.player if lead > 0 else self.other


def bracket_rounds(players: int) -> int:
    """How many rounds a knockout takes."""
    return (players - 1).bit_length()


def bracket(players: int) -> list[int | None]:
    """The slots of a knockout so that the best meet as late as they can; None is a bye.

    >>> bracket(6)
    [0, None, 3, 4, 1, None, 2, 5]
    """
    order = [0]
    while len(order) < players:
        size = 2 * len(order)
        order = [slot for seed in order for slot in (seed, size - 1 - seed)]
    return [seed if seed < players else None for seed in order]

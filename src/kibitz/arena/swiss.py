"""Swiss: every round against somebody with as many points, whom one has not met yet."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from kibitz.arena.crosstable import CrossTable
from kibitz.arena.format import Format, Meeting
from kibitz.arena.knockout import Encounter, bracket_rounds
from kibitz.errors import BadValue

MOST_TRIES = 20_000  # after which somebody meets somebody again


@dataclass
class Swiss(Format):
    """Every round against somebody with about the same points, never twice if it can be helped."""

    name: ClassVar[str] = "swiss"
    count: int | None = None  # of rounds
    won: dict[int, float] = field(default_factory=dict)  # encounters, a draw counts half
    opponents: dict[int, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.count is not None and self.count < 1:
            raise BadValue(f"rounds must be at least 1, not {self.count}")

    @property
    def length(self) -> int:
        """How many rounds are played: enough to leave one unbeaten, or as many as were asked."""
        return self.count or bracket_rounds(self.players)

    def rounds(self, table: CrossTable) -> Iterator[list[Meeting]]:
        everybody = range(self.players)
        self.won = dict.fromkeys(everybody, 0.0)
        self.opponents = {player: [] for player in everybody}
        byes: set[int] = set()
        for _ in range(self.length):
            order = sorted(everybody, key=lambda i: (-self.won[i], -self.solidity(i), i))
            if len(order) % 2:
                idle = next((i for i in reversed(order) if i not in byes), order[-1])
                order.remove(idle)
                byes.add(idle)
                self.won[idle] += 1.0
            meetings = Pairer(order, self.won, self.opponents).pairing()
            encounters = [Encounter.begin(table, a, b) for a, b in meetings]
            yield [Meeting.of(a, b, self.pairs) for a, b in meetings]
            for one in encounters:
                self._book(one, one.lead(table))

    def _book(self, one: Encounter, lead: float) -> None:
        share = 0.5 if lead == 0 else float(lead > 0)
        self.won[one.player] += share
        self.won[one.other] += 1.0 - share
        self.opponents[one.player].append(one.other)
        self.opponents[one.other].append(one.player)

    def solidity(self, player: int) -> float:
        """What the opponents won (Buchholz)."""
        return sum(self.won[other] for other in self.opponents.get(player, []))

    def total_pairs(self) -> int:
        return self.players // 2 * self.length * self.pairs

    def merit(self, table: CrossTable, player: int) -> tuple[float, ...]:
        if not self.won:
            return (0.0, 0.0)
        return self.won[player], self.solidity(player)

    def merit_text(self, table: CrossTable, player: int) -> str:
        won, solid = self.merit(table, player)
        return f"{won:g} ({solid:g})"


@dataclass
class Pairer:
    """Pairs players from the top down and takes steps back where somebody is left over."""

    order: Sequence[int]  # best first, an even number
    points: Mapping[int, float]
    opponents: Mapping[int, Sequence[int]]  # whom each has met
    tries: int = field(default=0, init=False)

    def pairing(self) -> list[tuple[int, int]]:
        """Who meets whom, with as few who meet again as the search finds."""
        for rematches in range(len(self.order) // 2 + 1):
            self.tries = 0
            found = self._pair(tuple(self.order), rematches)
            if found is not None:
                return found
        raise AssertionError("with every rematch allowed there is always a pairing")

    def _pair(self, free: tuple[int, ...], rematches: int) -> list[tuple[int, int]] | None:
        if not free:
            return []
        player, rest = free[0], free[1:]
        for rival in self._rivals(player, rest):
            again = rival in self.opponents.get(player, ())
            if again > rematches:
                continue
            self.tries += 1
            if self.tries > MOST_TRIES and rematches < len(self.order) // 2:
                return None
            others = tuple(i for i in rest if i != rival)
            below = self._pair(others, rematches - again)
            if below is not None:
                return [(player, rival), *below]
        return None

    def _rivals(self, player: int, rest: tuple[int, ...]) -> list[int]:
        """Whom a player should meet, the best first: of his points, the upper half the lower."""
        equals = [rival for rival in rest if self.points[rival] == self.points[player]]
        lower = [rival for rival in rest if self.points[rival] != self.points[player]]
        half = len(equals) // 2
        return [*equals[half:], *reversed(equals[:half]), *lower]

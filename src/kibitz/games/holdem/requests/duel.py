"""`holdem.duel`: two players on duplicate deals, with little luck."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from kibitz.core.files import check_writable
from kibitz.core.request import PLACE, Answer, Progress, Request, ask, ask_seed
from kibitz.core.sheet import Sheet, Words, listing
from kibitz.errors import BadValue

if TYPE_CHECKING:
    from kibitz.games.holdem.measured.duel import NamedDuel
    from kibitz.games.holdem.measured.ledger import Numbers
    from kibitz.games.holdem.measured.ring_duel import RingDuel


@dataclass(frozen=True)
class CountedWay:
    """One way to count the results, in big blinds per hand of the first player."""

    name: str
    value: float
    error: float
    interval: tuple[float, float]
    factor: float | None  # how many times as many pairs the first way needs


@dataclass(frozen=True)
class DuelAnswer(Answer):
    """What the first player wins per hand, counted in ways with less and less luck."""

    schema: ClassVar[str] = "holdem.duel/1"
    players: tuple[str, str]
    seats: int
    blinds: int
    pairs: int
    value: float  # by the last way
    error: float
    interval: tuple[float, float]
    ways: tuple[CountedWay, ...]
    seed: int
    wanted: int
    kept: int  # of the pairs: those that the file had

    @property
    def progress(self) -> Progress | None:
        words = f"{self.value:+.2f} ± {self.error:.2f} blinds"
        return Progress(self.pairs, self.wanted, words) if self.pairs < self.wanted else None

    def sheet(self) -> Sheet:
        one, other = self.players
        met = other if self.seats == 2 else f"{self.seats - 1} of {other}"
        known = f", {self.kept} pairs from the file" if self.kept else ""
        columns = ("counted", "blinds per hand", "95 %", "pairs' worth")
        rows = [
            (
                way.name,
                f"{way.value:+.3f}",
                f"[{way.interval[0]:+.3f}, {way.interval[1]:+.3f}]",
                "" if way.factor is None else f"{way.factor:.1f}",
            )
            for way in self.ways
        ]
        return [
            Words.of(f"{one} against {met}, {self.blinds} blinds deep, {self.pairs} pairs"),
            listing(columns, rows, numbers=columns[1:]),
            Words.of(f"seed {self.seed}{known}"),
        ]


@dataclass(frozen=True)
class DuelRequest(Request[DuelAnswer]):
    """Play two players against each other on duplicate deals.

    Every deal is played twice, seats changed. Results are counted as played, with all-in pots
    shared by equity, and, where the first player's strategy is known for every hand (solver,
    balanced, the levels that rest on them), with its luck of cards and draws taken out (AIVAT).
    With more seats one of the first sits among those of the other, in every seat in turn; the
    levels of such tables are counted as played, and without the luck of what their tables do.
    With a file to keep pairs in, none is played twice and pairs of all seeds count together.
    """

    verb: ClassVar[str] = "holdem.duel"
    examples: ClassVar[tuple[str, ...]] = (
        "balanced always-all-in --blinds 10 --pairs 20",
        "advanced beginner --seats 3 --blinds 20 --pairs 20",
    )
    gives: ClassVar[type[Answer]] = DuelAnswer
    is_long: ClassVar[bool] = True

    one: str = ask("expert", "A level or player of hold'em.", argument=True)
    other: str = ask("balanced", "The other one.", argument=True)
    seats: int = ask(2, "Seats; all but one are the other's.", low=2, high=10)
    blinds: int = ask(100, "Stacks, in big blinds.", low=2, high=1000)
    pairs: int = ask(100, "Pairs to play.", low=2, high=10_000_000)
    seed: int | None = ask_seed()
    keep: str | None = ask(None, "File that keeps every pair, to go on later.", holds=PLACE)

    def check(self) -> None:
        """Refuse players and files that cannot be, before anything is played."""
        if self.one == self.other:
            raise BadValue(f"'{self.one}' cannot play against itself")
        if self.keep is not None:
            check_writable(self.keep)

    def answers(self) -> Iterator[DuelAnswer]:
        from kibitz.core.seeds import checked_seed
        from kibitz.games.holdem.measured.ledger import ResultLedger

        duel, root = self._duel(), checked_seed(self.seed)
        several = "" if self.seats == 2 else f" {self.seats} seats"
        ledger = ResultLedger(self.keep, f"duel {self.one} {self.other} {self.blinds}{several}")
        before = set(ledger.results)
        wanted = len(before | {(root, number) for number in range(self.pairs)})
        for seen in ledger.through(root, range(self.pairs), lambda n: duel.pair(n, root)):
            if len(seen) > 1:
                yield self._answer(seen, root, wanted, len(before))

    def _duel(self) -> "NamedDuel | RingDuel":
        from kibitz.games.holdem.measured.duel import NamedDuel
        from kibitz.games.holdem.measured.ring_duel import RingDuel

        if self.seats == 2:
            return NamedDuel.of(self.one, self.other, self.blinds)
        return RingDuel.of(self.one, self.other, self.seats, self.blinds)

    def _answer(self, seen: "list[Numbers]", seed: int, wanted: int, kept: int) -> DuelAnswer:
        from kibitz.games.holdem.measured.mean import MeanResult

        names = ("as played", "all in by equity", "known luck taken out")
        columns = zip(names, zip(*seen, strict=True), strict=True)
        told = {name: [n for n in column if n is not None] for name, column in columns}
        tallies = {name: MeanResult.of(column) for name, column in told.items() if column}
        plain = tallies[names[0]]
        ways = tuple(
            CountedWay(name, t.mean, t.error, t.interval, t.factor(plain))
            for name, t in tallies.items()
        )
        last = ways[-1]
        facts = (len(seen), last.value, last.error, last.interval, ways, seed, wanted, kept)
        return DuelAnswer((self.one, self.other), self.seats, self.blinds, *facts)

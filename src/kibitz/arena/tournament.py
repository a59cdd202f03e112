"""Many players, one game: a format makes the schedule, pairs are played, ratings follow.

The seed of a pairing depends on its players' places in the list alone, and a pair's
on its index, so a player who joins at the end of the list changes nobody else's games.
"""

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kibitz.arena.batch import Batch
from kibitz.arena.chunk import Chunk, Pairing, PlayerMaker, Setting
from kibitz.arena.company import CompanyBook
from kibitz.arena.crosstable import Book, CrossTable
from kibitz.arena.format import Format, Meeting
from kibitz.arena.formats import make_format
from kibitz.arena.ledger import Ledger, Plan
from kibitz.arena.match import check_limit, names
from kibitz.arena.result import PairResult
from kibitz.arena.workers import Crew
from kibitz.core.registry import make_game
from kibitz.core.seeds import sealed
from kibitz.errors import BadRecord, BadValue, WrongKind, shortened

_NOTHING = type(None)
_KINDS: dict[str, tuple[type, ...]] = {  # of the settings of a plan
    "format": (str,),
    "pairs": (int,),
    "rounds": (int, _NOTHING),
    "challengers": (int,),
    "anchor": (str, _NOTHING),
    "limit_seconds": (int, float, _NOTHING),
}


@dataclass(frozen=True)
class Tournament:
    """What is to be played."""

    game: str
    players: tuple[PlayerMaker, ...]
    seed: int
    format: str = "round-robin"
    pairs: int = 10  # an encounter
    rounds: int | None = None  # of a Swiss tournament
    challengers: int = 1  # of a gauntlet
    anchor: str | None = None  # a player's name, with =RATING behind it if that is not its label
    limit_seconds: float | None = None  # for one move

    def __post_init__(self) -> None:
        if self.anchor is not None and self.seats > 2:
            raise WrongKind(f"ratings are for games of two seats, but {self.game} has {self.seats}")
        check_limit(self.limit_seconds)
        self.schedule()

    @cached_property
    def seats(self) -> int:
        """How many players a game takes."""
        return make_game(self.game).seats

    def schedule(self) -> Format:
        """A schedule before its first round."""
        size = len(self.players), self.pairs
        return make_format(self.format, *size, self.rounds, self.challengers, self.seats)

    def setting(self, wants_records: bool = False) -> Setting:
        """What the workers need to know."""
        return Setting(self.game, self.players, self.limit_seconds, wants_records)

    def plan(self) -> Plan:
        """The tournament as a ledger keeps it."""
        settings = {
            "format": self.format,
            "pairs": self.pairs,
            "rounds": self.rounds,
            "challengers": self.challengers,
            "anchor": self.anchor,
            "limit_seconds": self.limit_seconds,
        }
        return Plan("tournament", self.game, names(self.players), self.seed, settings)

    @classmethod
    def of_plan(cls, plan: Plan) -> "Tournament":
        """The tournament that a ledger kept."""
        if plan.kind != "tournament":
            raise BadValue(f"this is a {plan.kind}, not a tournament")
        for name, value in plan.settings.items():
            if not isinstance(value, _KINDS.get(name, object)) or isinstance(value, bool):
                raise BadRecord(
                    f"the plan is not a tournament's: {name} is {shortened(repr(value))}"
                )
        try:
            return cls(plan.game, plan.players, plan.seed, **plan.settings)
        except TypeError as error:
            raise BadRecord(f"the plan is not a tournament's: {error}") from None

    def pairing(self, players: tuple[int, ...]) -> Pairing:
        """The pairing of these players."""
        return Pairing(players, sealed(self.seed, *players))

    def begin(self) -> "Standing":
        """The tournament before its first pair."""
        count = len(self.players)
        game = make_game(self.game)
        reach = game.payoff_reach if game.is_paid else None
        book = CrossTable(count, reach=reach) if self.seats == 2 else CompanyBook(count)
        return Standing(self, self.schedule(), book)


@dataclass
class Standing:
    """How far a tournament has come."""

    tournament: Tournament
    schedule: Format
    table: Book[Any]
    is_finished: bool = False
    _recalled: deque[PairResult] = field(default_factory=deque)

    def recall(self, pairs: Iterable[PairResult]) -> None:
        """Keep pairs that were played before a break; `run` counts them when their turn comes."""
        self._recalled.extend(pairs)

    def run(
        self, crew: Crew, ledger: Ledger | None = None, match_id: str = "", every: int | None = None
    ) -> Generator["Standing"]:
        """Play on to the end; the same object again after every batch, or every so many pairs."""
        for meetings in self.schedule.rounds(self.table):
            waiting = self._count_recalled(meetings)
            for batch in crew.run(self._chunks(waiting, crew)):
                for part in batch.split(every, self.table.pairs):
                    self.table.add(part)
                    if ledger:
                        ledger.save(match_id, list(part.pairs()))
                    yield self
        if self._recalled:
            raise BadRecord(f"{len(self._recalled)} stored pairs do not belong to this tournament")
        self.is_finished = True

    def _count_recalled(self, meetings: list[Meeting]) -> list[Meeting]:
        """Count what is known of these meetings; return what is still to be played of them."""
        waiting = []
        for meeting in meetings:
            known = min(meeting.pairs, len(self._recalled))
            for _ in range(known):
                self._count(meeting, self._recalled.popleft())
            if known < meeting.pairs:
                waiting.append(Meeting(meeting.players, meeting.pairs - known))
        return waiting

    def _count(self, meeting: Meeting, pair: PairResult) -> None:
        index = self.table.pairs_among(meeting.players)
        if (pair.players, pair.index) != (meeting.players, index):
            raise BadRecord(
                f"pair {pair.index} of players {pair.players} is stored where "
                f"{index} of {meeting.players} belongs"
            )
        self.table.add(Batch.of(pair.players, index, [pair.games]))

    def _chunks(self, meetings: list[Meeting], crew: Crew) -> Iterator[Chunk]:
        """The meetings in order, cut as it suits the workers."""
        begun = {m.players: self.table.pairs_among(m.players) for m in meetings}
        for meeting in meetings:
            pairing, left = self.tournament.pairing(meeting.players), meeting.pairs
            while left:
                count = min(crew.pace.size, left)
                yield Chunk(pairing, begun[meeting.players], count)
                begun[meeting.players] += count
                left -= count

"""Looking after an archive: is it sound, how large is it, and how it moves to another place."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.request import PLACE, Answer, Progress, Request, ask, ask_archive
from kibitz.core.sheet import Sheet, Words, listing
from kibitz.errors import BadValue
from kibitz.lab.figures import count
from kibitz.lab.library.shelf import ask_game, ask_player, opened

if TYPE_CHECKING:
    from kibitz.store.audit import Audit

MOST_DAYS = 36_500
SAID = 10  # bad games that people are told
UNSOUND = 1


@dataclass(frozen=True)
class BadGameFound:
    """A game of an archive that is not what it should be."""

    id: int
    reason: str


@dataclass(frozen=True)
class CheckAnswer(Answer):
    """What a check has found so far."""

    schema: ClassVar[str] = "archive.check/1"
    archive: str
    games: int  # looked at
    total: int
    bad: int  # games that do not replay, or that disagree with their row
    bad_games: tuple[BadGameFound, ...]  # the first of them
    positions: int  # counters
    wrong: int  # counters that disagree with the games
    repaired: int
    is_sound: bool | None  # None until everything was looked at

    @property
    def progress(self) -> Progress:
        return Progress(self.games, self.total, f"{self.games:,} games checked")

    @property
    def exit_code(self) -> int:
        return 0 if self.is_sound else UNSOUND

    def sheet(self) -> Sheet:
        kept = count(self.games, "game")
        said = f"{kept} and {count(self.positions, 'counter')} checked in {self.archive}"
        wrong = f"{count(self.wrong, 'counter')} wrong, {self.repaired:,} repaired"
        told = [said, f"{self.bad:,} bad games, {wrong}: {'sound' if self.is_sound else 'unsound'}"]
        named = [f"  game {bad.id}: {bad.reason}" for bad in self.bad_games[:SAID]]
        return [Words.of(*told, *named)]

    def rows(self) -> list[dict[str, Any]]:
        return [asdict(bad) for bad in self.bad_games]


@dataclass(frozen=True)
class CheckRequest(Request[CheckAnswer]):
    """Replay every game of an archive and count its positions again.

    Exit code 0 where every record replays and every counter agrees, else 1.
    """

    verb: ClassVar[str] = "archive.check"
    gives: ClassVar[type[Answer]] = CheckAnswer
    changes: ClassVar[bool] = True
    is_long: ClassVar[bool] = True

    repair: bool = ask(False, "Put wrong counters right.")
    db: str | None = ask_archive()

    def answers(self) -> Iterator[CheckAnswer]:
        from kibitz.store.audit import auditing

        with opened(self.db) as store:
            where = str(store.database.place)
            for found in auditing(store, repair=self.repair):
                yield _check_answer(where, found)


def _check_answer(where: str, found: "Audit") -> CheckAnswer:
    return CheckAnswer(
        where,
        found.games,
        found.total,
        found.bad_count,
        tuple(BadGameFound(bad.id, bad.reason) for bad in found.bad_games),
        found.positions,
        found.wrong_counters,
        found.repaired,
        found.is_sound if found.is_done else None,
    )


@dataclass(frozen=True)
class CopyAnswer(Answer):
    """How many rows of each table were copied so far."""

    schema: ClassVar[str] = "archive.copy/1"
    source: str
    target: str
    rows_copied: dict[str, int]
    total: int
    is_done: bool  # both places counted, and equal

    @property
    def progress(self) -> Progress:
        done = sum(self.rows_copied.values())
        return Progress(done, self.total, f"{done:,} rows")

    def sheet(self) -> Sheet:
        cells = [[name, f"{rows:,}"] for name, rows in self.rows_copied.items() if rows]
        told = Words.of(f"{self.target} has every row of {self.source}")
        return [listing(["table", "rows"], cells, numbers=["rows"]), told]


@dataclass(frozen=True)
class CopyRequest(Request[CopyAnswer]):
    """Copy a whole archive to an empty place.

    FROM and TO are SQLite files or postgresql:// addresses. The rows of both are counted at
    the end; TO has everything or nothing.
    """

    verb: ClassVar[str] = "archive.copy"
    gives: ClassVar[type[Answer]] = CopyAnswer
    changes: ClassVar[bool] = True
    is_long: ClassVar[bool] = True

    source: str = ask(argument=True, metavar="FROM", holds=PLACE)
    target: str = ask(argument=True, metavar="TO", holds=PLACE)

    def answers(self) -> Iterator[CopyAnswer]:
        from kibitz.store.copying import copying
        from kibitz.store.place import Place

        if Place.of(self.source) == Place.of(self.target):
            raise BadValue(f"an archive is not copied onto itself: '{Place.of(self.source)}'")
        with opened(self.source) as old, opened(self.target, create=True) as new:
            places = str(old.database.place), str(new.database.place)
            for copied in copying(old, new):
                yield CopyAnswer(*places, copied.rows, copied.total, copied.is_done)


@dataclass(frozen=True)
class VacuumAnswer(Answer):
    """What was let go, and how large the archive is."""

    schema: ClassVar[str] = "archive.vacuum/1"
    archive: str
    removed: int  # games
    bytes_before: int
    bytes_after: int | None  # None until the end

    @property
    def progress(self) -> Progress:
        return Progress(self.removed, None, f"{self.removed:,} games let go")

    def sheet(self) -> Sheet:
        after = (self.bytes_after or 0) / 1e6
        sizes = f"{self.bytes_before / 1e6:,.1f} MB before, {after:,.1f} MB now"
        return [Words.of(f"{count(self.removed, 'game')} removed from {self.archive}; {sizes}")]


@dataclass(frozen=True)
class VacuumRequest(Request[VacuumAnswer]):
    """Give back the room of an archive, and let old games go.

    With --older-than, games that were kept so many days ago go with their reviews and their part
    of the counters; pairs of matches keep their results.
    """

    verb: ClassVar[str] = "archive.vacuum"
    gives: ClassVar[type[Answer]] = VacuumAnswer
    changes: ClassVar[bool] = True
    is_long: ClassVar[bool] = True

    older_than: int | None = ask(
        None, "Let go games kept at least so many days ago.", low=0, high=MOST_DAYS, metavar="DAYS"
    )
    game: str | None = ask_game()
    player: str | None = ask_player()
    db: str | None = ask_archive()

    def check(self) -> None:
        if self.older_than is None and (self.game or self.player):
            raise BadValue("--game and --player need --older-than")

    def answers(self) -> Iterator[VacuumAnswer]:
        from kibitz.store.retention import vacuuming
        from kibitz.store.selection import Selection

        with opened(self.db) as store:
            where = str(store.database.place)
            for done in vacuuming(store, Selection(self.game, self.player), self.older_than):
                yield VacuumAnswer(where, done.games, done.bytes_before, done.bytes_after)

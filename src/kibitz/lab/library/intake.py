"""`kibitz import`: games into the archive, from JSON lines and from formats of others."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from kibitz.core.files import is_there
from kibitz.core.request import PLACE, Answer, Progress, Request, ask, ask_archive
from kibitz.core.sheet import Sheet, Words
from kibitz.errors import BadRecord, BadValue, KibitzError
from kibitz.lab.company import ask_cluster, check_cluster, hands_at
from kibitz.lab.library.shelf import opened
from kibitz.lab.reading import STDIN, opened_lines

if TYPE_CHECKING:
    from kibitz.core.hands import Hands
    from kibitz.core.history import OldGame
    from kibitz.store.archive import Archive
    from kibitz.store.entry import Entry
    from kibitz.store.transfer import Imported

LINES = ".jsonl"
BATCH = 2000  # games from the files of others per transaction


SAID = 20  # reasons that people are told


@dataclass(frozen=True)
class ImportReport(Answer):
    """What became of the games of some files."""

    schema: ClassVar[str] = "import/1"
    archive: str
    new: int
    known: int
    skipped: int  # games of a kind that is not read
    refused: int
    reasons: tuple[str, ...]  # of the first that were skipped or refused
    read_bytes: int
    total_bytes: int | None  # of all files; None where one of them is a pipe

    @property
    def progress(self) -> Progress:
        games = self.new + self.known
        return Progress(self.read_bytes, self.total_bytes, f"{games:,} games")

    @property
    def asides(self) -> tuple[str, ...]:
        rest = len(self.reasons) - SAID
        more = (f"and {rest:,} more, which --json names",) if rest > 0 else ()
        return (*self.reasons[:SAID], *more)

    def sheet(self) -> Sheet:
        skipped = f"{self.skipped:,} skipped, " if self.skipped else ""
        counted = f"{self.new:,} new, {self.known:,} known, {skipped}{self.refused:,} refused"
        return [Words.of(f"{counted}; kept in {self.archive}")]


@dataclass(frozen=True)
class ImportRequest(Request[ImportReport]):
    """Import games into the archive.

    FILES are JSON lines (- is stdin), records as people write them (.kibitz, see
    docs/records.md), PHH files of hold'em, lists of dice chess moves (.dfen), or folders of any
    of these. Games that the archive already has stay as they are. What cannot be read is named by
    its file and line, and the rest goes in; --strict stops at the first bad line of JSON.
    """

    verb: ClassVar[str] = "import"
    gives: ClassVar[type[Answer]] = ImportReport
    changes: ClassVar[bool] = True
    is_long: ClassVar[bool] = True

    files: tuple[str, ...] = ask(help="Files or folders; - is stdin.", argument=True, holds=PLACE)
    keep_going: bool = ask(True, "Name bad lines and carry on.", opposite="strict")
    db: str | None = ask_archive()
    cluster: str | None = ask_cluster()

    def check(self) -> None:
        check_cluster(self.cluster)

    def answers(self) -> Iterator[ImportReport]:
        from kibitz.store.transfer import unburdened

        paths = [path for file in self.files for path in _files(file)]
        with (
            opened(self.db, create=True) as store,
            hands_at(self.cluster) as hands,
            unburdened(),
        ):
            intake = Intake(store, paths, self.keep_going, hands)
            try:
                for path in paths:
                    yield from intake.taking(path)
            finally:  # whatever stops it, what was read before is kept
                last = intake.finished()
            yield last
            if intake.is_fruitless:
                raise BadRecord(f"nothing was imported: {intake.counts.reasons[0]}")


@dataclass(frozen=True)
class ArchiveImportRequest(ImportRequest):
    """Import games, as `kibitz import` does."""

    verb: ClassVar[str] = "archive.import"


def _files(name: str) -> list[str]:
    """A file, or those of a folder that can be read, in the order of their names."""
    from kibitz.core.history import readers

    if name == STDIN:
        return [name]
    if not is_there(name):
        raise BadValue(f"'{name}' cannot be read: there is no such file")
    path = Path(name)
    if not path.is_dir():
        return [name]
    known = {LINES, *readers()}
    found = sorted(str(file) for file in path.rglob("*") if file.suffix in known)
    if not found:
        endings = ", ".join(sorted(known))
        raise BadValue(f"the folder {name} holds no file of games ({endings})")
    return found


class Intake:
    """Takes the games of some files into an archive, and counts what became of them."""

    def __init__(
        self, store: "Archive", paths: list[str], keep_going: bool, hands: "Hands | None" = None
    ) -> None:
        from kibitz.store.transfer import Imported

        self.store, self.keep_going, self.hands = store, keep_going, hands
        piped = STDIN in paths
        self.total = None if piped else sum(Path(path).stat().st_size for path in paths)
        self.done = 0
        self.skipped = 0
        self.counts = Imported()
        self.batch: list[Entry] = []  # games that are not kept yet, of any number of files

    def taking(self, path: str) -> Iterator[ImportReport]:
        """Take the games of a file; a report after each batch, and one at its end.

        Some of them may wait for those of the next file: a folder may have a file for each.
        """
        from kibitz.lab.records import reader_of

        reader = None if path == STDIN else reader_of(path)
        before = self.done
        size = 0 if path == STDIN else Path(path).stat().st_size
        steps = self._lines(path) if reader is None else self._games(reader(Path(path)), size)
        for done in steps:
            self.done = before + done
            yield self.report()
        self.done = before + size
        yield self.report()

    def finished(self) -> ImportReport:
        """Keep the games that still wait."""
        self._keep()
        return self.report()

    def _keep(self) -> None:
        from kibitz.store.transfer import keep

        batch, self.batch = self.batch, []  # not tried again where it fails
        keep(self.store, batch, self.counts)

    def _lines(self, path: str) -> Iterator[int]:
        """Take JSON lines."""
        from kibitz.store.transfer import Imported, importing

        self._keep()
        earlier, report, read = self.counts, Imported(), 0

        def counted(lines: Iterator[bytes]) -> Iterator[bytes]:
            nonlocal read
            for line in lines:
                read += len(line)
                yield line

        with opened_lines(path) as lines:
            try:
                steps = importing(
                    self.store, counted(lines), keep_going=self.keep_going, hands=self.hands
                )
                for report in steps:
                    self.counts = _added(earlier, report, path)
                    yield read
            except BadRecord as error:
                raise BadRecord(f"{path}, {error}") from None

    def _games(self, games: "Iterator[OldGame]", size: int) -> Iterator[int]:
        """Take the games that a reader gives."""
        for game in self._sound(games):
            if game.record is None:
                self._refuse(game)
            else:
                self._take(game)
            if len(self.batch) >= BATCH:
                self._keep()
                yield min(game.done, size)

    def _sound(self, games: "Iterator[OldGame]") -> "Iterator[OldGame]":
        """The games of a file until it cannot be read any further."""
        try:
            yield from games
        except KibitzError as error:
            self.counts.refuse(str(error))

    def _take(self, game: "OldGame") -> None:
        """Put a game into the batch, unless the archive would not have it."""
        try:
            self.batch.append(_entry(game))
        except BadRecord as error:
            self.counts.refuse(f"{game.where}: {error}")

    @property
    def is_fruitless(self) -> bool:
        """Whether games were refused and none is kept."""
        return bool(self.counts.refused) and not self.counts.new + self.counts.known

    def _refuse(self, game: "OldGame") -> None:
        reason = f"{game.where}: {game.why}"
        if game.is_other:
            self.skipped += 1
            self.counts.note(reason)
        else:
            self.counts.refuse(reason)

    def report(self) -> ImportReport:
        """What became of the games so far."""
        counts = self.counts
        return ImportReport(
            str(self.store.database.place),
            counts.new,
            counts.known,
            self.skipped,
            counts.refused,
            tuple(counts.reasons),
            self.done,
            self.total,
        )


def _added(earlier: "Imported", report: "Imported", path: str) -> "Imported":
    """The counts of files before and of this one."""
    from kibitz.store.transfer import Imported

    return Imported(
        earlier.new + report.new,
        earlier.known + report.known,
        earlier.refused + report.refused,
        [*earlier.reasons, *(f"{path}, {why}" for why in report.reasons)],
    )


def _entry(game: "OldGame") -> "Entry":
    """A game that its reader has replayed and checked, as the archive takes it."""
    from kibitz.store.entry import Entry

    assert game.record is not None
    if game.decided is None:
        return Entry.of(game.record)
    return Entry.checked(game.record, game.decided)

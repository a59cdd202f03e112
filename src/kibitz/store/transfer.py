"""Games in and out of an archive as streams: JSON lines both ways, PGN outwards.

An import keeps games in small batches, each one transaction, and holds no more than one
in memory. A bad line is refused by its number: the import stops there and
what came before is kept, so that it can be run again when the line is mended (a known
game is never kept twice). With `keep_going` it refuses the line alone.
"""

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain, islice

from kibitz.core.hands import Hands, OwnHands
from kibitz.core.record import Record
from kibitz.errors import BadRecord, KibitzError
from kibitz.store import roads
from kibitz.store.archive import EVERYTHING, Archive
from kibitz.store.entry import Entry
from kibitz.store.pgn import pgn_text
from kibitz.store.selection import Selection

BATCH = 2000  # games a transaction
SELDOM = 200_000  # objects between two looks for garbage
PIECE = 200  # lines that are read together
MOST_REFUSALS = 500  # that a report holds


@dataclass
class Imported:
    """What became of the games of a file."""

    new: int = 0
    known: int = 0
    refused: int = 0
    reasons: list[str] = field(default_factory=list)  # of the first lines refused

    def refuse(self, reason: str) -> None:
        self.refused += 1
        self.note(reason)

    def note(self, reason: str) -> None:
        """Keep a reason, while they are few."""
        if len(self.reasons) < MOST_REFUSALS:
            self.reasons.append(reason)


@contextmanager
def unburdened() -> Iterator[None]:
    """Let the collector of garbage look seldom, and not at what is there already.

    Many small objects are to come that live as long as their batch; hardly one is garbage.
    """
    often = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(SELDOM, *often[1:])
    try:
        yield
    finally:
        gc.set_threshold(*often)
        gc.unfreeze()


def import_lines(archive: Archive, lines: Iterable[bytes], *, keep_going: bool = False) -> Imported:
    """Keep the games of a stream of JSON lines."""
    report = Imported()
    with unburdened():
        for report in importing(archive, lines, keep_going=keep_going):  # noqa: B007
            pass
    return report


def importing(
    archive: Archive,
    lines: Iterable[bytes],
    *,
    keep_going: bool = False,
    hands: Hands | None = None,
) -> Iterator[Imported]:
    """The same, with what became of the games so far after each batch and at the end.

    Where `hands` are given, they replay the games; one process keeps them.
    """
    report, batch = Imported(), list[Entry]()
    pieces = (hands or OwnHands()).ordered(checked_lines, _pieces(lines))
    for number, made in enumerate(chain.from_iterable(pieces), 1):
        if made is None:
            continue
        if isinstance(made, Entry):
            batch.append(made)
        else:
            reason = f"line {number}: {made}"
            if not keep_going:
                keep(archive, batch, report)
                raise BadRecord(f"{reason} ({_so_far(report)})") from None
            report.refuse(reason)
        if len(batch) == BATCH:
            keep(archive, batch, report)
            batch.clear()
            yield report
    keep(archive, batch, report)
    yield report


def export_pgn(archive: Archive, selection: Selection = EVERYTHING) -> Iterator[str]:
    """The games of two seats as PGN, one text each."""
    for game in archive.stored(selection):
        record = Record.from_json(game.line)
        if len(record.players) == 2:
            yield pgn_text(record, game.added)


def _pieces(lines: Iterable[bytes]) -> Iterator[list[bytes]]:
    supply = iter(lines)
    while piece := list(islice(supply, min(PIECE, BATCH))):
        yield piece


def checked_lines(lines: Sequence[bytes]) -> list[Entry | str | None]:
    """The entries of some lines, in their order."""
    return [roads.entry(line) or checked_line(line) for line in lines]


def checked_line(line: bytes) -> Entry | str | None:
    """The entry of a line, or why there is none; None of an empty line."""
    if not line.strip():
        return None
    try:
        return _entry(line)
    except BadRecord as error:
        return str(error)


def _entry(line: bytes) -> Entry:
    try:
        return Entry.of(Record.from_json(line.decode()))
    except UnicodeDecodeError:
        raise BadRecord("it is not UTF-8 text") from None
    except KibitzError:
        raise
    except (ValueError, OverflowError) as error:  # a number of thousands of digits
        raise BadRecord(f"it holds a number that cannot be read: {error}") from None


def keep(archive: Archive, batch: list[Entry], report: Imported) -> None:
    """Keep some games in one transaction, and count them."""
    if batch:
        kept = archive.add_all(batch)
        report.new += kept.new
        report.known += len(batch) - kept.new


def _so_far(report: Imported) -> str:
    games = report.new + report.known
    if games == 0:
        return "nothing was imported"
    return f"the {games} game{'s' * (games != 1)} before it {'are' if games != 1 else 'is'} kept"

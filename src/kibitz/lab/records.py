"""Records for every door: found by file or number, and as an answer."""

import sys
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from kibitz.core.files import is_there, text_lines
from kibitz.core.request import Answer
from kibitz.core.sheet import Sheet, Words
from kibitz.errors import BadRecord, shortened

if TYPE_CHECKING:
    from kibitz.core.record import Record


MOST_DIGITS = 18  # of the number of a game


@dataclass(frozen=True)
class RecordAnswer(Answer):
    """A record of one game, as it is written in files."""

    schema: ClassVar[str] = "record/1"

    record: int  # the version of the format
    game: str
    start: str
    players: tuple[str, ...]
    seed: int
    moves: tuple[str, ...]
    result: tuple[float, ...] | None
    seconds: tuple[float, ...]
    tags: dict[str, str]

    def sheet(self) -> Sheet:
        return [Words.of(f"{self.game}: {' – '.join(self.players)}", " ".join(self.moves))]


def recorded(record: "Record") -> RecordAnswer:
    """A record as an answer."""
    from kibitz.core.record import VERSION

    return RecordAnswer(
        record=VERSION,
        game=record.game,
        start=record.start,
        players=record.players,
        seed=record.seed,
        moves=record.moves,
        result=record.result,
        seconds=tuple(round(second, 4) for second in record.seconds),
        tags=record.tags,
    )


def record_of(answer: RecordAnswer) -> "Record":
    """The record in an answer."""
    from kibitz.core.record import Record

    return Record(
        answer.game,
        answer.start,
        answer.players,
        answer.seed,
        answer.moves,
        answer.result,
        answer.seconds,
        answer.tags,
    )


def game_number(name: str) -> int:
    """The number of a game in an archive."""
    digits = name.lstrip("0")
    if len(digits) > MOST_DIGITS:
        raise BadRecord(f"no archive has a game {shortened(name, 40)}")
    return int(digits or "0")


def load_record(name: str, number: int = 1, db: str | None = None) -> "Record":
    """The record in a file, or the one with that number in the archive.

    A file may also be of a format that a game reads (PHH).
    """
    from kibitz.core.history import readers
    from kibitz.core.record import read_records

    if name.isascii() and name.isdigit() and not is_there(name):
        from kibitz.store.archive import Archive

        game = game_number(name)
        with Archive.open(db, create=False) as archive:
            return archive.record(game)
    if Path(name).suffix in readers():
        return _old_record(Path(name), number)
    with closing(text_lines(name)) as lines:
        found = next(islice(read_records(lines), min(number - 1, sys.maxsize), None), None)
    if found is None:
        raise BadRecord(f"'{name}' has no record number {number}")
    return found


def _old_record(path: Path, number: int) -> "Record":
    """A game of a file in a format of others."""
    from kibitz.core.history import readers

    games = readers()[path.suffix](path)
    found = next(islice(games, min(number - 1, sys.maxsize), None), None)
    if found is None:
        raise BadRecord(f"'{path}' has no game number {number}")
    if found.record is None:
        raise BadRecord(f"{found.where}: {found.why}")
    return found.record

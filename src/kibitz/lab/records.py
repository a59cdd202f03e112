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
from kibitz.errors import BadRecord, KibitzError, shortened

if TYPE_CHECKING:
    from kibitz.core.history import Reader
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
    seat: int | None = None  # whose record it is, where not everything is known

    def sheet(self) -> Sheet:
        return [Words.of(f"{self.game}: {' – '.join(self.players)}", " ".join(self.moves))]


def recorded(record: "Record") -> RecordAnswer:
    """A record as an answer."""
    return RecordAnswer(
        record=record.version,
        game=record.game,
        start=record.start,
        players=record.players,
        seed=record.seed,
        moves=record.moves,
        result=record.result,
        seconds=tuple(round(second, 4) for second in record.seconds),
        tags=record.tags,
        seat=record.seat,
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
        answer.seat,
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
    from kibitz.core.record import read_records

    if name.isascii() and name.isdigit() and not is_there(name):
        from kibitz.store.archive import Archive

        game = game_number(name)
        with Archive.open(db, create=False) as archive:
            return archive.record(game)
    if reader_of(name) is not None:
        return _old_record(Path(name), number)
    with closing(text_lines(name)) as lines:
        found = next(islice(read_records(lines), min(number - 1, sys.maxsize), None), None)
    if found is None:
        raise BadRecord(f"'{name}' has no record number {number}")
    return found


def reader_of(name: str) -> "Reader | None":
    """Who reads a file that is not JSON lines: by its suffix, or by its first line."""
    from kibitz.core.history import readers, script_games
    from kibitz.core.script import FIRST_LINE

    reader = readers().get(Path(name).suffix)
    if reader is not None or not Path(name).is_file() or Path(name).suffix == ".jsonl":
        return reader
    try:
        with closing(text_lines(name)) as lines:
            first = next((bare for line in lines if (bare := line.partition(";")[0].strip())), "")
    except KibitzError:  # whoever reads it says what is wrong
        return None
    return script_games if FIRST_LINE.fullmatch(first) else None


def _old_record(path: Path, number: int) -> "Record":
    """A game of a file in a format of others."""
    reader = reader_of(str(path))
    assert reader is not None
    games = reader(path)
    found = next(islice(games, min(number - 1, sys.maxsize), None), None)
    if found is None:
        raise BadRecord(f"'{path}' has no game number {number}")
    if found.record is None:
        raise BadRecord(f"{found.where}: {found.why}")
    return found.record

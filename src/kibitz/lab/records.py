"""Records for every door: found by file or number, and as an answer."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from kibitz.core.files import is_there, text_lines
from kibitz.core.request import Answer
from kibitz.core.sheet import Sheet, Words
from kibitz.errors import BadRecord, BadValue, KibitzError, shortened

if TYPE_CHECKING:
    from kibitz.core.history import OldGame, Reader
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


class Chosen(NamedTuple):
    """A record out of a file: which one it is, and of how many; None in an archive."""

    record: "Record"
    number: int | None = None
    of: int | None = None


def load_record(name: str, number: int | None = None, db: str | None = None) -> "Record":
    """The record in a file, or the one with that number in the archive."""
    return chosen_record(name, number, db).record


def chosen_record(name: str, number: int | None = None, db: str | None = None) -> Chosen:
    """The record of that number in a file, the last where none is named, or one in the archive.

    A file may also be of a format that a game reads (PHH), or written by people.
    """
    if name.isascii() and name.isdigit() and not is_there(name):
        from kibitz.store.archive import Archive

        game = game_number(name)
        with Archive.open(db, create=False) as archive:
            return Chosen(archive.record(game))
    texts = _old_texts(name) if reader_of(name) is not None else _lines(name)
    found, count = None, 0
    for text in texts:
        count += 1
        if number in (None, count):
            found = text
    if found is None:
        wanted = "record" if number is None else f"game number {number}"
        raise BadRecord(f"'{name}' has no {wanted}")
    return Chosen(found(), number or count, count)


def _lines(name: str) -> "Iterator[Callable[[], Record]]":
    """The lines of a file of JSON, each to be read when it is wanted."""
    from kibitz.core.record import Record

    def read(line: str, number: int) -> "Record":
        try:
            return Record.from_json(line)
        except BadRecord as error:
            raise BadRecord(f"line {number}: {error}") from None

    with closing(text_lines(name)) as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield partial(read, line, number)


def all_records(name: str, db: str | None = None) -> "Iterator[Record]":
    """Every record of a file, or the one of that number in the archive."""
    if name.isascii() and name.isdigit() and not is_there(name):
        yield load_record(name, None, db)
        return
    texts = _old_texts(name) if reader_of(name) is not None else _lines(name)
    for text in texts:
        try:
            yield text()
        except BadRecord as error:
            raise BadRecord(f"'{name}': {error}") from None


def seat_of(record: "Record", player: str) -> int:
    """The seat of a player: by name, by level, or as people count seats, from 1."""
    names = record.players
    exact = [seat for seat, name in enumerate(names) if name == player]
    found = exact or [s for s, name in enumerate(names) if name.endswith(f":{player}")]
    if len(found) == 1:
        return found[0]
    if len(found) > 1:
        raise BadValue(f"{len(found)} players are called '{player}': say the seat, from 1")
    if player.isdecimal() and 1 <= int(player[:4]) <= len(names):
        return int(player[:4]) - 1
    told = ", ".join(f"{seat} {name}" for seat, name in enumerate(names, 1))
    raise BadValue(f"no player '{player}' sits there; say a name or a seat: {told}")


def reader_of(name: str) -> "Reader | None":
    """Who reads a file that is not JSON lines: by its suffix, or by its first line."""
    from kibitz.core.history import readers, script_games
    from kibitz.core.script import FIRST_LINE

    reader = readers().get(Path(name).suffix)
    if reader is not None or not os.path.isfile(name) or Path(name).suffix == ".jsonl":
        return reader
    try:
        with closing(text_lines(name)) as lines:
            first = next((bare for line in lines if (bare := line.partition(";")[0].strip())), "")
    except KibitzError:  # whoever reads it says what is wrong
        return None
    return script_games if FIRST_LINE.fullmatch(first) else None


def _old_texts(name: str) -> "Iterator[Callable[[], Record]]":
    """The games of a file in a format of others, each to be had when it is wanted."""
    reader = reader_of(name)
    assert reader is not None

    def read(game: "OldGame") -> "Record":
        if game.record is None:
            raise BadRecord(f"{game.where}: {game.why}")
        return game.record

    for game in reader(Path(name)):
        yield partial(read, game)

"""Games that others wrote down, in formats of their own: readers by the suffix of a file.

A game registers a reader by entry point (`kibitz.histories`), named by the suffix without
its dot: `phh = "kibitz.games.holdem.histories.kept:kept_games"`. It is called with a path and
yields one `OldGame` for each game of the file, good or bad, in the order of the file. Writers
(`kibitz.writers`) go the other way, by the name of a format.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import NamedTuple, TypeAlias

from kibitz.core.files import text_lines
from kibitz.core.record import Record
from kibitz.core.script import read_script, scripts
from kibitz.errors import BadRecord

GROUP, WRITERS = "kibitz.histories", "kibitz.writers"


class OldGame(NamedTuple):
    """A game that was read, replayed and checked, or why there is none."""

    where: str  # file and number
    done: int  # how far in the file it ends
    record: Record | None = None
    # the key of each view that was decided in, and its seat; None where the archive is to look
    decided: tuple[tuple[int, int], ...] | None = None
    why: str = ""  # there is none
    is_other: bool = False  # of a kind that is not read at all, and so not bad


def script_games(path: Path) -> Iterator[OldGame]:
    """Every record of a file that people wrote (see `script`)."""
    done = 0
    for script in scripts(text_lines(str(path))):
        done += sum(len(line.encode()) for line in script.lines)
        where = f"{path}, line {script.line}"
        try:
            yield OldGame(where, done, read_script(script))
        except BadRecord as error:
            why = str(error).removeprefix(f"line {script.line}: ")
            inner = re.match(r"line (\d+): ", why)
            if inner:
                where, why = f"{path}, line {inner[1]}", why[inner.end() :]
            yield OldGame(where, done, why=why)


Reader: TypeAlias = Callable[[Path], Iterator[OldGame]]


Writer: TypeAlias = Callable[[Record], str]


@cache
def writers() -> dict[str, Writer]:
    """Who writes each format: a record's text, empty where the format has no words for it."""
    return {entry.name: entry.load() for entry in entry_points(group=WRITERS)}


@cache
def readers() -> dict[str, Reader]:
    """The reader for each suffix."""
    return {f".{entry.name}": entry.load() for entry in entry_points(group=GROUP)}

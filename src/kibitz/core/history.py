"""Games that others wrote down, in formats of their own: readers by the suffix of a file.

A game registers a reader by entry point (`kibitz.histories`), named by the suffix without
its dot: `phh = "kibitz.games.holdem.histories.kept:kept_games"`. It is called with a path and
yields one `OldGame` for each game of the file, good or bad, in the order of the file.
"""

from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import NamedTuple, TypeAlias

from kibitz.core.record import Record

GROUP = "kibitz.histories"


class OldGame(NamedTuple):
    """A game that was read, replayed and checked, or why there is none."""

    where: str  # file and number
    done: int  # how far in the file it ends
    record: Record | None = None
    decided: tuple[tuple[int, int], ...] = ()  # the key of each view that was decided in, its seat
    why: str = ""  # there is none
    is_other: bool = False  # of a kind that is not read at all, and so not bad


Reader: TypeAlias = Callable[[Path], Iterator[OldGame]]


@cache
def readers() -> dict[str, Reader]:
    """The reader for each suffix."""
    return {f".{entry.name}": entry.load() for entry in entry_points(group=GROUP)}

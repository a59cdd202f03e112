"""What goes from the cache folder: files long unused, and the longest unused of too many.

Only files that Kibitz wrote are looked at, whatever else is in the folder. Those of earlier
formats, which nothing reads any more, go a day after an earlier version last used them.
"""

import re
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from kibitz.core.files import PART

SUFFIX = ".kept"
KEEP_BYTES = 1 << 30  # in all, those used last
KEEP_SECONDS = 30 * 24 * 3600  # without use
KEEP_OLD_SECONDS = 24 * 3600  # of an earlier format
KEEP_PART_SECONDS = 3600  # left by a process that was killed
_OLD = ("kernels/*/*.kernel*", "holdem-*-????????????????.npz")
_OLD_FOLDER = re.compile(r"\w+-[0-9a-f]{16}")


class _Found(NamedTuple):
    """A file that somebody used last so many seconds ago."""

    age: float
    size: int
    path: Path
    keep: float


def prune(root: Path) -> None:
    """Delete what was not used for long, and the longest unused of what is too much."""
    room = KEEP_BYTES
    for found in sorted(_files(root)):
        room -= found.size
        if room < 0 or found.age > found.keep:
            _remove(found.path, root)


def _files(root: Path) -> Iterator[_Found]:
    now = time.time()
    for path, keep in _ours(root):
        with suppress(OSError):  # another process pruned it
            status = path.stat()
            yield _Found(now - status.st_mtime, status.st_size, path, keep)


def _ours(root: Path) -> Iterator[tuple[Path, float]]:
    """Every file that this version or an earlier one left, and how long it may stay unused."""
    for path in root.glob(f"*/*/*{SUFFIX}"):
        yield path, KEEP_SECONDS
    for path in root.glob(f"*/*/{PART}"):
        yield path, KEEP_PART_SECONDS
    for pattern in _OLD:
        for path in root.glob(pattern):
            yield path, KEEP_OLD_SECONDS
    for folder in root.iterdir():
        if _OLD_FOLDER.fullmatch(folder.name):
            for path in folder.glob("**/*.nb[ci]*"):
                yield path, KEEP_OLD_SECONDS


def _remove(path: Path, root: Path) -> None:
    """Delete a file; an old folder that it leaves empty, too."""
    with suppress(OSError):
        path.unlink(missing_ok=True)
        inside = path.relative_to(root)
        if _OLD_FOLDER.fullmatch(inside.parts[0]):
            for folder in inside.parents[:-1]:
                (root / folder).rmdir()

"""The cache folder, and the one way in: machine code, tables and answers kept to save time.

A kept file is a digest and then the content. The digest covers the content and the name it
is kept under, so neither a damaged file nor one in another's place is taken for the real
one: it is removed, and what it held is made anew. Files are written aside and renamed, so
processes may share the folder without locks.

Machine code from a file is run, so a file counts only where nobody else can have put it: the
folder, those below it and the file itself must be the user's own, and closed to the writing
of others. Where the folder cannot be trusted or written, everything works without it. Each
of these troubles is told on stderr, once.
"""

import hashlib
import os
import stat
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from kibitz.core.files import whole_file
from kibitz.core.notice import say_once
from kibitz.core.pruning import SUFFIX, prune

DIGEST = 32  # bytes
_FORMAT = b"kibitz kept 1"


def cache_root() -> Path:
    """Where everything is kept: KIBITZ_CACHE, or a folder in the user's cache folder."""
    base = os.environ.get("KIBITZ_CACHE")
    if base:
        return Path(base).expanduser()
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "kibitz"


class _Distrusted(Exception):
    """Somebody else may have written what is there."""


class CacheFolder(NamedTuple):
    """Contents by name; a name is a kind, an owner and a digest: `tables/holdem/duels-51fc03`."""

    root: Path

    def read(self, name: str) -> bytes | None:
        """What was kept under a name, None where there is nothing sound."""
        path = self._path(name)
        try:
            self._check_folders(path)
            found = _own_content(path)
        except _Distrusted as trouble:
            _say_distrusted(trouble)
            return None
        except OSError:
            return None
        digest, content = found[:DIGEST], found[DIGEST:]
        if digest == _digest(name, content):
            return content
        say_once("damaged", f"cache: {self.root} was damaged; making anew what does not match")
        with suppress(OSError):
            path.unlink(missing_ok=True)
        return None

    def write(self, name: str, content: bytes) -> None:
        """Keep a content, where that is possible."""
        path = self._path(name)
        try:
            self._make_folders(path)
            self._check_folders(path)
            with whole_file(path, 0o600) as file:
                file.write(_digest(name, content))
                file.write(content)
            _prune_once(self.root)
        except _Distrusted as trouble:
            _say_distrusted(trouble)
        except OSError as error:
            reason = error.strerror or str(error)
            say_once("unwritten", f"cache: nothing can be kept in {self.root} ({reason})")

    def _path(self, name: str) -> Path:
        return self.root / f"{name}{SUFFIX}"

    def _folders(self, path: Path) -> list[Path]:
        """The folders from the root down to a file's own."""
        below = path.relative_to(self.root).parents
        return [self.root / folder for folder in reversed(below)]

    def _make_folders(self, path: Path) -> None:
        self.root.parent.mkdir(parents=True, exist_ok=True)
        for folder in self._folders(path):
            folder.mkdir(mode=0o700, exist_ok=True)

    def _check_folders(self, path: Path) -> None:
        for folder in self._folders(path):
            _check(folder, folder.stat())


def _check(path: Path, found: os.stat_result) -> None:
    """Refuse what others may have written; of a link, what it leads to counts."""
    if os.name != "posix":  # no owners and modes to go by
        return
    if found.st_uid != os.geteuid():
        raise _Distrusted(f"{path} belongs to another user")
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise _Distrusted(f"others may write to {path}")


def _say_distrusted(trouble: _Distrusted) -> None:
    say_once("distrusted", f"cache: {trouble}, so nothing is kept; see KIBITZ_CACHE")


def _own_content(path: Path) -> bytes:
    """A file's bytes, if it is the user's own; being read counts as use."""
    with path.open("rb") as file:
        _check(path, os.fstat(file.fileno()))
        content = file.read()
    with suppress(OSError):  # a folder that is only read
        os.utime(path)
    return content


def _digest(name: str, content: bytes) -> bytes:
    told = hashlib.blake2b(name.encode() + b"\0", digest_size=DIGEST, person=_FORMAT)
    told.update(content)
    return told.digest()


@cache
def _prune_once(root: Path) -> None:
    prune(root)

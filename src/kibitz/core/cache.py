"""Compiled kernels on disk, each in a file of its own, named by what it was made from.

A file is found only by a kernel whose digest (see `reach`) is that of the one that left it,
on the same kind of processor, with the same numba, numpy and Python. Nothing is ever
overwritten with something else, so processes may share the folder without locks, and a game
that is missing from another installation breaks nobody's cache.
"""

import hashlib
import os
import pickle
import sys
import tempfile
import time
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, cast

import numba
import numpy as np
from numba.core import config, serialize
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult

from kibitz.core.reach import Unreadable, digest_of

KEEP_SECONDS = 30 * 24 * 3600  # without use
KEEP_BYTES = 1 << 30  # in all, those used last


def cache_root() -> Path:
    """Where compiled kernels and tables are kept: KIBITZ_CACHE, or the user's cache folder."""
    base = os.environ.get("KIBITZ_CACHE")
    if base:
        return Path(base).expanduser()
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "kibitz"


class KernelCache(_Cache):
    """What numba asks for the machine code of one kernel, and hands it to."""

    def __init__(self, function: FunctionType, label: str) -> None:
        self._function = function
        self._label = label
        self._paths: dict[Any, Path | None] = {}

    @property
    def cache_path(self) -> str:
        """Its folder."""
        return str(kernels_root() / self._label)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The machine code for these types, or None where there is none."""
        target.refresh()
        path = self._path(signature, target.codegen())
        if path is None:
            return None
        try:
            content = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        return cast(Any, CompileResult)._rebuild(target, *pickle.loads(content))

    def save_overload(self, signature: Any, made: Any) -> None:
        """Keep what was compiled, where that can be written and holds in another process."""
        path = self._path(signature, made.codegen)
        if path is None or made.lifted or made.library.has_dynamic_globals:
            return
        unannotated = made._replace(type_annotation="")  # long, and nobody reads it
        content = cast(Any, serialize).dumps(unannotated._reduce())
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _write(path, content)
            _prune_once(kernels_root())
        except OSError:
            return

    def _path(self, signature: Any, codegen: Any) -> Path | None:
        """Where the machine code for these types belongs, None where it cannot be kept."""
        if signature not in self._paths:
            self._paths[signature] = self._new_path(signature, codegen)
        return self._paths[signature]

    def _new_path(self, signature: Any, codegen: Any) -> Path | None:
        try:
            reached = digest_of(self._function, signature)
        except Unreadable:
            return None
        name = f"{self._function.__module__}.{self._function.__qualname__}"
        digest = hashlib.sha256(f"{_surroundings()} {codegen.magic_tuple()} {reached}".encode())
        return kernels_root() / self._label / f"{name}-{digest.hexdigest()[:20]}.kernel"

    def enable(self) -> None:
        """Always on."""

    def disable(self) -> None:
        """Always on."""

    def flush(self) -> None:
        """Nothing is held back."""


@cache
def kernels_root() -> Path:
    """The folder of compiled kernels."""
    return cache_root() / "kernels"


@cache
def _surroundings() -> str:
    """Everything else that machine code depends on."""
    settings = (config.OPT, config.BOUNDSCHECK)  # type: ignore[attr-defined]
    return f"{sys.version_info[:2]} {numba.__version__} {np.__version__} {settings}"


def _write(path: Path, content: bytes) -> None:
    """Put a whole file in place at once."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    os.replace(name, path)


@cache
def _prune_once(root: Path) -> None:
    prune(root)


def prune(root: Path) -> None:
    """Delete what was not used for long, and the longest unused of what is too much."""
    room = KEEP_BYTES
    oldest_kept = time.time() - KEEP_SECONDS
    for used, size, path in sorted(_files(root), reverse=True):
        room -= size
        if room < 0 or used < oldest_kept:
            path.unlink(missing_ok=True)


def _files(root: Path) -> Iterable[tuple[float, int, Path]]:
    for path in root.glob("*/*"):
        try:
            stat = path.stat()
        except OSError:  # another process pruned it
            continue
        yield stat.st_mtime, stat.st_size, path

"""The one place that knows numba: `kernel` compiles a function and caches it on disk.

numba notices an edit only in the file of the cached function itself, so a search that
inlined a rule from another file would keep running the old rule. Here the folder of a
cache is named by a digest of every source a kernel can have inlined: `core`, `search`,
`estimate` and the package it belongs to, tables included; for a kernel from outside, all
of Kibitz. Editing a game recompiles that game only.

`kernel_for` makes a kernel of its own for one type of position out of a function that
serves all of them, cached under that type's game: a game that is missing from another
installation cannot break anybody else's cache.

With NUMBA_DISABLE_JIT=1 a kernel is the plain function.
"""

import hashlib
import importlib
import os
import shutil
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import config as numba_config
from numba.core import event

F = TypeVar("F", bound=Callable[..., Any])

config = cast(Any, numba_config)  # its settings come from the environment, unknown to mypy
COMPILED = not config.DISABLE_JIT
HOUSE = Path(__file__).parents[1]
SHARED = ("core", "search", "estimate")  # what a kernel of any package may inline
KEEP_FOLDERS = 16  # digests kept for each package, newest first
KEEP_SECONDS = 30 * 24 * 3600

_labels: dict[Any, str] = {}  # of compiled functions


def _load_without_blas() -> None:
    """Load what every kernel needs of numba, but not scipy's BLAS.

    numba asks for it on loading, for np.cov alone, and that takes as long as numpy itself.
    A kernel that uses np.dot still gets it, when it is compiled.
    """
    blas = "scipy.linalg.cython_blas"
    if blas in sys.modules:
        return
    sys.modules[blas] = None  # type: ignore[assignment]
    try:
        importlib.import_module("numba.np.arraymath")
    finally:
        del sys.modules[blas]


if not COMPILED:
    np.seterr(over="ignore")  # unsigned arithmetic wraps, as it does when compiled


def cache_root() -> Path:
    """Where compiled kernels and tables are kept: KIBITZ_CACHE, or the user's cache folder."""
    base = os.environ.get("KIBITZ_CACHE")
    if base:
        return Path(base).expanduser()
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "kibitz"


def kernel(function: F) -> F:
    """Compile `function` on its first call, without the GIL, from the cache if it is there."""
    return _compile(function, function.__module__, function.__module__)


def kernel_for(function: F, position: type) -> F:
    """Compile a copy of `function` for positions of one type; calls to itself stay in the copy."""
    if not COMPILED:
        return function
    original = cast(FunctionType, function)
    copy = FunctionType(
        original.__code__,
        dict(original.__globals__),
        original.__name__,
        original.__defaults__,
        original.__closure__,
    )
    copy.__qualname__ = f"{original.__qualname__}-{position.__qualname__}"
    compiled = _compile(copy, position.__module__, function.__module__)
    copy.__globals__[original.__name__] = compiled
    return cast(F, compiled)


def _compile(function: F, owner: str, home: str) -> F:
    """Compile for the module `owner` a function that stands in the module `home`."""
    if not COMPILED:
        return function
    folder = _folder(owner, home)
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder or "")
    try:
        compiled = numba.njit(cache=folder is not None, nogil=True)(function)
    finally:
        config.CACHE_DIR = before
    _labels[compiled.py_func] = _label(owner)
    return cast(F, compiled)


def _label(module: str) -> str:
    """The package a kernel belongs to, as people say it: kibitz.games.nim.rules is nim."""
    parts = module.split(".")
    if parts[:2] == ["kibitz", "games"]:
        return parts[2]
    return parts[1] if parts[0] == "kibitz" and len(parts) > 1 else parts[0]


@cache
def _folder(owner: str, home: str) -> Path | None:
    """The cache folder for these two modules, or None where none can be written."""
    sources = (*_shared_sources(), *_sources(owner), *_sources(home))
    folder = cache_root() / f"{_label(owner)}-{_digest(sources)}"
    try:
        is_new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:
        return None
    if is_new:
        _prune(folder)
    return folder


def _sources(module: str) -> tuple[Path, ...]:
    file = Path(cast(str, sys.modules[module].__file__))
    if module.startswith("kibitz."):
        return _tree(HOUSE.joinpath(*module.split(".")[1 : 3 if ".games." in module else 2]))
    own = _tree(file.parent) if sys.modules[module].__package__ else (file,)
    return (*own, *_tree(HOUSE))  # a stranger may have inlined anything


@cache
def _tree(folder: Path) -> tuple[Path, ...]:
    """Sources and the tables beside them, which kernels take for constants."""
    return tuple(sorted(path for kind in ("*.py", "*.npy") for path in folder.rglob(kind)))


@cache
def _digest(sources: tuple[Path, ...]) -> str:
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for path in dict.fromkeys(sources):
        digest.update(_content(path))
    return digest.hexdigest()[:16]


@cache
def _content(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


@cache
def _shared_sources() -> tuple[Path, ...]:
    return tuple(path for name in SHARED for path in _tree(HOUSE / name))


def _prune(newest: Path) -> None:
    """Delete what older sources of the same package left behind, if long unused or many."""
    label = newest.name.rpartition("-")[0]
    folders = [p for p in newest.parent.glob(f"{label}-*") if p.name.rpartition("-")[0] == label]
    stamped = sorted(((_stamp(p), p) for p in folders), reverse=True)
    for rank, (stamp, path) in enumerate(stamped):
        if path != newest and (rank >= KEEP_FOLDERS or time.time() - stamp > KEEP_SECONDS):
            shutil.rmtree(path, ignore_errors=True)


def _stamp(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # another process pruned it
        return 0.0


class _Notice(event.Listener):
    """Says on stderr, once for each package, that a pause is the compiler's."""

    def __init__(self) -> None:
        self.said: set[str] = set()
        self.depth = 0

    def on_start(self, event: Any) -> None:
        label = _labels.get(event.data["dispatcher"].py_func)
        if label and self.depth == 0 and label not in self.said:
            self.said.add(label)
            sys.stderr.write(f"compiling {label}, first use only\n")
            sys.stderr.flush()
        self.depth += 1

    def on_end(self, event: Any) -> None:
        self.depth -= 1


if COMPILED:
    _load_without_blas()
    event.register("numba:compile", _Notice())  # type: ignore[no-untyped-call]

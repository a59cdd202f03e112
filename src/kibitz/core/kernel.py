"""The one place that knows numba: `kernel` compiles a function and caches it on disk.

numba notices an edit only in the file of the cached function itself, so a search that
inlined a rule from another file would keep running the old rule. Here a cached kernel is
found by a digest of all the code and constants that it can reach (see `reach`): an edit
of a rule compiles again what inlined it, and nothing else; comments, docstrings and texts
may change freely.

`kernel_for` makes a kernel of its own for one type of position out of a function that
serves all of them, cached under that type's game.

With NUMBA_DISABLE_JIT=1 a kernel is the plain function.
"""

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FunctionType
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import config as numba_config
from numba.core import event, types

from kibitz.core.cache import KernelCache
from kibitz.core.notice import say_once
from kibitz.core.processor import compile_for_common

F = TypeVar("F", bound=Callable[..., Any])

config = cast(Any, numba_config)  # its settings come from the environment, unknown to mypy
COMPILED = not config.DISABLE_JIT
_unliteral = cast(Any, types).unliteral  # int64 for the constant 3, and so on
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


def kernel(function: F) -> F:
    """Compile `function` on its first call, without the GIL, from the cache if it is there."""
    return _compile(function, function.__module__)


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
    compiled = _compile(copy, position.__module__)
    copy.__globals__[original.__name__] = compiled
    return cast(F, compiled)


def plain(compiled: F) -> F:
    """The function that a kernel was compiled from: for one call it is quicker than a compiler."""
    return cast(F, getattr(compiled, "py_func", compiled))


def _compile(function: F, owner: str) -> F:
    """Compile `function` for the package of the module `owner`."""
    if not COMPILED:
        return function
    # No kernel is handed to C, so the wrapper that only C would call is not made.
    compiled = cast(Any, numba).njit(nogil=True, no_cfunc_wrapper=True)(function)
    compiled._cache = KernelCache(compiled.py_func, _label(owner))
    compiled.get_call_template = partial(_call_by_types, compiled.get_call_template, compiled)
    _labels[compiled.py_func] = _label(owner)
    return cast(F, compiled)


def _call_by_types(resolve: Any, compiled: Any, args: Any, kws: Any) -> Any:
    """Resolve a kernel's call of another by types alone, and have what can be built in.

    Left to itself numba compiles the callee once more for each constant that it is called
    with; LLVM finds the constants anyway, when it inlines. A recursion under way stays as it
    is: its types are settled by the call that began it.
    """
    if not compiled.is_compiling:
        args = tuple(_unliteral(each) for each in args)
        kws = {name: _unliteral(each) for name, each in kws.items()}
    with _built_in(compiled):
        return resolve(args, kws)


@contextmanager
def _built_in(compiled: Any) -> Iterator[None]:
    """Ask for a kernel that can be built into another: not for one out of a pack.

    One that Python has called before may be out of a pack. It is forgotten here and had
    again; Python goes on calling the one it has.
    """
    cache, before = compiled._cache, compiled._cache.is_built_in
    cache.is_built_in = True
    if cache.packed:
        for signature in cache.packed:
            compiled.overloads.pop(tuple(signature))
        cache.packed.clear()
        compiled._insert = _leave_alone
    try:
        yield
    finally:
        cache.is_built_in = before
        compiled.__dict__.pop("_insert", None)


def _leave_alone(*args: Any, **kws: Any) -> None:
    """Instead of telling Python's table of machine code, which has what it needs."""


def _label(module: str) -> str:
    """The package a kernel belongs to, as people say it: kibitz.games.nim.rules is nim."""
    parts = module.split(".")
    if parts[:2] == ["kibitz", "games"]:
        return parts[2]
    return parts[1] if parts[0] == "kibitz" and len(parts) > 1 else parts[0]


class _Notice(event.Listener):
    """Says on stderr, once for each package, that a pause is the compiler's."""

    def __init__(self) -> None:
        self.depth = 0

    def on_start(self, event: Any) -> None:
        label = _labels.get(event.data["dispatcher"].py_func)
        if label and self.depth == 0:
            say_once(f"compiling {label}", f"compiling {label}, first use only")
        self.depth += 1

    def on_end(self, event: Any) -> None:
        self.depth -= 1


if COMPILED:
    compile_for_common(config)
    _load_without_blas()
    event.register("numba:compile", _Notice())  # type: ignore[no-untyped-call]

"""Compiled kernels in the cache folder, each in a file named by what it was made from.

A file is found only by a kernel whose digest (see `reach`) is that of the one that left it,
on the same kind of processor, with the same numba, numpy and Python. Nothing is ever
overwritten with something else, and a game that is missing from another installation breaks
nobody's cache. `kept` sees to it that only what we wrote is ever loaded.

What the folder does not have may have come with the package (see `packs`). Such machine code
can be run but not built into that of another kernel, so it serves calls from Python alone.
"""

import hashlib
import pickle
import sys
from functools import cache
from types import FunctionType
from typing import Any, cast

import numba
import numpy as np
from numba.core import config, serialize
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult

from kibitz.core.kept import CacheFolder, cache_root
from kibitz.core.packs import packed
from kibitz.core.reach import Unreadable, digest_of

LONGEST_NAME = 150  # of a kernel in the name of its file
LOST = "no compiled object yet"  # what numba says where its hook was broken off

called: dict[str, None] = {}  # the kernels that Python called in this process, in that order


class KernelCache(_Cache):
    """What numba asks for the machine code of one kernel, and hands it to."""

    def __init__(self, function: FunctionType, label: str) -> None:
        self._function = function
        self._label = label
        self._names: dict[Any, str | None] = {}
        self.is_built_in = False  # another kernel asks, to build this one in
        self.packed: set[Any] = set()  # signatures whose machine code came with the package

    @property
    def cache_path(self) -> str:
        """Its folder."""
        return str(kernels_folder().root / "kernels" / self._label)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The machine code for these types, or None where there is none."""
        target.refresh()
        name = self._name(signature, target.codegen())
        content = self._found(name, signature) if name else None
        if content is None:
            return None
        return cast(Any, CompileResult)._rebuild(target, *pickle.loads(content))

    def _found(self, name: str, signature: Any) -> bytes | None:
        if self.is_built_in:
            return kernels_folder().read(name)
        called[name] = None
        content = kernels_folder().read(name)
        if content is None:
            content = packed(name, surroundings())
            if content is not None:
                self.packed.add(signature)
        return content

    def save_overload(self, signature: Any, made: Any) -> None:
        """Keep what was compiled, where it holds in another process."""
        name = self._name(signature, made.codegen)
        if name is None or made.lifted or made.library.has_dynamic_globals:
            return
        unannotated = made._replace(type_annotation="")  # long, and nobody reads it
        try:
            reduced = unannotated._reduce()
        except RuntimeError as error:
            if LOST not in str(error):
                raise
            # An interrupt came while the compiler handed its object over, and was lost there.
            raise KeyboardInterrupt from error
        kernels_folder().write(name, cast(Any, serialize).dumps(reduced))

    def _name(self, signature: Any, codegen: Any) -> str | None:
        """What the machine code for these types is kept under, None where it cannot be."""
        if signature not in self._names:
            self._names[signature] = self._new_name(signature, codegen)
        return self._names[signature]

    def _new_name(self, signature: Any, codegen: Any) -> str | None:
        try:
            reached = digest_of(self._function, signature)
        except Unreadable:
            return None
        name = f"{self._function.__module__}.{self._function.__qualname__}"[:LONGEST_NAME]
        digest = hashlib.sha256(f"{surroundings()} {codegen.magic_tuple()} {reached}".encode())
        return f"kernels/{self._label}/{name}-{digest.hexdigest()[:20]}"

    def enable(self) -> None:
        """Always on."""

    def disable(self) -> None:
        """Always on."""

    def flush(self) -> None:
        """Nothing is held back."""


@cache
def kernels_folder() -> CacheFolder:
    """The folder that compiled kernels are kept in, the same as long as the process lives."""
    return CacheFolder(cache_root())


@cache
def surroundings() -> str:
    """Everything else that machine code depends on."""
    settings = (config.OPT, config.BOUNDSCHECK)  # type: ignore[attr-defined]
    where = f"{sys.platform} {config.CPU_NAME}"  # type: ignore[attr-defined]
    return f"{sys.version_info[:2]} {numba.__version__} {_numpy()} {settings} {where}"


def _numpy() -> str:
    """The numpy that kernels were compiled with: its last number changes nothing for them."""
    return ".".join(np.__version__.split(".")[:2])

"""Making packs: the kernels that were called, without what only a compiler would read.

Besides its machine code a kept kernel holds the code it was made from, for kernels that build
it in. That is more than half of it, and is left out: only the names it defines stay. Where the
packages lie on this machine is nobody's business, and is left out, too.
"""

import pickle
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

import llvmlite.binding as llvm
import numba
from numba.core import serialize

import kibitz
from kibitz.core.cache import kernels_folder, surroundings
from kibitz.core.files import whole_file
from kibitz.core.packs import pack_bytes, pack_name


def write_packs(folder: Path, names: Iterable[str]) -> list[Path]:
    """Pack kernels that are in the cache folder, a file for each game or part."""
    kernels: dict[str, dict[str, bytes]] = defaultdict(dict)
    for name in names:
        content = kernels_folder().read(name)
        if content is not None:
            kernels[name.split("/")[1]][name] = runnable(content)
    folder.mkdir(exist_ok=True)
    return [_write(folder, label, found) for label, found in sorted(kernels.items())]


def _write(folder: Path, label: str, kernels: dict[str, bytes]) -> Path:
    path = folder / pack_name(label, surroundings())
    with whole_file(path, 0o644) as file:
        file.write(pack_bytes(path.name, kernels))
    return path


def runnable(content: bytes) -> bytes:
    """A kept kernel that can be run, but not built into another."""
    (name, kind, (machine_code, source)), *rest = pickle.loads(content)
    made = ((name, kind, (machine_code, _names_alone(source))), *rest)
    return without_places(cast(Any, serialize).dumps(made))


def without_places(content: bytes) -> bytes:
    """The content with dots for the folders of the packages: as many, so that all else stays."""
    for module in (numba, kibitz):
        folder = str(Path(cast(str, module.__file__)).parents[1]).encode()
        content = content.replace(folder, b"." * len(folder))
    return content


def _names_alone(source: bytes) -> bytes:
    """A module that defines the same names, with nothing behind them."""
    read = cast(Any, llvm).parse_bitcode(source)
    defined = [each.name for each in read.global_variables if not each.is_declaration]
    defined += [each.name for each in read.functions if not each.is_declaration]
    text = "\n".join(f'@"{name}" = global i8 0' for name in defined)
    return bytes(cast(Any, llvm).parse_assembly(text).as_bitcode())

"""Whether two machines play the same: the same Kibitz, and processors that round alike.

A worker that differs would not fail, it would give other results. So everybody describes
themselves: versions, a digest of all files of Kibitz, the packages that bring games, and a
digest of a short probe of everything that floating point could make different: logarithms and
sums inside kernels, a search by playouts, and games of compiled players.
"""

import hashlib
import platform
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points, version
from pathlib import Path

import numba
import numpy as np
from numpy.typing import NDArray

import kibitz
from kibitz.arena.chunk import Chunk, Desk, Pairing, Setting
from kibitz.core.kernel import kernel

PROBES = (
    Setting("tictactoe", ("mcts(iterations=40)", "playout")),
    Setting("cribbage", ("beginner", "random")),
)
PROBE_SEED = 20

Likeness = Mapping[str, str]  # what must agree, by its name


@cache
def likeness() -> dict[str, str]:
    """What must agree with others."""
    return {
        "Kibitz": kibitz.__version__,
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "numba": numba.__version__,
        "numpy": np.__version__,
        "scipy": version("scipy"),
        "sources": sources_digest(),
        "packages of games": _packages(),
        "probe": probe_digest(),
    }


def difference(theirs: object, ours: Likeness) -> str | None:
    """Why somebody cannot work with us, in a few words; None where nothing differs."""
    if not isinstance(theirs, Mapping):
        return "it was not started by 'kibitz cluster'"
    for name, own in ours.items():
        found = theirs.get(name)
        if found != own:
            if name == "probe":
                return "its processor computes other results in a probe run"
            if name == "sources":
                return "its files of Kibitz are not the same"
            return f"it has {name} {found or 'unknown'}, not {own}"
    return None


def sources_digest() -> str:
    """A digest of every file of the package, data included."""
    digest, root = hashlib.sha256(), Path(kibitz.__file__).parent
    for path in sorted(root.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(f"{path.relative_to(root).as_posix()}\0".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _packages() -> str:
    """Who else registers games, with versions."""
    named = {
        f"{entry.dist.name} {entry.dist.version}"
        for entry in entry_points(group="kibitz.games")
        if entry.dist is not None
    }
    return ", ".join(sorted(named))


def probe_digest() -> str:
    """A digest of what this processor makes of the probe."""
    digest = hashlib.sha256(_rounded(np.linspace(0.1, 9.0, 257)).tobytes())
    for setting in PROBES:
        desk = Desk(setting)
        batch = desk.play(Chunk(Pairing((0, 1), PROBE_SEED), 0, 3))
        desk.close()
        for column in (batch.payoffs, batch.plies, batch.decisions):
            digest.update(np.ascontiguousarray(column).tobytes())
    return digest.hexdigest()[:16]


@kernel
def _rounded(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sums of products, roots, logarithms and powers, to the last bit."""
    out = np.empty(len(values))
    total = 0.0
    for i in range(len(values)):
        x = values[i]
        total = total * 0.9375 + x * x - np.sqrt(x)
        out[i] = total + np.log(x) * np.exp(-x) + np.sin(x) * x**1.3
    return out

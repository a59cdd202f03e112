"""Garbage for public functions: every one of a module, in a process that may die of it.

A function survives a call if it answers or raises; a process that is killed by a signal or
runs out of time does not. The parent loads everything once and forks for a few modules at a
time, so a module costs little more than its calls; where a few fall, each is tried alone.
"""

import collections.abc
import gc
import importlib
import inspect
import json
import os
import pkgutil
import resource
import signal
import sys
import tempfile
import types
import typing
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from numba.core import event
from numpy.typing import NDArray

import kibitz
from kibitz.core.cache import kernels_folder
from kibitz.core.registry import make_game
from kibitz.games.battleship.density import density_map
from kibitz.games.battleship.resistance import shots_needed
from kibitz.games.battleship.solo import POSTERIOR, WAYS, new_sight
from kibitz.games.bluff.contest import contest
from kibitz.games.cribbage.table.pile import peg
from kibitz.games.cribbage.table.score import scores
from kibitz.games.cribbage.throwing import throws
from kibitz.games.holdem.cards.evaluator import evaluate_batch
from kibitz.games.holdem.equity.equity import holdem_equity
from kibitz.games.holdem.equity.preflop import duel_table
from kibitz.games.holdem.strategy.appraisal import strategy_duel
from kibitz.games.holdem.strategy.strategies import balanced
from kibitz.search.coins import coin_values
from kibitz.search.heaps import find_period
from kibitz.search.perft import perft
from kibitz.stats.bootstrap import resampled_means
from kibitz.stats.convergence import measured_rate

PARTS = ("core", "estimate", "games", "search", "stats")
EXAMPLES = int(os.environ.get("KIBITZ_EXAMPLES", "24"))  # calls of each function
FEW = 3  # of those that run a whole trial whatever they are told
TOGETHER = 11  # modules in one process, as long as none falls
SECONDS = 6 if EXAMPLES < 100 else 60  # of processor time for a module
BYTES = 6 << 30
SETTINGS = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)

# Names of numbers that say how much work to do: any size is sensible, so none is huge.
WORK = {
    "budget", "count", "deals", "depth", "games", "hands", "iterations", "largest", "megabytes",
    "most", "most_nodes", "n", "nodes", "pairs", "playouts", "plies", "resamples", "rounds",
    "samples", "sides", "size", "stack", "steps", "threads", "tries", "truncate",
    "worlds",
}  # fmt: skip
# Programs, what writes files or makes kernels, and tables that take long by nature.
LEFT_OUT = {
    "add_word", "append_line", "check_writable", "correcting.correct", "digest_of",
    "fit_classes", "generic", "greatest_stacks", "learning.learn",
    "kernel", "kernel_for", "main", "make_tables", "prune", "rule", "stack_charts",
    "training.fit", "write_whole",
}  # fmt: skip

_WRONG: st.SearchStrategy[Any] = st.sampled_from(
    [None, "x", b"\x00", 1.5, float("nan"), (), [], {}, object, np.int8(3)]
)
_INTS = st.one_of(
    st.integers(-3, 60), st.sampled_from([1 << 31, -(1 << 63), (1 << 63) - 1, 1 << 64, 10**30])
)
_MOMENTS = st.sampled_from([-1.0, 0.0, 0.001, float("nan")])
_FEW = st.integers(-2, 4)
_FLOATS = st.one_of(st.floats(), st.floats(-1, 2), st.sampled_from([0.0, 1.0, 1e308, -1e308]))
_TEXTS = st.one_of(st.text(max_size=8), st.sampled_from(["", "5h", "AsKs", "?", "1/2", "a1", "-1"]))
_LISTS = st.one_of(
    st.lists(_INTS, max_size=8),
    st.lists(st.integers(0, 51), max_size=8),
    st.lists(_FLOATS, max_size=6),
    st.lists(st.lists(st.integers(-1, 52), max_size=5), max_size=3),
)
_KINDS = st.sampled_from([np.int64, np.float64, np.uint8, np.uint64])


@st.composite
def _arrays(draw: Callable[..., Any]) -> Any:
    shape = draw(st.lists(st.integers(0, 6), min_size=0, max_size=3))
    filled = draw(st.one_of(st.integers(0, 60), st.sampled_from([200, 255])))
    array = np.full(shape, filled, draw(_KINDS))
    return -array if draw(st.booleans()) and array.dtype.kind != "u" else array


def arguments(function: Callable[..., Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    """Arguments for a function: of the kinds it asks for or not, none of them meant well."""
    return st.tuples(*(_argument(each) for each in inspect.signature(function).parameters.values()))


def _argument(parameter: inspect.Parameter) -> st.SearchStrategy[Any]:
    if parameter.name == "seconds":
        return st.one_of(_MOMENTS, _WRONG)
    told = str(parameter.annotation)
    wanted: list[st.SearchStrategy[Any]] = []
    if "int" in told:
        wanted.append(_FEW if parameter.name in WORK else _INTS)
    if "float" in told or "Any" in told:
        wanted.append(_FEW if parameter.name in WORK else _FLOATS)
    if "str" in told:
        wanted.append(_TEXTS)
    if any(kind in told for kind in ("list", "tuple", "Sequence", "Iterable", "Any")):
        wanted.append(_LISTS)
    if "ndarray" in told or "Any" in told:
        wanted += [_arrays(), _LISTS]
    return st.one_of(*wanted, *wanted, _WRONG)


def public_functions(name: str) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The functions of a module that Python may call, without kernels and words."""
    for called, function in list(vars(importlib.import_module(name)).items()):
        named = {called, f"{name.rpartition('.')[2]}.{called}"}
        if called.startswith("_") or named & LEFT_OUT or hasattr(function, "__wrapped__"):
            continue
        is_ours = isinstance(function, types.FunctionType) and function.__module__ == name
        if is_ours and inspect.signature(function).parameters:
            yield called, function


def public_modules() -> list[str]:
    """Every module with such functions."""
    walked = pkgutil.walk_packages(kibitz.__path__, "kibitz.")
    names = [module.name for module in walked if module.name.split(".")[1] in PARTS]
    return [name for name in names if any(public_functions(name))]


def throw_at(name: str) -> None:
    """Call every function of a module with garbage; the last line told names the last call."""
    for called, function in public_functions(name):
        calls = given(arguments(function))(_caller(f"{name}.{called}", function))
        settings(SETTINGS, max_examples=FEW if name.endswith(".trials") else EXAMPLES)(calls)()


def _caller(called: str, function: Callable[..., Any]) -> Callable[[tuple[Any, ...]], None]:
    def call(given: tuple[Any, ...]) -> None:
        os.write(2, f"{called}{given!r}"[:2000].encode(errors="replace") + b"\n")
        try:
            answer = function(*given)
            if isinstance(answer, collections.abc.Iterator):
                next(answer, None)
        except Exception:
            return

    return call


def survives(names: list[str]) -> str:
    """What killed the process, with the call it died of; empty if nothing did."""
    with tempfile.TemporaryDirectory() as folder:
        return _survives(names, folder)


def _survives(names: list[str], folder: str) -> str:
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(write, 2)
        os.close(read)
        _run(names, folder)
    os.close(write)
    with os.fdopen(read, "rb") as told:
        lines = told.read().decode(errors="replace").splitlines()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == 0:
        return ""
    what = signal.Signals(-status).name if status < 0 else f"exit code {status}"
    calls = [line for line in lines if line.startswith(tuple(names))]
    return f"{what} in {calls[-1] if calls else lines[-1:]}"


class _Refusal(event.Listener):
    """Lets nothing be compiled: a kernel that was never asked for such types is not in danger."""

    def on_start(self, event: Any) -> None:
        raise TypeError("nobody calls a kernel like that")

    def on_end(self, event: Any) -> None:
        pass


def _run(names: list[str], folder: str) -> typing.NoReturn:
    status = 1
    try:
        event.register("numba:compile", _Refusal())
        kernels_folder()  # stays where it is; whatever garbage makes goes elsewhere
        os.environ |= {"KIBITZ_CACHE": folder, "KIBITZ_STATE": folder, "HOME": folder}
        os.environ |= {"KIBITZ_DB": f"{folder}/kibitz.sqlite", "TMPDIR": folder}
        os.chdir(folder)
        seconds = SECONDS * len(names)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        for name in names:
            throw_at(name)
        status = 0
    except BaseException as error:
        os.write(2, repr(error).encode(errors="replace"))
    finally:
        os._exit(status)


def mean_well() -> None:
    """Call with good sense what hands lists, numbers and arrays to kernels: they are loaded now."""
    six = [0, 5, 10, 15, 20, 25]
    for method in throws.METHODS:
        throws.throws_of(six, 1, method, samples=2)
    throws.win_chances(six, 0, (100, 90), 2, 1)
    peg([4, 4, 4])
    scores(np.array([six[:5]], np.uint8))
    for way in (*WAYS.values(), POSTERIOR):
        shots_needed(way, 1, 1, (3, 2), 4, 4, budget=10, samples=10)
    density_map(new_sight((3, 2), 4, 4))
    contest(make_game("bluff(3)").start(), (0, 1, 3), 1, 1, playouts=2)
    evaluate_batch(np.array([six[:5], six[1:]], np.uint8))
    evaluate_batch(np.arange(14, dtype=np.uint8).reshape(2, 7))
    holdem_equity(["AsKs", "QhQd"], samples=100)
    strategy_duel(0, balanced(0), balanced(0), 2, 1)
    duel_table()
    measured_rate(0.001)
    resampled_means(np.linspace(0.0, 1.0, 99), 3, 1)
    coin_values("mock-turtles", 7)
    find_period([0, 3], np.zeros(20, np.int64))
    perft(make_game("tictactoe"), 2)


def unharmed(a: int, b: float, c: str, d: list[int], e: NDArray[np.int64]) -> None:
    """A call that loads all that garbage needs, before the first fork."""


def fallen(names: list[str]) -> dict[str, str]:
    """The modules that garbage brought down, with what did it."""
    SETTINGS(given(arguments(unharmed))(lambda given: unharmed(*given)))()
    gc.freeze()  # a child would copy what it looks through
    found: dict[str, str] = {}
    for first in range(0, len(names), TOGETHER):
        found |= _fallen_of(names[first : first + TOGETHER])
    return found


def _fallen_of(names: list[str]) -> dict[str, str]:
    """Those that fall of a few: together first, and each alone where they do not survive that."""
    if len(names) > 1 and not survives(names):
        return {}
    told = {name: survives([name]) for name in names}
    return {name: text for name, text in told.items() if text}


if __name__ == "__main__":
    if not sys.argv[1:]:
        mean_well()
    sys.stdout.write(json.dumps(fallen(sys.argv[1:] or public_modules())))

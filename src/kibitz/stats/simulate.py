"""Many simulated tests, on any number of threads: how often they pass and how long they take.

Each test has its own seed by its number, and tests are counted in complete chunks from
the first on. So neither the number of threads nor an interruption favours short tests,
and the same seed gives the same figures with any number of threads.
"""

import math
import os
from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from kibitz.core.hands import Hands
from kibitz.core.seeds import child
from kibitz.errors import BadValue
from kibitz.stats import normal
from kibitz.stats.design import Design
from kibitz.stats.elo import EloModel
from kibitz.stats.model import PAIR_VALUES, PairModel
from kibitz.stats.significance import wilson_interval
from kibitz.stats.walk import STRIDE, Course, simulate_chunk

CHUNK = 50  # tests to a task
_AHEAD = 4  # tasks waiting for each thread
_TURN = 1 << 64


@dataclass(frozen=True, slots=True)
class Simulation:
    """What is simulated: a test, the games it is about, and the true Elo."""

    design: Design
    games: PairModel
    elo: float
    seed: int = 0

    def __post_init__(self) -> None:
        if not math.isfinite(self.elo):
            raise BadValue(f"elo {self.elo} is not a number")

    @property
    def law(self) -> tuple[float, ...]:
        """The probabilities of the five pair scores at the true Elo."""
        return self.games.law(self.elo, self.design.elo_model)


@dataclass(frozen=True, slots=True)
class SimulatedTests:
    """What the simulated tests so far came to; lengths are in pairs here, in games outside."""

    simulations: int = 0
    passed: int = 0
    pairs: int = 0
    squared_pairs: int = 0
    invalid: int = 0
    exact_ratios: int = 0

    def plus(self, rows: NDArray[np.int64]) -> "SimulatedTests":
        """With the tests of one more chunk."""
        verdicts, pairs = rows[:, 0], rows[:, 1]
        return SimulatedTests(
            self.simulations + len(rows),
            self.passed + int((verdicts > 0).sum()),
            self.pairs + int(pairs.sum()),
            self.squared_pairs + sum(n * n for n in pairs.tolist()),
            self.invalid + int(rows[:, 3].sum()),
            self.exact_ratios + int(rows[:, 2].sum()),
        )

    @property
    def pass_rate(self) -> float:
        return self.passed / self.simulations

    @property
    def pass_error(self) -> float:
        return math.sqrt(self.pass_rate * (1.0 - self.pass_rate) / self.simulations)

    @property
    def pass_interval(self) -> tuple[float, float]:
        """The 95 % interval of the probability to pass (Wilson)."""
        return wilson_interval(self.passed, self.simulations)

    @property
    def length(self) -> float:
        """The mean length in games."""
        return 2.0 * self.pairs / self.simulations

    @property
    def length_error(self) -> float:
        n = self.simulations
        if n < 2:
            return math.nan
        spread = (n * self.squared_pairs - self.pairs**2) / (n * (n - 1))
        return 2.0 * math.sqrt(spread / n)

    @property
    def length_interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean length in games."""
        reach = normal.two_sided(normal.CONFIDENCE) * self.length_error
        return self.length - reach, self.length + reach


def law_edges(law: tuple[float, ...]) -> NDArray[np.uint64]:
    """The inner borders of a law on the 64-bit numbers."""
    borders = np.cumsum(law)[:-1].tolist()
    return np.array([min(max(int(p * _TURN), 0), _TURN - 1) for p in borders], np.uint64)


def course(simulation: Simulation, stride: float = STRIDE) -> Course:
    """The simulation as its kernels take it."""
    design = simulation.design
    target0, target1 = design.targets()
    return Course(
        edges=law_edges(simulation.law),
        values=np.array(PAIR_VALUES),
        is_normalised=design.elo_model is EloModel.NORMALISED,
        target0=target0,
        target1=target1,
        lower=design.walls.low,
        upper=design.walls.high,
        kind=int(design.overshoot),
        batch=design.batch,
        small=design.small,
        stride=stride,
    )


def simulate(
    simulation: Simulation,
    truncate: int | None = None,
    threads: int = 1,
    stride: float = STRIDE,
    hands: Hands | None = None,
) -> Generator[SimulatedTests]:
    """Yield the tally after each complete chunk, until `truncate` tests or for ever.

    Closing the iterator halts the tests under way. Where `hands` are given, they simulate.
    """
    if threads < 1:
        raise BadValue(f"threads {threads} is not at least 1")
    if truncate is not None and truncate < 1:
        raise BadValue(f"truncate {truncate} is not at least 1")
    if hands is not None:
        return _simulate_by(hands, simulation, truncate, stride)
    return _simulate_here(simulation, truncate, threads, stride)


def _simulate_by(
    hands: Hands, simulation: Simulation, truncate: int | None, stride: float
) -> Generator[SimulatedTests]:
    tally, task = SimulatedTests(), partial(simulated_rows, simulation, stride)
    parts = ((i * CHUNK, size) for i, size in enumerate(_chunk_sizes(truncate)))
    results = hands.ordered(task, parts)
    try:
        for rows in results:
            tally = tally.plus(rows)
            yield tally
    finally:
        if isinstance(results, Generator):
            results.close()


def simulated_rows(
    simulation: Simulation, stride: float, part: tuple[int, int]
) -> NDArray[np.int64]:
    """The tests from a number on, so many, one to a row."""
    first, size = part
    rows = np.zeros((size, 4), np.int64)
    with np.errstate(over="ignore"):
        root, setting = child(simulation.seed), course(simulation, stride)
        simulate_chunk(setting, root, first, np.zeros(1, np.int64), rows)
    return rows


def _simulate_here(
    simulation: Simulation, truncate: int | None, threads: int, stride: float
) -> Generator[SimulatedTests]:
    root, setting = child(simulation.seed), course(simulation, stride)
    halt = np.zeros(1, np.int64)

    def chunk(first: int, size: int) -> NDArray[np.int64]:
        rows = np.zeros((size, 4), np.int64)
        with np.errstate(over="ignore"):  # uncompiled, and a setting of each thread
            simulate_chunk(setting, root, first, halt, rows)
        return rows

    chunk(0, 0)  # compiles, in the thread that hears Ctrl-C
    sizes = _chunk_sizes(truncate)
    tally, waiting = SimulatedTests(), dict[int, "Future[NDArray[np.int64]]"]()
    submitted = counted = 0
    with _pool(threads, halt) as pool:
        while True:
            while len(waiting) < threads * _AHEAD and (size := next(sizes, 0)):
                waiting[submitted] = pool.submit(chunk, submitted * CHUNK, size)
                submitted += 1
            if not waiting:
                return
            wait([waiting[counted]], return_when=FIRST_COMPLETED)
            tally = tally.plus(waiting.pop(counted).result())
            counted += 1
            yield tally


def _chunk_sizes(truncate: int | None) -> Iterator[int]:
    left = math.inf if truncate is None else truncate
    while left > 0:
        yield int(min(left, CHUNK))
        left -= CHUNK


@contextmanager
def _pool(threads: int, halt: NDArray[np.int64]) -> Iterator[ThreadPoolExecutor]:
    """A pool whose tests stop at once when it is left early."""
    pool = ThreadPoolExecutor(threads)
    try:
        yield pool
    finally:
        halt[0] = 1
        pool.shutdown(cancel_futures=True)


def simulated(
    simulation: Simulation, truncate: int, threads: int = 1, hands: Hands | None = None
) -> SimulatedTests:
    """The tally of so many tests."""
    tally = SimulatedTests()
    for tally in simulate(simulation, truncate, threads, hands=hands):  # noqa: B007
        pass
    return tally


def all_threads() -> int:
    """One thread for each core that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

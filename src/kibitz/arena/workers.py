"""Who plays the chunks: one after the other, in threads, or in processes.

A crew gives the batches in the order of the chunks, whoever was quicker, so whatever
counts them sees the same thing for any crew. Threads serve players that are kernels,
which release the GIL; everybody else gets processes (`kibitz.arena.processes`).
"""

import os
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from enum import StrEnum

import numpy as np

from kibitz.arena.batch import Batch
from kibitz.arena.chunk import Chunk, Desk, Setting
from kibitz.errors import BadValue

CHUNK_SECONDS = 0.1  # long enough to be worth a message, short enough to be interrupted
LARGEST_CHUNK = 4096


class Pace:
    """How many pairs make a chunk: measured, since games last microseconds or minutes."""

    def __init__(self, seconds: float = CHUNK_SECONDS, largest: int = LARGEST_CHUNK) -> None:
        self.size = 1
        self._seconds, self._largest = seconds, largest

    def note(self, pairs: int, seconds: float) -> None:
        """Learn from a chunk that took so long."""
        fitting = int(self._seconds * pairs / max(seconds, 1e-9))
        self.size = max(1, min(fitting, 4 * self.size, self._largest))


class Crew(ABC):
    """Plays chunks."""

    size: int  # how many workers

    def __init__(self) -> None:
        self.pace = Pace()

    @abstractmethod
    def run(self, chunks: Iterable[Chunk]) -> Iterator[Batch]:
        """The batch of every chunk, in order; chunks are asked for only as they can be played."""

    def close(self) -> None:  # noqa: B027 (some hold nothing open)
        """Let the workers and their players go."""

    def __enter__(self) -> "Crew":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Serial(Crew):
    """One chunk after the other, here."""

    size = 1

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self._desk = Desk(setting)

    def run(self, chunks: Iterable[Chunk]) -> Iterator[Batch]:
        for chunk in chunks:
            begun = time.perf_counter()
            batch = self._desk.play(chunk)
            self.pace.note(chunk.count, time.perf_counter() - begun)
            yield batch

    def close(self) -> None:
        self._desk.close()


class Threads(Crew):
    """A desk for every thread of a pool."""

    def __init__(self, setting: Setting, size: int) -> None:
        super().__init__()
        self.size = size
        self._setting = setting
        self._pool = ThreadPoolExecutor(size, "kibitz")
        self._here = threading.local()
        self._desks: list[Desk] = []

    def run(self, chunks: Iterable[Chunk]) -> Iterator[Batch]:
        waiting: deque[Future[tuple[Batch, float]]] = deque()
        try:
            for chunk in chunks:
                waiting.append(self._pool.submit(self._play, chunk))
                if len(waiting) > 2 * self.size:
                    yield self._next(waiting)
            while waiting:
                yield self._next(waiting)
        finally:
            for future in waiting:
                future.cancel()

    def _next(self, waiting: "deque[Future[tuple[Batch, float]]]") -> Batch:
        batch, seconds = waiting.popleft().result()
        self.pace.note(len(batch), seconds)
        return batch

    def _play(self, chunk: Chunk) -> tuple[Batch, float]:
        if not hasattr(self._here, "desk"):
            self._here.desk = Desk(self._setting)
            self._desks.append(self._here.desk)
        begun = time.perf_counter()
        with np.errstate(over="ignore"):  # for kernels run uncompiled: a thread warns afresh
            return self._here.desk.play(chunk), time.perf_counter() - begun

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)
        for desk in self._desks:
            desk.close()


class CrewKind(StrEnum):
    """How workers work."""

    AUTO = "auto"
    SERIAL = "serial"
    THREADS = "threads"
    PROCESSES = "processes"


def make_crew(
    setting: Setting,
    workers: int | None,
    kind: CrewKind = CrewKind.AUTO,
    cluster: str | None = None,
) -> Crew:
    """A crew of `workers` (one for each core if None) that suits the players, or a cluster's."""
    if cluster is not None:
        from kibitz.arena.cluster import Cluster

        return Cluster(setting, cluster)
    size = cores() if workers is None else workers
    if size < 1:
        raise BadValue(f"workers must be at least 1, not {size}")
    kind = _fitting(setting, size) if kind is CrewKind.AUTO else kind
    if kind is CrewKind.SERIAL:
        return Serial(setting)
    if kind is CrewKind.THREADS:
        return Threads(setting, size)
    from kibitz.arena.processes import Processes

    return Processes(setting, size)


def cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not Linux
        return os.cpu_count() or 1


def _fitting(setting: Setting, size: int) -> CrewKind:
    """Only a process can be stopped, so a limit for players in Python needs one."""
    desk = Desk(setting)
    try:
        players = [desk.player(place) for place in range(len(setting.players))]
    finally:
        desk.close()
    if all(player.mover for player in players):
        return CrewKind.SERIAL if size == 1 else CrewKind.THREADS
    if size > 1 or (setting.limit_seconds is not None and not all(p.keeps_time for p in players)):
        return CrewKind.PROCESSES
    return CrewKind.SERIAL

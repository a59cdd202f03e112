"""A crew of processes, watched: one that dies or hangs costs time, never a result.

The supervisor knows from a few numbers in shared memory which player of which game each
worker is waiting for. A worker that dies is replaced and its chunk is played again; where
the same player's turn in the same game has killed its worker three times, or is still not
over long after its limit, that player loses that game and the rest of the chunk is
played on.
"""

import multiprocessing
import sys
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.process import BaseProcess
from types import ModuleType
from typing import Any

from kibitz.arena.batch import Batch
from kibitz.arena.chunk import Chunk, Setting
from kibitz.arena.result import Failure
from kibitz.arena.worker import GAME, INDEX, PLAYER, SINCE, Report, work
from kibitz.arena.workers import Crew
from kibitz.errors import HouseFault, KibitzError
from kibitz.players.failure import Exited, Stalled, house_work
from kibitz.players.foreign import PREFIX

DEATHS = 3  # of workers at the same turn, until it is the player's fault
STARTS = 5  # of a chunk that dies before any player is asked
AHEAD = 4  # chunks a worker that may wait for an earlier one to come in
LEAST_GRACE_SECONDS = 0.5


@dataclass
class Job:
    """A chunk with its place in the order, and how often it was lost before a player's turn."""

    number: int
    chunk: Chunk
    deaths: int = 0


@dataclass
class Worker:
    """One process and what it is doing."""

    process: BaseProcess
    pipe: "Connection[Any, Any]"
    cell: Any  # four numbers in shared memory, see kibitz.arena.worker
    job: Job | None = None


class Processes(Crew):
    """Hands chunks to processes and puts their batches in order."""

    def __init__(self, setting: Setting, size: int) -> None:
        super().__init__()
        self.size = size
        self._setting = setting
        self._context = process_context()
        self._workers: list[Worker] = []
        self._deaths: Counter[tuple[tuple[int, ...], int, int, int]] = Counter()

    def run(self, chunks: Iterable[Chunk]) -> Iterator[Batch]:
        supply = iter(chunks)
        again: deque[Job] = deque()  # of workers that died
        done: dict[int, Batch] = {}
        issued, given, is_dry = 0, 0, False
        try:
            while True:
                for worker in self._idle():
                    if not again and not is_dry and issued - given < AHEAD * self.size:
                        chunk = next(supply, None)
                        is_dry = chunk is None
                        if chunk is not None:
                            again.append(Job(issued, chunk))
                            issued += 1
                    if again:
                        self._hand(worker, again.popleft())
                if is_dry and given == issued:
                    return
                for job, batch in self._news(again):
                    done[job.number] = batch
                while given in done:
                    given += 1
                    yield done.pop(given - 1)
        finally:
            self._abandon()

    def _idle(self) -> Iterator[Worker]:
        """Every worker that has nothing to do, new ones included."""
        yield from [worker for worker in self._workers if worker.job is None]
        while len(self._workers) < self.size:
            yield self._hire()

    def _hire(self) -> Worker:
        ours, theirs = self._context.Pipe()
        cell = self._context.RawArray("d", 4)
        process = self._context.Process(
            target=work, args=(theirs, self._setting, cell), daemon=True, name="kibitz worker"
        )
        with house_work(), apart_from_script():
            process.start()
        theirs.close()
        worker = Worker(process, ours, cell)
        self._workers.append(worker)
        return worker

    def _hand(self, worker: Worker, job: Job) -> None:
        worker.job = job
        worker.cell[SINCE] = 0.0
        try:
            worker.pipe.send(job.chunk)
        except OSError:  # it is dead, as the next news will say
            return

    def _news(self, again: "deque[Job]") -> Iterator[tuple[Job, Batch]]:
        """What came in since; jobs of workers that died go to `again`."""
        limit = self._setting.limit_seconds
        busy = {worker.pipe: worker for worker in self._workers if worker.job}
        for pipe in wait(list(busy), None if limit is None else min(0.1, limit)):
            worker = busy[pipe]  # type: ignore[index]
            try:
                report: Report = worker.pipe.recv()
            except (EOFError, OSError):
                again.append(self._bury(worker))
                continue
            assert worker.job is not None
            job, worker.job = worker.job, None
            yield job, self._accept(report)
        if limit is not None:
            for worker in self._workers:
                if worker.job and self._overtime(worker, limit):
                    again.append(self._stop(worker, limit))

    def _accept(self, report: Report) -> Batch:
        if report.batch is None:
            raise (HouseFault if report.is_house_fault else KibitzError)(report.error)
        self.pace.note(len(report.batch), report.seconds)
        return report.batch

    def _bury(self, worker: Worker) -> Job:
        """Take a dead worker's job back; blame a player where it keeps happening."""
        job = self._dismiss(worker)
        turn = _turn(worker)
        if turn is None:
            job.deaths += 1
            if job.deaths >= STARTS:
                raise HouseFault(
                    f"pairs {job.chunk.first} to {job.chunk.first + job.chunk.count - 1} "
                    f"crashed their worker process {STARTS} times before a player's turn"
                )
            return job
        self._deaths[(job.chunk.pairing.players, *turn)] += 1
        if self._deaths[(job.chunk.pairing.players, *turn)] >= DEATHS:
            text = f"crashed its worker process {DEATHS} times"
            maker = self._setting.players[job.chunk.pairing.players[turn[2]]]
            if isinstance(maker, str) and not maker.startswith(PREFIX):  # one of ours
                raise HouseFault(f"Kibitz itself failed, no player did: {maker} {text}")
            job.chunk = self._forfeit(job.chunk, turn, Exited.kind, text)
        return job

    def _overtime(self, worker: Worker, limit: float) -> bool:
        since = worker.cell[SINCE]
        return bool(since and time.monotonic() - since > 2 * limit + LEAST_GRACE_SECONDS)

    def _stop(self, worker: Worker, limit: float) -> Job:
        """End a worker whose player hangs; that player has lost that game."""
        turn = _turn(worker)
        job = self._dismiss(worker)
        if turn is not None:
            text = f"was still thinking long after its limit of {limit:g} s"
            job.chunk = self._forfeit(job.chunk, turn, Stalled.kind, text)
        return job

    def _forfeit(self, chunk: Chunk, turn: tuple[int, int, int], kind: str, text: str) -> Chunk:
        index, number, player = turn
        maker = self._setting.players[chunk.pairing.players[player]]
        name = maker if isinstance(maker, str) else f"player {player + 1}"
        return chunk.with_forfeit(index, number, Failure(player, kind, f"{name} {text}"))

    def _dismiss(self, worker: Worker) -> Job:
        self._workers.remove(worker)
        worker.process.kill()
        worker.process.join()
        worker.pipe.close()
        assert worker.job is not None
        return worker.job

    def _abandon(self) -> None:
        """Drop what is still being played: nobody will count it."""
        for worker in [worker for worker in self._workers if worker.job]:
            self._dismiss(worker)

    def close(self) -> None:
        self._abandon()
        for worker in self._workers:
            try:
                worker.pipe.send(None)
            except OSError:
                continue
        for worker in self._workers:
            worker.process.join(2.0)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            worker.pipe.close()
        self._workers.clear()


def _turn(worker: Worker) -> tuple[int, int, int] | None:
    """The pair, the game of it and the player that a worker was waiting for."""
    cell = worker.cell
    return (int(cell[INDEX]), int(cell[GAME]), int(cell[PLAYER])) if cell[SINCE] else None


def process_context() -> ForkServerContext | SpawnContext:
    """Processes that inherit nothing by accident; a server that has loaded Kibitz where it can."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["kibitz.arena.worker"])
    return context


@contextmanager
def apart_from_script() -> Iterator[None]:
    """Processes that start meanwhile do not run the user's script, of which they need nothing.

    A new process of Python runs the script that started it once more, up to a guard that people
    forget, and cannot where there is no file to run.
    """
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script

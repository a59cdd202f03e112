"""The workers of a cluster at work: items out, results back in the order of the items.

Every worker holds one item that it works on and one that waits. Before a worker is given
anything it must play the same as we do (`kibitz.arena.sameness`). One that is gone or silent is
named, and what it held goes to others; where nobody is left it is done here. Workers that
come later are taken in. An item that has lost its worker several times is done here as
well: then it is no accident, and here it can be found out whose fault it is.
"""

import queue
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any, Self

from kibitz.arena import dask, far
from kibitz.arena.far import Performed
from kibitz.arena.gathering import Gathering
from kibitz.arena.sameness import difference, likeness
from kibitz.core.notice import say_once
from kibitz.errors import BadValue, HouseFault, KibitzError

if TYPE_CHECKING:
    from distributed import Client, Future, LocalCluster

HELD = 2  # items per worker: one in work, one that waits
AHEAD = 4  # items per worker that may wait for an earlier one to come in
LOSSES = 3  # of workers with the same item, until it is done here
ROLL_SECONDS = 0.5  # between two looks at who is there
SILENT_SECONDS = 60.0  # after which a worker counts as lost
ALONE_SECONDS = 20.0  # that we wait for a worker when there is none
GONE_SECONDS = 4.0  # without an answer, after which the cluster itself is gone
FETCH_SECONDS = 20.0  # for a result to come over

Here = Callable[[Iterable[Any]], Iterator[Any]]  # how items are done without a cluster


@dataclass
class Errand:
    """An item with its place in the order, and how many workers were lost with it."""

    number: int
    item: Any
    losses: int = 0


@dataclass
class Mate:
    """A worker that may work with us, and what it holds."""

    name: str
    held: "dict[int, tuple[Errand, Future]]" = field(default_factory=dict)


class Gang:
    """A connection to a cluster; its own workers with it where it is a local one."""

    def __init__(self, address: str) -> None:
        self.gathering = Gathering.of(address)
        self._own: LocalCluster | None = None
        ours = likeness()  # before workers are up: it takes its time
        if self.gathering.is_local:
            self._own = dask.started(self.gathering, self.gathering.workers)
        try:
            scheduler = self._own.scheduler_address if self._own else None
            self.client: Client = dask.connected(self.gathering, scheduler)
        except BaseException:
            self._close_own()
            raise
        self._ours = ours
        self.mates: dict[str, Mate] = {}
        self._barred: dict[str, str] = {}  # workers that cannot do it, with the reason
        self._last_roll = self._last_answer = self._last_company = time.monotonic()
        try:
            self._first_roll()
        except BaseException:
            self.close()
            raise

    @property
    def size(self) -> int:
        return max(1, len(self.mates))

    def _first_roll(self) -> None:
        """Refuse a cluster in which nobody can work with us; its workers may be on their way."""
        self.call_roll()
        while not self.mates and not self._barred and not self.is_alone:
            time.sleep(ROLL_SECONDS)
            self.call_roll()
        if not self.mates:
            reason = next(iter(self._barred.values()), "it has no workers")
            raise BadValue(f"nobody can work at {self.gathering.text}: {reason}")

    def call_roll(self) -> list[Errand]:
        """See who is there; return what is to be done again."""
        self._last_roll = time.monotonic()
        try:
            there = dask.roll(self.client)
        except OSError as error:
            if self._last_roll - self._last_answer > GONE_SECONDS:
                raise HouseFault(f"the cluster at {self.gathering.text} is gone") from error
            return []
        self._last_answer = time.monotonic()
        left: list[Errand] = []
        for address in list(self.mates):
            one = there.get(address)
            if one is None or one.silent_seconds > SILENT_SECONDS:
                left += self._lose(address, "gone" if one is None else "silent")
        for address, one in there.items():
            if address not in self.mates and address not in self._barred:
                self._admit(address, one)
            elif address in self.mates:
                left += self._forgotten(self.mates[address])
        if self.mates:
            self._last_company = time.monotonic()
        return left

    def _forgotten(self, mate: Mate) -> list[Errand]:
        """What a scheduler that was away for a moment no longer knows of."""
        lost = [job for job, future in mate.held.values() if future.status in ("lost", "cancelled")]
        for job in lost:
            mate.held.pop(job.number)[1].release()
        return lost

    def _admit(self, address: str, one: dask.Present) -> None:
        if one.silent_seconds > SILENT_SECONDS:
            return
        reason = difference(one.likeness, self._ours)
        if reason is None:
            self.mates[address] = Mate(f"{one.name} at {address}")
        else:
            self.bar(address, f"worker {one.name} at {address} is refused: {reason}")

    def bar(self, address: str, sentence: str) -> list[Errand]:
        """Give a worker nothing any more; return what it held."""
        self._barred[address] = sentence
        say_once(f"{sentence}", sentence)
        mate = self.mates.pop(address, None)
        return self._taken_back(mate) if mate else []

    def _lose(self, address: str, how: str) -> list[Errand]:
        mate = self.mates.pop(address)
        say_once(f"lost {address}", f"worker {mate.name} is {how}; others do its part")
        jobs = self._taken_back(mate)
        for job in jobs:
            job.losses += 1
        return jobs

    def _taken_back(self, mate: Mate) -> list[Errand]:
        jobs = [job for job, _ in mate.held.values()]
        for _, future in mate.held.values():
            future.release()
        mate.held.clear()
        return jobs

    @property
    def is_roll_due(self) -> bool:
        return time.monotonic() - self._last_roll > ROLL_SECONDS

    @property
    def is_alone(self) -> bool:
        """Whether there has been nobody for too long."""
        return not self.mates and time.monotonic() - self._last_company > ALONE_SECONDS

    def ordered(
        self, task: Callable[[Any], Any], items: Iterable[Any], here: Here
    ) -> Generator[tuple[Any, float]]:
        """What `task` makes of each item and how long that took, in order."""
        shift = Shift(self, task, iter(items), here)
        try:
            yield from shift.results()
        finally:
            for mate in self.mates.values():
                self._taken_back(mate)

    def close(self) -> None:
        self.client.close(timeout=2)
        self._close_own()

    def _close_own(self) -> None:
        if self._own is not None:
            self._own.close(timeout=5)
            self._own = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@dataclass
class Shift:
    """One run over some items."""

    gang: Gang
    task: Callable[[Any], Any]
    supply: Iterator[Any]
    here: Here
    again: "deque[Errand]" = field(default_factory=deque)
    done: dict[int, tuple[Any, float]] = field(default_factory=dict)
    waiting: dict[int, Errand] = field(default_factory=dict)  # handed out, not done
    news: "queue.SimpleQueue[tuple[str, Errand, Future]]" = field(default_factory=queue.SimpleQueue)
    issued: int = 0
    given: int = 0
    is_dry: bool = False

    def results(self) -> Iterator[tuple[Any, float]]:
        """The results in order."""
        while True:
            if self.gang.is_roll_due:
                self._take_back(self.gang.call_roll())
            self._hand_out()
            if self.is_dry and self.given == self.issued:
                return
            if self.gang.is_alone:
                yield from self._finish_here()
                return
            self._collect()
            while self.given in self.done:
                self.given += 1
                yield self.done.pop(self.given - 1)

    def _take_back(self, jobs: list[Errand]) -> None:
        for job in sorted(jobs, key=lambda job: job.number, reverse=True):
            if job.number in self.waiting:
                self.again.appendleft(job)

    def _hand_out(self) -> None:
        """Give everybody something to do, first a first thing and then a second."""
        for held in range(HELD):
            for address, mate in list(self.gang.mates.items()):
                if len(mate.held) == held and (job := self._next_job()) is not None:
                    self._hand(address, mate, job)

    def _next_job(self) -> Errand | None:
        while self.again:
            job = self.again.popleft()
            if job.losses < LOSSES:
                return job
            self._accept(job, Performed(next(self.here([job.item]))))
        if self.is_dry or self.issued - self.given >= AHEAD * self.gang.size:
            return None
        try:
            item = next(self.supply)
        except StopIteration:
            self.is_dry = True
            return None
        job = self.waiting[self.issued] = Errand(self.issued, item)
        self.issued += 1
        return job

    def _hand(self, address: str, mate: Mate, job: Errand) -> None:
        future = self.gang.client.submit(
            far.perform,
            self.task,
            job.item,
            pure=False,
            workers=[address],
            allow_other_workers=False,
        )
        mate.held[job.number] = (job, future)
        future.add_done_callback(lambda done: self.news.put((address, job, done)))

    def _collect(self) -> None:
        """Wait for news, but not for long; take all that there is."""
        try:
            told = self.news.get(timeout=ROLL_SECONDS)
            while True:
                self._hear(*told)
                told = self.news.get_nowait()
        except queue.Empty:
            return

    def _hear(self, address: str, job: Errand, future: "Future") -> None:
        mate = self.gang.mates.get(address)
        if mate is None or mate.held.get(job.number) != (job, future):
            return  # it was given to somebody else meanwhile
        outcome = _fetched(future)
        if outcome is None:  # its worker is on its way out, as the next roll will say
            if self.gang.client.status == "running":
                del mate.held[job.number]
                job.losses += 1
                self.again.append(job)
            return
        del mate.held[job.number]
        future.release()
        if outcome.is_refusal:
            sentence = f"worker {mate.name} is refused: {outcome.error}"
            self.again.append(job)
            self._take_back(self.gang.bar(address, sentence))
        else:
            self._accept(job, outcome)

    def _accept(self, job: Errand, outcome: Performed) -> None:
        if outcome.error:
            raise (HouseFault if outcome.is_house_fault else KibitzError)(outcome.error)
        self.waiting.pop(job.number, None)
        if job.number >= self.given:
            self.done[job.number] = (outcome.value, outcome.seconds)

    def _finish_here(self) -> Iterator[tuple[Any, float]]:
        """Do the rest without a cluster."""
        where = self.gang.gathering.text
        say_once(f"alone {where}", f"no worker is left at {where}; the rest is done here")
        open_jobs = [self.waiting[number].item for number in sorted(self.waiting)]
        begun = time.perf_counter()
        for value in self.here(chain(open_jobs, self.supply)):
            while self.given in self.done:
                yield self.done.pop(self.given)
                self.given += 1
            now = time.perf_counter()
            self.given += 1
            yield value, now - begun
            begun = time.perf_counter()
        while self.given in self.done:
            yield self.done.pop(self.given)
            self.given += 1


def _fetched(future: "Future") -> Performed | None:
    """What a worker sent; None where it is gone before that came over."""
    if future.status != "finished":
        if future.status == "error":
            _raise_unless_lost(future)
        return None
    try:
        outcome = future.result(timeout=FETCH_SECONDS)
    except Exception:
        return None
    assert isinstance(outcome, Performed)
    return outcome


def _raise_unless_lost(future: "Future") -> None:
    """What fails outside of a task is ours: a task that does not pickle, say."""
    from distributed import KilledWorker

    error = future.exception(timeout=FETCH_SECONDS)
    if not isinstance(error, KilledWorker | OSError | TimeoutError):
        raise HouseFault(f"a task failed at a worker: {type(error).__name__}: {error}")

"""Clusters: start one, join one from another machine, see who is there and what they did.

Whoever joins must run the same Kibitz and compute the same results (`kibitz.arena.sameness`).
"""

import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.request import PLACE, Answer, Progress, Request, ask
from kibitz.core.sheet import Sheet, Words, listing
from kibitz.errors import BadValue, HouseFault
from kibitz.lab.figures import count, duration
from kibitz.lab.library.shelf import moment

if TYPE_CHECKING:
    from distributed import Client

    from kibitz.arena.dask import Present
    from kibitz.arena.gathering import Gathering

USUAL = "tcp://127.0.0.1:8786"
LOOK_SECONDS = 1.0
MOST_WORKERS = 256
PATIENCE = 4  # looks without an answer
ANSWER_SECONDS = 1.0  # that a cluster has to say that it is there, when somebody asks


@dataclass(frozen=True)
class ClusterWorker:
    """A worker and what it has done since it came."""

    name: str
    address: str
    machine: str
    process: int
    since: str  # UTC
    tasks: int
    pairs: int
    seconds: float  # of work
    refused: str | None  # why it cannot work with this machine


@dataclass(frozen=True)
class ClusterStatus(Answer):
    """Who is at a cluster."""

    schema: ClassVar[str] = "cluster.status/1"
    address: str
    workers: tuple[ClusterWorker, ...]

    @property
    def progress(self) -> Progress:
        pairs = sum(worker.pairs for worker in self.workers)
        told = f"{self.address}: {count(len(self.workers), 'worker')}, {pairs:,} pairs played"
        return Progress(len(self.workers), None, told)

    def sheet(self) -> Sheet:
        if not self.workers:
            return [Words.of(f"Nobody is at {self.address}.")]
        columns = ("worker", "machine", "since (UTC)", "tasks", "pairs", "worked", "")
        rows = map(_cells, self.workers)
        return [listing(columns, rows, numbers=("tasks", "pairs", "worked"), title=self.address)]

    def rows(self) -> list[dict[str, Any]]:
        return [asdict(worker) for worker in self.workers]


def _cells(worker: ClusterWorker) -> list[str]:
    return [
        worker.name,
        f"{worker.machine} ({worker.process})",
        worker.since,
        f"{worker.tasks:,}",
        f"{worker.pairs:,}",
        duration(worker.seconds),
        f"refused: {worker.refused}" if worker.refused else "",
    ]


def ask_address() -> Any:
    """The field that names a cluster's scheduler."""
    return ask(
        USUAL,
        "Where the cluster is: tls://HOST:PORT or tcp://127.0.0.1:PORT.",
        argument=True,
        metavar="[ADDRESS]",
        holds=PLACE,
    )


def ask_count() -> Any:
    """The field that says how many workers."""
    told = "How many workers (one per core)."
    return ask(None, told, low=1, high=MOST_WORKERS, metavar="N")


@dataclass(frozen=True)
class ClusterAt(Request[ClusterStatus]):
    """What all of them ask."""

    gives: ClassVar[type[Answer]] = ClusterStatus

    address: str = ask_address()

    def check(self) -> None:
        from kibitz.arena.gathering import Gathering

        if Gathering.of(self.address).is_local:
            raise BadValue(f"{self.address} is a cluster of one command; name tcp:// or tls://")

    def gathering(self) -> "Gathering":
        from kibitz.arena.gathering import Gathering

        return Gathering.of(self.address)

    def status(self, client: "Client") -> ClusterStatus:
        """Who is there now."""
        from kibitz.arena.dask import roll

        return ClusterStatus(self.address, tuple(map(_worker, roll(client).values())))

    def watched(self, client: "Client") -> Iterator[ClusterStatus]:
        """Who is there, every second until Ctrl-C; HouseFault where the cluster is gone."""
        missed, shown = 0, ClusterStatus(self.address, ())
        try:
            while missed < PATIENCE:
                try:
                    shown, missed = self.status(client), 0
                    yield shown
                except OSError:
                    missed += 1
                time.sleep(LOOK_SECONDS)
        except KeyboardInterrupt:
            yield shown
            return
        raise HouseFault(f"the cluster at {self.address} is gone")


def _worker(one: "Present") -> ClusterWorker:
    from kibitz.arena.sameness import difference, likeness

    return ClusterWorker(
        name=one.name,
        address=one.address,
        machine=one.machine,
        process=one.process,
        since="" if one.since != one.since else moment(int(one.since)),
        tasks=one.tasks,
        pairs=one.pairs,
        seconds=one.seconds,
        refused=difference(one.likeness, likeness()),
    )


@dataclass(frozen=True)
class ClusterRequest(ClusterAt):
    """Say who works at a cluster, since when, and what they did."""

    verb: ClassVar[str] = "cluster.status"
    changes: ClassVar[bool] = True  # it connects to wherever it is told

    def answers(self) -> Iterator[ClusterStatus]:
        self.gathering().knock(ANSWER_SECONDS)
        from kibitz.arena.dask import connected

        with connected(self.gathering(), seconds=ANSWER_SECONDS) as client:
            try:
                yield self.status(client)
            except OSError:
                raise BadValue(f"the cluster at {self.address} does not answer") from None


@dataclass(frozen=True)
class StartRequest(ClusterAt):
    """Start a cluster on this machine, until Ctrl-C.

    Other machines join with `kibitz cluster join ADDRESS`; matches, tournaments and simulations
    go there with --cluster ADDRESS. A plain tcp:// address stays on this machine; tls:// needs
    certificates (docs/cluster.md).
    """

    verb: ClassVar[str] = "cluster.start"
    changes: ClassVar[bool] = True
    is_long: ClassVar[bool] = True

    workers: int | None = ask_count()

    def answers(self) -> Iterator[ClusterStatus]:
        from kibitz.arena.dask import connected, describe, started
        from kibitz.arena.workers import cores
        from kibitz.core.notice import say_once

        gathering, size = self.gathering(), self.workers or cores()
        with started(gathering, size) as own, connected(gathering, own.scheduler_address) as client:
            describe(client)
            told = f"{self.address} is up with {count(size, 'worker')}; Ctrl-C ends it"
            say_once(f"up {self.address}", told)
            yield from self.watched(client)


@dataclass(frozen=True)
class JoinRequest(ClusterAt):
    """Work for a cluster with this machine, until Ctrl-C."""

    verb: ClassVar[str] = "cluster.join"
    changes: ClassVar[bool] = True
    is_long: ClassVar[bool] = True

    workers: int | None = ask_count()

    def answers(self) -> Iterator[ClusterStatus]:
        from kibitz.arena.dask import check_joining, connected, lodged
        from kibitz.arena.workers import cores
        from kibitz.core.notice import say_once

        gathering, size = self.gathering(), self.workers or cores()
        with connected(gathering) as client:
            check_joining(client, gathering)
            with lodged(gathering, size):
                told = f"{count(size, 'worker')} of this machine joined {self.address}"
                say_once(f"joined {self.address}", f"{told}; Ctrl-C takes them home")
                yield from self.watched(client)

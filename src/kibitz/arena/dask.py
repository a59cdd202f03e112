"""The one place that knows Dask: how a cluster is started, joined and spoken to.

Dask brings connections, certificates, heartbeats and workers that are started again. Who does
what is decided by us (`kibitz.arena.gang`), since a result must not depend on it.
"""

import asyncio
import logging
import math
import multiprocessing
import os
import platform
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kibitz.arena import far
from kibitz.arena.gathering import Gathering
from kibitz.arena.processes import apart_from_script
from kibitz.arena.sameness import difference, likeness
from kibitz.errors import BadValue, HouseFault

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

CONNECT_SECONDS = 10.0
NEWS_SECONDS = 5.0  # for the scheduler to say who is there
FAREWELL_SECONDS = 1.0  # for a worker of our own to end by itself, whatever it is doing
NO_PAGES = "127.0.0.1:0"  # its web server cannot be left out; it has nothing to show
KEY = "kibitz"  # of what our workers tell about themselves
SETTINGS = {
    "distributed.worker.daemon": False,  # which may not have guarded processes
    "distributed.scheduler.work-stealing": False,
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.scheduler.allowed-failures": 1_000_000,
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
    "distributed.deploy.lost-worker-timeout": "24h",  # a worker that is started again takes time
    "distributed.scheduler.unknown-task-duration": "1s",
}


@dataclass(frozen=True)
class Present:
    """A worker that the scheduler knows."""

    address: str
    name: str
    likeness: object  # None where it is not one of ours
    machine: str
    process: int
    since: float
    silent_seconds: float
    tasks: int
    pairs: int
    seconds: float


def demand_dask() -> None:
    """Refuse in one sentence where the extra is not installed."""
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise BadValue(
            "a cluster needs the extra 'cluster': pip install 'kibitz[cluster]'"
        ) from None


def set_up() -> None:
    """Have Dask as we need it, and silent: what matters is told in our own words.

    Its settings are read whenever a worker is started again, so they hold until the end.
    """
    demand_dask()
    import dask
    import distributed  # noqa: F401  (its loggers)

    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("asyncio", "distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    dask.config.set({**SETTINGS, "distributed.worker.multiprocessing-method": _method()})


def _method() -> str:
    """Workers forked from a server that has loaded all they need, where that can be had."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return "spawn"
    from distributed import utils

    utils._forkserver_preload_set = True  # it would load everything that could be of use
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["distributed", "distributed.nanny", "kibitz.arena.far"])
    return "forkserver"


def started(gathering: Gathering, workers: int) -> "LocalCluster":
    """A scheduler with workers on this machine."""
    set_up()
    from distributed import LocalCluster

    where: dict[str, Any] = {"host": "127.0.0.1", "scheduler_port": 0}
    if not gathering.is_local:
        where = {"host": gathering.host, "scheduler_port": gathering.port}
    try:
        with apart_from_script():
            return LocalCluster(
                n_workers=workers,
                worker_class=_hasty_nanny(),
                threads_per_worker=1,
                processes=True,
                dashboard_address=NO_PAGES,
                worker_dashboard_address=NO_PAGES,
                security=gathering.security(),
                protocol="tls://" if gathering.is_sealed else "tcp://",
                silence_logs=logging.CRITICAL + 1,
                **where,
                **worker_settings(),
            )
    except (OSError, RuntimeError) as error:
        raise HouseFault(f"no cluster starts at {gathering.text}: {_said(error)}") from error


def _hasty_nanny() -> Any:
    """A keeper of a worker that does not wait for the end of what its worker is doing."""
    from distributed import Nanny

    class HastyNanny(Nanny):  # type: ignore[misc]
        async def close(self, timeout: float = FAREWELL_SECONDS, reason: str = "close") -> Any:
            return await super().close(min(timeout, FAREWELL_SECONDS), reason)

    return HastyNanny


def worker_settings() -> dict[str, Any]:
    """What every worker is started with."""
    return {
        "memory_limit": 0,  # a worker is never paused for what else the machine does
        "startup_information": {KEY: far.introduced},
        "metrics": {KEY: far.so_far},
    }


def connected(
    gathering: Gathering, address: str | None = None, seconds: float = CONNECT_SECONDS
) -> "Client":
    """A client of the scheduler there."""
    set_up()
    from distributed import Client

    try:
        return Client(
            address or gathering.text,
            security=gathering.security(),
            timeout=seconds,
            set_as_default=False,
        )
    except (OSError, RuntimeError, ValueError, TypeError) as error:
        raise BadValue(f"no cluster answers at {gathering.text}: {_said(error)}") from error


def roll(client: "Client") -> dict[str, Present]:
    """Who is there, by address; OSError where the scheduler does not answer."""
    if client.status != "running":  # it was cut off, and tries to find back
        raise OSError("there is no connection")
    try:
        told = client.sync(client.scheduler.identity, n_workers=-1, callback_timeout=NEWS_SECONDS)
    except (OSError, TimeoutError, RuntimeError, AttributeError) as error:
        raise OSError(_said(error)) from error
    now = time.time()
    return {address: _present(address, one, now) for address, one in told["workers"].items()}


def _present(address: str, told: dict[str, Any], now: float) -> Present:
    given = told.get(KEY)
    own = given if isinstance(given, dict) else {}
    deeds = (told.get("metrics") or {}).get(KEY) or {}
    return Present(
        address=address,
        name=str(told.get("name", address)),
        likeness=own.get("likeness"),
        machine=str(own.get("machine", told.get("host", ""))),
        process=int(own.get("process", 0)),
        since=float(own.get("since", math.nan)),
        silent_seconds=max(0.0, now - float(told.get("last_seen") or now)),
        tasks=int(deeds.get("tasks", 0)),
        pairs=int(deeds.get("pairs", 0)),
        seconds=float(deeds.get("seconds", 0.0)),
    )


def _said(error: BaseException) -> str:
    said = str(error).strip().splitlines()
    return said[0] if said else type(error).__name__


def describe(client: "Client") -> None:
    """Tell whoever joins later what they must be like."""
    client.set_metadata([KEY], likeness())


def check_joining(client: "Client", gathering: Gathering) -> None:
    """Refuse to join a cluster that is not ours, or that plays otherwise than we do."""
    theirs = client.get_metadata([KEY], default=None)
    if not isinstance(theirs, dict):
        raise BadValue(f"the cluster at {gathering.text} was not started by 'kibitz cluster start'")
    if reason := difference(likeness(), theirs):
        raise BadValue(f"this machine cannot join {gathering.text}: {reason}")


@contextmanager
def lodged(gathering: Gathering, workers: int) -> Iterator[None]:
    """Workers on this machine for a cluster elsewhere, each started again where it dies."""
    set_up()
    from distributed.utils import LoopRunner, sync

    nanny, name = _hasty_nanny(), f"{platform.node()}-{os.getpid()}"

    async def begin() -> list[Any]:
        nannies = [
            nanny(
                gathering.text,
                nthreads=1,
                name=f"{name}-{i}",
                security=gathering.security(),
                silence_logs=logging.CRITICAL + 1,
                dashboard_address=NO_PAGES,
                host=None if gathering.is_sealed else gathering.host,
                **worker_settings(),
            )
            for i in range(workers)
        ]
        return list(await asyncio.gather(*nannies))

    async def end(nannies: list[Any]) -> None:
        await asyncio.gather(*(one.close() for one in nannies))

    runner = LoopRunner(asynchronous=False)
    runner.start()
    try:
        nannies = sync(runner.loop, begin)
        try:
            yield
        finally:
            sync(runner.loop, end, nannies)
    except (OSError, RuntimeError) as error:
        raise HouseFault(f"no worker starts for {gathering.text}: {_said(error)}") from error
    finally:
        runner.stop()

"""A leash: processes of a pool that end, whatever they are doing, once nobody holds it any more.

A pool waits for the task that a process is at, and processes whose pool was killed go on with
it. On a leash they do neither: it is let go by closing it, or by the death of who held it.
"""

import os
import signal
import threading
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, SpawnContext
from typing import Any, TypedDict


class Leashing(TypedDict):
    """What a `ProcessPoolExecutor` is told for its processes to come on a leash."""

    initializer: Any
    initargs: "tuple[Connection[Any, Any]]"


class Leash:
    """Held by whoever starts the processes."""

    def __init__(self, context: ForkServerContext | SpawnContext) -> None:
        self._far_end, self._near_end = context.Pipe(duplex=False)

    @property
    def terms(self) -> Leashing:
        """What to tell the pool."""
        return {"initializer": _on_a_leash, "initargs": (self._far_end,)}

    def let_go(self) -> None:
        """End all processes at once."""
        self._near_end.close()

    def close(self) -> None:
        """Let go, and give back what is left; a pool must start no process after it."""
        self.let_go()
        self._far_end.close()


def _on_a_leash(far_end: "Connection[Any, Any]") -> None:
    """Ctrl-C is for whoever holds the leash."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(far_end,), daemon=True).start()


def _end_with(far_end: "Connection[Any, Any]") -> None:
    with suppress(EOFError, OSError):
        far_end.recv()  # nothing is ever sent
    os._exit(1)

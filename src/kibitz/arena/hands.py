"""Processes of this machine for any work that falls into parts (`kibitz.core.hands`).

A process that dies takes no result with it: what it had not given back is done here. When the
hands are closed, or whoever has them dies, their processes end in the middle of a task.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Self, TypeVar

from kibitz.arena.far import Performed, perform
from kibitz.arena.leash import Leash
from kibitz.arena.processes import apart_from_script, process_context
from kibitz.core.notice import say_once
from kibitz.errors import HouseFault, KibitzError

AHEAD = 4  # items a process that may wait for an earlier one to come in

T = TypeVar("T")
R = TypeVar("R")


class ProcessHands:
    """So many processes, from the first item on until it is closed."""

    def __init__(self, size: int) -> None:
        self.size = size
        context = process_context()
        self._leash = Leash(context)
        self._pool = ProcessPoolExecutor(size, mp_context=context, **self._leash.terms)

    def ordered(self, task: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """What `task` makes of each item, in order."""
        supply, waiting = iter(items), deque[tuple[T, Future[Performed]]]()
        try:
            for item in supply:
                waiting.append((item, self._handed(task, item)))
                if len(waiting) >= AHEAD * self.size:
                    yield self._came(task, *waiting.popleft())
            while waiting:
                yield self._came(task, *waiting.popleft())
        finally:
            for _, future in waiting:
                future.cancel()

    def _handed(self, task: Callable[[T], R], item: T) -> "Future[Performed]":
        try:
            with apart_from_script():
                return self._pool.submit(perform, task, item)
        except BrokenProcessPool as error:
            lost: Future[Performed] = Future()
            lost.set_exception(error)
            return lost

    def _came(self, task: Callable[[T], R], item: T, future: "Future[Performed]") -> Any:
        try:
            told = future.result()
        except BrokenProcessPool:
            say_once("processes", "a process of ours was ended; the rest is done here")
            told = perform(task, item)
        if told.error:
            raise (HouseFault if told.is_house_fault else KibitzError)(told.error)
        return told.value

    def close(self) -> None:
        """End the processes at once: what they are still at is wanted no more."""
        self._leash.let_go()
        self._pool.shutdown(cancel_futures=True)
        self._leash.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

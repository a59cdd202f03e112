"""Processes that work for the server, so that a page never waits for a kernel.

A task that nobody waits for any more is ended with its process: a thread inside a kernel could
not be. So many tasks may wait; beyond that the server says that it is busy. No task lasts
longer than LONGEST, whether somebody waits or not.
"""

import asyncio
import multiprocessing
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from kibitz.errors import BadValue, HouseFault, KibitzError
from kibitz.web.worker import Sent, work

_SPAWN = multiprocessing.get_context("spawn")  # a fork would take the server's sockets along


LONGEST = 300.0  # seconds of work for one question


class Busy(KibitzError):
    """More is asked for than can wait."""


class TooLong(KibitzError):
    """A question that took too long."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"this took more than {seconds:.0f} seconds: ask for less")


class WebHand:
    """One process, started when it is first needed and again after it was ended."""

    def __init__(self, surroundings: dict[str, str], is_long: bool = False) -> None:
        self._surroundings = surroundings  # the variables of its environment
        self._is_long = is_long  # what it does has workers of its own, and ends by Ctrl-C
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self.lock = asyncio.Lock()
        self.doing, self.done = "", 0  # the kind of the present task, and how many there were
        self.busy_since = self.up_since = time.monotonic()

    @property
    def process_id(self) -> int | None:
        """Of its process, while there is one."""
        alive = self._process is not None and self._process.is_alive()
        return self._process.pid if alive and self._process is not None else None

    async def parts(self, name: str, arguments: dict[str, Any]) -> AsyncIterator[Any]:
        """What the task gives; whoever stops listening before the end ends the process."""
        pipe = self._ready()
        is_whole = False
        self.doing, self.busy_since = str(arguments.get("verb", name)), time.monotonic()
        try:
            pipe.send((name, arguments))
            while True:
                message = await self._heard(pipe)
                if message.kind != "part":
                    is_whole = True
                    _check(message)
                    return
                yield message.value
        except (EOFError, OSError) as error:
            raise HouseFault("the process that worked on this has ended") from error
        finally:
            self.doing, self.done = "", self.done + 1
            if not is_whole:
                self.end()

    def _ready(self) -> Connection:
        if self._process is None or not self._process.is_alive() or self._pipe is None:
            self.end()
            ours, theirs = _SPAWN.Pipe()
            self._process = _SPAWN.Process(
                target=work,
                args=(theirs, self._surroundings, self._is_long),
                daemon=not self._is_long,
            )
            self._process.start()
            self.up_since = time.monotonic()
            theirs.close()
            self._pipe = ours
        return self._pipe

    async def _heard(self, pipe: Connection) -> Sent:
        loop, number = asyncio.get_running_loop(), pipe.fileno()
        if not pipe.poll():
            readable = asyncio.Event()
            loop.add_reader(number, readable.set)
            try:
                await readable.wait()
            finally:
                loop.remove_reader(number)
        message: Sent = pipe.recv()
        return message

    def interrupt(self) -> None:
        """Ask the process to end its task as by Ctrl-C."""
        if self._process is not None and self._process.pid is not None:
            os.kill(self._process.pid, signal.SIGINT)

    def end(self) -> None:
        """End the process, whatever it does."""
        if self._pipe is not None:
            with suppress(OSError):
                self._pipe.close()
        if self._process is not None:
            self._process.kill()
            self._process.join(5.0)
        self._pipe, self._process = None, None


def _check(message: Sent) -> None:
    if message.kind == "refused":
        raise BadValue(message.value)
    if message.kind == "failed":
        raise HouseFault(message.value)


class WebCrew:
    """Some processes and those who wait for them."""

    def __init__(self, size: int, most_waiting: int, surroundings: dict[str, str]) -> None:
        self.hands = [WebHand(surroundings) for _ in range(size)]
        self.most_waiting, self.waiting = most_waiting, 0

    async def run(
        self, name: str, arguments: dict[str, Any], lane: str | None = None
    ) -> AsyncIterator[Any]:
        """The parts of a task; tasks of one lane go to one process, one after the other."""
        hand = self._hand(lane)
        if hand.lock.locked() and self.waiting >= self.most_waiting:
            raise Busy("everything is at work: try again in a moment")
        self.waiting += 1
        try:
            await hand.lock.acquire()
        finally:
            self.waiting -= 1
        parts = hand.parts(name, arguments)
        try:
            async for part in parts:
                yield part
        finally:
            await parts.aclose()  # type: ignore[attr-defined]
            hand.lock.release()

    async def last(self, name: str, arguments: dict[str, Any], lane: str | None = None) -> Any:
        """The last part of a task, if it comes in time."""
        try:
            async with asyncio.timeout(LONGEST):
                return await self._last(name, arguments, lane)
        except TimeoutError:
            raise TooLong(LONGEST) from None

    async def _last(self, name: str, arguments: dict[str, Any], lane: str | None) -> Any:
        found, parts = None, self.run(name, arguments, lane)
        async with aclosing(parts):  # type: ignore[type-var]
            async for part in parts:
                found = part
        return found

    def _hand(self, lane: str | None) -> WebHand:
        if lane is not None:
            return self.hands[sum(lane.encode()) % len(self.hands)]
        idle = [hand for hand in self.hands if not hand.lock.locked()]
        return idle[0] if idle else self.hands[self.waiting % len(self.hands)]

    def end(self) -> None:
        """End all processes."""
        for hand in self.hands:
            hand.end()

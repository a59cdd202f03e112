"""News for pages: the newest state of each topic, and whoever listens.

An event carries the whole newest state, so a slow reader skips and never queues. A state is
encoded once, however many listen.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec

KEEP_ALIVE = 15.0  # seconds between two words to a page that hears nothing else


def event(name: str, state: Any, topic: str = "") -> bytes:
    """One event of a stream, with the topic as its id where it has one."""
    told = b"id: %b\n" % topic.encode() if topic else b""
    return b"%bevent: %b\ndata: %b\n\n" % (told, name.encode(), msgspec.json.encode(state))


class Topic:
    """One thing that changes."""

    def __init__(self, name: str) -> None:
        self.name, self.number = name, 0
        self.line = b""
        self.changed = asyncio.Event()
        self.listeners = 0

    def tell(self, name: str, state: Any) -> None:
        self.number += 1
        self.line = event(name, state, self.name)
        self.changed.set()
        self.changed = asyncio.Event()


class NewsDesk:
    """All topics that anybody has told of."""

    def __init__(self) -> None:
        self._topics: dict[str, Topic] = {}

    def tell(self, topic: str, kind: str, state: Any) -> None:
        """The newest state of a topic."""
        self._topics.setdefault(topic, Topic(topic)).tell(kind, state)

    def forget(self, topic: str) -> None:
        self._topics.pop(topic, None)

    def is_heard(self, topic: str) -> bool:
        """Whether anybody listens."""
        return topic in self._topics and self._topics[topic].listeners > 0

    async def heard(self, names: list[str]) -> AsyncIterator[bytes]:
        """The news of some topics as lines of an event stream, the present state first."""
        topics = [self._topics.setdefault(name, Topic(name)) for name in names]
        for topic in topics:
            topic.listeners += 1
        try:
            async for line in _lines(topics):
                yield line
        finally:
            for topic in topics:
                topic.listeners -= 1


async def _lines(topics: list[Topic]) -> AsyncIterator[bytes]:
    told = [-1] * len(topics)
    yield b"retry: 1000\n\n"
    while True:
        waits = [topic.changed for topic in topics]
        for i, topic in enumerate(topics):
            if topic.number > max(told[i], 0):
                told[i] = topic.number
                yield topic.line
        if not await _any_changed(waits):
            yield b": still here\n\n"


async def _any_changed(waits: list[asyncio.Event]) -> bool:
    """Whether one of them changes before a page would think that we are gone."""
    tasks = [asyncio.ensure_future(wait.wait()) for wait in waits]
    try:
        done, _ = await asyncio.wait(tasks, timeout=KEEP_ALIVE, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
    return bool(done)

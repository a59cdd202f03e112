"""Reviews that are judged while somebody waits, kept in the archive, and shown from memory.

A browser that was closed is noticed: what nobody has waited for during PATIENCE is judged no
more, and begins again when it is asked for.
"""

import asyncio
from collections import OrderedDict
from typing import Any

from kibitz.errors import KibitzError
from kibitz.web.crew import WebCrew
from kibitz.web.events import NewsDesk

MOST_KEPT = 32  # pages in memory: the archive has the rest
PATIENCE = 30.0  # seconds for which a review goes on while nobody waits


class Reviews:
    """The reviews that pages asked for, by the number of the game."""

    def __init__(self, crew: WebCrew, news: NewsDesk) -> None:
        self.crew, self.news = crew, news
        self._ready: OrderedDict[int, dict[str, Any]] = OrderedDict()
        self._running: dict[int, asyncio.Task[None]] = {}

    def ready(self, number: int) -> dict[str, Any] | None:
        """The review as a page, if it is in memory."""
        return self._ready.get(number)

    def want(self, number: int) -> None:
        """Have a game judged, unless it is or was."""
        if number in self._ready or number in self._running:
            return
        begun = {"state": "judging", "done": 0, "total": 1, "words": ""}
        self.news.tell(topic_of(number), "review", begun)  # what was told before is no longer so
        task = asyncio.get_running_loop().create_task(self._judge(number))
        self._running[number] = task
        watch = asyncio.get_running_loop().create_task(self._watch(topic_of(number), task))
        task.add_done_callback(lambda _: watch.cancel())

    async def _watch(self, topic: str, task: asyncio.Task[None]) -> None:
        """End the work when nobody has waited for it for a while."""
        alone = 0.0
        while alone < PATIENCE:
            await asyncio.sleep(PATIENCE / 10)
            alone = 0.0 if self.news.is_heard(topic) else alone + PATIENCE / 10
        self.news.forget(topic)
        task.cancel()

    async def _judge(self, number: int) -> None:
        topic = topic_of(number)
        try:
            async for part in self.crew.run("review", {"number": number}):
                if "body" in part:
                    self._keep(number, part)
                    self.news.tell(topic, "review", {"state": "ready"})
                else:
                    self.news.tell(topic, "review", {"state": "judging", **part})
        except KibitzError as error:
            self.news.tell(topic, "review", {"state": "failed", "sentence": str(error)})
        finally:
            self._running.pop(number, None)

    def _keep(self, number: int, part: dict[str, Any]) -> None:
        self._ready[number] = part
        while len(self._ready) > MOST_KEPT:
            self._ready.popitem(last=False)

    def close(self) -> None:
        """Judge no more."""
        for task in list(self._running.values()):
            task.cancel()


def topic_of(number: int) -> str:
    """The topic under which a review is told of."""
    return f"review:{number}"

"""Processes behind the server: ended when nobody waits, replaced when they die, never too many."""

import asyncio
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from kibitz.errors import BadValue, HouseFault
from kibitz.web import crew as crews
from kibitz.web import reviews
from kibitz.web.crew import Busy, TooLong, WebCrew
from kibitz.web.events import NewsDesk

ENDLESS = {
    "verb": "analyse",
    "texts": {
        "game": ["ultimate"],
        "position": ["/".join(["." * 9] * 9)],
        "analyst": ["mcts"],
        "iterations": ["1000000"],
        "seconds": ["100"],
    },
}
SHORT = {"verb": "stats.elo", "texts": {"score": ["0.5"]}}


def run(work):
    """Something done with a crew of one process, which is ended afterwards."""

    async def worked():
        crew = WebCrew(1, 2, dict(os.environ))
        try:
            return await work(crew)
        finally:
            crew.end()

    with ThreadPoolExecutor(1) as thread:  # a browser's tests may have a loop in this one
        return thread.submit(lambda: asyncio.run(asyncio.wait_for(worked(), 100))).result()


async def begun(crew):
    """An endless task that has its process."""
    task = asyncio.create_task(crew.last("ask", ENDLESS))
    while crew.hands[0]._process is None:
        await asyncio.sleep(0.01)
    return task, crew.hands[0]._process


def test_a_task_that_nobody_waits_for_ends_with_its_process():
    async def work(crew):
        task, process = await begun(crew)
        task.cancel()
        begun_at = time.monotonic()
        with pytest.raises(asyncio.CancelledError):
            await task
        process.join(5)
        assert not process.is_alive()
        assert time.monotonic() - begun_at < 10
        assert "json" in await crew.last("ask", SHORT)

    run(work)


def test_a_killed_process_is_told_of_and_replaced():
    async def work(crew):
        task, process = await begun(crew)
        os.kill(process.pid, signal.SIGKILL)
        with pytest.raises(HouseFault, match="has ended"):
            await task
        assert "json" in await crew.last("ask", SHORT)

    run(work)


def test_more_than_can_wait_is_refused_at_once():
    async def work(crew):
        task, _ = await begun(crew)
        waiting = [asyncio.create_task(crew.last("ask", SHORT)) for _ in range(2)]
        await asyncio.sleep(0.05)
        with pytest.raises(Busy, match="try again"):
            await crew.last("ask", SHORT)
        task.cancel()
        for one in waiting:
            assert "json" in await one

    run(work)


def test_a_refusal_leaves_the_process_as_it_is():
    async def work(crew):
        await crew.last("ask", SHORT)
        process = crew.hands[0]._process
        with pytest.raises(BadValue, match="score"):
            await crew.last("ask", {"verb": "stats.elo", "texts": {"score": ["x"]}})
        assert "json" in await crew.last("ask", SHORT)
        assert crew.hands[0]._process is process

    run(work)


def test_a_question_without_a_stream_has_so_many_seconds_as_well(monkeypatch):
    monkeypatch.setattr(crews, "LONGEST", 0.3)

    async def work(crew):
        with pytest.raises(TooLong, match="ask for less"):
            await crew.last("ask", ENDLESS)
        assert crew.hands[0]._process is None  # it has been ended with its task
        assert not crew.hands[0].lock.locked()

    run(work)


class Endless(WebCrew):
    """A crew without processes whose only task goes on for ever."""

    def __init__(self):
        super().__init__(0, 0, {})
        self.is_at_work = False

    async def run(self, name, arguments, lane=None):
        self.is_at_work = True
        try:
            yield {"done": 1, "total": 2, "words": ""}
            await asyncio.sleep(100)
        finally:
            self.is_at_work = False


def test_a_review_ends_when_nobody_has_waited_for_a_while(monkeypatch):
    monkeypatch.setattr(reviews, "PATIENCE", 0.2)

    async def work():
        news, endless = NewsDesk(), Endless()
        judged = reviews.Reviews(endless, news)
        stream: Any = news.heard(["review:7"])
        await anext(stream)
        judged.want(7)
        await asyncio.sleep(0.5)
        assert endless.is_at_work  # somebody waits
        await stream.aclose()
        await asyncio.sleep(0.5)
        assert not endless.is_at_work
        judged.want(7)  # and it begins again when it is asked for
        await asyncio.sleep(0.05)
        assert endless.is_at_work
        judged.close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(asyncio.wait_for(work(), 20))).result()

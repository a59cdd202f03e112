"""Answers that improve while somebody watches: the parts of a task as a stream of events.

An event is `part` (what is known so far), `done`, or `refused` with one sentence. Whoever
leaves ends the work, and so does the clock.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.responses import StreamingResponse

from kibitz.errors import KibitzError
from kibitz.web.crew import LONGEST, TooLong, WebCrew
from kibitz.web.events import KEEP_ALIVE, event


def told(sentence: str) -> dict[str, Any]:
    """What a page hears of a refusal."""
    return {"sentence": sentence}


async def streamed(
    crew: WebCrew,
    name: str,
    arguments: dict[str, Any],
    refusal: Callable[[str], dict[str, Any]] = told,
) -> AsyncIterator[bytes]:
    """The parts of a task as events, and how it ended."""
    parts = crew.run(name, arguments)
    try:
        async for part in _within(parts, LONGEST):
            yield b": still at work\n\n" if part is None else event("part", part)
        yield event("done", {})
    except KibitzError as error:
        yield event("refused", refusal(str(error)))
    finally:
        await parts.aclose()  # type: ignore[attr-defined]


async def _within(parts: AsyncIterator[Any], seconds: float) -> AsyncIterator[Any]:
    """The parts that come in time; None now and then while nothing comes."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    waiting = asyncio.ensure_future(anext(parts))
    try:
        while True:
            left = end - loop.time()
            if left <= 0:
                raise TooLong(seconds)
            await asyncio.wait([waiting], timeout=min(left, KEEP_ALIVE))
            if not waiting.done():
                yield None
                continue
            try:
                part = waiting.result()
            except StopAsyncIteration:
                return
            yield part
            waiting = asyncio.ensure_future(anext(parts))
    finally:
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)


def stream_of(events: AsyncIterator[bytes]) -> StreamingResponse:
    """Events as an answer."""
    return StreamingResponse(events, media_type="text/event-stream")


async def one_event(kind: str, data: Any) -> AsyncIterator[bytes]:
    """A stream that has one thing to say."""
    yield event(kind, data)

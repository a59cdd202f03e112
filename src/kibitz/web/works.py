"""Long work that goes on while nobody looks: matches and tournaments, each in its own process.

Whatever was played is kept by the archive, so work that is stopped, or whose server was
killed, is resumed where it was. What the pages know of it is one small file.
"""

import asyncio
import json
import os
import secrets
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from kibitz.core.files import write_whole
from kibitz.core.sheet import Chart, Curve
from kibitz.drawing.charts import chart_svg
from kibitz.errors import BadValue, KibitzError
from kibitz.web.asking import Texts
from kibitz.web.crew import WebHand
from kibitz.web.events import NewsDesk

MOST_RUNNING = 2
MOST_POINTS = 400  # of a curve: every second one goes when there are more
PLAYING, STOPPED, OVER, FAILED = "playing", "stopped", "over", "failed"


class NoSuchWork(KibitzError):
    """Nobody began it."""


@dataclass
class Work:
    """A match or tournament: what was asked, how far it is, how it went."""

    id: str
    verb: str
    texts: dict[str, list[str]]
    begun: float
    state: str = PLAYING
    sentence: str = ""  # what went wrong
    html: str = ""  # the newest sheet
    snapshot: dict[str, Any] = field(default_factory=dict)
    points: list[list[float]] = field(default_factory=list)  # pairs, ratio, Elo, low, high
    match: str | None = None  # its number in the archive, as far as an answer has named it

    @property
    def title(self) -> str:
        players = " – ".join(self.texts.get("players", []))
        return f"{' '.join(self.texts.get('game', []))}: {players}"

    @property
    def resume_id(self) -> str | None:
        """By which its archive knows it, while it is not over."""
        found = self.snapshot.get("resume") or {}
        return found.get("id")

    def note(self, part: Mapping[str, Any]) -> None:
        """Take a snapshot in."""
        self.snapshot, self.html = json.loads(part["json"]), part["html"]
        self.match = self.resume_id or self.match
        point = _point(self.snapshot)
        if point:
            self.points.append(point)
            if len(self.points) > MOST_POINTS:
                del self.points[1::2]

    def told(self) -> dict[str, Any]:
        """What a page hears."""
        return {
            "id": self.id,
            "state": self.state,
            "sentence": self.sentence,
            "html": f'<div class="charts">{"".join(self._charts())}</div>{self.html}',
            "pairs": self.snapshot.get("pairs", 0),
            "needed": self._needed,
        }

    @property
    def _needed(self) -> int | None:
        """About how many pairs are left."""
        if "total_pairs" in self.snapshot:
            return int(self.snapshot["total_pairs"]) - int(self.snapshot["pairs"])
        needed: int | None = self.snapshot.get("pairs_needed")
        return needed

    def _charts(self) -> list[str]:
        if not self.points:
            return []
        found = []
        if self.snapshot.get("sprt"):
            walls = self.snapshot["sprt"]
            levels = ((walls["lower"], "H0 accepted"), (walls["upper"], "H1 accepted"))
            path = ((0.0, 0.0), *((p[0], p[1]) for p in self.points))  # before a pair it is even
            curve = Curve(path, role="first")
            found.append(Chart("Log-likelihood ratio", "pairs", "ratio", (curve,), levels))
        if self.points[-1][2] is not None:
            known = [p for p in self.points if None not in p[2:]]
            band = tuple((p[0], p[3], p[4]) for p in known)
            line = Curve(tuple((p[0], p[2]) for p in known), role="first", band=band)
            name = "Elo" if self.snapshot.get("elo") is not None else "normalised Elo"
            if len(known) > 1:
                found.append(Chart(name, "pairs", name, (line,), ((0.0, "even"),)))
        return [chart_svg(chart, standalone=False) for chart in found]


def _point(snapshot: Mapping[str, Any]) -> list[float] | None:
    if not snapshot.get("pairs"):
        return None
    ratio = (snapshot.get("sprt") or {}).get("llr", 0.0)
    name = "elo" if snapshot.get("elo") is not None else "nelo"
    low, high = snapshot.get(f"{name}_interval") or (None, None)
    return [snapshot["pairs"], ratio, snapshot.get(name), low, high]


class Works:
    """All long work of a server."""

    def __init__(self, file: Path, news: NewsDesk, surroundings: dict[str, str]) -> None:
        self.file, self.news, self._surroundings = file, news, surroundings
        self._works = {work.id: work for work in _read(file)}
        self._running: dict[str, tuple[WebHand, asyncio.Task[None]]] = {}

    def all(self) -> list[Work]:
        """The newest first."""
        return list(reversed(self._works.values()))

    def running(self) -> list[tuple[Work, WebHand]]:
        """What is being played, each with its process."""
        return [(self._works[name], hand) for name, (hand, _) in self._running.items()]

    def of(self, name: str) -> Work:
        if name not in self._works:
            raise NoSuchWork("there is no such test")
        return self._works[name]

    def begin(self, verb: str, texts: Texts) -> Work:
        """Start a match or tournament."""
        self._demand_room()
        asked = {name: list(said) for name, said in texts.items()}
        work = Work(secrets.token_hex(4), verb, asked | {"store": ["yes"]}, time.time())
        self._works[work.id] = work
        self._start(work, work.texts)
        return work

    def resume(self, work: Work) -> None:
        """Go on with work that was stopped."""
        if work.id in self._running or work.resume_id is None:
            raise BadValue("this test is not one that can go on")
        self._demand_room()
        work.state, work.sentence = PLAYING, ""
        kept = {name: said for name, said in work.texts.items() if name == "workers"}
        self._start(work, kept | {"resume": [work.resume_id], "store": ["yes"]})

    def _demand_room(self) -> None:
        if len(self._running) >= MOST_RUNNING:
            raise BadValue(f"{MOST_RUNNING} tests run already: stop one of them first")

    def _start(self, work: Work, texts: Texts) -> None:
        hand = WebHand(self._surroundings, is_long=True)
        task = asyncio.get_running_loop().create_task(self._followed(work, hand, texts))
        self._running[work.id] = (hand, task)
        self._changed(work)

    async def _followed(self, work: Work, hand: WebHand, texts: Texts) -> None:
        arguments = {"verb": work.verb, "texts": texts, "wants": "both"}
        try:
            async for part in hand.parts("ask", arguments):
                work.note(part)
                self._changed(work)
            work.state = OVER if work.resume_id is None else STOPPED
        except KibitzError as error:
            work.state, work.sentence = FAILED, str(error)
        finally:
            if work.state == PLAYING:
                work.state = STOPPED
            self._running.pop(work.id, None)
            hand.end()
            self._changed(work)

    async def stop(self, work: Work) -> None:
        """Let it end after the pair it is at; what was played is kept."""
        running = self._running.get(work.id)
        if running is None:
            raise BadValue("this test does not run")
        hand, task = running
        hand.interrupt()
        await asyncio.wait([task], timeout=10.0)
        if not task.done():
            task.cancel()

    async def close(self) -> None:
        """Stop everything."""
        for work in [self._works[name] for name in list(self._running)]:
            await self.stop(work)

    def _changed(self, work: Work) -> None:
        self.news.tell(f"work:{work.id}", "work", work.told())
        self._save()

    def _save(self) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        kept = [asdict(work) for work in self._works.values()]
        write_whole(self.file, [json.dumps({"works": kept})])


def _read(file: Path) -> list[Work]:
    try:
        kept = [Work(**fields) for fields in json.loads(file.read_text(encoding="utf-8"))["works"]]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError):
        os.replace(file, file.with_suffix(".damaged"))  # the archive has all that was played
        return []
    for work in kept:
        work.state = STOPPED if work.state == PLAYING else work.state  # its server was killed
    return kept

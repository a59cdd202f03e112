"""How a match or tournament went on: its pace, a log for those who watch from afar, its curves.

None of it belongs to the answer, which is the same however long it took: snapshots carry it
beside their fields.
"""

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.core.files import worded
from kibitz.core.sheet import Block, Chart, Curve

MOST_POINTS = 400  # of a curve: every second one goes when there are more
LOG_SECONDS = 1.0  # between two lines of a log


@dataclass(frozen=True)
class Standpoint:
    """Where things stood after some pairs."""

    pairs: int
    llr: float | None = None
    bounds: tuple[float, float] | None = None
    elo: float | None = None
    interval: tuple[float | None, float | None] | None = None
    ratings: tuple[tuple[str, float], ...] = ()  # by player, of a tournament


@dataclass(frozen=True)
class RunCourse:
    """All of it so far."""

    points: tuple[Standpoint, ...] = ()
    seconds: float = 0.0
    begun: int = 0  # pairs that were known when it was resumed

    def after(self, point: Standpoint, seconds: float) -> "RunCourse":
        """With one point more."""
        points = (*self.points, point)
        if len(points) > MOST_POINTS:
            points = (*points[:-1:2], points[-1])
        return RunCourse(points, seconds, self.begun)

    @property
    def pairs_per_second(self) -> float | None:
        if not self.points or self.seconds <= 0.0:
            return None
        return (self.points[-1].pairs - self.begun) / self.seconds or None

    def seconds_left(self, total: float | None) -> float | None:
        """About how long until so many pairs are played."""
        pace = self.pairs_per_second
        if pace is None or total is None:
            return None
        return max(0.0, total - self.points[-1].pairs) / pace

    def words(self, total: float | None) -> str:
        """Pace and time left, as a bar tells them."""
        pace, left = self.pairs_per_second, self.seconds_left(total)
        if pace is None:
            return ""
        told = f", {pace:,.0f} pairs/s" if pace >= 10 else f", {pace:.2g} pairs/s"
        return told if left is None else f"{told}, {_clock(left)} left"

    def charts(self) -> list[Block]:
        """The curves: the test between its bounds, the Elo with its interval, all ratings."""
        if len(self.points) < 2:
            return []
        found: list[Block] = []
        if bounds := self.points[-1].bounds:
            tested = tuple((p.pairs, p.llr) for p in self.points if p.llr is not None)
            levels = ((bounds[0], "H0 accepted"), (bounds[1], "H1 accepted"))
            curve = Curve(tested, role="first")
            found.append(Chart("Log-likelihood ratio", "pairs", "ratio", (curve,), levels))
        found += self._elo()
        if names := [name for name, _ in self.points[-1].ratings]:
            roles = ("first", "second", "third", "fourth")
            curves = tuple(
                Curve(self._rating(name), name=name, role=roles[i % len(roles)])
                for i, name in enumerate(names)
            )
            found.append(Chart("Ratings", "pairs", "rating", curves))
        return found

    def _elo(self) -> list[Block]:
        known = [
            (p.pairs, p.elo, *p.interval)
            for p in self.points
            if p.elo is not None and p.interval is not None and None not in p.interval
        ]
        if len(known) < 2:
            return []
        band: Any = tuple((x, low, high) for x, _, low, high in known)
        line = Curve(tuple((x, y) for x, y, *_ in known), role="first", band=band)
        return [Chart("Elo", "pairs", "Elo", (line,), ((0.0, "even"),))]

    def _rating(self, name: str) -> tuple[tuple[float, float], ...]:
        return tuple(
            (p.pairs, rating) for p in self.points for who, rating in p.ratings if who == name
        )


def _clock(seconds: float) -> str:
    """A time span as people say it.

    >>> _clock(59.7), _clock(170.0), _clock(9000.0)
    ('1 min', '3 min', '2.5 h')
    """
    if seconds < 59.5:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


@contextmanager
def logged(path: str | None) -> Iterator[Callable[[Mapping[str, Any], bool], None]]:
    """Writes lines of JSON to the end of a file, one per second at most but for those that must."""
    if path is None:
        yield lambda line, must: None
        return
    last = 0.0
    with worded(f"cannot write the log {path}"), Path(path).open("a", encoding="utf-8") as file:

        def write(line: Mapping[str, Any], must: bool) -> None:
            nonlocal last
            if must or time.monotonic() - last >= LOG_SECONDS:
                last = time.monotonic()
                file.write(json.dumps({"time": round(time.time(), 3), **line}) + "\n")
                file.flush()

        yield write


def log_line(course: RunCourse, ending: str, total: float | None) -> dict[str, Any]:
    """What a log says of a moment."""
    point = course.points[-1]
    pace, left = course.pairs_per_second, course.seconds_left(total)
    line: dict[str, Any] = {
        "event": ending,
        "pairs": point.pairs,
        "seconds": round(course.seconds, 3),
        "pairs_per_second": None if pace is None else round(pace, 3),
        "seconds_left": None if left is None else round(left, 1),
    }
    if point.llr is not None:
        line["llr"] = point.llr
    if point.interval is not None:
        line |= {"elo": point.elo, "elo_interval": point.interval}
    if point.ratings:
        line["ratings"] = dict(point.ratings)
    return line


def named_points(rows: Sequence[tuple[str, float | None]]) -> tuple[tuple[str, float], ...]:
    """Those of the players that have a rating."""
    return tuple((name, rating) for name, rating in rows if rating is not None)

"""Octal games drawn: heaps as rows of pins, and beside the pins what can be knocked out.

What a turn takes lies together in the row: at an end it leaves one heap, in between two.
One pin is taken by a click on it; the marks beside the row take two or more that lie
beneath, and a mark with a stroke splits the row there without taking any. So both ends
of a row, and rows of one size, offer the same move more than once. On a phone rows stand
upright.
"""

from typing import NamedTuple

from kibitz.core.layout import (
    HEAD,
    MARGIN,
    PHONE,
    PITCH,
    STONE,
    WIDE,
    head,
    situation,
    tile,
)
from kibitz.core.scene import Disc, Line, Rect, Scene, Shape, Text
from kibitz.core.shown import Shown
from kibitz.core.speech import listed
from kibitz.games.heaps.octal import LARGEST, LARGEST_PART, PART_BITS, Octal, heaps_of

LANE = 40.0
TOP = HEAD + 10


class RowPlace(NamedTuple):
    """Where rows are drawn: from a corner, lying or upright."""

    x: float
    y: float
    upright: bool

    def at(self, along: float, beside: float) -> tuple[float, float]:
        """A place so far along the row and so far beside it."""
        if self.upright:
            return self.x + beside, self.y + along
        return self.x + along, self.y + beside


def heaps_in(p: Octal) -> list[int]:
    """The heaps of a position, largest first."""
    sizes = range(LARGEST, 0, -1)
    return [size for size in sizes for _ in range(int(heaps_of(p, size)))]


def parts(move: int) -> tuple[int, int, int]:
    """The heap of a move, the counters it takes, and the smaller heap it leaves."""
    return move >> 2 * PART_BITS, move >> PART_BITS & LARGEST_PART, move & LARGEST_PART


def scene(game: Shown, p: Octal, seat: int, tall: bool) -> Scene:
    """The rows as `seat` sees them."""
    plays, state, heaps = game.plays(p, seat), situation(game, p, seat), heaps_in(p)
    words = {play.move: play.words for play in plays}
    ways = sorted({parts(move)[1] for move in game.legal_moves(p)})  # how many may be taken
    lanes = 1 + sum(taken != 1 for taken in ways)
    fate = f"whoever cannot move {'wins' if p.misere else 'loses'}"
    drawn: list[Shape] = [head(f"{state[0].upper()}{state[1:]}: {fate}")]
    width, x, y, bottom = PHONE if tall else WIDE, MARGIN, TOP, TOP + PITCH
    for heap in heaps:
        along, beside = heap * PITCH, lanes * LANE + 34
        size = (beside, along + 20) if tall else (along + 20, beside)
        if x > MARGIN and x + size[0] > width - MARGIN:
            x, y = MARGIN, bottom
        drawn += _row(heap, RowPlace(x, y + 20, tall), ways, words)
        x, bottom = x + size[0], max(bottom, y + size[1] + 20)
        width = max(width, x + MARGIN)
    summary = f"{game.title}, {state}; {fate}. Heaps: {listed(map(str, heaps)) or 'none'}."
    return Scene(width, bottom + MARGIN, game.title, summary, tuple(drawn), plays)


def _row(heap: int, spot: RowPlace, ways: list[int], words: dict[str, str]) -> list[Shape]:
    x, y = spot.x, spot.y - 12
    found: list[Shape] = [Text(x + 4, y, f"heap of {heap}", 13.0, role="quiet")]
    found += [_pin(heap, i, spot, words) for i in range(heap)]
    lane = 0
    for taken in ways:
        lane += taken != 1
        if taken != 1:
            found += _blocks(heap, taken, lane, spot, words)
    return found


def _written(heap: int, taken: int, before: int) -> str:
    """The move that takes so many behind the first `before`, as it is written."""
    part, rest = sorted((before, heap - taken - before))
    return f"{heap}>{rest}+{part}" if part else f"{heap}>{rest}"


def _pin(heap: int, i: int, spot: RowPlace, words: dict[str, str]) -> Shape:
    x, y = spot.at((i + 0.5) * PITCH, PITCH / 2)
    text = _written(heap, 1, i)
    if text in words:
        return Disc(x, y, STONE, role="third", label=words[text], move=text)
    return Disc(x, y, STONE, role="quiet")


def _blocks(heap: int, taken: int, lane: int, spot: RowPlace, words: dict[str, str]) -> list[Shape]:
    """What takes `taken` pins that lie together, beside the pins it takes."""
    found: list[Shape] = []
    for before in range(heap - taken + 1):
        text = _written(heap, taken, before)
        if text in words:
            x, y = spot.at((before + taken / 2) * PITCH, PITCH + (lane - 0.5) * LANE)
            box = Rect(x - 16, y - 16, 32, 32, 8.0, role="empty", label=words[text], move=text)
            found.append(tile(box, _sign(taken, x, y, spot.upright)))
    return found


def _sign(taken: int, x: float, y: float, upright: bool) -> Shape:
    """The number taken, or a stroke across the row where it is only split."""
    if taken:
        return Text(x, y, str(taken), 14.0, "middle", role="ink")
    a, b = (10.0, 0.0) if upright else (0.0, 10.0)
    return Line(x - a, y - b, x + a, y + b, 3.0, role="line")

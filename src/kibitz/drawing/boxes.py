"""Where a mark lies: the box about it, in units of its scene."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kibitz.core.scene import Card, Die, Disc, Group, Line, Path, Piece, Rect, Shape, Text, Track

CARD_HEIGHT = 1.4  # of its width
RAISE = 0.14  # how far a raised card stands up, of its width
LETTER = 0.58  # width of a usual letter, of its size


class Box(NamedTuple):
    """An upright box from its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def holds(self, x: float, y: float) -> bool:
        return 0 <= x - self.x <= self.width and 0 <= y - self.y <= self.height


def box_of(mark: Shape) -> Box:
    """The box about a mark; about text it is an estimate."""
    match mark:
        case Rect(x, y, width, height):
            return Box(x, y, width, height)
        case Disc(x, y, radius):
            return Box(x - radius, y - radius, 2 * radius, 2 * radius)
        case Card(x, y, width):
            up = RAISE * width if mark.is_raised else 0.0
            return Box(x, y - up, width, CARD_HEIGHT * width)
        case Die(x, y, size):
            return Box(x, y, size, size)
        case Piece(x, y, size):
            return Box(x - size / 2, y - size / 2, size, size)
        case Track(x, y, width):
            return Box(x, y - 2 * mark.radius, width, 4 * mark.radius)
        case Line(x1, y1, x2, y2):
            return _about([(x1, y1), (x2, y2)])
        case Path(points):
            return _about(points)
        case Text():
            return _text_box(mark)
        case Group(marks):
            return _around(box_of(inner) for inner in marks)


def _text_box(mark: Text) -> Box:
    width = LETTER * mark.size * len(mark.text)
    left = {"middle": mark.x - width / 2, "end": mark.x - width}.get(mark.anchor, mark.x)
    return Box(left, mark.y - mark.size / 2, width, mark.size)


def _about(points: Iterable[tuple[float, float]]) -> Box:
    xs, ys = zip(*points, strict=True) if points else ((0.0,), (0.0,))
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _around(boxes: Iterable[Box]) -> Box:
    corners = [c for b in boxes for c in ((b.x, b.y), (b.x + b.width, b.y + b.height))]
    return _about(corners)


def flat(marks: Iterable[Shape]) -> Iterator[Shape]:
    """Every mark, groups before what is in them."""
    for mark in marks:
        yield mark
        if isinstance(mark, Group):
            yield from flat(mark.marks)

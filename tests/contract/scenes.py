"""Material for the laws of scenes: what each seat saw of random games, and shapes taken apart."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.game import Game, Position, play, turn, view
from kibitz.core.scene import (
    Card,
    Die,
    Disc,
    Group,
    Line,
    Mark,
    Moment,
    Path,
    Piece,
    Rect,
    Scene,
    Text,
    Track,
    Trail,
)
from tests.contract.walks import random_game

MARKUP = re.compile(
    r"\[/?(bold|dim|italic|reverse|black|red|green|yellow|blue|magenta|cyan|white)?\b[^\]]*\]"
)
CARD = re.compile(r"[2-9TJQKA][cdhs]")
LETTER = 0.5  # the least width of a letter, in its size


class Sight(NamedTuple):
    """What one seat knows at one moment of a game, with the position behind it."""

    position: Position
    seat: int
    known: Position
    trail: Trail


def sights(game: Game, games: int, most: int) -> Iterator[Sight]:
    """What every seat saw at the first few positions of random games, and at some later ones."""
    for seed in range(games):
        steps = list(random_game(game, seed))
        stride = max(1, len(steps) // most)
        trails: list[Trail] = [()] * game.seats
        for number, (p, move) in enumerate(steps):
            if number < most or number % stride == 0 or move is None:
                for seat, trail in enumerate(trails):
                    yield Sight(p, seat, view(p, seat), trail)
            if move is not None:
                trails = [(*trail, moment_of(p, move, seat)) for seat, trail in enumerate(trails)]


def moment_of(p: Position, move: int, listener: int) -> Moment:
    """A move as a listener saw it."""
    return Moment(int(turn(p)), view(p, listener), view(play(p, move), listener))


def flat(marks: tuple[Mark, ...]) -> Iterator[Mark]:
    """Every mark, those of groups included."""
    for mark in marks:
        yield mark
        if isinstance(mark, Group):
            yield from flat(mark.marks)


def texts_of(scene: Scene) -> list[str]:
    """Everything that can be read in a scene."""
    found = [scene.title, scene.summary]
    for play_ in scene.plays:
        found += [play_.move, play_.words, *play_.picks]
    for dial in scene.dials:
        found += [dial.words, dial.form, *(stop.words for stop in dial.stops)]
    for mark in flat(scene.marks):
        found += [mark.label, mark.note, mark.move or "", mark.pick or ""]
        if isinstance(mark, Text):
            found.append(mark.text)
    return found


def offered(scene: Scene) -> list[str]:
    """Every move that a scene names, as it is written."""
    return [play_.move for play_ in scene.plays] + [
        move for dial in scene.dials for move in dial.moves()
    ]


def extent(mark: Mark) -> tuple[float, float, float, float]:
    """The box around a mark: left, top, right, bottom."""
    match mark:
        case Group():
            boxes = [extent(inner) for inner in mark.marks]
            lefts, tops, rights, bottoms = zip(*boxes, strict=True)
            return min(lefts), min(tops), max(rights), max(bottoms)
        case Rect():
            return mark.x, mark.y, mark.x + mark.width, mark.y + mark.height
        case Disc():
            return _around(mark.x, mark.y, mark.radius, mark.radius)
        case Line():
            (left, right), (top, bottom) = sorted((mark.x1, mark.x2)), sorted((mark.y1, mark.y2))
            return left, top, right, bottom
        case Path():
            xs, ys = zip(*mark.points, strict=True)
            return min(xs), min(ys), max(xs), max(ys)
        case Text():
            width = LETTER * mark.size * len(mark.text)
            left = mark.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[mark.anchor] * width
            return left, mark.y - mark.size / 2, left + width, mark.y + mark.size / 2
        case Card():
            return mark.x, mark.y, mark.x + mark.width, mark.y + 1.4 * mark.width
        case Die():
            return mark.x, mark.y, mark.x + mark.size, mark.y + mark.size
        case Piece():
            return _around(mark.x, mark.y, mark.size / 2, mark.size / 2)
        case Track():
            return mark.x, mark.y - mark.radius, mark.x + mark.width, mark.y + mark.radius
    raise AssertionError(f"a shape without an extent: {mark}")


def _around(x: float, y: float, across: float, down: float) -> tuple[float, float, float, float]:
    return x - across, y - down, x + across, y + down

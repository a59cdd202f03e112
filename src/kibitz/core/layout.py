"""Parts of scenes that several games share: cells, coordinates, heaps of stones, who is to move.

A tall scene is PHONE wide, and what can be clicked is at least 32 units across in it.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from kibitz.core.game import CHANCE, OVER, Game, Position, payoff, turn
from kibitz.core.scene import Disc, Group, Line, Rect, Shape, Text, Trail
from kibitz.core.shown import Shown

PHONE, WIDE = 390.0, 720.0  # widths of scenes
MARGIN = 12.0
PITCH, STONE = 44.0, 19.0  # from stone to stone, and the radius of one
STONES_HIGH = 10  # of a heap, before it grows broader
HEAD = 34.0  # the height of a line of words above a board
NINE = (  # the places of a board of three by three, in words
    "top left",
    "top",
    "top right",
    "left",
    "centre",
    "right",
    "bottom left",
    "bottom",
    "bottom right",
)


class Heap(NamedTuple):
    """Where a heap stands: the middle of its floor, and its stones from the first to the last."""

    x: float
    floor: float
    stones: tuple[tuple[float, float], ...]


def situation(game: Game, p: Position, seat: int) -> str:
    """Who is to move, or how it ended, as one says it to `seat`."""
    mover = int(turn(p))
    if mover == OVER:
        paid = float(payoff(p, seat))
        return "you have won" if paid > 0 else "you have lost" if paid < 0 else "a draw"
    if mover == CHANCE:
        return "chance is next"
    return "your turn" if mover == seat else f"{game.seat_name(mover)} to move"


def last_move(game: Shown, trail: Trail) -> int | None:
    """The last move that a seat made, where it could be seen."""
    made = [moment for moment in trail if moment.seat != CHANCE]
    return game.seen_move(made[-1]) if made else None


def head(words: str, x: float = MARGIN, y: float = 20.0) -> Text:
    """The line of words above a board."""
    return Text(x, y, words, 15.0, is_strong=True, role="ink")


def coordinates(
    x: float, y: float, pitch: float, columns: Iterable[str], rows: Iterable[str]
) -> list[Shape]:
    """Names above the columns and left of the rows of square cells that begin at (x, y)."""
    above: list[Shape] = [
        Text(x + (i + 0.5) * pitch, y - 10, name, 13.0, "middle", role="quiet")
        for i, name in enumerate(columns)
    ]
    beside = [
        Text(x - 7, y + (i + 0.5) * pitch, name, 13.0, "end", role="quiet")
        for i, name in enumerate(rows)
    ]
    return [*above, *beside]


def tile(cell: Rect, *over: Shape) -> Shape:
    """A cell with what stands on it, as one mark that has the label and the move of the cell."""
    if not over:
        return cell
    bare = replace(cell, label="", move=None, pick=None)
    return Group((bare, *over), role=cell.role, label=cell.label, move=cell.move, pick=cell.pick)


def heaps_layout(heaps: Sequence[int], top: float, width: float) -> tuple[list[Heap], float, float]:
    """Heaps beside each other on as many floors as the width needs, and how far they reach."""
    across = min(math.ceil(max(heaps, default=1) / STONES_HIGH) or 1, int((width - 8) / PITCH))
    block = max(across * PITCH + 8, 2 * PITCH)
    in_a_row = max(1, int(width / block))
    placed, y = [], top
    for first in range(0, len(heaps), in_a_row):
        row = heaps[first : first + in_a_row]
        floor = y + max(1, math.ceil(max(row) / across)) * PITCH
        for i, stones in enumerate(row):
            middle = MARGIN + (i + 0.5) * block
            placed.append(Heap(middle, floor, _stones(stones, middle, floor, across)))
        y = floor + 46
    return placed, 2 * MARGIN + min(len(heaps), in_a_row) * block, y


def _stones(
    stones: int, middle: float, floor: float, across: int
) -> tuple[tuple[float, float], ...]:
    left, low = middle - (across - 1) / 2 * PITCH, floor - PITCH / 2
    return tuple((left + i % across * PITCH, low - i // across * PITCH) for i in range(stones))


def heap_marks(
    number: int, heap: Heap, words: dict[str, str], takes: Sequence[str], picks: bool = False
) -> list[Shape]:
    """A heap with its floor and its count; a click on a stone takes it and those above.

    `takes` are the moves (or picks) that take one stone, two and so on, and `words` what the
    possible ones are called.
    """
    count = len(heap.stones)
    floor = Line(heap.x - 34, heap.floor + 2, heap.x + 34, heap.floor + 2, 3.0, role="line")
    name = Text(heap.x, heap.floor + 20, f"heap {number}: {count}", 14.0, "middle", role="quiet")
    found: list[Shape] = [floor, name]
    for i, (x, y) in enumerate(heap.stones):
        text = takes[count - i - 1]
        if text not in words:
            found.append(Disc(x, y, STONE, role="quiet"))
        elif picks:
            found.append(Disc(x, y, STONE, role="third", label=words[text], pick=text))
        else:
            found.append(Disc(x, y, STONE, role="third", label=words[text], move=text))
    return found


def heaps_words(heaps: Sequence[int]) -> str:
    """The heaps for somebody who cannot see them.

    >>> heaps_words([3, 1])
    'Heap 1 has 3, heap 2 has 1.'
    """
    said = ", ".join(f"heap {n} has {stones}" for n, stones in enumerate(heaps, 1))
    return f"{said[:1].upper()}{said[1:]}."

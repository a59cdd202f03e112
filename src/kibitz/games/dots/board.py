"""The shape of a board, as tables for the solver: boxes, neighbours and symmetries."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import plain
from kibitz.games.dots.rules import SIDES, box_lines, line_count

OUTSIDE = 0  # where no box is: a box without lines
TWIN, IMAGES = 2, 3  # columns of a grid behind the boxes on either side
Ints = NDArray[np.int64]


class Shape(NamedTuple):
    """What the solver's kernels need of a board. A box is the set of its four lines.

    The two outer lines of a corner box are worth the same, so one goes before its twin.
    """

    boxes: Ints
    grid: Ints  # for each line the boxes beside it, the line before it, its images; all as sets


@dataclass(frozen=True)
class DotsBoard:
    """A board of boxes and its symmetries."""

    rows: int
    columns: int

    @property
    def lines(self) -> int:
        return int(plain(line_count)(self.rows, self.columns))

    def horizontal(self, row: int, column: int) -> int:
        """The line above a box (or below the last row)."""
        return row * self.columns + column

    def vertical(self, row: int, column: int) -> int:
        """The line left of a box (or right of the last column)."""
        return (self.rows + 1) * self.columns + row * (self.columns + 1) + column

    def ends(self, line: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """The two dots of a line, as rows and columns of dots."""
        upright = line - (self.rows + 1) * self.columns
        if upright < 0:
            row, column = divmod(line, self.columns)
            return (row, column), (row, column + 1)
        row, column = divmod(upright, self.columns + 1)
        return (row, column), (row + 1, column)

    def line(self, one: tuple[int, int], other: tuple[int, int]) -> int:
        """The line between two neighbouring dots; the inverse of `ends`."""
        (row, column), (row_2, _) = sorted((one, other))
        return self.horizontal(row, column) if row == row_2 else self.vertical(row, column)

    def symmetries(self) -> list[list[int]]:
        """For each symmetry the image of every line: turns and mirrors, the identity first."""
        last, right = self.rows, self.columns
        maps: list[Callable[[int, int], tuple[int, int]]] = [
            lambda r, c: (r, c),
            lambda r, c: (last - r, c),
            lambda r, c: (r, right - c),
            lambda r, c: (last - r, right - c),
        ]
        if self.rows == self.columns:
            maps += [_transposed(image) for image in maps]
        found = []
        for image in maps:
            dots = [tuple(image(*dot) for dot in self.ends(line)) for line in range(self.lines)]
            found.append([self.line(one, other) for one, other in dots])
        return found

    def corners(self) -> list[tuple[int, int]]:
        """The two outer lines of each corner box that has just two."""
        if self.rows == 1 or self.columns == 1:
            return []
        last, right = self.rows - 1, self.columns - 1
        return [
            (self.horizontal(r + (r > 0), c), self.vertical(r, c + (c > 0)))
            for r in (0, last)
            for c in (0, right)
        ]

    def shape(self) -> Shape:
        """The tables of this board."""
        return _shape(self)


def _transposed(
    image: Callable[[int, int], tuple[int, int]],
) -> Callable[[int, int], tuple[int, int]]:
    """The same symmetry with rows and columns swapped before it."""
    return lambda r, c: image(c, r)


@cache
def _shape(board: DotsBoard) -> Shape:
    places = [(r, c) for r in range(board.rows) for c in range(board.columns)]
    boxes = np.array([int(box_lines(board.rows, board.columns, r, c)) for r, c in places])
    assert all(lines.bit_count() == SIDES for lines in boxes.tolist())
    maps = board.symmetries()
    grid = np.full((board.lines, IMAGES + len(maps)), OUTSIDE)
    for line in range(board.lines):
        beside = [box for box in boxes.tolist() if box >> line & 1]
        grid[line, : len(beside)] = beside
        for symmetry, image in enumerate(maps):
            grid[line, IMAGES + symmetry] = 1 << _even_image(line, image, board.corners())
    for one, other in board.corners():
        grid[other, TWIN] = 1 << one
    return Shape(boxes, grid)


def _even_image(line: int, image: list[int], corners: list[tuple[int, int]]) -> int:
    """The image of a line, but for a corner's first line the first of the corner it goes to,
    and for its second line the second."""
    for pair in corners:
        if line in pair:
            to = next(other for other in corners if image[line] in other)
            return to[pair.index(line)]
    return image[line]

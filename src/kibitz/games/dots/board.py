"""The shape of a board, as tables for the solver: boxes, neighbours and symmetries."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.games.dots.rules import SIDES, box_lines, line_count

OUTSIDE = -1
MIRRORS = 4  # symmetries that keep flat lines flat; squares have as many that do not
Ints = NDArray[np.int64]


class Shape(NamedTuple):
    """What the solver's kernels need of a board."""

    boxes: Ints  # the four lines of each box
    beside: Ints  # line, side: the box there or OUTSIDE
    images: Ints  # symmetry, byte of a set of lines, its value: the image of that byte
    twins: Ints  # corner, 2: the two outer lines of a corner box, which are worth the same


@dataclass(frozen=True)
class Board:
    """A board of boxes and its symmetries."""

    rows: int
    columns: int

    @property
    def lines(self) -> int:
        return int(line_count(self.rows, self.columns))

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
def _shape(board: Board) -> Shape:
    places = [(r, c) for r in range(board.rows) for c in range(board.columns)]
    boxes = np.array([int(box_lines(board.rows, board.columns, r, c)) for r, c in places])
    beside = np.full((board.lines, 2), OUTSIDE)
    for number, lines in enumerate(boxes.tolist()):
        for line in range(board.lines):
            if lines >> line & 1:
                beside[line, 0 if beside[line, 0] == OUTSIDE else 1] = number
    assert all(lines.bit_count() == SIDES for lines in boxes.tolist())
    maps = board.symmetries()
    images = np.zeros((len(maps), 8, 256), np.int64)
    for symmetry, image in enumerate(maps):
        for byte in range(8):
            for value in range(256):
                set_lines = [8 * byte + i for i in range(8) if value >> i & 1]
                images[symmetry, byte, value] = sum(
                    1 << image[line] for line in set_lines if line < board.lines
                )
    corners = np.array(board.corners(), np.int64).reshape(-1, 2)
    return Shape(boxes, beside, images, corners)

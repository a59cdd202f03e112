"""Dots and boxes in numbers: the lines drawn so far are the bits of one integer.

With R rows and C columns of boxes, line `r * C + c` is the horizontal one above box (r, c)
(r = R: below the last row), and from `(R + 1) * C` on come the vertical ones, line
`r * (C + 1) + c` of them left of box (r, c). A move is its line. Whoever completes a box
moves again. The payoff is the margin in boxes.
"""

from typing import NamedTuple

from kibitz.core.bits import int64
from kibitz.core.game import OVER, Moves, rule
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below

MOST_LINES = 62
SIDES = 4


class Dots(NamedTuple):
    lines: int
    first: int  # boxes of seat 0
    second: int  # boxes of seat 1
    seat: int
    rows: int
    columns: int


@kernel
def line_count(rows: int, columns: int) -> int:
    """How many lines a board has."""
    return 2 * rows * columns + rows + columns


@kernel
def box_lines(rows: int, columns: int, row: int, column: int) -> int:
    """The four lines of a box; none if there is no such box."""
    if row < 0 or row >= rows or column < 0 or column >= columns:
        return 0
    above = row * columns + column
    left = (rows + 1) * columns + row * (columns + 1) + column
    return 1 << above | 1 << (above + columns) | 3 << left


@kernel
def boxes_beside(p: Dots, line: int) -> tuple[int, int]:
    """The lines of the two boxes on either side of a line."""
    upright = line - (p.rows + 1) * p.columns
    if upright < 0:
        row, column = line // p.columns, line % p.columns
        before = box_lines(p.rows, p.columns, row - 1, column)
    else:
        row, column = upright // (p.columns + 1), upright % (p.columns + 1)
        before = box_lines(p.rows, p.columns, row, column - 1)
    return before, box_lines(p.rows, p.columns, row, column)


@kernel
def is_drawn(box: int, lines: int) -> bool:
    """Whether there is such a box and all its lines are drawn."""
    return box != 0 and box & ~lines == 0


@kernel
def completed(p: Dots, line: int) -> int:
    """How many boxes a free line would complete."""
    lines = p.lines | 1 << line
    one, other = boxes_beside(p, line)
    return int64(is_drawn(one, lines)) + int64(is_drawn(other, lines))


@rule
def turn(p: Dots) -> int:
    is_full = p.lines == (1 << line_count(p.rows, p.columns)) - 1
    return OVER if is_full else p.seat


@rule
def moves(p: Dots, out: Moves) -> int:
    count = 0
    for line in range(line_count(p.rows, p.columns)):
        if not p.lines >> line & 1:
            out[count] = line
            count += 1
    return count


@rule
def play(p: Dots, move: int) -> Dots:
    boxes = completed(p, move)
    return Dots(
        p.lines | 1 << move,
        p.first + (boxes if p.seat == 0 else 0),
        p.second + (boxes if p.seat == 1 else 0),
        p.seat if boxes else 1 - p.seat,
        p.rows,
        p.columns,
    )


@rule
def payoff(p: Dots, seat: int) -> float:
    return float(p.first - p.second if seat == 0 else p.second - p.first)


@rule
def heuristic(p: Dots, seat: int) -> float:
    return float(p.first - p.second if seat == 0 else p.second - p.first)


@kernel
def has_two_free(box: int, lines: int) -> bool:
    """Whether exactly two lines of a box are free: one more gives it away."""
    free = box & ~lines
    rest = free & (free - 1)
    return rest != 0 and rest & (rest - 1) == 0


@kernel
def is_safe(p: Dots, line: int) -> bool:
    """Whether a free line lets nobody complete a box at once."""
    one, other = boxes_beside(p, line)
    return not (has_two_free(one, p.lines) or has_two_free(other, p.lines))


@rule
def priority(p: Dots, move: int) -> int:
    return 2 * completed(p, move) + (1 if is_safe(p, move) else 0)


@rule
def policy(p: Dots, out: Moves, stream: Stream) -> int:
    """A line that completes a box, else a safe one, else any; each of its kind as likely."""
    best, count = int64(-1), 0
    for line in range(line_count(p.rows, p.columns)):
        if p.lines >> line & 1:
            continue
        rank = priority(p, line)
        if rank >= 2:
            return line
        if rank > best:
            best, count = rank, 0
        if rank == best:
            out[count] = line
            count += 1
    return out[below(stream, count)]  # type: ignore[no-any-return]

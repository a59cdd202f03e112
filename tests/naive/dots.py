"""Dots and boxes by plain minimax over sets of drawn lines: every line, every time."""

from functools import cache
from itertools import product

Line = frozenset[tuple[int, int]]


def lines_of(rows: int, columns: int) -> list[Line]:
    """Every line between neighbouring dots."""
    dots = set(product(range(rows + 1), range(columns + 1)))
    flat = [frozenset([(r, c), (r, c + 1)]) for r, c in dots if (r, c + 1) in dots]
    return flat + [frozenset([(r, c), (r + 1, c)]) for r, c in dots if (r + 1, c) in dots]


def boxes_of(rows: int, columns: int) -> list[frozenset[Line]]:
    """Each box as its four lines."""
    found = []
    for r, c in product(range(rows), range(columns)):
        corners = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]
        found.append(frozenset(frozenset(corners[i - 1 : i + 1] or corners[::3]) for i in range(4)))
    return found


class Minimax:
    """The margin still to come for the mover, of any set of drawn lines."""

    def __init__(self, rows: int, columns: int) -> None:
        self.lines, self.boxes = lines_of(rows, columns), boxes_of(rows, columns)
        self.margin = cache(self._margin)

    def complete(self, drawn: frozenset[Line]) -> int:
        return sum(box <= drawn for box in self.boxes)

    def _margin(self, drawn: frozenset[Line]) -> int:
        values = []
        for line in self.lines:
            if line not in drawn:
                after = drawn | {line}
                gain = self.complete(after) - self.complete(drawn)
                rest = self.margin(after)
                values.append(gain + rest if gain else -rest)
        return max(values, default=0)

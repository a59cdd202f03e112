"""Charts and grids as characters, for a terminal."""

import math

from rich.cells import cell_len
from rich.text import Text

from kibitz.core.sheet import Cells, Chart, Curve, Dot
from kibitz.drawing.axis import Axis
from kibitz.drawing.cells import cell_text, needs_numbers, number_text
from kibitz.drawing.charts import axes
from kibitz.drawing.plain import one_line
from kibitz.drawing.theme import mixed, terminal_style
from kibitz.drawing.wrap import joined, wrapped

BLOCKS = " ▁▂▃▄▅▆▇█"
HEIGHT = 6  # rows of a curve
WIDEST = 72  # columns of a curve
MOST_DOTS = 8  # told in words
_PAPER, _HEAT = "#ffffff", "#f07a1f"


def chart_lines(chart: Chart, width: int) -> list[Text]:
    """The chart: each curve as columns of blocks over the axis they share."""
    across, up = axes(chart)
    margin = max(cell_len(up.text(up.low)), cell_len(up.text(up.high)))
    columns = max(8, min(WIDEST, width - margin - 2))
    found = _named(chart.title, "bold", width) + _named(chart.y_name, "dim", width)
    drawn = [line for line in chart.lines if line.points]
    for line in drawn:
        found += _named(line.name, terminal_style(line.role), width)
        found += _curve(line, across, up, margin, columns)
        found += _arrows(line, across, margin, columns)
    found += _ends(across, chart.x_name, margin, columns) if drawn else []
    for line in chart.lines:
        found += _told_dots(line, across, up, width, len(chart.lines) > 1)
    for level, name in chart.levels:
        found += _named(f"{name}: {up.text(level)}", "dim", width)
    return found


def _named(words: str, style: str, width: int) -> list[Text]:
    """A line of words, none where there are none."""
    return wrapped(Text(one_line(words), style), width) if words else []


def _curve(line: Curve, across: Axis, up: Axis, margin: int, columns: int) -> list[Text]:
    shares = [up.share(value) for value in sampled(line, across, columns)]
    at = {HEIGHT - 1: up.text(up.high), 0: up.text(up.low)}
    rows = []
    for row in range(HEIGHT - 1, -1, -1):
        blocks = "".join(_block(share, row) for share in shares).rstrip()
        label = f"{at.get(row, ''):>{margin}} │"
        rows.append(joined(label, Text(blocks, terminal_style(line.role))))
    return [*rows, Text(" " * margin + " └" + "─" * columns)]


def _block(share: float, row: int) -> str:
    return BLOCKS[max(0, min(8, round((share * HEIGHT - row) * 8)))]


def sampled(line: Curve, across: Axis, columns: int) -> list[float]:
    """A height for each column: the mean of the points in it, or between its neighbours."""
    buckets: list[list[float]] = [[] for _ in range(columns)]
    for x, y in line.points:
        buckets[column_of(x, across, columns)].append(y)
    points = sorted(line.points)
    step = (across.high - across.low) / columns
    return [
        math.fsum(bucket) / len(bucket)
        if bucket
        else _between(points, across.low + (number + 0.5) * step, line.is_stepped)
        for number, bucket in enumerate(buckets)
    ]


def column_of(x: float, across: Axis, columns: int) -> int:
    """The column a number falls into."""
    return max(0, min(columns - 1, int(across.share(x) * columns)))


def _between(points: list[tuple[float, float]], x: float, is_stepped: bool) -> float:
    after = next((i for i, point in enumerate(points) if point[0] >= x), len(points))
    if after == 0:
        return points[0][1]
    x0, y0 = points[after - 1]
    if after == len(points) or is_stepped:
        return y0
    x1, y1 = points[after]
    return y0 + (y1 - y0) * (x - x0) / (x1 - x0)


def _arrows(line: Curve, across: Axis, margin: int, columns: int) -> list[Text]:
    """An arrow under the curve for each dot."""
    arrows = Text(" " * (margin + 2 + columns))
    for dot in line.dots:
        place = margin + 2 + column_of(dot.x, across, columns)
        arrow = Text("▲", terminal_style(dot.role))
        arrows = joined(arrows[:place], arrow, arrows[place + 1 :])
    arrows.rstrip()
    return [arrows] if line.dots else []


def _told_dots(line: Curve, across: Axis, up: Axis, width: int, is_named: bool) -> list[Text]:
    """What the dots of a curve say."""
    found = _named(line.name, "", width) if is_named and line.dots else []
    for dot in line.dots[:MOST_DOTS]:
        found += wrapped(joined("  ", _dot_words(dot, across, up)), width, indent=4)
    if len(line.dots) > MOST_DOTS:
        found.append(Text(f"  and {len(line.dots) - MOST_DOTS} more", "dim"))
    return found


def _dot_words(dot: Dot, across: Axis, up: Axis) -> Text:
    """What a dot says; one that says nothing is told in numbers."""
    words = one_line(dot.words)
    if not words:
        words = f"{across.text(dot.x)}: {up.text(dot.y)}"
        if dot.low is not None and dot.high is not None:
            words += f" ({up.text(dot.low)} to {up.text(dot.high)})"
    return Text(words, terminal_style(dot.role))


def _ends(across: Axis, name: str, margin: int, columns: int) -> list[Text]:
    """The ends of the horizontal axis under it, its name between them where there is room."""
    low, high, name = across.text(across.low), across.text(across.high), one_line(name)
    gap = columns - cell_len(low) - cell_len(high)
    pad = " " * (margin + 2)
    if gap >= cell_len(name) + 2:
        return [Text(f"{pad}{low}{name:^{gap}}{high}", "dim")]
    ends = Text(f"{pad}{low}{' ' * max(1, gap)}{high}", "dim")
    return [ends, Text(f"{pad}{name}", "dim")] if name else [ends]


def cells_lines(cells: Cells, width: int) -> list[Text]:
    """The grid: text and number in each cell, under each other, or row by row in words."""
    found = _named(cells.title, "bold", width)
    grids = (_grid(cells, stacked) for stacked in (False, True))
    fitting = (grid for grid in grids if all(line.cell_len <= width for line in grid))
    return found + next(fitting, _told(cells, width))


def _grid(cells: Cells, is_stacked: bool) -> list[Text]:
    """A line for each row of cells, or two where texts stand above their numbers."""
    faces = [[_face(cells, r, c) for c in range(len(row))] for r, row in enumerate(cells.rows)]
    flat = [face for row in faces for face in row]
    names = [one_line(name) for name in cells.row_names]
    margin = max(map(cell_len, names), default=-1) + 1
    size = _size(flat, is_stacked, max(map(cell_len, cells.column_names), default=0))
    found = []
    if cells.column_names:
        heads = "".join(f"{one_line(name):^{size - 1}} " for name in cells.column_names)
        found.append(Text(" " * margin + heads.rstrip(), "dim"))
    for number, row in enumerate(faces):
        name = names[number] if number < len(names) else ""
        parts = range(2) if is_stacked and any(a and b for a, b in flat) else [-1]
        for part in parts:
            head = name if part < 1 else ""
            line = [Text(f"{head:>{margin - 1}} " if margin else "", "dim")]
            for column, face in enumerate(row):
                line.append(_tinted(_part(face, part), size, cells.rows[number][column]))
            found.append(joined(*line))
    return found


def _face(cells: Cells, row: int, column: int) -> tuple[str, str]:
    number = number_text(cells.rows[row][column]) if needs_numbers(cells) else ""
    return one_line(cell_text(cells, row, column)), number


def _part(face: tuple[str, str], part: int) -> str:
    return " ".join(filter(None, face)) if part < 0 else face[part]


def _size(faces: list[tuple[str, str]], is_stacked: bool, least: int) -> int:
    parts = [p for face in faces for p in (face if is_stacked else [_part(face, -1)])]
    return max([least, *map(cell_len, parts)]) + 1


def _tinted(text: str, size: int, value: float | None) -> Text:
    """A cell on its tint; both colours are given, so it reads on any terminal."""
    filled = f"{text:^{size - 1}} "
    if value is None:
        return Text(filled, "dim")
    ground = mixed(_HEAT, _PAPER, max(0.0, min(1.0, value)))
    return Text(filled, f"black on {ground}")


def _told(cells: Cells, width: int) -> list[Text]:
    """Rows of cells as sentences, for a terminal too narrow for a grid."""
    found = []
    for r, row in enumerate(cells.rows):
        name = f"{one_line(cells.row_names[r])}: " if r < len(cells.row_names) else ""
        told = []
        for c in range(len(row)):
            face = _part(_face(cells, r, c), -1)
            if face and not needs_numbers(cells) and c < len(cells.column_names):
                face = f"{one_line(cells.column_names[c])} {face}"
            # blanks inside a cell do not end a line
            told += [face.replace(" ", "\N{NO-BREAK SPACE}")] if face else []
        found += wrapped(Text(name + ", ".join(told)), width, indent=2)
    return found

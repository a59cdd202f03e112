"""A grid of numbers as SVG: ranges of hands, heat maps."""

import re
from collections.abc import Iterator

from kibitz.core.sheet import Cells
from kibitz.drawing.boxes import LETTER
from kibitz.drawing.tags import root, tag, text_tag

CELL, TITLE = 40.0, 30.0
_NUMBER = re.compile(r"[-+−<>]?[\d.,]+ ?%?")


def cells_svg(cells: Cells, *, standalone: bool = True, theme: str = "auto") -> str:
    """The grid as one `svg` element: each cell tinted in proportion, with text and number."""
    left = 14.0 + LETTER * 13.0 * max(map(len, cells.row_names), default=0)
    top = 10.0 + TITLE * bool(cells.title) + 18.0 * bool(cells.column_names)
    columns = max(map(len, cells.rows), default=0)
    width, height = left + columns * CELL + 10.0, top + len(cells.rows) * CELL + 10.0
    body = "".join(
        (
            tag("rect", width=width, height=height, rx=10.0, class_="f-table"),
            *_names(cells, left, top),
            *_grid(cells, left, top),
        )
    )
    words = summary(cells)
    return root(body, width, height, cells.title, words, standalone=standalone, theme=theme)


def needs_numbers(cells: Cells) -> bool:
    """Whether numbers stand beside the texts; where texts are numbers, they are the ones."""
    texts = [text for row in cells.texts for text in row if text]
    return not texts or not all(map(_NUMBER.fullmatch, texts))


def cell_text(cells: Cells, row: int, column: int) -> str:
    """The text of a cell, empty where there is none."""
    texts = cells.texts[row] if row < len(cells.texts) else ()
    return texts[column] if column < len(texts) else ""


def number_text(value: float | None) -> str:
    """A share in whole per cent; `<1` for what would be nothing, `>99` for almost all.

    >>> [number_text(x) for x in (None, 0, 0.004, 0.256, 0.997, 1)]
    ['', '0', '<1', '26', '>99', '100']
    """
    if value is None:
        return ""
    whole = round(100 * value)
    if 0 < value < 1 and whole in (0, 100):
        return "<1" if whole == 0 else ">99"
    return str(whole)


def summary(cells: Cells) -> str:
    """The five largest cells, in words."""
    filled = [
        (value, _cell_name(cells, r, c))
        for r, row in enumerate(cells.rows)
        for c, value in enumerate(row)
        if value is not None
    ]
    largest = sorted(filled, key=lambda cell: -cell[0])[:5]
    return ", ".join(f"{name} {number_text(value)} %" for value, name in largest)


def _cell_name(cells: Cells, row: int, column: int) -> str:
    text = cell_text(cells, row, column)
    if text and needs_numbers(cells):
        return text
    across = cells.column_names[column] if column < len(cells.column_names) else str(column + 1)
    down = cells.row_names[row] if row < len(cells.row_names) else str(row + 1)
    return f"{across}{down}"


def _names(cells: Cells, left: float, top: float) -> Iterator[str]:
    if cells.title:
        yield text_tag(cells.title, 10.0, 20.0, 16.0, class_="f-ink", font_weight="700")
    for number, name in enumerate(cells.column_names):
        place = {"class_": "f-quiet", "text_anchor": "middle"}
        yield text_tag(name, left + (number + 0.5) * CELL, top - 10.0, 13.0, **place)
    for number, name in enumerate(cells.row_names):
        place = {"class_": "f-quiet", "text_anchor": "end"}
        yield text_tag(name, left - 6.0, top + (number + 0.5) * CELL, 13.0, **place)


def _grid(cells: Cells, left: float, top: float) -> Iterator[str]:
    numbers = needs_numbers(cells)
    for r, row in enumerate(cells.rows):
        for c, value in enumerate(row):
            x, y = left + c * CELL, top + r * CELL
            yield _cell(x, y, value)
            text = cell_text(cells, r, c)
            yield from _words(x, y, text, number_text(value) if numbers else "")


def _cell(x: float, y: float, value: float | None) -> str:
    sides = {"x": x + 0.5, "y": y + 0.5, "width": CELL - 1.0, "height": CELL - 1.0, "rx": 2.0}
    if value is None:
        return tag("rect", **sides, class_="f-table s-grid")
    share = max(0.0, min(1.0, value))
    ground = tag("rect", **sides, class_="f-empty")
    return ground + tag("rect", **sides, class_="f-heat", fill_opacity=share) * (share > 0)


def _words(x: float, y: float, text: str, number: str) -> Iterator[str]:
    middle = x + CELL / 2
    style = {"class_": "f-ink", "text_anchor": "middle", "font_weight": "700"}
    first, second = (0.32, 0.7) if text and number else (0.5, 0.5)
    if text:
        size = min(13.0, (CELL - 4.0) / (0.62 * len(text)))
        yield text_tag(text, middle, y + first * CELL, size, **style)
    if number:
        style = {"class_": "f-ink", "text_anchor": "middle"}
        yield text_tag(number, middle, y + second * CELL, 12.0 if text else 14.0, **style)

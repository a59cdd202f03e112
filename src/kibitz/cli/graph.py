"""Lines of win probability: as characters for a terminal, as SVG for a page."""

import itertools
from collections.abc import Sequence

BLOCKS = " ▁▂▃▄▅▆▇█"
HEIGHT = 6  # rows of a graph in the terminal


def graph_text(values: Sequence[float], width: int = 72) -> str:
    """A column for each value from 0 to 1 (or for several, where there are many)."""
    columns = _squeezed(values, width)
    rows = []
    for row in range(HEIGHT - 1, -1, -1):
        label = "100 %" if row == HEIGHT - 1 else "  0 %" if row == 0 else "     "
        rows.append(f"{label} │" + "".join(_cell(value, row) for value in columns))
    return "\n".join([*rows, "      └" + "─" * len(columns)])


def _cell(value: float, row: int) -> str:
    filled = value * HEIGHT - row
    return BLOCKS[max(0, min(8, round(filled * 8)))]


def _squeezed(values: Sequence[float], width: int) -> list[float]:
    if len(values) <= width:
        return list(values)
    edges = [round(i * len(values) / width) for i in range(width + 1)]
    return [sum(values[a:b]) / (b - a) for a, b in itertools.pairwise(edges)]


def graph_svg(values: Sequence[float], marks: Sequence[tuple[int, str]] = ()) -> str:
    """The line of `values` from 0 to 1, with marked points (index, colour)."""
    width, height, edge = 720, 220, 34
    span = max(1, len(values) - 1)

    def at(index: int) -> tuple[float, float]:
        x = edge + (width - 2 * edge) * index / span
        return x, edge / 2 + (height - 1.5 * edge) * (1 - values[index])

    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(at, range(len(values))))
    dots = "".join(
        f'<circle cx="{at(i)[0]:.1f}" cy="{at(i)[1]:.1f}" r="4.5" fill="{colour}"/>'
        for i, colour in marks
    )
    half = edge / 2 + (height - 1.5 * edge) / 2
    labels = "".join(
        f'<text x="{edge - 6}" y="{y:.1f}" text-anchor="end">{text}</text>'
        for y, text in ((edge / 2 + 4, "100"), (half + 4, "50"), (height - edge + 4, "0"))
    )
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" xmlns="http://www.w3.org/2000/svg" '
        f'font-family="sans-serif" font-size="11" fill="currentColor">'
        f'<line x1="{edge}" x2="{width - edge}" y1="{half:.1f}" y2="{half:.1f}" '
        f'stroke="currentColor" stroke-opacity=".25" stroke-dasharray="4 4"/>'
        f'<polyline points="{points}" fill="none" stroke="#2b7bba" stroke-width="2"/>'
        f"{dots}{labels}</svg>"
    )

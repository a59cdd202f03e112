"""A small chart as SVG text: panels under one another that share their horizontal axis."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

WIDTH, PANEL, MARGIN, GAP = 640, 220, 64, 44
_STYLE = (
    "text{font:12px sans-serif;fill:#444}.title{font-size:14px;fill:#111}"
    ".grid{stroke:#ddd}.axis{stroke:#888}.line{fill:none;stroke:#2563eb;stroke-width:2}"
    ".mark{stroke:#c2410c;fill:#c2410c}"
)


@dataclass(frozen=True, slots=True)
class Panel:
    """One curve with marked points, each with the ends of its interval."""

    title: str
    line: Sequence[tuple[float, float]]
    marks: Sequence[tuple[float, float, float, float]] = field(default=())  # x, y, low, high


def chart(title: str, x_title: str, panels: Sequence[Panel]) -> str:
    """The panels as one SVG document."""
    height = 40 + len(panels) * (PANEL + GAP)
    xs = [x for panel in panels for x, _ in panel.line]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<style>{_STYLE}</style>",
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        f'<text class="title" x="{MARGIN}" y="20">{escape(title)}</text>',
    ]
    for number, panel in enumerate(panels):
        parts += _panel(panel, 46 + number * (PANEL + GAP), min(xs), max(xs))
    parts.append(f'<text x="{WIDTH / 2}" y="{height - 6}">{escape(x_title)}</text></svg>')
    return "\n".join(parts) + "\n"


def _panel(panel: Panel, top: float, left: float, right: float) -> list[str]:
    ys = [y for _, y in panel.line] + [high for *_, high in panel.marks]
    ticks = round_ticks(0.0, max([*ys, 1e-12]))
    highest = ticks[-1]

    def across(x: float) -> float:
        return MARGIN + (x - left) / ((right - left) or 1.0) * (WIDTH - MARGIN - 20)

    def down(y: float) -> float:
        return top + PANEL * (1.0 - y / highest)

    parts = [f'<text x="{MARGIN}" y="{top - 6:.1f}">{escape(panel.title)}</text>']
    for y in ticks:
        parts.append(_segment("grid", MARGIN, down(y), WIDTH - 20, down(y)))
        parts.append(f'<text x="{MARGIN - 6}" y="{down(y) + 4:.1f}" text-anchor="end">{y:g}</text>')
    for x in round_ticks(left, right):
        if left <= x <= right:
            parts.append(_segment("axis", across(x), top + PANEL, across(x), top + PANEL + 4))
            label = f'x="{across(x):.1f}" y="{top + PANEL + 17:.1f}" text-anchor="middle"'
            parts.append(f"<text {label}>{x:g}</text>")
    points = " ".join(f"{across(x):.2f},{down(y):.2f}" for x, y in panel.line)
    parts.append(f'<polyline class="line" points="{points}"/>')
    for x, y, low, high in panel.marks:
        parts.append(_segment("mark", across(x), down(low), across(x), down(high)))
        parts.append(f'<circle class="mark" cx="{across(x):.2f}" cy="{down(y):.2f}" r="3"/>')
    return parts


def _segment(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    ends = f'x1="{x1:.2f}" y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}"'
    return f'<line class="{kind}" {ends}/>'


def round_ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers from below `low` to above `high`.

    >>> round_ticks(0, 0.95)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    """
    rough = (high - low) / about or 1.0
    scale = 10.0 ** math.floor(math.log10(rough))
    step = next(s * scale for s in (1, 2, 5, 10) if s * scale >= rough * (1.0 - 1e-9))
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(k * step, 12) for k in range(first, last + 1)]

"""A chart as SVG: curves over one axis, with bands, levels, and dots that can be links."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kibitz.core.sheet import Chart, Curve, Dot
from kibitz.drawing.axis import Axis, axis
from kibitz.drawing.boxes import LETTER
from kibitz.drawing.plain import escaped, one_line
from kibitz.drawing.tags import Attributes, num, root, tag, text_tag
from kibitz.drawing.theme import known

WIDTH, PLOT, SIZE = 600.0, 230.0, 14.0  # of the chart, of its curves in height, of its text
FINGER = 12.0  # what a finger needs around a dot
MOST_POINTS = 1200  # of a curve; longer ones are thinned to what can be seen


@dataclass(frozen=True)
class Frame:
    """Where the curves are: the axes, and the box they span."""

    across: Axis
    up: Axis
    left: float
    top: float
    width: float

    def x(self, value: float) -> float:
        return self.left + self.width * self.across.share(value)

    def y(self, value: float) -> float:
        return self.top + PLOT * (1.0 - min(1.0, max(0.0, self.up.share(value))))

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + PLOT


def chart_svg(
    chart: Chart, *, width: float = WIDTH, standalone: bool = True, theme: str = "auto"
) -> str:
    """The chart as one `svg` element, `width` units wide; text keeps its size."""
    legend = [line for line in chart.lines if line.name] if len(chart.lines) > 1 else []
    frame = _frame(chart, width, 30.0 * bool(chart.title) + 32.0 + 20.0 * len(legend))
    dots = [dot for line in chart.lines for dot in line.dots]
    has_links = any(dot.link for dot in dots)
    # for a page whose curves can be clicked anywhere: the ends of the axis, drawn and in values
    ends = (frame.left, frame.right, frame.across.low, frame.across.high)
    plot = {"data_plot": " ".join(map(num, ends))} if has_links else {}
    body = "".join(
        (
            tag("rect", width=width, height=frame.bottom + 50, rx=10.0, class_="f-table", **plot),
            *_names(chart, frame),
            *_legend(legend, 30.0 * bool(chart.title) + 12.0, frame.left),
            *_grid(frame),
            *_levels(chart, frame),
            *(part for line in chart.lines for part in _curve(line, frame)),
            *(_dot(dot, dots, frame) for dot in dots),
        )
    )
    return root(
        body,
        width,
        frame.bottom + 50,
        chart.title,
        summary(chart),
        standalone=standalone,
        theme=theme,
        role="group" if has_links else "img",
    )


def axes(chart: Chart, about: int = 5) -> tuple[Axis, Axis]:
    """The horizontal and the vertical axis of a chart."""
    xs = [x for line in chart.lines for x, _ in line.points]
    xs += [x for line in chart.lines for x, *_ in line.band]
    xs += [dot.x for line in chart.lines for dot in line.dots]
    ys = [y for line in chart.lines for _, y in line.points]
    ys += [y for line in chart.lines for _, *ends in line.band for y in ends]
    ys += [y for line in chart.lines for dot in line.dots for y in _heights(dot)]
    ys += [y for y, _ in chart.levels]
    up = axis(ys, chart.low, chart.high, about=6, is_percent=chart.is_percent)
    return axis(xs, about=about, is_exact=True), up


def _heights(dot: Dot) -> list[float]:
    return [y for y in (dot.low, dot.y, dot.high) if y is not None]


def _frame(chart: Chart, width: float, top: float) -> Frame:
    across, up = axes(chart, max(2, int(width / 100)))
    left = 18.0 + LETTER * SIZE * max(len(up.text(tick)) for tick in up.ticks or (up.low,))
    return Frame(across, up, left, top, width - left - 22.0)


def summary(chart: Chart) -> str:
    """What the curves do, in words: where each begins and ends."""
    across, up = axes(chart)
    told = []
    for line in chart.lines:
        if line.points:
            (x0, y0), (x1, y1) = line.points[0], line.points[-1]
            told.append(
                f"{line.name or chart.y_name}: {_short(up, y0)} at {_short(across, x0)}, "
                f"{_short(up, y1)} at {_short(across, x1)}"
            )
    return "; ".join(told)


def _short(on: Axis, value: float) -> str:
    return f"{100 * value:.3g} %" if on.is_percent else f"{value:,.4g}"


def _names(chart: Chart, frame: Frame) -> Iterator[str]:
    if chart.title:
        yield text_tag(chart.title, 12.0, 20.0, 16.0, class_="f-ink", font_weight="700")
    yield text_tag(chart.y_name, 12.0, frame.top - 20.0, SIZE, class_="f-quiet")
    place = {"class_": "f-quiet", "text_anchor": "middle"}
    yield text_tag(chart.x_name, frame.left + frame.width / 2, frame.bottom + 36.0, SIZE, **place)


def _legend(lines: list[Curve], top: float, left: float) -> Iterator[str]:
    for number, line in enumerate(lines):
        y = top + 20.0 * number
        stroke: Attributes = {"class_": f"s-{known(line.role)}", "stroke_width": 3.0}
        yield tag("line", x1=12.0, y1=y, x2=40.0, y2=y, **stroke)
        yield text_tag(line.name, 48.0, y, SIZE, class_="f-ink")


def _grid(frame: Frame) -> Iterator[str]:
    for y in frame.up.ticks:
        yield _segment("grid", frame.left, frame.y(y), frame.right, frame.y(y))
        place = {"class_": "f-quiet", "text_anchor": "end"}
        yield text_tag(frame.up.text(y), frame.left - 8.0, frame.y(y), SIZE, **place)
    yield _segment("quiet", frame.left, frame.bottom, frame.right, frame.bottom)
    for x in frame.across.ticks:
        yield _segment("quiet", frame.x(x), frame.bottom, frame.x(x), frame.bottom + 5.0)
        place = {"class_": "f-quiet", "text_anchor": "middle"}
        yield text_tag(frame.across.text(x), frame.x(x), frame.bottom + 16.0, SIZE, **place)


def _segment(
    role: str,
    x1: float,
    y1: float,
    x2: float,
    y2: float,
    width: float = 1.0,
    dash: str | None = None,
) -> str:
    ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    return tag("line", **ends, class_=f"s-{role}", stroke_width=width, stroke_dasharray=dash)


def _levels(chart: Chart, frame: Frame) -> Iterator[str]:
    for level, name in chart.levels:
        y = frame.y(level)
        yield _segment("quiet", frame.left, y, frame.right, y, 1.4, "6 5")
        middle = frame.right - 4.0 - LETTER * 6.0 * len(name)
        yield text_tag(name, middle, y - 9.0, 12.0, class_="k-note s-table f-quiet")


def _curve(line: Curve, frame: Frame) -> Iterator[str]:
    role = known(line.role)
    if line.band:
        upper = [(x, high) for x, _, high in line.band]
        lower = [(x, low) for x, low, _ in reversed(line.band)]
        d = _points(upper + lower, frame)
        yield tag("path", d=f"M{d}Z", class_=f"f-{role}", fill_opacity=0.18)
    if line.points:
        points = thinned(line.points)
        stepped = line.is_stepped
        d = _steps(points, frame) if stepped else _points(points, frame)
        look: Attributes = {
            "stroke_width": 2.2,
            "stroke_linejoin": "round",
            "stroke_linecap": "round",
        }
        yield tag("path", d=f"M{d}", fill="none", class_=f"s-{role}", **look)


def _points(points: list[tuple[float, float]], frame: Frame) -> str:
    return "L".join(f"{num(frame.x(x))} {num(frame.y(y))}" for x, y in points if _is_drawn(x, y))


def _is_drawn(x: float, y: float) -> bool:
    return math.isfinite(x) and math.isfinite(y)


def _steps(points: list[tuple[float, float]], frame: Frame) -> str:
    (x, y), *rest = points
    start = f"{num(frame.x(x))} {num(frame.y(y))}"
    return start + "".join(f"H{num(frame.x(x))}V{num(frame.y(y))}" for x, y in rest)


def thinned(points: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    """A long curve with the lowest and the highest point of each short stretch."""
    if len(points) <= MOST_POINTS:
        return list(points)
    size = math.ceil(len(points) / (MOST_POINTS / 2))
    kept = [points[0]]
    for start in range(0, len(points), size):
        stretch = points[start : start + size]
        ends = {min(stretch, key=lambda p: p[1]), max(stretch, key=lambda p: p[1])}
        kept += sorted(ends)
    return [*kept, points[-1]]


def _reach(dot: Dot, dots: Sequence[Dot], frame: Frame) -> float:
    """How far around a dot a finger hits it: at most half the way to the next one."""
    here = frame.x(dot.x), frame.y(dot.y)
    others = [(frame.x(d.x), frame.y(d.y)) for d in dots if d is not dot and safe_link(d.link)]
    apart = [far for other in others if (far := math.dist(here, other)) > 0.0]
    return min([FINGER, *(far / 2.0 for far in apart)])


def _dot(dot: Dot, dots: Sequence[Dot], frame: Frame) -> str:
    """A dot on its interval; with words it says them, with a link it leads there."""
    x, y, role = frame.x(dot.x), frame.y(dot.y), known(dot.role)
    body = ""
    if dot.low is not None and dot.high is not None:
        low, high = frame.y(dot.low), frame.y(dot.high)
        body += _segment(role, x, low, x, high, 1.6)
        body += "".join(_segment(role, x - 4.0, end, x + 4.0, end, 1.6) for end in (low, high))
    body += tag("circle", cx=x, cy=y, r=5.0, class_=f"f-{role} s-halo", stroke_width=1.5)
    words = f"<title>{escaped(one_line(dot.words))}</title>" if dot.words else ""
    link = safe_link(dot.link)
    if link:
        # a larger circle that is not seen, for fingers
        reach = _reach(dot, dots, frame)
        body += tag("circle", cx=x, cy=y, r=reach, fill="#000", fill_opacity=0.0)
        return f'<a href="{escaped(link)}">{words}{body}</a>'
    return f"<g>{words}{body}</g>" if words else body


def safe_link(link: str) -> str:
    """The link if it leads to a page, empty if it would run something.

    >>> safe_link("/review/7#12"), safe_link("javascript:alert(1)")
    ('/review/7#12', '')
    """
    link = one_line(link).strip()
    scheme, colon, _ = link.partition(":")
    is_scheme = colon and not any(c in scheme for c in "/?#")
    return "" if is_scheme and scheme.lower() not in ("http", "https") else link

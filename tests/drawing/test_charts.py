"""Charts and grids as SVG: where points fall, what is linked, what the numbers say."""

import math
import re
from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core.sheet import Cells, Chart, Curve, Dot
from kibitz.drawing.axis import axis, round_ticks, step_for
from kibitz.drawing.cells import cells_svg, number_text
from kibitz.drawing.charts import MOST_POINTS, chart_svg, thinned
from tests.drawing.sheets import GRAPH, MAP, POWER, RANGE

numbers = st.floats(-1e6, 1e6)


def _tags(text, name):
    return [t for t in ElementTree.fromstring(text).iter() if t.tag.endswith(f"}}{name}")]


def _texts(text):
    return [t.text for t in _tags(text, "text")]


@given(numbers, st.floats(1e-3, 1e6), st.integers(2, 8))
def test_ticks_are_round_inside_and_as_many_as_asked_for(low, span, about):
    high = low + span
    step = step_for(high - low, about)
    ticks = round_ticks(low, high, about)
    assert f"{step:e}"[0] in "125"
    assert (high - low) / step <= about * (1 + 1e-6)
    assert all(low - 1e-6 * span <= tick <= high + 1e-6 * span for tick in ticks)
    assert len(ticks) >= about // 2.5


@given(st.lists(numbers, min_size=1))
def test_an_axis_holds_its_values(values):
    made = axis(values)
    slack = 1e-9 * (made.high - made.low)
    assert made.low < made.high
    assert made.low - slack <= min(values)
    assert max(values) <= made.high + slack


@settings(deadline=None, max_examples=50)
@given(st.lists(st.tuples(numbers, numbers), max_size=5), st.text(max_size=9), st.booleans())
def test_every_chart_is_well_formed_xml(points, words, is_stepped):
    line = Curve(tuple(points), words, "first", is_stepped=is_stepped)
    dots = tuple(Dot(x, y, words=words, low=y - 1, high=y, link=words) for x, y in points)
    chart = Chart(words, words, words, (line, replace(line, dots=dots)), ((0.5, words),))
    assert ElementTree.fromstring(chart_svg(chart)).tag.endswith("svg")


def test_a_point_in_the_middle_of_both_axes_is_in_the_middle_of_the_plot():
    line = Curve(((0.0, 0.0), (10.0, 1.0)), dots=(Dot(5, 0.5), Dot(0, 0), Dot(10, 1)))
    circles = _tags(chart_svg(Chart("", "x", "y", (line,), low=0.0, high=1.0)), "circle")
    (mx, my), (x0, y0), (x1, y1) = (
        (float(c.get("cx") or 0), float(c.get("cy") or 0)) for c in circles
    )
    assert mx == pytest.approx((x0 + x1) / 2, abs=0.02)
    assert my == pytest.approx((y0 + y1) / 2, abs=0.02)
    assert x0 < x1
    assert y0 > y1  # up is more


def test_an_axis_of_chances_says_per_cent():
    assert {"0 %", "20 %", "100 %", "even"} <= set(_texts(chart_svg(GRAPH)))


def test_dots_lead_where_they_say_and_tell_what_they_are():
    links = _tags(chart_svg(GRAPH), "a")
    assert [a.get("href") for a in links] == ["#move-12", "#move-30"]
    assert links[0][0].text == "move 12: played 6c, best 9c"


def test_the_circles_that_fingers_hit_never_overlap():
    places = [(0.0, 0.2), (0.1, 0.2), (0.1, 0.21), (50.0, 0.9), (99.0, 0.5)]
    dots = tuple(Dot(x, y, link=f"#d{i}") for i, (x, y) in enumerate(places))
    drawn = _tags(chart_svg(Chart("", "move", "chance", (Curve((), dots=dots),))), "circle")
    hits = [c for c in drawn if c.get("fill-opacity") == "0"]
    circles = [tuple(float(c.get(name) or 0) for name in ("cx", "cy", "r")) for c in hits]
    assert len(circles) == len(places)
    for (x1, y1, r1), (x2, y2, r2) in combinations(circles, 2):
        assert math.dist((x1, y1), (x2, y2)) > r1 + r2 - 0.05  # coordinates are rounded
    assert max(r for _, _, r in circles) == 12


@pytest.mark.parametrize(
    "link", ["javascript:alert(1)", " JavaScript:x", "data:text/html,x", "a\nb:"]
)
def test_links_that_run_something_are_dropped(link):
    chart = Chart("", "x", "y", (Curve((), dots=(Dot(1, 1, link=link),)),))
    assert not _tags(chart_svg(chart), "a")


def test_intervals_span_from_low_to_high():
    marks = [t for t in _tags(chart_svg(POWER), "line") if t.get("class") == "s-mark"]
    bars = [t for t in marks if t.get("x1") == t.get("x2")]
    dots = _tags(chart_svg(POWER), "circle")
    assert len(bars) == 2
    for bar, dot in zip(bars, dots, strict=True):
        low, high, y = (float(v or 0) for v in (bar.get("y1"), bar.get("y2"), dot.get("cy")))
        assert high < y < low
        assert low - y == pytest.approx(y - high, abs=0.02)


def test_a_step_goes_across_before_it_goes_up():
    line = Curve(((0.0, 0.0), (1.0, 1.0)), is_stepped=True)
    (path,) = _tags(chart_svg(Chart("", "x", "y", (line,))), "path")
    across, up = re.fullmatch(r"M[\d.]+ [\d.]+H([\d.]+)V([\d.]+)", path.get("d") or "").groups()  # type: ignore[union-attr]
    assert float(across) > 500  # the right end
    assert float(up) < 100  # the top


def test_a_long_curve_is_thinned_and_keeps_its_peaks():
    points = tuple((float(i), 9.0 if i == 12_345 else i % 2) for i in range(100_000))
    kept = thinned(points)
    assert len(kept) <= MOST_POINTS + 2
    assert (12_345.0, 9.0) in kept
    assert kept == sorted(kept)


def test_a_range_has_a_text_and_a_number_in_each_cell():
    texts = _texts(cells_svg(RANGE))
    assert len(texts) == 1 + 2 * 169
    assert texts[1:3] == ["AA", "100"]


def test_texts_that_are_numbers_are_not_said_twice():
    assert _texts(cells_svg(MAP)) == [
        *("Chance of a hit", "A", "B", "C", "1", "2"),
        *("7", "80", "<1", "100", "25"),
    ]


def test_cells_are_tinted_in_proportion_and_empty_ones_are_not():
    cells = Cells("", ((0.25, None, 0.0, 1.0),), (("a", "b", "c", "d"),))
    heats = [t for t in _tags(cells_svg(cells), "rect") if t.get("class") == "f-heat"]
    assert [float(t.get("fill-opacity") or 0) for t in heats] == [0.25, 1.0]


@given(st.floats(0, 1))
def test_only_nothing_is_written_as_0_and_only_all_as_100(value):
    text = number_text(value)
    assert (text == "0") == (value == 0)
    assert (text == "100") == (value == 1)

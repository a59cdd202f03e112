"""Sheets on a terminal: as wide as it is, no number cut, no word broken, nothing read as markup."""

import io
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from kibitz.core.ink import Ink, Span, ink
from kibitz.core.sheet import Chart, Column, Curve, Heading, Listing, Picture, Sheet, Words, listing
from kibitz.drawing.axis import axis
from kibitz.drawing.strips import BLOCKS, chart_lines, sampled
from kibitz.drawing.terminal import sheet_lines, sheet_to_rich, show
from tests.drawing.sheets import GRAPH, MAP, RANGE, SHEET, THROWS

GOLDEN = Path(__file__).parent / "golden"
words = st.text("abc 12.5é王", max_size=30)


def _shown(sheet, width):
    return "".join(f"{line.plain.rstrip()}\n" for line in sheet_lines(sheet, width))


@pytest.mark.parametrize("width", [80, 40])
def test_a_sheet_looks_as_it_did(width):
    golden = (GOLDEN / f"sheet-{width}.txt").read_text(encoding="utf-8")
    assert _shown((*SHEET, RANGE), width) == golden


@pytest.mark.parametrize("width", [120, 80, 60, 40, 30])
def test_no_line_is_wider_than_the_terminal(width):
    assert max(line.cell_len for line in sheet_lines((*SHEET, RANGE), width)) <= width


@pytest.mark.parametrize("width", [120, 80, 60, 40, 20])
def test_no_number_of_an_important_column_is_cut_or_left_out(width):
    shown = re.findall(r"-?[\d.,]*\d", _shown([THROWS], width))
    for row in THROWS.rows[:3]:
        for number in map(str, row[1:4]):
            assert number in shown


@settings(deadline=None)
@given(
    st.lists(st.lists(words, min_size=3, max_size=3), min_size=1, max_size=4),
    st.lists(st.booleans(), min_size=3, max_size=3),
    st.integers(8, 60),
)
def test_every_word_of_a_listing_is_shown_whole(rows, are_numbers, width):
    columns = [Column(name, number) for name, number in zip("xyz", are_numbers, strict=True)]
    shown = _shown([listing(columns, rows)], width).split()
    for row in rows:
        for cell in row:
            assert all(word in shown for word in cell.split())


@settings(deadline=None)
@given(st.lists(words, max_size=4), st.integers(5, 50))
def test_sentences_break_between_words_only(lines, width):
    found = sheet_lines([Words(tuple(lines))], width)
    assert " ".join(line.plain for line in found).split() == " ".join(lines).split()
    assert all(line.cell_len <= width or " " not in line.plain.strip() for line in found)


def test_rows_are_told_one_by_one_where_their_words_do_not_fit_beside_each_other():
    row = ("extraordinarily", "incomprehensibilities")
    lines = _shown([listing(["a", "b"], [row])], 30).splitlines()
    assert lines == ["a extraordinarily", "  b  incomprehensibilities"]


def test_unimportant_columns_go_first_and_are_named():
    wide, narrow = (_shown([THROWS], width) for width in (80, 50))
    assert "1,250,000" in wide
    assert "1,250,000" not in narrow
    assert "no room for: samples, why" in narrow
    assert "14.7345" in narrow.splitlines()[4]  # still one line for each row


def test_marked_rows_are_marked_without_colours():
    lines = _shown([THROWS], 80).splitlines()
    assert [line for line in lines if line.startswith("▸")] == lines[2:4:2]


def test_an_empty_listing_and_an_empty_sheet_show_no_rows():
    assert _shown([Listing((Column("a"), Column("b")), ())], 40) == "a  b\n"
    assert _shown([], 40) == ""


def test_text_from_outside_is_never_markup_and_moves_no_cursor():
    hostile = "[bold red]x[/] :smile: \x1b[31mred\x1b[2J\x07"
    sheet: Sheet = [
        Heading(hostile),
        Words.of(hostile),
        Picture(ink(hostile)),
        listing([hostile], [(hostile,)], title=hostile),
        Chart(hostile, hostile, hostile, (Curve(((0, 0), (1, 1)), hostile),), ((0.5, hostile),)),
    ]
    out = io.StringIO()
    console = Console(
        file=out, width=100, color_system=None, force_terminal=True, legacy_windows=False
    )
    console.print(sheet_to_rich(sheet, 100))
    shown = re.sub(r"\x1b\[\d*m", "", out.getvalue())  # bold and dim are rich's own
    assert shown.count("[bold red]x[/] :smile: red") == 11
    assert not re.search(r"[\x00-\x09\x0b-\x1f]", shown)


def test_roles_are_styles():
    (line,) = sheet_lines([Words.of(Ink((Span("a", "bad"), Span("b"))))], 20)
    assert [(span.start, span.end, str(span.style)) for span in line.spans] == [(0, 1, "red")]


def test_one_style_does_not_run_into_the_next_cell():
    (_, row) = sheet_lines([listing(["a", "b"], [(ink("x", "bad"), "y")])], 20)
    assert [str(span.style) for span in row.spans if span.start <= 3 < span.end] == []


def test_there_is_no_colour_where_there_is_no_terminal(capsys):
    show(SHEET)
    assert "\x1b" not in capsys.readouterr().out
    show(SHEET, stderr=True)
    out, err = capsys.readouterr()
    assert out == ""
    assert "Throws to your crib" in err


def test_no_color_is_obeyed(monkeypatch, capsys):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    show([Words.of(ink("x", "red_suit"))])
    assert "\x1b[31m" in capsys.readouterr().out
    monkeypatch.setenv("NO_COLOR", "1")
    show([Words.of(ink("x", "red_suit")), MAP])
    assert not re.search(r"\x1b\[[\d;]*[34][0-9]", capsys.readouterr().out)


def test_a_word_longer_than_the_terminal_is_not_cut(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "20")
    show([Words.of("a " + "9" * 50 + " b")])
    assert capsys.readouterr().out == "a\n" + "9" * 50 + "\nb\n"


def test_a_full_curve_fills_its_rows_and_an_empty_one_none():
    for value, block in ((1.0, BLOCKS[-1]), (0.0, "")):
        line = Curve(((0.0, value), (1.0, value)))
        rows = chart_lines(Chart("", "x", "", (line,), low=0.0, high=1.0), 40)[:6]
        assert all(row.plain.partition("│")[2].strip(block or None) == "" for row in rows)


def test_a_straight_line_is_straight():
    line = Curve(((0.0, 0.0), (10.0, 10.0)))
    heights = sampled(line, axis([0.0, 10.0], is_exact=True), 20)
    assert heights[1:-1] == pytest.approx([(i + 0.5) / 2 for i in range(1, 19)])
    assert (heights[0], heights[-1]) == (0.0, 10.0)


def test_arrows_stand_under_the_columns_of_their_dots():
    lines = [line.plain for line in chart_lines(GRAPH, 80)]
    axis_row = next(i for i, line in enumerate(lines) if "└" in line)
    left = lines[axis_row].index("└") + 1
    columns = len(lines[axis_row]) - left
    places = [match.start() - left for match in re.finditer("▲", lines[axis_row + 1])]
    assert places == [int(12 / 40 * columns), int(30 / 40 * columns)]

"""Sheets as HTML: whole, harmless, one style, tables that screen readers understand."""

import re
from html.parser import HTMLParser

from kibitz.core.ink import ink
from kibitz.core.sheet import Heading, Picture, Sheet, Words, listing
from kibitz.drawing.page import blocks, document, fragment
from tests.drawing.sheets import RANGE, SHEET, THROWS
from tests.drawing.test_svg import HOSTILE

VOID = {"meta", "link", "br"}


class Reader(HTMLParser):
    """Checks that tags close in order, and keeps them."""

    def __init__(self):
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def _read(text):
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert not reader.open
    return reader


def test_a_fragment_is_whole_and_has_its_style_once():
    page = _read(fragment((*SHEET, RANGE)))
    assert [tag for tag, _ in page.tags].count("style") == 1
    assert page.tags[0] == ("div", {"class": "kibitz"})


def test_blocks_have_no_style_and_no_script_so_that_a_strict_policy_can_hold():
    page = _read(blocks((*SHEET, RANGE)))
    assert not {"style", "script"} & {tag for tag, _ in page.tags}
    assert not any("style" in attributes for _, attributes in page.tags)


def test_columns_and_rows_have_their_scope():
    page = _read(blocks([THROWS]))
    scopes = [a.get("scope") for tag, a in page.tags if tag == "th"]
    assert scopes == ["col"] * 7 + ["row"] * 3


def test_the_rest_of_a_long_listing_is_counted():
    assert "and 1 more" in blocks([THROWS])
    assert "5♦ 6♣" not in blocks([THROWS])


def test_marked_rows_and_numbers_are_classes():
    page = _read(blocks([THROWS]))
    rows = [a.get("class") for tag, a in page.tags if tag == "tr"]
    assert rows == [None, "k-marked", None, None]
    cells = [a.get("class") for tag, a in page.tags if tag in ("th", "td")][7:14]
    assert cells == [None, "k-n", "k-n", "k-n", "k-n k-low", None, "k-low"]


def test_hostile_text_stays_text():
    sheet: Sheet = [
        Heading(HOSTILE),
        Words.of(HOSTILE, ink(HOSTILE, "bad"), role='"><script>'),
        Picture(ink(HOSTILE)),
        listing([HOSTILE], [(HOSTILE,)], title=HOSTILE),
    ]
    page = _read(fragment(sheet))
    assert "script" not in {tag for tag, _ in page.tags}
    assert page.text.count("<script>alert(1)</script>") == 7


def test_a_picture_is_its_scene_or_its_characters():
    assert "<svg" in blocks([SHEET[2]])
    assert "<pre>" in blocks([Picture(ink("X.O", "first"))])


def test_a_document_stands_alone():
    page = document("a <b>", "<p>body</p>", 'f("</script>")')
    assert page.startswith("<!doctype html>")
    assert "<title>a &lt;b&gt;</title>" in page
    assert page.count("</script>") == 1
    assert not re.search(r"https?:|src=|@import|url\(", page)
    _read(page.replace("<!doctype html>", ""))

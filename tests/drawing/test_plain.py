"""Text from outside loses what could harm and keeps what can be read."""

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from kibitz.drawing.plain import escaped, one_line, plain

SEQUENCES = (
    "\x1b[31m",
    "\x1b[2J",
    "\x9b1;1H",
    "\x1b]0;title\x07",
    "\x1b]8;;http://x\x1b\\",
    "\x1bP1$r\x1b\\",
    "\x1b(B",
    "\x1bc",
    "\x07",
    "\x08",
    "\r",
    "\u202e",
    "\x7f",
    "\ud800",
)


def test_sequences_are_dropped_whole():
    for sequence in SEQUENCES:
        assert plain(f"a{sequence}b") == "ab", repr(sequence)


def test_words_of_every_language_signs_and_newlines_stay():
    text = "Größe 王 שלום 👩‍👩‍👧 ♠♥ ±0.5 %\nnext"
    assert plain(text) == text
    assert one_line(text) == text.replace("\n", " ")


@given(st.text())
def test_nothing_is_left_to_do_a_second_time(text):
    done = plain(text)
    assert plain(done) == done
    assert not any(ord(c) < 32 and c != "\n" for c in done)
    assert not any(0x7F <= ord(c) < 0xA0 for c in done)


@given(st.text())
def test_escaped_text_is_the_same_text_in_xml(text):
    tag = ElementTree.fromstring(f'<a b="{escaped(one_line(text))}">{escaped(text)}</a>')
    assert (tag.text or "") == plain(text)
    assert tag.get("b") == one_line(text)

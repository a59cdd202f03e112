"""Lines that end between words: no word and no number is ever cut."""

import re

from rich.cells import cell_len
from rich.text import Text

from kibitz.core.ink import Written, as_ink
from kibitz.drawing.plain import plain
from kibitz.drawing.theme import terminal_style

_WORD = re.compile(r"[^ ]+")


def styled(written: Written, role: str = "") -> Text:
    """Ink as text of rich: roles are styles, and nothing in it is read as markup."""
    text = Text(style=terminal_style(role))
    for span in as_ink(written).spans:
        text.append(plain(span.text), terminal_style(span.role) or None)
    return text


def wrapped(text: Text, width: int, *, indent: int = 0) -> list[Text]:
    """The text in lines of at most `width`; only a word longer than that is longer.

    Every line but the first is indented; blanks where a line ends are dropped.
    """
    found: list[Text] = []
    for line in text.split("\n", allow_blank=True):
        start, end, room = 0, 0, width
        for word in _WORD.finditer(line.plain):
            if end > start and cell_len(line.plain[start : word.end()]) > room:
                found.append(_indented(line[start:end], indent, bool(found)))
                start, room = word.start(), width - indent
            end = word.end()
        found.append(_indented(line[start:end], indent, bool(found)))
    return found


def _indented(line: Text, indent: int, is_later: bool) -> Text:
    return joined(" " * indent, line) if indent and is_later else line


def joined(*parts: Text | str) -> Text:
    """The parts as one text, each in its own style; `+` would give all the style of the first."""
    text = Text()
    for part in parts:
        text.append(part)
    return text


def longest_word(text: Text) -> int:
    """The width of its longest word."""
    return max((cell_len(word) for word in text.plain.split()), default=0)


def widest_line(text: Text) -> int:
    """The width it takes where nothing is wrapped."""
    return max((cell_len(line) for line in text.plain.split("\n")), default=0)

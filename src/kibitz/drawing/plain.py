"""Text from outside, made harmless: nothing in it moves a cursor, ends a tag or hides a word.

>>> plain("a\\x1b[31mred\\x1b[0m\\x07b")
'aredb'
>>> escaped('<b> & "c"')
'&lt;b&gt; &amp; &quot;c&quot;'
"""

import re
from html import escape

from kibitz.errors import MOST_LETTERS, shortened

_SEQUENCES = re.compile(
    r"(?:\x1b\]|\x9d)[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?"  # titles, links
    r"|(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])[^\x1b\x9c\n]*(?:\x1b\\|\x9c)?"  # strings for the device
    r"|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"  # colours, cursor
    r"|\x1b[ -/]*[0-~]?"
)
# controls, lone surrogates, what turns the direction of reading, what XML forbids
_CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u061c\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff]"
)


def plain(text: str) -> str:
    """`text` without escape sequences and control characters; newlines stay, tabs are blanks."""
    if text.isprintable():
        return text
    return _CONTROLS.sub("", _SEQUENCES.sub("", text)).replace("\t", " ")


def one_line(text: str) -> str:
    """The same on one line."""
    return plain(text).replace("\n", " ")


def sentence(text: str) -> str:
    """The same, with its blanks tidied and not endless: an error, a note beside an answer."""
    return shortened(" ".join(plain(text).split()), 4 * MOST_LETTERS)


def escaped(text: str) -> str:
    """The same for XML or HTML, between tags or in an attribute."""
    return escape(plain(text))

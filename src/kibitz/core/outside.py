"""JSON that any terminal and any encoding can take.

Controls, lone surrogates and what turns the direction of reading are written as escapes, which
mean the same to whoever reads the JSON and nothing to a terminal that shows it.

>>> harmless_json('{"a":"\\x9b1m"}')
'{"a":"\\\\u009b1m"}'
>>> ascii_json('{"a":"♠"}')
'{"a":"\\\\u2660"}'
"""

import re

_HARMFUL = re.compile(
    "[\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)
_WIDE = re.compile("[^\x00-\x7e]")


def harmless_json(text: str) -> str:
    """JSON whose characters can all be shown."""
    return text if text.isascii() and "\x7f" not in text else _HARMFUL.sub(_escape, text)


def ascii_json(text: str) -> str:
    """JSON in ASCII alone."""
    return _WIDE.sub(_escape, text)


def _escape(found: "re.Match[str]") -> str:
    units = found[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))

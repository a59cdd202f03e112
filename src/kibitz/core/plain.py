"""JSON put together from texts in which nothing needs an escape: as `json` writes it, sooner.

>>> is_plain(["ann", "bob's"]), is_plain(['the "shark"']), is_plain(["Zoë"])
(True, False, False)
>>> quoted(["ann", "bob"]), numbered([1.0, -0.5])
('["ann", "bob"]', '[1.0, -0.5]')
"""

from collections.abc import Iterable, Sequence

_NUMBERS = {int, float}


def is_plain(texts: Iterable[str]) -> bool:
    """Whether JSON in ASCII has these texts as they are."""
    try:
        text = "".join(texts)
    except TypeError:  # a number among them
        return False
    return text.isascii() and text.isprintable() and '"' not in text and "\\" not in text


def quoted(texts: Sequence[str], between: str = ", ") -> str:
    """A list of plain texts."""
    marks = f'"{between}"'
    return f'["{marks.join(texts)}"]' if texts else "[]"


def numbered(numbers: Sequence[float] | None, between: str = ", ") -> str:
    """A list of numbers, or null; nothing where one of them is none that JSON knows."""
    if numbers is None:
        return "null"
    written = between.join(map(repr, numbers))
    is_known = set(map(type, numbers)) <= _NUMBERS and "n" not in written  # inf, nan
    return f"[{written}]" if is_known else ""

"""The tables of a PHH file: one hand in a .phh file, one in each section of a .phhs file.

Files of sites have one field a line, written simply; those lines are read here, many times
faster than TOML at large. A section with anything else in it, a name that comes twice included,
is handed to `tomllib`. Amounts stay exact: whole numbers or decimals, never floats.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple

from kibitz.errors import BadRecord

Fields = dict[str, Any]
UNASKED = {"seats", "seat_count", "winnings", "currency_symbol", "time_zone_abbreviation"}
_SHORT = 80  # letters of a line that may come again
_HEADER = re.compile(r"^\[([\w.-]+)\][ \t]*$", re.MULTILINE)
_WHOLE = re.compile("[+-]?(0|[1-9][0-9]{0,17})")
_DECIMAL = re.compile(r"[+-]?(0|[1-9][0-9]{0,17})\.[0-9]{1,18}")
_TIME = re.compile("([01][0-9]|2[0-3])(:[0-5][0-9]){2}")
_NUMBERS = re.compile(r"\[[-0-9., inf]*\]")
_LISTED = r"-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?"
_WINNINGS = re.compile(rf"\[{_LISTED}(, {_LISTED})*\]")  # as in nearly all files
_WORDS = {"true": True, "false": False}
_LISTS = json.JSONDecoder(parse_float=Decimal, parse_constant=Decimal)


class Section(NamedTuple):
    """One hand's text: the number by which people find it, and where it ends in the file."""

    name: str
    text: str
    end: int


def sections(text: str) -> Iterator[Section]:
    """The hands of a file; a file without sections is one hand."""
    headers = list(_HEADER.finditer(text))
    if not headers:
        yield Section("1", text, len(text))
        return
    ends = [header.start() for header in headers[1:]] + [len(text)]
    for header, end in zip(headers, ends, strict=True):
        yield Section(header[1], text[header.end() : end], end)


def fields_of(text: str) -> Fields:
    """The fields of a hand; some that nobody asks for are left out."""
    fields: Fields = {}
    for line in text.split("\n"):
        if line:
            name, read = _known_field(line) if len(line) <= _SHORT else _field(line)
            if read is None or name in fields:
                return _toml(text)
            if name:
                fields[name] = read
    for name in UNASKED & fields.keys():
        del fields[name]
    return fields


def _field(line: str) -> tuple[str, Any]:
    """The name and value of a line: no name in a remark, no value in what is not simple."""
    if not line.isprintable():
        return "", None
    if line[0] == "#":
        return "", ""
    name, equals, value = line.partition(" = ")
    if not equals or not name.isidentifier() or not name.isascii():
        return "", None
    if name in UNASKED and _WINNINGS.fullmatch(value):
        return name, value
    return name, _simple(value)


_known_field = lru_cache(maxsize=1 << 14)(_field)  # hands of a table have many lines alike


def _simple(text: str) -> Any:
    """A value that is written simply; None for one that is not."""
    if text[:1] == "[" and text[-1:] == "]":
        return _simple_list(text)
    if text[:1] in ("'", '"'):
        inner = text[1:-1]
        plain = len(text) > 1 and text[0] == text[-1] and not set(inner) & set("'\"\\")
        return inner if plain else None
    if _WHOLE.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        return Decimal(text)
    return text if _TIME.fullmatch(text) else _WORDS.get(text)


def _simple_list(text: str) -> list[Any] | None:
    """Texts in one kind of quotes, or numbers."""
    quote = text[1]
    if quote in ("'", '"'):
        texts = text[2:-2].split(f"{quote}, {quote}")
        other = "'" if quote == '"' else '"'
        plain = text.count(quote) == 2 * len(texts) and other not in text and "\\" not in text
        return texts if plain and text[-2] == quote else None
    if not _NUMBERS.fullmatch(text):
        return None
    try:
        found: list[Any] = _LISTS.decode(text.replace("inf", "Infinity"))
    except ValueError:
        return None
    return found


def _toml(text: str) -> Fields:
    try:
        fields = tomllib.loads(text, parse_float=Decimal)
    except (ValueError, ArithmeticError, RecursionError) as error:  # numbers of too many digits
        raise BadRecord(f"it is not TOML ({error})") from None
    return {name: value for name, value in fields.items() if name not in UNASKED}

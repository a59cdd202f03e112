"""A request by its name and the texts of its fields: what an address or a form says.

Texts become values by the kinds of the fields, as a command line reads them; the request
checks the rest itself. Where a field takes many values, an address names it again and again.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kibitz.core.request import MISSING, Answer, Field, Request, fields_of
from kibitz.core.verbs import request_named
from kibitz.errors import BadValue

_TRUE, _FALSE = ("1", "true", "yes", "on"), ("", "0", "false", "no", "off")
LONGEST = 20_000  # characters of one field

Texts = Mapping[str, Sequence[str]]


def request_of(verb: str, texts: Texts) -> Request[Any]:
    """The request that these texts ask."""
    kind = request_named(verb)
    fields = {field.name: field for field in fields_of(kind)}
    for name in texts:
        if name not in fields:
            raise BadValue(f"{verb} has no field '{name[:40]}'")
    given = {
        name: _value(fields[name], [text for text in said if text != ""])
        for name, said in texts.items()
        if any(text != "" for text in said)
    }
    for field in fields.values():
        if field.default is MISSING and field.name not in given:
            raise BadValue(f"{verb} needs a value for {field.name.replace('_', ' ')}")
    return kind(**given)


def _value(field: Field, said: list[str]) -> Any:
    for text in said:
        if len(text) > LONGEST:
            raise BadValue(f"{field.name} is longer than {LONGEST:,} characters")
    if field.many is None:
        return _one(field, said[-1])
    if field.many > 1 and len(said) == 1:
        said = said[0].split()
    return tuple(_one(field, text) for text in said)


def _one(field: Field, text: str) -> Any:
    if field.kind is bool:
        if text.lower() not in (*_TRUE, *_FALSE):
            raise BadValue(f"{field.name} is yes or no, not '{text[:40]}'")
        return text.lower() in _TRUE
    if field.kind not in (int, float):
        return text
    try:
        return field.kind(text)
    except ValueError:
        kind = "a whole number" if field.kind is int else "a number"
        raise BadValue(f"{field.name} '{text[:40]}' is not {kind}") from None


def checked(verb: str, texts: Texts) -> Iterator[bool]:
    """Whether a question can be asked so; it is refused if not."""
    request_of(verb, texts)
    yield True


def answered(
    verb: str, texts: Texts, wants: str = "json", gap: float = 0.0
) -> Iterator[dict[str, Any]]:
    """Each snapshot as JSON, as blocks of a page or as both, with how far it is.

    Of snapshots that come closer than `gap` seconds the last one is shown alone.
    """
    shown, late = float("-inf"), None
    for answer in request_of(verb, texts).answers():
        if time.monotonic() - shown < gap:
            late = answer
            continue
        late, shown = None, time.monotonic()
        yield _shown(answer, wants)
    if late is not None:
        yield _shown(late, wants)


def _shown(answer: Answer, wants: str) -> dict[str, Any]:
    from kibitz.drawing.page import blocks

    shown: dict[str, Any] = {"progress": _progress(answer)}
    if wants != "html":
        shown["json"] = answer.to_json()
    if wants != "json":
        shown["html"] = blocks(answer.sheet())
    return shown


def _progress(answer: Answer) -> dict[str, Any] | None:
    found = answer.progress
    if found is None:
        return None
    return {"done": found.done, "total": found.total, "words": found.words}

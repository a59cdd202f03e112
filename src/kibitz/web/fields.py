"""The fields of a body, each checked for its kind."""

import json
from typing import Any

from starlette.requests import Request as Asked

from kibitz.errors import BadValue


async def body_of(asked: Asked) -> dict[str, Any]:
    """The fields of a body."""
    try:
        fields = json.loads(await asked.body())
    except (ValueError, RecursionError):
        raise BadValue("the body is not JSON") from None
    if not isinstance(fields, dict):
        raise BadValue("the body is not an object")
    return fields


_NEEDED: Any = object()


def text_in(fields: dict[str, Any], name: str, default: Any = _NEEDED) -> Any:
    """A text, or the default."""
    value = fields.get(name, default)
    if value is _NEEDED or not (value is None or isinstance(value, str)):
        raise BadValue(f"the body needs a text '{name}'")
    return value


def number_in(fields: dict[str, Any], name: str, default: int | None = None) -> int | None:
    """A whole number, or the default."""
    value = fields.get(name, default)
    if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
        raise BadValue(f"'{name}' is not a whole number")
    return value


def texts_in(fields: dict[str, Any], name: str) -> list[str]:
    """A list of texts."""
    value = fields.get(name)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise BadValue(f"the body needs a list of texts '{name}'")
    return value


def many_texts(name: str, said: Any) -> list[str]:
    """One text or many, as a list."""
    many = said if isinstance(said, list) else [said]
    if not all(isinstance(text, str) for text in many):
        raise BadValue(f"'{name[:40]}' is not text")
    return many

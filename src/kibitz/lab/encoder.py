"""The one encoder: an answer as a JSON object that begins with its schema, and that schema.

Field names in Python are the names in JSON. What is not a number becomes null. A field
whose name begins with an underscore is for people alone: what the clock says, where
programs are to get the same bytes from the same seed.
"""

from typing import Any

import msgspec

from kibitz.core.outside import harmless_json
from kibitz.core.request import Answer

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def plain(answer: Answer) -> dict[str, Any]:
    """The answer as dictionaries, lists and numbers, its schema first."""
    fields = msgspec.to_builtins(answer, enc_hook=_number)
    return {"schema": answer.schema, **_public(fields)}


def _public(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if not name.startswith("_")}


def encoded(answer: Answer) -> str:
    """The answer as one line of JSON."""
    return harmless_json(msgspec.json.encode(plain(answer)).decode())


def _number(value: Any) -> Any:
    """NumPy's scalars as Python's."""
    if hasattr(value, "item"):
        return value.item()
    raise TypeError(f"{type(value).__name__} is not plain data")


def schema_of(answer: type[Answer]) -> dict[str, Any]:
    """The JSON Schema of an answer."""
    made, parts = msgspec.json.schema_components([answer], ref_template="#/$defs/{name}")
    name = made[0]["$ref"].rpartition("/")[2]
    body = parts.pop(name)
    known = _public(body.get("properties", {}))
    body["properties"] = {"schema": {"const": answer.schema}, **known}
    body["required"] = list(body["properties"])
    schema: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": answer.schema,
    }
    schema |= body
    return schema | ({"$defs": _required(parts)} if parts else {})


def _required(parts: dict[str, Any]) -> dict[str, Any]:
    """Every field is always written, so every field is required."""
    for part in parts.values():
        if "properties" in part:
            part["required"] = list(part["properties"])
    return parts

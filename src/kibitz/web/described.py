"""The API described for programs (OpenAPI 3.1), from the same requests that answer."""

from functools import cache
from typing import Any

from kibitz import __version__
from kibitz.core.request import MISSING, Field, fields_of
from kibitz.core.verbs import request_named, verb_names
from kibitz.lab.encoder import schema_of
from kibitz.web.policy import is_open, is_shown

_TYPES = {int: "integer", float: "number", bool: "boolean", str: "string"}
_ERROR = {
    "description": "One sentence that says what was wrong.",
    "content": {
        "application/json": {
            "schema": {"type": "object", "properties": {"error": {"type": "string"}}}
        }
    },
}


_STREAMS = {
    "/api/v1/stream/{verb}": ("verb", "The answer to a question as it improves."),
    "/api/v1/analyse/{game}": ("game", "Every option of a position as it improves."),
}


def _stream(name: str, words: str) -> dict[str, Any]:
    """A stream of events: part, then done or refused with a sentence."""
    named = {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
    content = {"text/event-stream": {"schema": {"type": "string"}}}
    return {
        "summary": words,
        "parameters": [named],
        "responses": {"200": {"description": "part, done, refused", "content": content}},
    }


@cache
def description() -> dict[str, Any]:
    """Everything that can be asked."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Kibitz", "version": __version__},
        "paths": {f"/api/v1/ask/{verb}": {"get": _question(verb)} for verb in open_verbs()}
        | {path: {"get": _stream(name, words)} for path, (name, words) in _STREAMS.items()},
    }


@cache
def open_verbs() -> tuple[str, ...]:
    """The questions that a page may ask."""
    return tuple(verb for verb in verb_names() if is_open(verb))


def _question(verb: str) -> dict[str, Any]:
    request = request_named(verb)
    lines = (request.__doc__ or "").strip().splitlines()
    return {
        "operationId": verb,
        "summary": lines[0] if lines else verb,
        "parameters": [_parameter(field) for field in fields_of(request) if is_shown(field)],
        "responses": {
            "200": {
                "description": "The answer.",
                "content": {"application/json": {"schema": schema_of(request.gives)}},
            },
            "400": _ERROR,
            "503": _ERROR,
        },
    }


def _parameter(field: Field) -> dict[str, Any]:
    return {
        "name": field.name,
        "in": "query",
        "required": field.default is MISSING,
        "description": field.help,
        "schema": _field_schema(field),
    }


def _field_schema(field: Field) -> dict[str, Any]:
    one: dict[str, Any] = (
        {"enum": list(field.kind)}
        if isinstance(field.kind, tuple)
        else {"type": _TYPES[field.kind]}
    )
    if field.low is not None:
        one["exclusiveMinimum" if field.is_open else "minimum"] = field.low
    if field.high is not None:
        one["maximum"] = field.high
    return one if field.many is None else {"type": "array", "items": one}

"""Requests by name, found through the entry points of installed packages (`kibitz.requests`).

A name is one word or two with a dot between them: `analyse`, `cribbage.throw`. The house's
own requests and those of its games register in the same way as those of a game from
outside. A request that fails to load is reported when somebody asks for it.
"""

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from kibitz.core.request import Request
from kibitz.errors import BadValue, UnknownName

GROUP = "kibitz.requests"


@cache
def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def verb_names() -> list[str]:
    """The names of all registered requests."""
    return sorted(_entries())


def request_named(name: str) -> type[Request[Any]]:
    """The request of that name."""
    entries = _entries()
    if name not in entries:
        raise UnknownName("request", name, entries)
    try:
        loaded = entries[name].load()
    except (ImportError, AttributeError) as error:
        raise BadValue(f"request '{name}' does not load: {error}") from error
    assert isinstance(loaded, type)
    assert issubclass(loaded, Request)
    return loaded

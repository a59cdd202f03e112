"""What a guide to a question says."""

from collections.abc import Mapping
from typing import NamedTuple


class Example(NamedTuple):
    """A filled-in question: what it shows, and its fields."""

    words: str
    fields: Mapping[str, str | tuple[str, ...]]


class Guide(NamedTuple):
    """How one question is presented."""

    title: str
    words: str = ""
    first: tuple[str, ...] = ()  # the fields that matter, in order
    labels: Mapping[str, str] = {}
    helps: Mapping[str, str] = {}
    examples: tuple[Example, ...] = ()
    picks: Mapping[str, tuple[str, ...]] = {}  # of a field: what may be picked instead
    is_flagship: bool = True

"""Text in which some words have a role: what a terminal or a page may colour, without a colour.

>>> row = ink("X", "first") + " against " + ink("O", "second")
>>> str(row), row.spans[0]
('X against O', Span(text='X', role='first'))
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Union

PLAIN = ""


class Span(NamedTuple):
    """Some characters and their role, a name of the theme; the empty one is plain text."""

    text: str
    role: str = PLAIN


@dataclass(frozen=True, slots=True)
class Ink:
    """A text in spans; lines end with a newline, as in a string."""

    spans: tuple[Span, ...] = ()

    def __add__(self, other: "Written") -> "Ink":
        return Ink(self.spans + as_ink(other).spans)

    def __radd__(self, other: str) -> "Ink":
        return Ink(as_ink(other).spans + self.spans)

    def __str__(self) -> str:
        return "".join(span.text for span in self.spans)

    def __len__(self) -> int:
        """How many characters are shown."""
        return sum(len(span.text) for span in self.spans)

    def padded(self, width: int) -> "Ink":
        """Filled up with blanks on the right."""
        return self + " " * max(0, width - len(self))


Written = Union[Ink, str]  # noqa: UP007 (an alias that is used at run time)


def ink(text: str, role: str = PLAIN) -> Ink:
    """`text` in one role."""
    return Ink((Span(text, role),) if text else ())


def as_ink(written: Written) -> Ink:
    """A plain string as ink; ink as it is."""
    return written if isinstance(written, Ink) else ink(written)


def joined(between: str, parts: Iterable[Written]) -> Ink:
    """The parts with `between` between them."""
    spans: list[Span] = []
    for number, part in enumerate(parts):
        if number and between:
            spans.append(Span(between))
        spans += as_ink(part).spans
    return Ink(tuple(spans))


def lines(parts: Iterable[Written]) -> Ink:
    """The parts below each other."""
    return joined("\n", parts)

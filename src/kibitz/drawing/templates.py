"""Whole pages from templates (Jinja2): everything is text unless it was drawn here."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from kibitz.drawing.plain import plain
from kibitz.drawing.theme import stylesheet


@cache
def environment(package: str) -> Environment:
    """The templates of a package: everything is escaped and without what moves a cursor."""
    return Environment(
        loader=PackageLoader(package),
        autoescape=True,
        finalize=_harmless,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _harmless(value: Any) -> Any:
    """Text without what moves a cursor or hides a word, like all text that is drawn."""
    return plain(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def rendered(name: str, **data: Any) -> str:
    """A template of this folder filled with `data`."""
    return (
        environment("kibitz.drawing").get_template(name).render(theme=Markup(stylesheet()), **data)
    )


def drawn(markup: str) -> Markup:
    """What was drawn by this package: it goes into a page as it is."""
    return Markup(markup)


def source(name: str) -> str:
    """A style or a script of this folder as it is, for a server that serves it as a file."""
    return str(environment("kibitz.drawing").get_template(name).render())

"""A request as a form: each field as what a page shows of it."""

from dataclasses import dataclass
from functools import cache

from kibitz.core.request import MISSING, Field, fields_of
from kibitz.core.verbs import request_named
from kibitz.web.asking import Texts
from kibitz.web.policy import is_shown


@dataclass(frozen=True)
class FormField:
    """One field: its name, what people call it, how it is entered, and what it holds."""

    name: str
    words: str
    help: str
    kind: str  # text, number, check or choice
    value: str
    is_needed: bool
    choices: tuple[str, ...] = ()
    low: str = ""
    high: str = ""
    step: str = ""
    hint: str = ""  # the usual value
    holds: str = ""  # what can be picked: cards, range, position


def form_of(verb: str, texts: Texts) -> list[FormField]:
    """The fields of a question that a page may fill in, those that stand without a name first."""
    fields = [field for field in fields_of(request_named(verb)) if is_shown(field)]
    fields.sort(key=lambda field: not field.is_argument)
    return [_shown(field, " ".join(texts.get(field.name, ()))) for field in fields]


def _shown(field: Field, said: str) -> FormField:
    usual = "" if field.default in (MISSING, None, ()) else str(field.default)
    kind = _kind(field)
    return FormField(
        name=field.name,
        words=field.name.replace("_", " ").strip().capitalize(),
        help=field.help,
        kind=kind,
        value=said,
        is_needed=field.default is MISSING,
        choices=tuple(field.kind) if isinstance(field.kind, tuple) else (),
        low="" if field.low is None else f"{field.low:g}",
        high="" if field.high is None else f"{field.high:.0f}",
        step="1" if field.kind is int else "any",
        hint=usual,
        holds=field.holds,
    )


def _kind(field: Field) -> str:
    if isinstance(field.kind, tuple):
        return "choice"
    if field.kind is bool:
        return "check"
    return "number" if field.kind in (int, float) and field.many is None else "text"


@cache
def question_words(verb: str) -> str:
    """What a question finds out, in a line."""
    lines = (request_named(verb).__doc__ or verb).strip().splitlines()
    return lines[0]

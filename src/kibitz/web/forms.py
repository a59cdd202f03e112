"""A request as a form: each field as what a page shows of it."""

import re
from dataclasses import dataclass
from functools import cache

from kibitz.core.request import MISSING, SEAT, Field, fields_of
from kibitz.core.verbs import request_named
from kibitz.web.asking import Texts
from kibitz.web.described import open_verbs
from kibitz.web.guide import FOR_COMMANDS, games_known, group_of, guide_of
from kibitz.web.guides.kind import Guide
from kibitz.web.policy import is_shown

_YES = ("1", "true", "yes", "on")
_LEAST_ROWS = 2  # of a field that takes any number of values
MOST_SEATS = 10  # of all games


@dataclass(frozen=True)
class FormField:
    """One field: its name, what people call it, how it is entered, and what it holds."""

    name: str
    words: str
    help: str
    kind: str  # text, number, check, choice, choices or rows
    values: tuple[str, ...]
    is_needed: bool
    is_first: bool  # rather than folded away
    choices: tuple[tuple[str, str], ...] = ()  # value, words
    low: str = ""
    high: str = ""
    step: str = ""
    hint: str = ""  # the usual value
    holds: tuple[str, ...] = ()  # what can be picked: cards, range, position
    game: str = ""  # of a position, where the question is about one game

    @property
    def value(self) -> str:
        return " ".join(self.values)

    @property
    def is_ticked(self) -> bool:
        return self.value.lower() in _YES

    @property
    def rows(self) -> tuple[str, ...]:
        """The values, and empty ones to write into."""
        return self.values + ("",) * (_LEAST_ROWS - len(self.values))


def form_of(verb: str, texts: Texts) -> list[FormField]:
    """The fields of a question that a page may fill in, those that matter first."""
    fields = [field for field in fields_of(request_named(verb)) if _is_offered(field)]
    guide = guide_of(verb) or Guide("")
    first = guide.first or tuple(f.name for f in fields if f.is_argument or f.default is MISSING)
    order = {name: place for place, name in enumerate(first)}
    fields.sort(key=lambda field: order.get(field.name, len(order)))
    return [_shown(verb, guide, field, texts, field.name in order) for field in fields]


def _is_offered(field: Field) -> bool:
    return is_shown(field) and field.name not in FOR_COMMANDS


def _shown(verb: str, guide: Guide, field: Field, texts: Texts, is_first: bool) -> FormField:
    is_needed = field.default is MISSING or _is_side(field)
    return FormField(
        name=field.name,
        words=guide.labels.get(field.name) or _words(field),
        help=guide.helps.get(field.name, _help(field)),
        kind=_kind(field),
        values=tuple(text for text in texts.get(field.name, ()) if text),
        is_needed=is_needed,
        is_first=is_first or is_needed,
        choices=_choices(field),
        low="" if field.low is None else f"{field.low:g}",
        high="" if field.high is None else f"{field.high:.0f}",
        step="1" if field.kind is int else "any",
        hint=_usual(field),
        holds=guide.picks.get(field.name) or _picks(field),
        game=group_of(verb) if group_of(verb) in games_known() else "",
    )


def _words(field: Field) -> str:
    return field.name.replace("_", " ").strip().capitalize()


def _help(field: Field) -> str:
    """The help without what only a command line knows: names with dashes before them."""
    return re.sub(r"--([a-z-]+)", lambda found: found[1].replace("-", " "), field.help)


def _usual(field: Field) -> str:
    if field.holds == SEAT:
        return "the one to move"
    if field.default in (MISSING, None, ()) or field.kind is bool:
        return ""
    if isinstance(field.default, tuple):
        return " ".join(map(str, field.default))
    return f"{field.default:g}" if isinstance(field.default, float) else str(field.default)


def _picks(field: Field) -> tuple[str, ...]:
    return () if field.holds in ("", SEAT) else (field.holds,)


def _is_side(field: Field) -> bool:
    """A yes-or-no with two names and no usual one: dealer or pone."""
    return field.kind is bool and field.default is None and field.opposite is not None


def _choices(field: Field) -> tuple[tuple[str, str], ...]:
    if field.holds == SEAT:  # people count from 1, addresses from 0 as Python does
        return tuple((str(seat), f"seat {seat + 1}") for seat in range(MOST_SEATS))
    if isinstance(field.kind, tuple):
        return tuple((choice, choice) for choice in field.kind)
    if _is_side(field):
        yes, no = _words(field), str(field.opposite).capitalize()
        return (("yes", yes), ("no", no))
    if field.kind is bool and field.default:
        return (("", "yes"), ("no", "no"))
    return ()


def _kind(field: Field) -> str:
    if field.kind is bool and not _choices(field):
        return "check"
    if isinstance(field.kind, tuple) or _choices(field):
        return "choice" if field.many is None else "choices"
    if field.many == 0:
        return "rows"
    return "number" if field.kind in (int, float) and field.many is None else "text"


def fault_of(form: list[FormField], sentence: str) -> str:
    """The field that a refusal speaks of: by its name, or by what was written there; or none."""
    said = sentence.lower()
    for field in form:
        name = field.name.replace("_", " ").strip()
        if re.search(rf"^({re.escape(field.name)}|the {name})\b|value for {name}$", said):
            return field.name
    quoted = re.findall(r"'([^']+)'", sentence)
    for field in form:
        if any(part in value for value in field.values for part in quoted if field.kind != "check"):
            return field.name
    return ""


@cache
def paged_verbs() -> tuple[str, ...]:
    """The questions that have a page: those whose last snapshot is the whole answer."""
    return tuple(verb for verb in open_verbs() if not request_named(verb).is_piecewise)


@cache
def question_title(verb: str) -> str:
    """What a question is called."""
    guide = guide_of(verb)
    return guide.title if guide else question_words(verb).rstrip(".")


@cache
def question_words(verb: str) -> str:
    """What a question finds out, in a line."""
    guide = guide_of(verb)
    if guide and guide.words:
        return guide.words
    lines = (request_named(verb).__doc__ or verb).strip().splitlines()
    return re.sub(r"\b[A-Z]{4,}\b", lambda found: found[0].lower(), lines[0])

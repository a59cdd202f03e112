"""What a page may ask for: nothing that touches files or runs programs, and never too much.

Whoever starts the server with programs allowed lifts the first half; the second stays.
"""

import re

from kibitz.core.request import MISSING, PLACE, Field, fields_of
from kibitz.core.verbs import request_named
from kibitz.errors import BadValue, UnknownName
from kibitz.web.asking import Texts, request_of

MOST = {"iterations": 1_000_000, "samples": 10_000_000, "seconds": 120, "megabytes": 4096,
        "workers": 2, "threads": 2, "depth": 60}  # fmt: skip
WORKERS = "workers"  # a question has one process; tests have their own
_SETTING = re.compile(r"(\w+)\s*=\s*([0-9.eE+]+)")


def is_open(verb: str) -> bool:
    """Whether a page may ask this at all: it changes nothing and needs no file."""
    request = request_named(verb)
    needed = (field for field in fields_of(request) if field.default is MISSING)
    return not request.changes and not any(field.holds == PLACE for field in needed)


def is_shown(field: Field) -> bool:
    """Whether a page may fill a field in."""
    return field.holds != PLACE and field.name != WORKERS


def check_question(verb: str, texts: Texts) -> None:
    """Refuse a question that touches files, runs programs or would take too much."""
    fields = {field.name: field for field in fields_of(request_named(verb))}
    if not is_open(verb):
        raise UnknownName("question", verb, [])
    for name, said in texts.items():
        if name in fields and not is_shown(fields[name]) and any(said):
            what = "ask for processes" if name == WORKERS else "name files or archives"
            raise BadValue(f"a page may not {what} ({name[:40]})")
        for text in said:
            check_player(text)
            _check_size(name, text)


CONTEST_FIELDS = frozenset(
    ("game", "players", "pairs", "sprt", "error", "elo_model", "alpha", "beta", "overshoot",
     "max_pairs", "limit", "workers", "seed", "format", "rounds", "challengers", "anchor")
)  # fmt: skip


def check_contest(verb: str, texts: Texts, allows_programs: bool = False) -> None:
    """Refuse a match or tournament that touches files, runs programs or takes every core."""
    if verb not in ("match", "tournament"):
        raise BadValue(f"'{verb[:40]}' is not a kind of test")
    for name, said in texts.items():
        if name not in CONTEST_FIELDS:
            raise BadValue(f"a page may not set '{name[:40]}' of a {verb}")
        for text in said:
            check_player(text, allows_programs)
            _check_size(name, text)
    for name in ("game", "players"):
        if not any(texts.get(name, ())):
            raise BadValue(f"a {verb} needs {name}")
    request_of(verb, texts)  # which checks itself


def check_player(text: str, allows_programs: bool = False) -> None:
    """Refuse a player that is a program, or that would think for hours."""
    if "exec:" in text and not allows_programs:
        raise BadValue("programs may not be run from a page: see kibitz web --allow-programs")
    for name, value in _SETTING.findall(text):
        _check_size(name, value)


def _check_size(name: str, text: str) -> None:
    most = MOST.get(name)
    if most is None:
        return
    try:
        value = float(text or 0)
    except ValueError:
        return  # the request says that it is no number
    if not value <= most:
        raise BadValue(f"{name} {text[:20]} is more than the {most:,} that a page may ask for")

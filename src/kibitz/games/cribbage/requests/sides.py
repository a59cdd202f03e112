"""What several questions about cribbage have in common: whose deal it is, scores, cards."""

from collections.abc import Iterable
from typing import Any

from kibitz.core.cards import card_ink, parse_card
from kibitz.core.ink import Ink, joined
from kibitz.core.request import ask
from kibitz.errors import BadValue

ROLES = ("pone", "dealer")
TARGET = 121  # Rule 6


def ask_dealer() -> Any:
    """The field that says whose deal it is."""
    return ask(None, "Whose deal it is.", opposite="pone")


def role_of(is_dealer: bool | None) -> int:
    """1 for the dealer, 0 for pone; it must be said."""
    if is_dealer is None:
        raise BadValue("say dealer or pone: the crib is the dealer's")
    return int(is_dealer)


def ask_score() -> Any:
    """The field with both scores."""
    return ask("0-0", "Scores, yours first.", metavar="MINE-THEIRS")


def scores_of(text: str) -> tuple[int, int]:
    """Both scores, one's own first.

    >>> scores_of("61-70")
    (61, 70)
    """
    mine, dash, theirs = text.partition("-")
    if not dash or not mine.isdecimal() or not theirs.isdecimal():
        raise BadValue(f"score '{text}' is not two numbers like 61-70")
    for part in (mine, theirs):
        if len(part) > 3 or int(part) >= TARGET:
            raise BadValue(f"score '{part}' is not from 0 to {TARGET - 1}")
    return int(mine), int(theirs)


def shown_cards(texts: Iterable[str]) -> Ink:
    """Cards with their symbols, in the roles of their suits."""
    return joined(" ", (card_ink(parse_card(text)) for text in texts))


def percent(chance: float | None, digits: int = 1) -> str:
    """A chance as people read it, a dash where there is none."""
    return "-" if chance is None else f"{100 * chance:.{digits}f} %"

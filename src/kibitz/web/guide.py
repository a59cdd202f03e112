"""What people are told about questions: titles, which fields come first, examples to start from.

A question that nobody wrote a guide for is shown by what it says of itself. Fields that are not
among the first ones are folded away.
"""

from functools import cache
from importlib.metadata import entry_points

from kibitz.web.guides import boards, cards, numbers
from kibitz.web.guides.kind import Guide

GUIDES: dict[str, Guide] = cards.GUIDES | boards.GUIDES | numbers.GUIDES
# where it is not the first word
GROUPS = {"equity.holdem": "holdem", "equity.dicechess": "dicechess"}
GROUP_TITLES = {
    "cribbage": "Cribbage",
    "holdem": "Hold'em",
    "battleship": "Battleship",
    "dicechess": "Dice chess",
    "sprt": "Sequential tests",
    "stats": "Statistics",
    "bluff": "Bluff",
    "dots": "Dots and boxes",
    "nim": "Nim and heap games",
    "leduc": "Leduc poker",
}
# Fields that only mean something to a command line, or that the page sets itself.
FOR_COMMANDS = frozenset(("exit_code", "times", "looks", "every"))


@cache
def games_known() -> tuple[str, ...]:
    """The games that are installed; their registry itself would load a compiler."""
    return tuple(sorted(entry.name for entry in entry_points(group="kibitz.games")))


def guide_of(verb: str) -> Guide | None:
    """The guide to a question, where there is one."""
    return GUIDES.get(verb)


def group_of(verb: str) -> str:
    """Under which heading a question stands."""
    return GROUPS.get(verb, verb.partition(".")[0])


def path_of(verb: str) -> str:
    """The address of a question: /cribbage/throw, or /ask/show where it is one word."""
    group, _, name = verb.partition(".")
    if not name:
        return f"/ask/{verb}"
    return f"/{name}/{group}" if verb in GROUPS else f"/{group}/{name}"

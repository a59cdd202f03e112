"""How a table talks to one listener: `you fold`, `player 2 folds`, in whole sentences.

>>> sentences([clause("player 2", "pass"), clause("you", "have", "the pile")])
'Player 2 passes. You have the pile.'
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kibitz.core.game import Game

YOU = "you"
_IRREGULAR = {"have": "has", "are": "is", "do": "does"}


def clause(who: str, verb: str, rest: str = "") -> str:
    """A subject with its verb, given as one says it to `you`, and what follows."""
    said = verb if who == YOU else _third_person(verb)
    return f"{who} {said} {rest}".rstrip()


def _third_person(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    return verb + ("es" if verb.endswith(("s", "sh", "ch")) else "s")


def possessive(who: str) -> str:
    """Whose: `your`, `player 2's`."""
    return "your" if who == YOU else f"{who}'s"


def sentences(clauses: Iterable[str]) -> str:
    """Each clause with a capital and a full stop; empty ones are left out."""
    return " ".join(f"{said[0].upper()}{said[1:]}." for said in clauses if said)


def loss_words(game: "Game", loss: float, unit: str) -> str:
    """What was given up in a game: `7.17 points`; of wins, as a chance.

    >>> from kibitz.core.registry import make_game
    >>> cribbage = make_game("cribbage")
    >>> loss_words(cribbage, 7.167, "points"), loss_words(cribbage, 0.322, "wins")
    ('7.17 points', '16.1 % chance to win')
    >>> loss_words(make_game("cribbage(players=3)"), 0.322, "wins")
    '21.5 % chance to win'
    """
    if unit != "wins":
        return f"{loss:.3g} {unit}"
    return f"{100 * game.chance_lost(loss):.3g} % chance to win"


def plural(severity: str, count: int) -> str:
    """`4 blunders`, but `4 critical`: some severities are things, others say how bad."""
    plurals = {"inaccuracy": "inaccuracies", "mistake": "mistakes", "blunder": "blunders"}
    return severity if count == 1 else plurals.get(severity, severity)


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words with commas and a word before the last: `fold, call 4 or raise`.

    >>> listed(["fold", "call 4", "raise"], "or")
    'fold, call 4 or raise'
    """
    *first, final = list(words) or [""]
    return f"{', '.join(first)} {last} {final}" if first else final

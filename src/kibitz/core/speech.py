"""How a table talks to one listener: `you fold`, `player 2 folds`, in whole sentences.

>>> sentences([clause("player 2", "pass"), clause("you", "have", "the pile")])
'Player 2 passes. You have the pile.'
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kibitz.core.game import Game
    from kibitz.estimate.estimate import Option

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


def outcome_words(game: "Game", *options: "Option") -> str:
    """That options win, where that is certain; else how often, a draw being half a win.

    >>> from kibitz.core.registry import make_game
    >>> from kibitz.estimate.estimate import Estimate, Option
    >>> game, lost = make_game("ultimate"), Option(0, "a1", Estimate.exact(-1.0))
    >>> better, best = (Option(n, f"b{n}", Estimate.judged(n / 4, "6 plies")) for n in (1, 2))
    >>> outcome_words(game, best, better), outcome_words(game, best, lost)
    ('b2 scores 75.0 %, b1 62.5 %', 'b2 scores 75.0 %, a1 loses')
    """
    ends = dict(zip(game.ends, ("wins", "loses", "draws"), strict=False))
    verb, said = "scores " if game.has_two_sides else "wins ", []
    for option in options:
        if option.estimate.is_exact and option.value in ends:
            said.append(f"{option.text} {ends[option.value]}")
        else:
            said.append(f"{option.text} {verb}{100 * game.chance_to_win(option.value):.1f} %")
            verb = ""
    return ", ".join(said)


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

"""One or two sentences on a decision, made from the numbers and never against them.

A game may word the difference itself (`Coached.account`); else the parts of the two options
are set against each other: what the best one gains, and what it gives back.
"""

from kibitz.core.coached import Coached
from kibitz.core.speech import outcome_words
from kibitz.estimate.estimate import Analysis, Option

TELLING = 0.05  # the share of the whole difference below which a part is not worth a word


def explain(game: Coached, analysis: Analysis, move: int) -> str:
    """Why the best option is better than `move`, or what made `move` the best."""
    best, chosen = analysis.best, analysis.option(move)
    if analysis.loss(move) == 0:
        return game.account(analysis, move) or chosen.reason or f"{chosen.text} is the best move"
    if chosen.is_as_good:
        return f"{chosen.text} is as good as {best.text}: {chosen.reason}"
    if analysis.is_too_close_to_call(move):
        return f"{best.text} and {chosen.text} are too close to call"
    return game.account(analysis, move) or _difference(game, best, chosen, analysis.unit)


def _difference(game: Coached, best: Option, chosen: Option, unit: str) -> str:
    """By how much the best is better, and where that lies."""
    if best.parts:
        return _from_parts(best, chosen, unit)
    if best.reason and chosen.reason and best.reason != chosen.reason:
        return f"{best.text} {best.reason}; {chosen.text} {chosen.reason}"
    if unit == "wins":
        return outcome_words(game, best, chosen)
    return _from_parts(best, chosen, unit)


def _from_parts(best: Option, chosen: Option, unit: str) -> str:
    loss = best.value - chosen.value
    whole = f"{best.text} is worth {_number(best.value)}, {_number(loss)} {unit} more"
    gains, gives = _differences(best, chosen, loss)
    if gains and gives:
        return f"{whole}: it gains {', '.join(gains)} and gives back {', '.join(gives)}"
    if gains:
        return f"{whole}, from {', '.join(gains)}"
    return f"{whole} than {chosen.text}"


def _differences(best: Option, chosen: Option, loss: float) -> tuple[list[str], list[str]]:
    """The parts in which the best option is ahead, and those in which it is behind."""
    gains: list[str] = []
    gives: list[str] = []
    for name in best.parts:
        if name not in chosen.parts:
            continue
        difference = best.parts[name] - chosen.parts[name]
        if abs(difference) < TELLING * loss:
            continue
        (gains if difference > 0 else gives).append(f"{_number(abs(difference))} in {name}")
    return gains, gives


def _number(x: float) -> str:
    return f"{x:.2f}".rstrip("0").rstrip(".")

"""The options that a list names, where a game has hundreds that differ by a chip.

A bet of 7 is told by the bets of 6 and 9. So a list for people names the moves that stand for
their neighbours, as the game says (`Shown.landmarks`): those that always do, the sizes that the
strategy of the analyst bets at all (or else the usual ones), and the best option whatever it is.
Nothing is left out of an answer in JSON, of a loss or of a review.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kibitz.core.game import Game, Position
    from kibitz.lab.analysis import AnalysisAnswer


def listed(
    game: "Game", known: "Position", seat: int, texts: Sequence[str], played: Sequence[float | None]
) -> list[int]:
    """Which of some options, best first, a list names; `played` is how often a strategy does."""
    from kibitz.core.shown import shown

    marks = shown(game).landmarks(known, seat)
    if marks is None:
        return list(range(len(texts)))
    always = {game.move_text(known, move) for move in marks.always}
    sizes = {text for text, often in zip(texts, played, strict=True) if often} - always
    usual = sizes or {game.move_text(known, move) for move in marks.usual}
    return [i for i, text in enumerate(texts) if i == 0 or text in always or text in usual]


def shortened(
    answer: "AnalysisAnswer", game: "Game", known: "Position"
) -> "tuple[AnalysisAnswer, str]":
    """An analysis with the options that a list names, and how many are left out, in words."""
    options = answer.options
    texts, played = [o.move for o in options], [o.frequency for o in options]
    chosen = listed(game, known, answer.seat, texts, played)
    left = len(options) - len(chosen)
    words = f"{left:,} more between these" if left else ""
    return replace(answer, options=tuple(options[i] for i in chosen)), words

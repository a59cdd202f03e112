"""The best options of a position as a short list: in words, what each is worth and gives up."""

from typing import TYPE_CHECKING, Any

from kibitz.lab.shortlist import shortened
from kibitz.lab.wording import lost_words, unit_words, worth_words

if TYPE_CHECKING:
    from kibitz.core.game import Position
    from kibitz.core.shown import Shown
    from kibitz.lab.analysis import AnalysisAnswer

MOST = 6


def ranked(game: "Shown", known: "Position", answer: "AnalysisAnswer") -> dict[str, Any]:
    """The rows of such a list, best first, and what their figures are and rest on."""
    short, _ = shortened(answer, game, known)
    options = [
        (
            game.move_words(known, game.parse_move(known, option.move)),
            worth_words(game, answer.unit, option),
            lost_words(game, answer.unit, option.loss),
        )
        for option in short.options[:MOST]
    ]
    return {"options": options, "unit": unit_words(answer.unit), "basis": answer.basis}

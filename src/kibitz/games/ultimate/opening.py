"""How the strongest player begins: not always in the same way.

A search that looks for the best move alone would play the same game again and again. While
few marks are set, several moves are as good as the best for all that it can see; any of them
is played.
"""

from dataclasses import dataclass

from kibitz.core.game import Game, Position
from kibitz.core.stream import Stream, below
from kibitz.estimate.analyst import Analyst, Best, Choice
from kibitz.estimate.estimate import Analysis
from kibitz.games.ultimate.rules import Ultimate


def marks_set(p: Ultimate) -> int:
    """How many marks there are on all boards."""
    return sum(int(row).bit_count() for row in (p.top, p.middle, p.bottom))


@dataclass(frozen=True)
class VariedOpening(Choice):
    """Any of the moves that are about as good as the best in an opening, then the best."""

    marks: int = 6  # that an opening has at most
    about: float = 0.02  # wins that a guess tells nothing about

    def choose(
        self, analyst: Analyst, game: Game, view: Position, seat: int, seed: int, stream: Stream
    ) -> int:
        if marks_set(view) >= self.marks:
            return Best().choose(analyst, game, view, seat, seed, stream)
        return self.pick(analyst.of_every_option.analyse(game, view, seat, seed), stream)

    def pick(self, analysis: Analysis, stream: Stream) -> int:
        least = analysis.best.value - self.about
        good = [option.move for option in analysis.options if option.value >= least]
        return good[int(below(stream, len(good)))]

"""The players of bluff as analysts: honest, naive and modelling.

Their values are in cards: the expected change of the seat's cards against the others'.
They see nothing but the view. The fourth, SO-ISMCTS, is the general search over worlds.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kibitz.core.game import Game, Position
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.games.bluff.belief import belief
from kibitz.games.bluff.layout import NOBODY
from kibitz.games.bluff.values import HONEST, MODELLING, NAIVE, fill_values


@dataclass(frozen=True)
class Teller(Analyst):
    """Values every option by one of the three kinds."""

    way: ClassVar[int]

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        out = game.scratch()
        values = np.empty(len(out))
        count = int(fill_values(view, seat, self.way, out, values))
        options = [
            Option(int(move), game.move_text(view, int(move)), Estimate(float(value)))
            for move, value in zip(out[:count], values[:count], strict=True)
        ]
        return Analysis.ranked(seat, options, "cards", seed=seed, notes=self._notes(view, seat))

    def _notes(self, view: Position, seat: int) -> tuple[str, ...]:
        if view.asked == NOBODY or self.way == HONEST:
            return ()
        lie = float(belief(view, seat, self.way == MODELLING))
        what = "is a lie" if self.way == MODELLING else "cannot be true"
        return (f"the claim {what} with chance {100 * lie:.1f} %",)


@dataclass(frozen=True)
class Honest(Teller):
    """The truth while there is one; challenges only what its own cards rule out."""

    name: ClassVar[str] = "honest"
    way: ClassVar[int] = HONEST


@dataclass(frozen=True)
class Naive(Teller):
    """Plays honestly and challenges what is more likely impossible than not."""

    name: ClassVar[str] = "naive"
    way: ClassVar[int] = NAIVE


@dataclass(frozen=True)
class Modelling(Teller):
    """Believes by what each seat has shown and weighs what a challenge changes."""

    name: ClassVar[str] = "modelling"
    way: ClassVar[int] = MODELLING

"""Players of one rule, whom nobody should lose to: a test of everything else.

Their "values" are their own liking: the one move that the rule makes is worth 1.
"""

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kibitz.core.game import Game, Position
from kibitz.estimate.analyst import Analyst, Choice, Mixed
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.games.holdem.cards.combos import COMBO
from kibitz.games.holdem.strategy.holdings import COMBO_STRENGTH
from kibitz.games.holdem.table.position import CALL, FOLD, Holdem, hole, pot, to_call

BEST_TENTH = 0.9  # of all hands are worse than these


@dataclass(frozen=True)
class RuleBot(Analyst):
    """A player of one rule; `is_blind`: it never looks at its cards."""

    is_blind: ClassVar[bool] = True

    @abstractmethod
    def move(self, v: Holdem, seat: int, legal: list[int]) -> int:
        """What the rule says."""

    @property
    def usual_choice(self) -> Choice:
        return Mixed()

    def odds(self, game: Game, view: Position, seat: int) -> list[tuple[int, float]]:
        return [(self.move(view, seat, game.legal_moves(view)), 1.0)]

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        legal = game.legal_moves(view)
        chosen = self.move(view, seat, legal)
        options = [
            Option(
                move,
                game.move_text(view, move),
                Estimate.judged(1.0 if move == chosen else 0.0, "a rule"),
                reason="the rule" if move == chosen else "",
                frequency=1.0 if move == chosen else 0.0,
            )
            for move in legal
        ]
        return Analysis.ranked(seat, options, game.unit, seed=seed)


@dataclass(frozen=True)
class AllInBot(RuleBot):
    """Goes all in with everything."""

    name: ClassVar[str] = "always-all-in"

    def move(self, v: Holdem, seat: int, legal: list[int]) -> int:
        return legal[-1]


@dataclass(frozen=True)
class CallBot(RuleBot):
    """Checks and calls with everything."""

    name: ClassVar[str] = "always-call"

    def move(self, v: Holdem, seat: int, legal: list[int]) -> int:
        return CALL


@dataclass(frozen=True)
class LeastRaiseBot(RuleBot):
    """Makes the smallest raise with everything."""

    name: ClassVar[str] = "always-raise"

    def move(self, v: Holdem, seat: int, legal: list[int]) -> int:
        return next((move for move in legal if move > CALL), CALL)


@dataclass(frozen=True)
class PotBot(RuleBot):
    """Bets and raises the pot with everything."""

    name: ClassVar[str] = "always-pot"

    def move(self, v: Holdem, seat: int, legal: list[int]) -> int:
        to = int(v.high) + int(pot(v)) + int(to_call(v, seat))
        raises = [move for move in legal if move > CALL]
        return min(raises, key=lambda move: (abs(move - CALL - to), move), default=CALL)


@dataclass(frozen=True)
class BestTenthBot(RuleBot):
    """Goes all in with the best tenth of its hands, and folds the others."""

    name: ClassVar[str] = "best-tenth"
    is_blind: ClassVar[bool] = False

    def move(self, v: Holdem, seat: int, legal: list[int]) -> int:
        combo = int(COMBO[int(hole(v, seat, 0)), int(hole(v, seat, 1))])
        if COMBO_STRENGTH[combo] >= np.quantile(COMBO_STRENGTH, BEST_TENTH):
            return legal[-1]
        return FOLD if FOLD in legal else CALL


BOTS: dict[str, Analyst] = {
    bot.name: bot for bot in (AllInBot(), CallBot(), LeastRaiseBot(), PotBot(), BestTenthBot())
}

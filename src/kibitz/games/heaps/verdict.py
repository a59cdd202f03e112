"""Exact analyses and levels of games in which theory says who wins."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from kibitz.core.game import Game, Position, play
from kibitz.estimate.analyst import Analyst, Best, Level, Slips
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.search.limit import check_turn

SHORT = "theory, with too few moves left to be sure"


@dataclass(frozen=True)
class Theory(Analyst):
    """Exact by theory: every move wins or loses."""

    @abstractmethod
    def is_lost(self, game: Game, p: Position) -> bool:
        """Whether the seat to move loses against perfect play."""

    @abstractmethod
    def reason(self, game: Game, after: Position) -> str:
        """What a move that leads to `after` leaves, in words: `leaves nim-sum 0`."""

    def is_exact(self, game: Game, p: Position) -> bool:
        """Whether the theory holds in this position without any doubt."""
        return True

    def preference(self, p: Position, move: int) -> float:
        """Which of the moves that win come first, where some end the game sooner."""
        return 0.0

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        check_turn(game, view, seat)
        options = [self._option(game, view, move) for move in game.legal_moves(view)]
        return Analysis.ranked(seat, options, game.unit, seed=seed)

    def _option(self, game: Game, p: Position, move: int) -> Option:
        after = play(p, move)
        wins = self.is_lost(game, after)
        value = 1.0 if wins else -1.0
        is_sure = self.is_exact(game, after)
        estimate = Estimate.exact(value) if is_sure else Estimate.judged(value, SHORT)
        reason = f"{self.reason(game, after)} and {'wins' if wins else 'loses'}"
        preference = self.preference(p, move) if wins else 0.0
        return Option(move, game.move_text(p, move), estimate, reason=reason, preference=preference)


def four_levels(analyst: Analyst) -> Mapping[str, Level]:
    """Players who slip less and less often."""
    return {
        "beginner": Level(analyst, Slips(0.75), 800, "plays three moves in four at random"),
        "intermediate": Level(analyst, Slips(0.4), 1200, "plays two moves in five at random"),
        "advanced": Level(analyst, Slips(0.15), 1600, "slips now and then"),
        "expert": Level(analyst, Best(), 2000, "perfect"),
    }

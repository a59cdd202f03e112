"""How bad is a loss? Severities, as data.

Games counted in points (cribbage, and others scaled to its points by `Game.point`) are
judged in points. Games that are won or lost are judged in percentage points of win
probability, whatever a loss pays (`Game.chance_to_win`): sharper where dice or cards make
every position close, milder where nothing is hidden and one slip may cost half the game.
"""

from dataclasses import dataclass

from kibitz.core.game import Game

EXCELLENT = "excellent"
UNJUDGED = "not judged"  # of values that are too rough to blame anybody
POINT_STEPS = (("excellent", 0.1), ("minor", 0.5), ("significant", 1.5), ("major", 3.0))
WORST_POINT_STEP = "critical"
OPEN_STEPS = ((EXCELLENT, 0.05), ("inaccuracy", 0.10), ("mistake", 0.15))
LUCKY_STEPS = ((EXCELLENT, 0.015), ("inaccuracy", 0.03), ("mistake", 0.06))
WORST_WIN_STEP = "blunder"
WIN_PROBABILITY = "win probability"
OPEN_POINT, LUCKY_POINT = 0.05, 0.02  # win probability that weighs like a point


@dataclass(frozen=True)
class Scale:
    """Thresholds for one game: `steps` are (name, loss below which it is given)."""

    unit: str
    steps: tuple[tuple[str, float], ...]
    worst: str
    point: float  # how much loss weighs like one point
    span: float = 1.0  # how far values are apart that differ by one of its unit

    @property
    def names(self) -> tuple[str, ...]:
        """The severities, mildest first."""
        return (*(name for name, _ in self.steps), self.worst)

    def lost(self, loss: float) -> float:
        """A difference of values in the unit of the scale: of wins, the chance to win it is."""
        return loss / self.span

    def severity(self, loss: float) -> str:
        """The word for one decision's loss, in the unit of the scale."""
        return next((name for name, below in self.steps if loss < below), self.worst)


def scale_for(game: Game, unit: str) -> Scale:
    """The scale for losses of `game` counted in `unit`."""
    if unit != "wins":
        steps = tuple((name, below * game.point) for name, below in POINT_STEPS)
        return Scale(unit, steps, WORST_POINT_STEP, game.point)
    is_lucky = game.has_chance or game.has_secrets
    steps, point = (LUCKY_STEPS, LUCKY_POINT) if is_lucky else (OPEN_STEPS, OPEN_POINT)
    return Scale(WIN_PROBABILITY, steps, WORST_WIN_STEP, point, game.win_span)


def weight_unit(game: Game, unit: str) -> str:
    """What weights of losses counted in `unit` are counted in: `unit` itself where it is a point.

    >>> from kibitz.core.registry import make_game
    >>> weight_unit(make_game("cribbage"), "points"), weight_unit(make_game("nim"), "wins")
    ('points', 'point equivalents')
    """
    return unit if unit != "wins" and game.point == 1.0 else "point equivalents"

"""A player over many reviewed games: loss per decision with its interval, by game and phase.

The unit of the interval is the game, since decisions of one game hang together: the
standard error is that of a ratio of sums over games (loss over decisions).
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kibitz.coach.review import Review, Totals
from kibitz.estimate.estimate import Z95

FEW_GAMES = 10  # below this an interval says little


@dataclass(frozen=True)
class LossRate:
    """Loss per unforced decision over some games."""

    label: str
    games: int
    decisions: int
    loss_per_decision: float | None
    error: float | None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval."""
        if self.loss_per_decision is None or self.error is None:
            return None
        return (
            max(0.0, self.loss_per_decision - Z95 * self.error),
            self.loss_per_decision + Z95 * self.error,
        )

    @property
    def warning(self) -> str:
        """What to think of a small sample; empty where it is large enough."""
        if self.games >= FEW_GAMES:
            return ""
        games = "game" if self.games == 1 else "games"
        return f"only {self.games} {games}: the figure may still change a lot"

    def fields(self) -> Mapping[str, object]:
        return {
            "label": self.label,
            "games": self.games,
            "decisions": self.decisions,
            "loss_per_decision": self.loss_per_decision,
            "error": self.error,
            "interval": self.interval,
            "warning": self.warning,
        }


def measure(label: str, games: Iterable[Totals]) -> LossRate:
    """The loss over `games`, one sum each."""
    counted = [game for game in games if game.counted]
    decisions = sum(game.counted for game in counted)
    if not decisions:
        return LossRate(label, 0, 0, None, None)
    mean = sum(game.loss for game in counted) / decisions
    return LossRate(label, len(counted), decisions, mean, _ratio_error(counted, mean, decisions))


def _ratio_error(games: list[Totals], mean: float, decisions: int) -> float | None:
    """The standard error of a ratio of sums, by its residuals; one game has none."""
    n = len(games)
    if n < 2:
        return None
    residuals = sum((game.loss - mean * game.counted) ** 2 for game in games)
    return math.sqrt(n / (n - 1) * residuals) / decisions


def by_phase(reviews: Iterable[Review], player: str) -> list[LossRate]:
    """A player's loss in each kind of decision, and in all of them first."""
    mine = [seat for review in reviews for seat in review.seats if seat.player == player]
    phases = dict.fromkeys(phase for seat in mine for phase in seat.phases)
    all_of_them = measure("all", (seat.total for seat in mine))
    return [
        all_of_them,
        *(measure(p, (s.phases[p] for s in mine if p in s.phases)) for p in phases),
    ]


def mistakes(reviews: Iterable[Review], player: str) -> dict[str, int]:
    """How often each severity occurred."""
    counts: dict[str, int] = {}
    for review in reviews:
        for seat in review.seats:
            if seat.player == player:
                for name, count in seat.counts.items():
                    counts[name] = counts.get(name, 0) + count
    return counts

"""Sums over decisions: what was lost, in the game's unit, in chances to win, and as a grade.

A game may value some decisions in points and others in wins (cribbage near its end). Sums
are of the game's own unit alone, and of win probability alone; accuracy and grade weigh both.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from kibitz.coach.accuracy import SURE, accuracy, grades_between
from kibitz.coach.decision import Decision

WINS = "wins"


@dataclass(frozen=True)
class Totals:
    """The sum of some decisions: forced ones are shown and not counted."""

    decisions: int
    unforced: int
    counted: int  # the unforced ones valued in the unit of `loss`, closely enough
    loss: float
    win_loss: float | None
    weighed: int = 0  # the decisions that count for accuracy and grade
    weight: float = 0.0  # what those lost, in points or what weighs like one
    random_weight: float = 0.0  # what moves at random would have lost there
    open_error: float = 0.0  # the standard error of `weight` that more work would lessen

    @property
    def cost(self) -> float | None:
        """The average loss of a weighed decision, in points or what weighs like one."""
        return self.weight / self.weighed if self.weighed else None

    @property
    def random_cost(self) -> float | None:
        """The same for moves at random."""
        return self.random_weight / self.weighed if self.weighed else None

    @property
    def accuracy(self) -> float | None:
        """From 0 to 100: see `accuracy`."""
        return self._accuracy(self.weight)

    def _accuracy(self, weight: float) -> float | None:
        """The accuracy if so much was lost."""
        if not self.weighed:
            return None
        return accuracy(weight / self.weighed, self.random_weight / self.weighed)

    @property
    def grade(self) -> str | None:
        """The grade that goes with the accuracy; None where it is not known yet."""
        return self.grades[0] if len(self.grades) == 1 else None

    @property
    def grades(self) -> tuple[str, ...]:
        """The grades that the open error of the cost leaves possible, best first."""
        return self.grades_within(SURE)

    def grades_within(self, errors: float) -> tuple[str, ...]:
        """The grades that so many open standard errors of the cost leave possible."""
        doubt = errors * self.open_error
        best = self._accuracy(max(0.0, self.weight - doubt))
        return grades_between(best, self._accuracy(self.weight + doubt))

    @property
    def loss_per_decision(self) -> float | None:
        """The average loss of an unforced decision; nothing decided has none."""
        return self.loss / self.counted if self.counted else None

    @property
    def win_loss_per_decision(self) -> float | None:
        return (
            self.win_loss / self.unforced if self.unforced and self.win_loss is not None else None
        )

    def fields(self) -> Mapping[str, object]:
        return {
            "decisions": self.decisions,
            "unforced": self.unforced,
            "forced": self.decisions - self.unforced,
            "counted": self.counted,
            "loss": self.loss,
            "loss_per_decision": self.loss_per_decision,
            "win_loss": self.win_loss,
            "win_loss_per_decision": self.win_loss_per_decision,
            "weighed": self.weighed,
            "cost": self.cost,
            "random_cost": self.random_cost,
            "accuracy": self.accuracy,
        }


def unit_of(decisions: list[Decision]) -> str | None:
    """The game's own unit among those that values are counted in: points before wins."""
    weighty = [decision for decision in decisions if decision.has_weight]
    units = dict.fromkeys(decision.unit for decision in weighty or decisions)
    return next((unit for unit in units if unit != WINS), WINS if units else None)


def totals(decisions: list[Decision], unit: str) -> Totals:
    """The sum over `decisions`; the loss of those that are valued in `unit`."""
    unforced = [decision for decision in decisions if not decision.is_forced]
    counted = [d for d in unforced if d.unit == unit and not d.is_rough]
    wins = [d.win_loss for d in unforced if d.win_loss is not None]
    weighed = [decision for decision in decisions if decision.is_weighed]
    return Totals(
        decisions=len(decisions),
        unforced=len(unforced),
        counted=len(counted),
        loss=sum(decision.loss for decision in counted),
        win_loss=sum(wins) if len(wins) == len(unforced) and wins else None,
        weighed=len(weighed),
        weight=sum(decision.weight for decision in weighed),
        random_weight=sum(decision.random_weight for decision in weighed),
        open_error=math.sqrt(sum(decision.open_error**2 for decision in weighed)),
    )

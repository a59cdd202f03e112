"""What a coach thought of each decision of a game, in a few figures: small enough to keep them all.

A review has every option with its reasons. This is what progress and lessons need of it, and it
is kept beside the game, so that no game is judged twice.
"""

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # whoever reads what was judged need not load those who judge
    from kibitz.coach.decision import Decision
    from kibitz.coach.review import Review

FORM = "judged/2"  # another where the same figures mean something else


@dataclass(frozen=True)
class JudgedDecision:
    """One decision: what it was about, what it lost, and where it was made."""

    number: int
    seat: int
    phase: str
    themes: tuple[str, ...]
    hand: int
    position: str
    chosen: str
    best: str
    unit: str
    loss: float
    severity: str
    weight: float  # the loss in points or what weighs like one
    random_weight: float
    is_weighed: bool
    is_mistake: bool  # worse than the mildest severity allows


@dataclass(frozen=True)
class Judged:
    """A game, judged."""

    game: str
    players: tuple[str, ...]
    analyst: str
    budget: str
    seed: int
    source: str  # a short name of the record
    decisions: tuple[JudgedDecision, ...]

    def of_seat(self, seat: int) -> tuple[JudgedDecision, ...]:
        """The decisions of one seat."""
        return tuple(d for d in self.decisions if d.seat == seat)


def judged(review: "Review") -> Judged:
    """The figures of a review; forced moves are left out."""
    return Judged(
        review.record.game,
        review.record.players,
        review.analyst,
        review.budget,
        review.seed,
        hash_of(review.record.to_json()),
        tuple(_decision(review, d) for d in review.decisions if not d.is_forced),
    )


def hash_of(text: str) -> str:
    """A short name for a text."""
    return sha256(text.encode()).hexdigest()[:12]


def _decision(review: "Review", d: "Decision") -> JudgedDecision:
    from kibitz.coach.drill import tolerance

    return JudgedDecision(
        d.number,
        d.seat,
        d.phase,
        d.themes,
        d.hand,
        d.position,
        d.chosen.text,
        d.best.text,
        d.unit,
        d.loss,
        d.severity,
        d.weight,
        d.random_weight,
        d.is_weighed,
        d.has_weight and d.loss >= tolerance(review.replay.game, d.unit),
    )

"""The value types of every answer: Estimate, Option, Analysis.

Values are in the unit of the game, from the point of view of the seat that decides.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from kibitz.errors import BadValue

Z95 = 1.959963984540054  # two-sided 95 % of the normal law


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its standard error: exact ones have error 0 and say so."""

    value: float
    error: float = 0.0
    samples: int = 0
    is_exact: bool = False
    stopped_by: str = ""  # target_error, max_samples, seconds or complete; empty while it improves
    variance_ratio: float | None = None  # plain sampling's variance over this one's, per sample
    effective_samples: float | None = None  # below `samples` where weights are uneven
    freedom: float = math.inf  # degrees of freedom behind `error`
    seed: int | None = None

    @classmethod
    def exact(cls, value: float, samples: int = 0) -> "Estimate":
        """The value itself, from `samples` enumerated outcomes where they were counted."""
        return cls(value, 0.0, samples, True, "complete")

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval."""
        return self.interval_at(0.95)

    def interval_at(self, level: float) -> tuple[float, float]:
        """The interval that covers the truth with probability `level`, by Student's law."""
        if not 0.0 < level < 1.0:
            raise BadValue(f"level {level} is not between 0 and 1")
        margin = self._quantile(level) * self.error if self.error else 0.0
        return self.value - margin, self.value + margin

    def _quantile(self, level: float) -> float:
        if level == 0.95 and self.freedom == math.inf:
            return Z95
        from scipy.special import ndtri, stdtrit

        upper = (1.0 + level) / 2.0
        return float(ndtri(upper) if self.freedom == math.inf else stdtrit(self.freedom, upper))

    def is_close_to(self, other: "Estimate") -> bool:
        """Whether the two differ by less than two joint standard errors: too close to call."""
        return abs(self.value - other.value) < 2.0 * math.hypot(self.error, other.error)

    def __str__(self) -> str:
        return f"{self.value:.4g}" if self.is_exact else f"{self.value:.4g} ± {self.error:.2g}"


@dataclass(frozen=True, slots=True)
class Option:
    """One legal move with what it is worth, in parts where the game can split it.

    `preference` decides between options of equal value: a fast win before a slow one.
    `loss_error` is the standard error of the difference to the best option, where both were
    sampled in the same worlds: far less than that of two separate values.
    """

    move: int
    text: str
    estimate: Estimate
    parts: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    reason: str = ""
    preference: float = 0.0
    loss_error: float | None = None

    @property
    def rank(self) -> tuple[float, float]:
        """What options are ordered by, the greater the better."""
        return self.value, self.preference

    @property
    def value(self) -> float:
        return self.estimate.value


@dataclass(frozen=True, slots=True)
class Analysis:
    """All options of one decision, best first; equal ones in the order of their moves."""

    seat: int
    options: tuple[Option, ...]
    unit: str
    samples: int = 0
    seconds: float = 0.0
    seed: int | None = None
    stopped_by: str = "complete"
    notes: tuple[str, ...] = ()

    @classmethod
    def ranked(cls, seat: int, options: "list[Option]", unit: str, **facts: object) -> "Analysis":
        """An analysis of `options` in any order."""
        best_first = sorted(options, key=lambda o: (-o.value, -o.preference, o.move))
        return cls(seat, tuple(best_first), unit, **facts)  # type: ignore[arg-type]

    @property
    def best(self) -> Option:
        return self.options[0]

    @property
    def is_exact(self) -> bool:
        return all(option.estimate.is_exact for option in self.options)

    @property
    def exact_fraction(self) -> float:
        """The fraction of the options whose value is exact."""
        return sum(option.estimate.is_exact for option in self.options) / len(self.options)

    def option(self, move: int) -> Option:
        """The option of `move`, which must be among them."""
        return next(option for option in self.options if option.move == move)

    def loss(self, move: int) -> float:
        """The value of the best option less that of `move`: never negative."""
        return self.best.value - self.option(move).value

    def is_too_close_to_call(self, move: int) -> bool:
        """Whether the loss of `move` is below two standard errors of it."""
        chosen = self.option(move)
        if chosen is self.best:
            return False
        if chosen.loss_error is None:
            return chosen.estimate.is_close_to(self.best.estimate)
        return self.loss(move) < 2.0 * chosen.loss_error

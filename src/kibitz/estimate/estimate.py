"""The value types of every answer: Estimate, Option, Advice, Analysis.

Values are in the unit of the game, from the point of view of the seat that decides. A value
is exact, solved, sampled or judged, and says which: a sampled one has an error bar, a solved
one says what the solution leaves in doubt.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

from kibitz.core.doubt import with_error
from kibitz.errors import BadValue

Z95 = 1.959963984540054  # two-sided 95 % of the normal law
UNSEEN = "not looked at"  # by what a value is judged that stands in for one nobody worked out

Facts: TypeAlias = Mapping[str, float | int | str]


def _nothing() -> Mapping[str, float]:
    return MappingProxyType({})


class Kind(StrEnum):
    """What a number rests on."""

    EXACT = "exact"  # enumerated or proven
    SOLVED = "solved"  # against an opponent who plays by a solution of the game
    SAMPLED = "sampled"  # a mean of samples, with its standard error
    JUDGED = "judged"  # the word of a heuristic or of a limited search: nobody knows its error


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number of one of the four kinds.

    `error` is the standard error: 0 of what is exact, infinite of what is judged; of what is
    solved, the most that a best response gains on the solution.
    """

    value: float
    error: float
    samples: int
    kind: Kind = Kind.SAMPLED
    by: str = ""  # the depth or the rule of what is judged or solved: "6 plies", "pot odds"
    stopped_by: str = ""  # target_error, max_samples, seconds or complete; empty while it improves
    variance_ratio: float | None = None  # plain sampling's variance over this one's, per sample
    effective_samples: float | None = None  # below `samples` where weights are uneven
    freedom: float = math.inf  # degrees of freedom behind `error`
    seed: int | None = None

    def __post_init__(self) -> None:
        if self.kind is Kind.SAMPLED and self.samples < 1:
            raise BadValue(f"a sampled value needs at least one sample, not {self.samples}")
        if self.kind in (Kind.JUDGED, Kind.SOLVED) and not self.by:
            raise BadValue(f"a {self.kind} value must say by what it is {self.kind}")
        if self.kind in _OTHER_ERRORS and self.error != _OTHER_ERRORS[self.kind]:
            raise BadValue(f"a value that is {self.kind} has no error bar, so not {self.error}")

    @classmethod
    def exact(cls, value: float, samples: int = 0) -> "Estimate":
        """The value itself, from `samples` enumerated outcomes where they were counted."""
        return cls(value, 0.0, samples, Kind.EXACT, stopped_by="complete")

    @classmethod
    def sampled(cls, value: float, error: float, samples: int) -> "Estimate":
        """The mean of `samples` numbers with its standard error."""
        return cls(value, error, samples)

    @classmethod
    def judged(cls, value: float, by: str, samples: int = 0) -> "Estimate":
        """What a heuristic or a limited search says, and which: its rule or its depth.

        A search that counts its visits says how many went into this value.
        """
        return cls(value, math.inf, samples, Kind.JUDGED, by)

    @classmethod
    def solved(cls, value: float, error: float, by: str) -> "Estimate":
        """What it is worth against a solution that a best response gains `error` on."""
        return cls(value, error, 0, Kind.SOLVED, by, stopped_by="complete")

    @property
    def is_exact(self) -> bool:
        return self.kind is Kind.EXACT

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval; what is judged has none."""
        return self.interval_at(0.95)

    def interval_at(self, level: float) -> tuple[float, float]:
        """The interval that covers the truth with probability `level`, by Student's law."""
        if not 0.0 < level < 1.0:
            raise BadValue(f"level {level} is not between 0 and 1")
        if self.kind is Kind.JUDGED:
            raise BadValue(f"a value judged by {self.by} has no error and so no interval")
        margin = self._quantile(level) * self.error if self.error else 0.0
        return self.value - margin, self.value + margin

    def _quantile(self, level: float) -> float:
        if level == 0.95 and self.freedom == math.inf:
            return Z95
        from scipy.special import ndtri, stdtrit

        upper = (1.0 + level) / 2.0
        return float(ndtri(upper) if self.freedom == math.inf else stdtrit(self.freedom, upper))

    def is_close_to(self, other: "Estimate") -> bool:
        """Whether the two differ by less than two joint standard errors: too close to call.

        Where one of them is judged nobody knows an error, and nothing is too close to call.
        """
        if Kind.JUDGED in (self.kind, other.kind):
            return False
        return abs(self.value - other.value) < 2.0 * math.hypot(self.error, other.error)

    def __str__(self) -> str:
        if self.kind is Kind.SAMPLED:
            return with_error(self.value, self.error)
        by = "" if self.is_exact else f" ({self.kind}, {self.by})"
        return f"{self.value:.4g}{by}"


_OTHER_ERRORS = {Kind.EXACT: 0.0, Kind.JUDGED: math.inf}  # of kinds without an error bar


@dataclass(frozen=True, slots=True)
class Option:
    """One legal move with what it is worth, in parts where the game can split it.

    The parts are addends: they sum to the value. The chance to win, how often the strategy
    plays the move, and other figures stand beside it and are never added.
    `preference` decides between options of equal value: a fast win before a slow one.
    `loss_error` is the standard error of the difference to the best option, where it is known
    better than from two separate values: both were sampled in the same worlds, or samples
    enter a judgement. Of a move that nobody looked at it is all that payoffs can differ by.
    `rule_error` is the part of it that no work lessens: what the analyst's own rule is off.
    `is_as_good` is what the strongest player would do, for reasons that the value does not hold.
    """

    move: int
    text: str
    estimate: Estimate
    parts: Mapping[str, float] = field(default_factory=_nothing)
    reason: str = ""
    preference: float = 0.0
    loss_error: float | None = None
    win: Estimate | None = None  # the chance to win
    frequency: float | None = None  # how often the strategy plays it
    facts: Facts = field(default_factory=_nothing)
    is_as_good: bool = False  # as the best, whatever its value
    rule_error: float = 0.0  # of the loss, within `loss_error`

    @property
    def rank(self) -> tuple[float, float]:
        """What options are ordered by, the greater the better."""
        return self.value, self.preference

    @property
    def value(self) -> float:
        return self.estimate.value


@dataclass(frozen=True, slots=True)
class Advice:
    """What an analyst has to say on something other than the move: on the doubling cube."""

    topic: str  # "cube"
    text: str
    facts: Facts = field(default_factory=_nothing)
    when: str = ""  # it was to be acted on, if not now: "before the roll"

    def __str__(self) -> str:
        return f"{self.topic} {self.when}".rstrip() + f": {self.text}"


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
    advice: Advice | None = None

    @classmethod
    def ranked(cls, seat: int, options: "list[Option]", unit: str, **facts: object) -> "Analysis":
        """An analysis of `options` in any order."""
        best_first = sorted(options, key=lambda o: (-o.value, -o.preference, o.move))
        return cls(seat, tuple(best_first), unit, **facts)  # type: ignore[arg-type]

    @property
    def best(self) -> Option:
        return self.options[0]

    @property
    def kind(self) -> Kind:
        """Exact if all options are, judged if any is, else sampled if any is, else solved."""
        kinds = {option.estimate.kind for option in self.options}
        order = (Kind.JUDGED, Kind.SAMPLED, Kind.SOLVED, Kind.EXACT)
        return next(kind for kind in order if kind in kinds)

    @property
    def by(self) -> str:
        """By what its judged options are judged: `2 or 3 turns ahead`; empty where none is."""
        rules = dict.fromkeys(o.estimate.by for o in self.options if o.estimate.by)
        depths = {rule: rule.partition(" ")[0] for rule in rules}
        units = {rule.partition(" ")[2] for rule in rules}
        if len(units) == 1 < len(rules) and all(map(str.isdigit, depths.values())):
            return f"{' or '.join(sorted(depths.values(), key=int))} {units.pop()}"
        return " and ".join(rules)

    @property
    def basis(self) -> str:
        """In words, what the values rest on: `exact`, `sampled, 200 samples`, `judged, 6 plies`."""
        sampled = f"sampled, {self.samples:,} samples"
        if self.kind is Kind.SOLVED:
            return f"solved, {self.by}"
        if self.kind is not Kind.JUDGED:
            return "exact" if self.is_exact else sampled
        kinds = {option.estimate.kind for option in self.options}
        judged = f"judged, {self.by}"
        if Kind.SAMPLED not in kinds:
            return judged
        return f"{sampled}; some {UNSEEN if self.by == UNSEEN else judged}"

    @property
    def is_exact(self) -> bool:
        return all(option.estimate.is_exact for option in self.options)

    @property
    def is_complete(self) -> bool:
        """Whether more work would leave every value as it is, whatever its error."""
        return all(option.estimate.stopped_by == "complete" for option in self.options)

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
        """Whether the loss of `move` is below two standard errors of it, or makes it no worse."""
        chosen = self.option(move)
        if chosen is self.best or chosen.is_as_good:
            return chosen is not self.best
        if chosen.loss_error is None:
            return chosen.estimate.is_close_to(self.best.estimate)
        return self.loss(move) < 2.0 * chosen.loss_error

"""When a match ends: after so many pairs, by a test, at a small error, or clear of even.

Where games are won or lost, Elo is what is tested and known; where payoffs differ in size
(chips), it is the payoff of a pair: a test is in normalised Elo, an error in the game's unit.

A rule is a value and says how a judge is made. A judge is shown the pairs in the order
of their indices and says after which one it is enough.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

from kibitz.arena.batch import Batch
from kibitz.errors import BadRecord, BadValue, KibitzError
from kibitz.stats.brownian import Walls, expected_time
from kibitz.stats.design import Design, Verdict
from kibitz.stats.elo import EloModel
from kibitz.stats.interval import mean_interval
from kibitz.stats.payoff_sprt import PayoffSprt
from kibitz.stats.payoffs import PairPayoffs
from kibitz.stats.pentanomial import MOST, Pentanomial
from kibitz.stats.sequence import ConfidenceSequence
from kibitz.stats.sprt import Sprt

MOST_PAIRS = 100_000  # of a match whose end depends on its results, unless told otherwise
LEAST_ERROR = 1e-3  # of an Elo
LEAST_PAIRS = 30  # before an error is believed
BEST_AT = 300  # pairs at which the interval of `ClearOfEven` is narrowest


class Ending(StrEnum):
    """How a match ended."""

    FINISHED = "finished"
    H1 = "H1 accepted"
    H0 = "H0 accepted"
    INCONCLUSIVE = "inconclusive"


class Judge(ABC):
    """Sees the pairs go by."""

    ending: Ending | None = None

    @abstractmethod
    def count(self, batch: Batch) -> int:
        """How many of these pairs count; fewer than all, or all with an ending, is the end."""

    @abstractmethod
    def pairs_needed(self) -> float:
        """About how many more pairs it will take."""


class StopRule(ABC):
    """When a match ends."""

    kind: ClassVar[str]
    most: int  # pairs that are played in any case

    @abstractmethod
    def judge(self, reach: float | None = None) -> Judge:
        """A judge for a match that begins.

        `reach` is the largest payoff of a game that is decided by payoffs (`payoff_reach`).
        """

    @abstractmethod
    def to_fields(self) -> dict[str, Any]:
        """The rule as JSON knows it; `rule_from_fields` reads it."""


@dataclass(frozen=True)
class FixedPairs(StopRule):
    """After so many pairs."""

    kind: ClassVar[str] = "pairs"
    most: int

    def __post_init__(self) -> None:
        _check_most(self.most)

    def judge(self, reach: float | None = None) -> Judge:
        return _Counter(self.most)

    def to_fields(self) -> dict[str, Any]:
        return {"stop": self.kind, "pairs": self.most}


@dataclass(frozen=True)
class SprtRule(StopRule):
    """When a sequential test is decided, or after so many pairs without a decision."""

    kind: ClassVar[str] = "sprt"
    design: Design
    most: int = MOST_PAIRS

    def __post_init__(self) -> None:
        _check_most(self.most)

    def judge(self, reach: float | None = None) -> "SprtJudge":
        if reach is None:
            return SprtJudge(self, Sprt(self.design))
        return SprtJudge(self, PayoffSprt(self.design, PairPayoffs(reach)))

    def to_fields(self) -> dict[str, Any]:
        return {"stop": self.kind, **self.design.to_dict(), "pairs": self.most}


@dataclass(frozen=True)
class TargetError(StopRule):
    """When the 95 % interval of the Elo, or the payoff, reaches this far from its middle."""

    kind: ClassVar[str] = "error"
    elo: float
    most: int = MOST_PAIRS

    def __post_init__(self) -> None:
        _check_most(self.most)
        if not 0.0 < self.elo < math.inf:
            raise BadValue(f"error {self.elo} is not above 0")
        if self.elo < LEAST_ERROR:
            raise BadValue(f"error {self.elo} is below {LEAST_ERROR}, which no match can show")

    def judge(self, reach: float | None = None) -> Judge:
        return _ErrorJudge(self, _EloError() if reach is None else _PayoffError(reach))

    def to_fields(self) -> dict[str, Any]:
        return {"stop": self.kind, "elo": self.elo, "pairs": self.most}


@dataclass(frozen=True)
class ClearOfEven(StopRule):
    """When the first player's result is clear of even, by an interval to be looked at any time.

    It is wrong at some time with probability 0.05. The result is the score above one half
    where games are won, and the payoff where chips are, or at tables of three or more.
    """

    kind: ClassVar[str] = "clear"
    most: int

    def __post_init__(self) -> None:
        _check_most(self.most)

    def judge(self, reach: float | None = None) -> "ClearJudge":
        return ClearJudge(self, reach)

    def to_fields(self) -> dict[str, Any]:
        return {"stop": self.kind, "pairs": self.most}


def rule_from_fields(fields: Mapping[str, Any]) -> StopRule:
    """The rule that `to_fields` wrote."""
    rest = {name: value for name, value in fields.items() if name not in ("stop", "pairs")}
    try:
        most = int(fields["pairs"])
        if fields["stop"] == FixedPairs.kind:
            return FixedPairs(most)
        if fields["stop"] == ClearOfEven.kind:
            return ClearOfEven(most)
        if fields["stop"] == SprtRule.kind:
            return SprtRule(Design.from_dict(rest), most)
        return TargetError(float(fields["elo"]), most)
    except KibitzError:
        raise
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise BadRecord(f"'{dict(fields)}' does not say when a match ends: {error!r}") from None


def elo_error(results: Pentanomial) -> float:
    """Half the width of the 95 % interval of the Elo."""
    low, high = results.elo_interval()
    return (high - low) / 2.0


class _Counter(Judge):
    def __init__(self, most: int) -> None:
        self._left = most

    def count(self, batch: Batch) -> int:
        counted = min(len(batch), self._left)
        self._left -= counted
        if not self._left:
            self.ending = Ending.FINISHED
        return counted

    def pairs_needed(self) -> float:
        return self._left


class SprtJudge(Judge):
    """Keeps a test, on points or on payoffs."""

    def __init__(self, rule: SprtRule, test: Sprt | PayoffSprt) -> None:
        self.rule = rule
        self.test = test

    def count(self, batch: Batch) -> int:
        for counted in range(1, len(batch) + 1):
            self._add(batch, counted - 1)
            if self.test.verdict is not Verdict.OPEN:
                self.ending = Ending(self.test.verdict.value)
                return counted
            if self.test.pairs >= self.rule.most:
                self.ending = Ending.INCONCLUSIVE
                return counted
        return len(batch)

    def _add(self, batch: Batch, row: int) -> None:
        if isinstance(self.test, PayoffSprt):
            self.test = self.test.after((batch.pair_payoffs[row],))
        else:
            self.test = self.test.after((batch.pair_cells[row],))

    def pairs_needed(self) -> float:
        """By a Brownian motion from here on, with the drift and spread seen so far."""
        left = self.rule.most - self.test.pairs
        if self.ending or self.test.pairs < LEAST_PAIRS:
            return 0 if self.ending else math.nan
        walls, llr = self.rule.design.walls, self.test.llr
        ahead = Walls(min(walls.low - llr, -1e-9), max(walls.high - llr, 1e-9))
        return min(expected_time(ahead, *self.test.drift_spread()), left)


class _EloError:
    """The pairs by their points, and how well they tell the Elo."""

    def __init__(self) -> None:
        self._cells = [0, 0, 0, 0, 0]

    def add(self, batch: Batch, row: int) -> None:
        self._cells[batch.pair_cells[row]] += 1

    def error(self) -> float:
        return elo_error(Pentanomial(tuple(self._cells)))


class _PayoffError:
    """The pairs by their payoffs, and how well they tell the payoff per game."""

    def __init__(self, reach: float) -> None:
        self._payoffs = PairPayoffs(reach)

    def add(self, batch: Batch, row: int) -> None:
        self._payoffs = self._payoffs.plus(batch.pair_payoffs[row])

    def error(self) -> float:
        known = self._payoffs
        low, high = mean_interval(known.pairs, known.mean, known.error)
        return (high - low) / 2.0


class _ErrorJudge(Judge):
    def __init__(self, rule: TargetError, known: _EloError | _PayoffError) -> None:
        self.rule = rule
        self._known = known
        self._pairs = 0

    def count(self, batch: Batch) -> int:
        for counted in range(1, len(batch) + 1):
            self._known.add(batch, counted - 1)
            self._pairs += 1
            if self._pairs >= LEAST_PAIRS and self._known.error() <= self.rule.elo:
                self.ending = Ending.FINISHED
                return counted
            if self._pairs >= self.rule.most:
                self.ending = Ending.INCONCLUSIVE
                return counted
        return len(batch)

    def pairs_needed(self) -> float:
        if self.ending or self._pairs < LEAST_PAIRS:
            return 0 if self.ending else math.nan
        whole = self._pairs * (self._known.error() / self.rule.elo) ** 2
        return max(min(whole, self.rule.most) - self._pairs, 0.0)


class ClearJudge(Judge):
    """Keeps what the pairs came to."""

    def __init__(self, rule: ClearOfEven, reach: float | None) -> None:
        self.rule = rule
        self.is_paid = reach is not None
        self.known = PairPayoffs(0.5 if reach is None else reach)

    @property
    def interval(self) -> tuple[float, float]:
        """Where the result lies, whenever one looks."""
        return ConfidenceSequence(best_at=BEST_AT).payoff_interval(self.known)

    @property
    def is_clear(self) -> bool:
        low, high = self.interval
        return low > 0.0 or high < 0.0

    def count(self, batch: Batch) -> int:
        for counted in range(1, len(batch) + 1):
            self._add(batch, counted - 1)
            if self.known.pairs >= LEAST_PAIRS and self.is_clear:
                self.ending = Ending.FINISHED
                return counted
            if self.known.pairs >= self.rule.most:
                self.ending = Ending.INCONCLUSIVE
                return counted
        return len(batch)

    def _add(self, batch: Batch, row: int) -> None:
        result = batch.pair_payoffs[row] if self.is_paid else batch.pair_cells[row] / 4.0 - 0.5
        self.known = self.known.plus(result)

    def pairs_needed(self) -> float:
        return 0 if self.ending else self.rule.most - self.known.pairs


def check_model(rule: StopRule, is_paid: bool) -> None:
    """Refuse a test that asks for wins where payoffs decide."""
    if is_paid and isinstance(rule, SprtRule) and rule.design.elo_model is not EloModel.NORMALISED:
        raise BadValue("payoffs decide in this game, so its test is in normalised Elo")


def _check_most(most: int) -> None:
    if most < 1:
        raise BadValue(f"pairs must be at least 1, not {most}")
    if most > MOST:
        raise BadValue(f"pairs must be at most {MOST}, not {most:.3g}")

"""When a match ends: after so many pairs, when a test is decided, or when the error is small.

A rule is a value and says how a judge is made. A judge is shown the pairs in the order
of their indices and says after which one it is enough.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

from kibitz.errors import BadRecord, BadValue, KibitzError
from kibitz.stats.approximation import drift_variance
from kibitz.stats.brownian import Walls, expected_time
from kibitz.stats.design import Design, Verdict
from kibitz.stats.pentanomial import MOST, Pentanomial
from kibitz.stats.sprt import Sprt

MOST_PAIRS = 100_000  # of a match whose end depends on its results, unless told otherwise
LEAST_ERROR = 1e-3  # of an Elo
LEAST_PAIRS = 30  # before an error is believed


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
    def count(self, halves: Sequence[int]) -> int:
        """How many of these pairs count; fewer than all, or all with an ending, is the end.

        A pair is given by the first player's half points.
        """

    @abstractmethod
    def pairs_needed(self) -> float:
        """About how many more pairs it will take."""


class StopRule(ABC):
    """When a match ends."""

    kind: ClassVar[str]
    most: int  # pairs that are played in any case

    @abstractmethod
    def judge(self) -> Judge:
        """A judge for a match that begins."""

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

    def judge(self) -> Judge:
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

    def judge(self) -> "SprtJudge":
        return SprtJudge(self)

    def to_fields(self) -> dict[str, Any]:
        return {"stop": self.kind, **self.design.to_dict(), "pairs": self.most}


@dataclass(frozen=True)
class TargetError(StopRule):
    """When the 95 % interval of the Elo reaches no farther than this from its middle."""

    kind: ClassVar[str] = "error"
    elo: float
    most: int = MOST_PAIRS

    def __post_init__(self) -> None:
        _check_most(self.most)
        if not 0.0 < self.elo < math.inf:
            raise BadValue(f"error {self.elo} is not above 0")
        if self.elo < LEAST_ERROR:
            raise BadValue(f"error {self.elo} is below {LEAST_ERROR}, which no match can show")

    def judge(self) -> Judge:
        return _ErrorJudge(self)

    def to_fields(self) -> dict[str, Any]:
        return {"stop": self.kind, "elo": self.elo, "pairs": self.most}


def rule_from_fields(fields: Mapping[str, Any]) -> StopRule:
    """The rule that `to_fields` wrote."""
    rest = {name: value for name, value in fields.items() if name not in ("stop", "pairs")}
    try:
        most = int(fields["pairs"])
        if fields["stop"] == FixedPairs.kind:
            return FixedPairs(most)
        if fields["stop"] == SprtRule.kind:
            return SprtRule(Design.from_dict(rest), most)
        return TargetError(float(fields["elo"]), most)
    except KibitzError:
        raise
    except (KeyError, TypeError, ValueError) as error:
        raise BadRecord(f"'{dict(fields)}' does not say when a match ends: {error!r}") from None


def elo_error(results: Pentanomial) -> float:
    """Half the width of the 95 % interval of the Elo."""
    low, high = results.elo_interval()
    return (high - low) / 2.0


class _Counter(Judge):
    def __init__(self, most: int) -> None:
        self._left = most

    def count(self, halves: Sequence[int]) -> int:
        counted = min(len(halves), self._left)
        self._left -= counted
        if not self._left:
            self.ending = Ending.FINISHED
        return counted

    def pairs_needed(self) -> float:
        return self._left


class SprtJudge(Judge):
    """Keeps a test."""

    def __init__(self, rule: SprtRule) -> None:
        self.rule = rule
        self.test = Sprt(rule.design)

    def count(self, halves: Sequence[int]) -> int:
        for counted, cell in enumerate(halves, 1):
            self.test = self.test.after((cell,))
            if self.test.verdict is not Verdict.OPEN:
                self.ending = Ending(self.test.verdict.value)
                return counted
            if self.test.pairs >= self.rule.most:
                self.ending = Ending.INCONCLUSIVE
                return counted
        return len(halves)

    def pairs_needed(self) -> float:
        """By a Brownian motion from here on, with the drift and spread seen so far."""
        left = self.rule.most - self.test.pairs
        if self.ending or self.test.pairs < LEAST_PAIRS:
            return 0 if self.ending else math.nan
        results, design = self.test.results, self.rule.design
        score0, score1 = design.scores(results.game_deviation)
        drift, spread = drift_variance(results.score, results.variance, score0, score1)
        walls, llr = design.walls, self.test.llr
        ahead = Walls(min(walls.low - llr, -1e-9), max(walls.high - llr, 1e-9))
        return min(expected_time(ahead, drift, spread), left)


class _ErrorJudge(Judge):
    def __init__(self, rule: TargetError) -> None:
        self.rule = rule
        self._cells = [0, 0, 0, 0, 0]

    def count(self, halves: Sequence[int]) -> int:
        for counted, cell in enumerate(halves, 1):
            self._cells[cell] += 1
            pairs = sum(self._cells)
            if pairs >= LEAST_PAIRS and elo_error(self._results) <= self.rule.elo:
                self.ending = Ending.FINISHED
                return counted
            if pairs >= self.rule.most:
                self.ending = Ending.INCONCLUSIVE
                return counted
        return len(halves)

    @property
    def _results(self) -> Pentanomial:
        return Pentanomial(tuple(self._cells))

    def pairs_needed(self) -> float:
        pairs = sum(self._cells)
        if self.ending or pairs < LEAST_PAIRS:
            return 0 if self.ending else math.nan
        whole = pairs * (elo_error(self._results) / self.rule.elo) ** 2
        return max(min(whole, self.rule.most) - pairs, 0.0)


def _check_most(most: int) -> None:
    if most < 1:
        raise BadValue(f"pairs must be at least 1, not {most}")
    if most > MOST:
        raise BadValue(f"pairs must be at most {MOST}, not {most:.3g}")

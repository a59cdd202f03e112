"""A sequential test under way: pairs come in, it is looked at, it stops.

A test is a value: adding pairs gives the next test, and `to_dict` and `from_dict` save
and restore it, records of the overshoot correction included. Pairs must be added in
the order of the schedule, not as they happen to finish, or short games bias the test.

`read_counts` looks at counts without their order, by the same `look_at`. All corrections
but `siegmund` decide by the counts of a look alone, so there both agree.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kibitz.errors import BadRecord, BadValue, KibitzError
from kibitz.stats import normal
from kibitz.stats.approximation import drift_variance
from kibitz.stats.brownian import Walls
from kibitz.stats.design import CELLS, Design, Overshoot, Verdict
from kibitz.stats.elo import EloModel
from kibitz.stats.likelihood import Floats, fit
from kibitz.stats.look import deciding_bounds, judge, look_draw, step_moments
from kibitz.stats.pentanomial import Pentanomial
from kibitz.stats.stopped import StoppedElo, stopped_elo

VERDICTS = {1: Verdict.H1, -1: Verdict.H0, 0: Verdict.OPEN}


@dataclass(frozen=True, slots=True)
class Records:
    """The highest and lowest ratio seen, and the squared steps of both, summed."""

    highest: float = 0.0
    lowest: float = 0.0
    squares_up: float = 0.0
    squares_down: float = 0.0


@dataclass(frozen=True, slots=True)
class SprtLook:
    """One look: the ratio, the bounds that decide it, correction included, and the verdict."""

    llr: float
    bounds: Walls
    verdict: Verdict


def look_at(design: Design, results: Pentanomial, records: Floats) -> SprtLook:
    """Look at a test after these results; what they are to the records is noted there."""
    walls, kind, cells = design.walls, int(design.overshoot), len(results.values)
    target0, target1 = design.targets(results.is_paired)
    weights, work = results.weights, np.empty((5, cells))
    is_normalised = design.elo_model is EloModel.NORMALISED
    llr = float(fit(is_normalised, weights, np.array(results.values), target0, target1, work))
    mean, deviation = step_moments(weights, work, design.batch)
    draw = look_draw(design.seed, results.samples // design.batch)
    verdict = judge(kind, llr, walls.low, walls.high, records, mean, deviation, draw)
    bounds = deciding_bounds(kind, walls.low, walls.high, records, deviation)
    return SprtLook(llr, Walls(float(bounds[0]), float(bounds[1])), VERDICTS[int(verdict)])


def read_counts(design: Design, results: Pentanomial, bounds: Walls | None = None) -> SprtLook:
    """What a test that has come to these counts, and not stopped before, says of them.

    The bounds of `siegmund` depend on the order of the pairs: whoever kept it gives them.
    Between two looks there is no verdict.
    """
    if bounds is None and design.overshoot is Overshoot.SIEGMUND:
        raise BadValue(
            "siegmund's bounds depend on the order of the pairs, which counts do not tell: "
            "give the bounds that the match shows"
        )
    look = look_at(design, results, np.zeros(4))
    if bounds is not None:
        verdict = Verdict.H1 if look.llr >= bounds.high else Verdict.OPEN
        look = SprtLook(look.llr, bounds, Verdict.H0 if look.llr <= bounds.low else verdict)
    if not results.samples or results.samples % design.batch:
        return replace(look, verdict=Verdict.OPEN)
    return look


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test on pairs with all it needs to go on: design, counts, records, verdict.

    >>> test = Sprt(Design(0, 50)).after([2, 3, 4])
    >>> test.pairs, test.verdict.value
    (3, 'inconclusive')
    """

    design: Design
    counts: tuple[int, ...] = (0,) * CELLS
    records: Records = Records()
    verdict: Verdict = Verdict.OPEN
    llr: float = 0.0  # at the last look
    looked: Walls | None = None  # the bounds that decided the last look

    def after(self, cells: Iterable[int]) -> "Sprt":
        """The test after more pairs, each given as twice its points: 0 to 4.

        Pairs that come after the verdict are counted but no longer looked at.
        """
        test = self
        for cell in cells:
            if cell not in range(CELLS):
                raise BadValue(f"pair result {cell} is not a whole number from 0 to 4")
            counts = tuple(n + (i == cell) for i, n in enumerate(test.counts))
            test = replace(test, counts=counts)
            if test.verdict is Verdict.OPEN and test.pairs % test.design.batch == 0:
                test = test._looked_at()
        return test

    def _looked_at(self) -> "Sprt":
        records = self._record_array()
        look = look_at(self.design, self.results, records)
        kept = Records(*records.tolist())
        return replace(self, records=kept, verdict=look.verdict, llr=look.llr, looked=look.bounds)

    @property
    def bounds(self) -> Walls:
        """The bounds that decided the last look, correction included; at first, Wald's."""
        return self.looked or self.design.walls

    def _record_array(self) -> Floats:
        kept = self.records
        return np.array([kept.highest, kept.lowest, kept.squares_up, kept.squares_down])

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    @property
    def results(self) -> Pentanomial:
        return Pentanomial(self.counts, self.design.small)

    def drift_spread(self) -> tuple[float, float]:
        """The drift and variance of the ratio for each pair, as the results have it."""
        results = self.results
        scores = self.design.scores(results.game_deviation)
        return drift_variance(results.score, results.variance, *scores)

    def estimate(self, confidence: float = normal.CONFIDENCE) -> StoppedElo:
        """The median-unbiased Elo of the test so far."""
        return stopped_elo(self.design, self.results, confidence)

    def to_dict(self) -> dict[str, Any]:
        """The test as plain values, which `from_dict` reads."""
        kept = self.records
        return {
            "design": self.design.to_dict(),
            "counts": list(self.counts),
            "records": [kept.highest, kept.lowest, kept.squares_up, kept.squares_down],
            "verdict": self.verdict.value,
            "llr": self.llr,
            "bounds": [self.looked.low, self.looked.high] if self.looked else None,
        }

    @classmethod
    def from_dict(cls, saved: dict[str, Any]) -> "Sprt":
        try:
            test = cls(
                Design.from_dict(saved["design"]),
                tuple(saved["counts"]),
                Records(*saved["records"]),
                Verdict(saved["verdict"]),
                float(saved["llr"]),
                Walls(*map(float, saved["bounds"])) if saved["bounds"] else None,
            )
        except KibitzError:
            raise
        except (KeyError, TypeError, ValueError) as error:
            raise BadRecord(f"this is not a saved test: {error}") from None
        if len(test.counts) != CELLS or min(test.counts) < 0:
            raise BadRecord(f"a saved test has counts {list(test.counts)}")
        return test

"""A sequential test under way: pairs come in, it is looked at, it stops.

A test is a value: adding pairs gives the next test, and `to_dict` and `from_dict` save
and restore it, records of the overshoot correction included. Pairs must be added in
the order of the schedule, not as they happen to finish, or short games bias the test.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kibitz.errors import BadRecord, BadValue, KibitzError
from kibitz.stats import normal
from kibitz.stats.design import CELLS, Design, Verdict
from kibitz.stats.elo import EloModel
from kibitz.stats.likelihood import fit
from kibitz.stats.look import judge, look_draw, step_moments
from kibitz.stats.model import PAIR_VALUES
from kibitz.stats.pentanomial import Pentanomial
from kibitz.stats.stopped import StoppedElo, stopped_elo

_VERDICTS = {1: Verdict.H1, -1: Verdict.H0, 0: Verdict.OPEN}


@dataclass(frozen=True, slots=True)
class Records:
    """The highest and lowest ratio seen, and the squared steps of both, summed."""

    highest: float = 0.0
    lowest: float = 0.0
    squares_up: float = 0.0
    squares_down: float = 0.0


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
        design, walls = self.design, self.design.walls
        target0, target1 = design.targets()
        weights, work = self.results.weights, np.empty((5, CELLS))
        is_normalised = design.elo_model is EloModel.NORMALISED
        llr = fit(is_normalised, weights, np.array(PAIR_VALUES), target0, target1, work)
        mean, deviation = step_moments(weights, work, design.batch)
        records = self._record_array()
        draw = look_draw(design.seed, self.pairs // design.batch)
        kind = int(design.overshoot)
        verdict = judge(kind, llr, walls.low, walls.high, records, mean, deviation, draw)
        kept = Records(*records.tolist())
        return replace(self, records=kept, verdict=_VERDICTS[int(verdict)], llr=float(llr))

    def _record_array(self) -> "np.ndarray[Any, np.dtype[np.float64]]":
        kept = self.records
        return np.array([kept.highest, kept.lowest, kept.squares_up, kept.squares_down])

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    @property
    def results(self) -> Pentanomial:
        return Pentanomial(self.counts, self.design.small)

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
            )
        except KibitzError:
            raise
        except (KeyError, TypeError, ValueError) as error:
            raise BadRecord(f"this is not a saved test: {error}") from None
        if len(test.counts) != CELLS or min(test.counts) < 0:
            raise BadRecord(f"a saved test has counts {list(test.counts)}")
        return test

"""A sequential test on payoffs: is the mean, in deviations of a pair, that of H1 or of H0?

It is the test of `sprt` with the payoff of each pair in the place of its points: the normal
generalised likelihood ratio in normalised Elo, the same bounds, the same corrections.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from kibitz.errors import BadValue
from kibitz.stats import normal
from kibitz.stats.brownian import Walls
from kibitz.stats.design import Design, Verdict
from kibitz.stats.elo import EloModel
from kibitz.stats.look import deciding_bounds, judge, look_draw
from kibitz.stats.payoffs import PAIR_UNIT, PairPayoffs, normal_llr
from kibitz.stats.sprt import VERDICTS, Records
from kibitz.stats.stopped import StoppedElo, stopped_nelo

NO_RECORDS = Records()


@dataclass(frozen=True, slots=True)
class PayoffSprt:
    """A test on payoffs under way; adding pairs gives the next one.

    >>> design = Design(0, 50, elo_model=EloModel.NORMALISED)
    >>> PayoffSprt(design, PairPayoffs(reach=2.0)).after([1.0, -0.5]).verdict.value
    'inconclusive'
    """

    design: Design
    payoffs: PairPayoffs
    records: Records = NO_RECORDS
    verdict: Verdict = Verdict.OPEN
    llr: float = 0.0  # at the last look
    looked: Walls | None = None  # the bounds that decided the last look

    def __post_init__(self) -> None:
        if self.design.elo_model is not EloModel.NORMALISED:
            raise BadValue("a test on payoffs is in normalised Elo: logistic Elo counts wins")

    def after(self, payoffs: Iterable[float]) -> "PayoffSprt":
        """The test after more pairs; those after the verdict are counted but not looked at."""
        test = self
        for payoff in payoffs:
            test = replace(test, payoffs=test.payoffs.plus(payoff))
            if test.verdict is Verdict.OPEN and test.pairs % test.design.batch == 0:
                test = test._looked_at()
        return test

    def _looked_at(self) -> "PayoffSprt":
        design, kept = self.design, self.records
        kind, walls = int(design.overshoot), design.walls
        records = np.array([kept.highest, kept.lowest, kept.squares_up, kept.squares_down])
        llr = normal_llr(self.payoffs, *self.ratios)
        drift, spread = self.drift_spread()
        mean, deviation = drift * design.batch, math.sqrt(spread * design.batch)
        draw = look_draw(design.seed, self.pairs // design.batch)
        verdict = judge(kind, llr, walls.low, walls.high, records, mean, deviation, draw)
        low, high = deciding_bounds(kind, walls.low, walls.high, records, deviation)
        return replace(
            self,
            records=Records(*records.tolist()),
            verdict=VERDICTS[int(verdict)],
            llr=llr,
            looked=Walls(float(low), float(high)),
        )

    @property
    def pairs(self) -> int:
        return self.payoffs.pairs

    @property
    def bounds(self) -> Walls:
        """The bounds that decided the last look, correction included; at first, Wald's."""
        return self.looked or self.design.walls

    @property
    def ratios(self) -> tuple[float, float]:
        """The two hypotheses as means in deviations of a pair."""
        return self.design.elo0 / PAIR_UNIT, self.design.elo1 / PAIR_UNIT

    def drift_spread(self) -> tuple[float, float]:
        """The drift and variance of the ratio for each pair, as the payoffs have it."""
        ratio0, ratio1 = self.ratios
        width = ratio1 - ratio0
        return (self.payoffs.bounded_ratio - (ratio0 + ratio1) / 2.0) * width, width * width

    def estimate(self, confidence: float = normal.CONFIDENCE) -> StoppedElo:
        """The median-unbiased normalised Elo of the test so far."""
        return stopped_nelo(self.design, self.payoffs, confidence)

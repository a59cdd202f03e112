"""What a sequential test says about the Elo, allowing for its having been stopped.

A test stops when the results look good or bad, so the plain Elo of its results is
biased away from the bounds' middle. Here the log-likelihood ratio is taken for a
Brownian motion between its bounds; the estimate is the Elo under which the outcome
seen is the median outcome, and the ends of the interval those under which it would be
a tail. A ratio beyond its bound is put on the bound, at the time it got there; where
that is more than 3 % beyond, the answer is called clamped, as Fishtest does.
"""

import math
from dataclasses import dataclass

from scipy.optimize import brentq

from kibitz.stats import normal
from kibitz.stats.approximation import drift_variance, gauss_llr
from kibitz.stats.brownian import stopped_cdf
from kibitz.stats.design import Design
from kibitz.stats.elo import expected_score
from kibitz.stats.pentanomial import Pentanomial

FARTHEST = 1000.0  # Elo; nothing beyond is reported
TOLERANCE = 1.03  # of a bound before an estimate counts as clamped


@dataclass(frozen=True, slots=True)
class StoppedElo:
    """The median-unbiased Elo of a test, its interval, and the likelihood of superiority."""

    elo: float
    interval: tuple[float, float]
    los: float
    llr: float
    samples: float
    is_clamped: bool


@dataclass(frozen=True, slots=True)
class _Outcome:
    design: Design
    results: Pentanomial
    score0: float
    score1: float
    llr: float
    samples: float

    def cdf(self, elo: float) -> float:
        """How often a test at this Elo ends lower than this one."""
        score = expected_score(elo)
        drift, spread = drift_variance(score, self.results.variance, self.score0, self.score1)
        return stopped_cdf(self.design.walls, drift, spread, self.samples, self.llr)

    def elo_at(self, probability: float) -> float:
        """The Elo at which a test ends lower than this one with this probability."""
        if self.cdf(-FARTHEST) <= probability:
            return -FARTHEST
        if self.cdf(FARTHEST) >= probability:
            return FARTHEST
        gap = lambda elo: self.cdf(elo) - probability  # noqa: E731
        return float(brentq(gap, -FARTHEST, FARTHEST, xtol=1e-9, rtol=1e-14))


def stopped_elo(
    design: Design, results: Pentanomial, confidence: float = normal.CONFIDENCE
) -> StoppedElo:
    """The median-unbiased Elo of a test that has come to these results."""
    tail = (1.0 - confidence) / 2.0
    score0, score1 = design.scores(results.game_deviation)
    llr, samples = gauss_llr(results, score0, score1), results.total
    walls = design.walls
    is_clamped = not walls.low * TOLERANCE <= llr <= walls.high * TOLERANCE
    wall = min(max(llr, walls.low), walls.high)
    if wall != llr:
        samples, llr = samples * wall / llr, wall
    outcome = _Outcome(design, results, score0, score1, llr, samples)
    return StoppedElo(
        elo=outcome.elo_at(0.5),
        interval=(outcome.elo_at(1.0 - tail), outcome.elo_at(tail)),
        los=outcome.cdf(0.0),
        llr=llr,
        samples=samples,
        is_clamped=is_clamped and math.isfinite(llr),
    )

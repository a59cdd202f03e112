"""What a sequential test says about the Elo, allowing for its having been stopped.

A test stops when the results look good or bad, so the plain Elo of its results is
biased away from the bounds' middle. Here the log-likelihood ratio is taken for a
Brownian motion between its bounds; the estimate is the Elo under which the outcome
seen is the median outcome, and the ends of the interval those under which it would be
a tail. A ratio beyond its bound is put on the bound, at the time it got there; where
that is more than 3 % beyond, the answer is called clamped, as Fishtest does. What would
lie beyond 1,000 Elo is infinite here, where Fishtest says 1,000: the interval is open.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from scipy.optimize import brentq

from kibitz.stats import normal
from kibitz.stats.approximation import drift_variance, gauss_llr
from kibitz.stats.brownian import Walls, stopped_cdf
from kibitz.stats.design import Design
from kibitz.stats.elo import expected_score
from kibitz.stats.payoffs import PAIR_UNIT, PairPayoffs
from kibitz.stats.pentanomial import Pentanomial

FARTHEST = 1000.0  # Elo; what lies beyond is reported as infinite
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
    """Where a test came to rest, and the walk it would be at each Elo."""

    walls: Walls
    walk: Callable[[float], tuple[float, float]]  # drift and variance of a pair at an Elo
    llr: float
    samples: float

    def cdf(self, elo: float) -> float:
        """How often a test at this Elo ends lower than this one."""
        return stopped_cdf(self.walls, *self.walk(elo), self.samples, self.llr)

    def elo_at(self, probability: float) -> float:
        """The Elo at which a test ends lower than this one with this probability."""
        if self.cdf(-FARTHEST) <= probability:
            return -math.inf
        if self.cdf(FARTHEST) >= probability:
            return math.inf
        gap = lambda elo: self.cdf(elo) - probability  # noqa: E731
        return float(brentq(gap, -FARTHEST, FARTHEST, xtol=1e-9, rtol=1e-14))


def stopped_elo(
    design: Design, results: Pentanomial, confidence: float = normal.CONFIDENCE
) -> StoppedElo:
    """The median-unbiased Elo of a test that has come to these results."""
    score0, score1 = design.scores(results.game_deviation)

    def walk(elo: float) -> tuple[float, float]:
        return drift_variance(expected_score(elo), results.variance, score0, score1)

    llr = gauss_llr(results, score0, score1)
    return _stopped(design.walls, walk, llr, results.total, confidence)


def stopped_nelo(
    design: Design, payoffs: PairPayoffs, confidence: float = normal.CONFIDENCE
) -> StoppedElo:
    """The median-unbiased normalised Elo of a test that has come to these payoffs."""
    ratio0, ratio1 = design.elo0 / PAIR_UNIT, design.elo1 / PAIR_UNIT

    def walk(elo: float) -> tuple[float, float]:
        return drift_variance(elo / PAIR_UNIT, 1.0, ratio0, ratio1)

    llr = payoffs.pairs * walk(payoffs.bounded_ratio * PAIR_UNIT)[0]
    return _stopped(design.walls, walk, llr, payoffs.pairs, confidence)


def _stopped(
    walls: Walls,
    walk: Callable[[float], tuple[float, float]],
    llr: float,
    samples: float,
    confidence: float,
) -> StoppedElo:
    tail = (1.0 - confidence) / 2.0
    is_clamped = not walls.low * TOLERANCE <= llr <= walls.high * TOLERANCE
    wall = min(max(llr, walls.low), walls.high)
    if wall != llr:
        samples, llr = samples * wall / llr, wall
    outcome = _Outcome(walls, walk, llr, samples)
    return StoppedElo(
        elo=outcome.elo_at(0.5),
        interval=(
            min(outcome.elo_at(1.0 - tail), FARTHEST),
            max(outcome.elo_at(tail), -FARTHEST),
        ),
        los=outcome.cdf(0.0),
        llr=llr,
        samples=samples,
        is_clamped=is_clamped and math.isfinite(llr),
    )

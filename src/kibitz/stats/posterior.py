"""What samples leave open about the score: a Bayesian posterior over laws of pairs.

Before a pair is played, its law comes from one of `PRIOR_KINDS`, each a Dirichlet law over the five
cells. Counts are added to every kind, and each kind weighs as much as it made them likely, so
the posterior is a mixture of Dirichlet laws again. Shares of cells are independent gamma
variables over their sum: the score is at most x where the sum of (value - x) times the gamma
variables is at most 0, a chance that one integral gives (Imhof 1961).

The kinds are chosen for how often the intervals cover: docs/statistics.md says how.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import betaln

from kibitz.stats.model import PAIR_VALUES

Floats = NDArray[np.float64]

RARE = 0.01  # samples in a cell that is no score of a pair
# The weight of a kind, and its samples in each cell. One that is not even has a mirror image.
PRIOR_KINDS: tuple[tuple[float, tuple[float, ...]], ...] = (
    (0.034, (2.1, 0.27, 0.11, 0.27, 2.1)),
    (1.0, (0.4, 0.012, 0.01, 0.012, 0.4)),
    (0.0025, (0.43, 0.033, 0.013, 0.033, 0.43)),
    (0.00018, (0.015, 0.012, 1.4, 1.8, 0.014)),
    (0.017, (0.025, 0.011, 0.019, 1.1, 0.34)),
    (0.0013, (0.13, 0.011, 0.037, 0.012, 4.0)),
)
NEGLIGIBLE = 1e-9  # the weight of a kind that is left out
_EDGE = 1e-15  # no score is looked for nearer to 0 or 1
_EXACT = 1e-10  # of a standard error, how exact a quantile is

_STEP = 0.15
_PLACES = np.arange(-2.4, 7.01, _STEP)
_NODES = np.exp(_PLACES - np.exp(-_PLACES) + np.exp(_PLACES - 4.0))  # double exponential
_SHARES = _STEP * (1.0 + np.exp(-_PLACES) + np.exp(_PLACES - 4.0)) / math.pi
_TURNS = (math.pi / 12.0, -math.pi / 12.0)  # of the path, away from the line where waves swing
_PATHS = np.array([-1j * np.exp(1j * turn) * _NODES for turn in _TURNS])
_MUCH = 0.9  # waves on one path are much smaller if below this part of those on the other
_LARGEST = 700.0  # exponent


@dataclass(frozen=True, slots=True)
class ScorePosterior:
    """What is believed of the score after some samples."""

    weights: Floats  # of the kinds
    cells: Floats  # a row for each kind: the samples of each cell, with those of the prior
    values: Floats

    @classmethod
    def of(cls, counts: Sequence[float], values: Sequence[float]) -> "ScorePosterior":
        seen = np.array(counts, np.float64)
        logs, prior = _prior(tuple(values))
        some = seen > 0.0
        logs = logs + betaln(seen.sum(), prior.sum(1)) - betaln(seen[some], prior[:, some]).sum(1)
        weights = np.exp(logs - logs.max())
        kept = weights > NEGLIGIBLE
        return cls(weights[kept] / weights[kept].sum(), prior[kept] + seen, np.array(values))

    def below(self, score: float) -> float:
        """How likely it is that the true score is at most this one."""
        gaps = self.values - score
        typical = self.weights @ self.cells
        scale = math.hypot(float(typical @ gaps), math.sqrt(float(typical @ gaps**2)))
        steps = np.multiply.outer(_PATHS / scale, gaps)
        sizes = np.log1p(2.0 * steps.real + steps.real**2 + steps.imag**2) / 2.0
        way = _smoother(sizes @ typical, float(typical @ np.sign(gaps)))
        angles = np.arctan2(steps[way].imag, 1.0 + steps[way].real)
        waves = -np.exp(-(sizes[way] @ self.cells.T)) * np.sin(angles @ self.cells.T)
        found = 0.5 - _TURNS[way] / math.pi - float(_SHARES @ waves @ self.weights)
        return min(max(found, 0.0), 1.0)

    def quantile(self, chance: float) -> float:
        """The score that the true one is at most with this chance."""
        mean, error = self._moments()
        aside = math.copysign(error, chance - self.below(mean))
        near, far = mean, _possible(mean + 2.0 * aside)
        while (self.below(far) < chance) == (aside > 0.0):
            if far in (_EDGE, 1.0 - _EDGE):
                return far
            near, far = far, _possible(mean + 2.0 * (far - mean))
        return float(brentq(lambda x: self.below(x) - chance, near, far, xtol=_EXACT * error))

    def _moments(self) -> tuple[float, float]:
        total = self.cells.sum(1)
        means = self.cells @ self.values / total
        mean = float(self.weights @ means)
        within = (self.cells * (self.values - means[:, None]) ** 2).sum(1) / total / (total + 1.0)
        error = math.sqrt(float(self.weights @ (within + (means - mean) ** 2)))
        return mean, max(error, _EDGE)


def _smoother(sizes: Floats, above: float) -> int:
    """Which path to take: to the side of most samples, unless waves are large there."""
    swings = np.exp(np.minimum(-sizes, _LARGEST)) @ _SHARES
    if above < 0.0:
        return int(_MUCH * swings[1] <= swings[0])
    return int(swings[1] < _MUCH * swings[0])


def _possible(score: float) -> float:
    return min(max(score, _EDGE), 1.0 - _EDGE)


@cache
def _prior(values: tuple[float, ...]) -> tuple[Floats, Floats]:
    """The logarithm of each kind's weight, and its samples in cells of these values.

    What lies between two of the values is shared by both, so that the score stays the same.
    """
    both = {cells[::way]: weight for weight, cells in PRIOR_KINDS for way in (1, -1)}
    spread = np.array([np.interp(PAIR_VALUES, values, unit) for unit in np.eye(len(values))])
    rows = [np.maximum(spread @ cells, RARE) for cells in both]
    return np.log(list(both.values())), np.array(rows)

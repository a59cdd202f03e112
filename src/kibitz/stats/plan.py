"""What a test will cost before a game is played: pass probability and length in closed form.

The log-likelihood ratio is taken for a Brownian motion between the bounds. Its drift
follows from the true Elo, its variance from the pairs of even players, as in the
calculator of Fishtest; for strengths far apart a simulation knows better.
"""

from dataclasses import dataclass

import numpy as np

from kibitz.stats.approximation import drift_variance
from kibitz.stats.brownian import expected_time, high_probability
from kibitz.stats.design import Design
from kibitz.stats.elo import FARTHEST, EloModel
from kibitz.stats.model import PairModel, moments


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a test does at one true Elo."""

    elo: float
    pass_probability: float
    games: float


def forecast(
    design: Design, games: PairModel, elo: float, elo_model: EloModel | None = None
) -> Forecast:
    """What the test does at a true Elo, which is in the design's model unless another is named."""
    mean, _ = moments(games.law(elo, elo_model or design.elo_model))
    variance = moments(games.pair(0.0))[1]
    score0, score1 = design.scores((2.0 * variance) ** 0.5)
    drift, spread = drift_variance(mean, variance, score0, score1)
    walls = design.walls
    pairs = expected_time(walls, drift, spread)
    return Forecast(elo, high_probability(walls, drift, spread), 2.0 * pairs)


def elo_range(design: Design, steps: int = 21) -> list[float]:
    """True Elos from one width below the hypotheses to one above, as far as a score tells."""
    width = design.elo1 - design.elo0
    low, high = max(design.elo0 - width, -FARTHEST), min(design.elo1 + width, FARTHEST)
    return [float(x) for x in np.linspace(low, high, steps)]

"""The BayesElo model of a pair: from a draw ratio, a bias and an Elo to five probabilities.

A pair is one opening or deal played twice with seats swapped. The bias of its start is
an advantage that each side has once, so the law of a pair is the convolution of one
game at e + advantage and one at e - advantage, e being the BayesElo.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from kibitz.errors import BadValue
from kibitz.stats.elo import (
    NORMALISED_UNIT,
    EloModel,
    bayes_parameters,
    bayes_probabilities,
    elo_of_score,
    expected_score,
)

PAIR_VALUES = (0.0, 0.25, 0.5, 0.75, 1.0)
GAME_VALUES = (0.0, 0.5, 1.0)
_FARTHEST = 4000.0  # BayesElo


@dataclass(frozen=True, slots=True)
class EloRow:
    """One strength in the three dialects."""

    logistic: float
    normalized: float
    bayes: float


@dataclass(frozen=True, slots=True)
class PairModel:
    """What games are like between equal players: how many are drawn, how biased they start."""

    draw_ratio: float
    bias: float = 0.0

    def __post_init__(self) -> None:
        if not math.isfinite(self.bias):
            raise BadValue(f"bias {self.bias} is not a number")
        if not 0.0 <= self.draw_ratio < 1.0:
            raise BadValue(f"draw-ratio {self.draw_ratio} is not between 0 and 1")
        favourite = expected_score(abs(self.bias))
        if self.draw_ratio / 2.0 >= 1.0 - favourite:
            raise BadValue(
                f"draw-ratio {self.draw_ratio} does not fit bias {self.bias:g}: "
                f"it must be below {2.0 * (1.0 - favourite):.6g}"
            )

    @property
    def advantage(self) -> float:
        """The BayesElo that the start is worth to the side it favours."""
        return self._parameters()[0]

    @property
    def draw_elo(self) -> float:
        return self._parameters()[1]

    def _parameters(self) -> tuple[float, float]:
        win = expected_score(self.bias) - self.draw_ratio / 2.0
        return bayes_parameters(1.0 - self.draw_ratio - win, win)

    def game(self, bayes_elo: float) -> tuple[float, float, float]:
        """The probabilities of loss, draw and win of one game without advantage."""
        return bayes_probabilities(bayes_elo, self.draw_elo)

    def pair(self, bayes_elo: float) -> tuple[float, ...]:
        """The probabilities of the five pair scores, lowest first."""
        advantage, draw_elo = self._parameters()
        with_start = bayes_probabilities(bayes_elo + advantage, draw_elo)
        against_start = bayes_probabilities(bayes_elo - advantage, draw_elo)
        return tuple(float(p) for p in np.convolve(with_start, against_start))

    def bayes_elo(self, elo: float, model: EloModel) -> float:
        """The BayesElo at which a pair shows this Elo."""
        if elo == 0.0:
            return 0.0  # the seats are swapped, so even players score one half
        if model is EloModel.LOGISTIC:
            target = expected_score(elo)
            return self._solve(lambda e: moments(self.pair(e))[0] - target, elo)
        ratio = elo / NORMALISED_UNIT
        return self._solve(lambda e: _game_ratio(self.pair(e)) - ratio, elo)

    def _solve(self, gap: "object", elo: float) -> float:
        try:
            return float(brentq(gap, -_FARTHEST, _FARTHEST, xtol=1e-11, rtol=1e-14))
        except ValueError:
            raise BadValue(f"elo {elo:g} is out of reach of draw-ratio {self.draw_ratio}") from None

    def row(self, elo: float, model: EloModel) -> EloRow:
        """This Elo in the three dialects."""
        bayes = self.bayes_elo(elo, model)
        law = self.pair(bayes)
        return EloRow(elo_of_score(moments(law)[0]), NORMALISED_UNIT * _game_ratio(law), bayes)

    def law(self, elo: float, model: EloModel) -> tuple[float, ...]:
        """The probabilities of the five pair scores at this Elo, lowest first."""
        return self.pair(self.bayes_elo(elo, model))


def moments(
    law: "tuple[float, ...]", values: "tuple[float, ...]" = PAIR_VALUES
) -> tuple[float, float]:
    """The mean and the variance of a law over these values."""
    mean = math.fsum(p * a for p, a in zip(law, values, strict=True))
    return mean, math.fsum(p * (a - mean) ** 2 for p, a in zip(law, values, strict=True))


def _game_ratio(law: tuple[float, ...]) -> float:
    """The mean above one half in deviations of a game; infinite where nothing varies."""
    mean, variance = moments(law)
    if variance <= 0.0:
        return math.copysign(math.inf, mean - 0.5)
    return (mean - 0.5) / math.sqrt(2.0 * variance)

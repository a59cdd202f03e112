"""Elo in its three dialects: logistic, normalised and BayesElo.

Logistic Elo measures the score, normalised Elo the score above one half in standard
deviations of a game (Van den Bergh, Normalized Elo), BayesElo wins, draws and losses
with a separate width for draws. All differences are from the first player's side.
"""

import math
from enum import StrEnum

from kibitz.errors import UnknownName

LOGISTIC_UNIT = 400.0 / math.log(10.0)
NORMALISED_UNIT = 800.0 / math.log(10.0)  # normalised Elo for one standard deviation
CLAMP = 1e-3  # scores nearer to 0 or 1 are shown as this, as Fishtest does
K_FACTOR = 32.0
FARTHEST = 4000.0  # beyond, a score differs from 0 or 1 by less than any match can show


class EloModel(StrEnum):
    """Which Elo the bounds of a test are in."""

    LOGISTIC = "logistic"
    NORMALISED = "normalized"

    @classmethod
    def named(cls, name: str) -> "EloModel":
        """The model of that name, in either spelling.

        >>> EloModel.named("normalised")
        <EloModel.NORMALISED: 'normalized'>
        """
        spelling = name.lower().replace("normalised", "normalized")
        if spelling not in {model.value for model in cls}:
            raise UnknownName("elo-model", name, [model.value for model in cls])
        return cls(spelling)


def expected_score(elo: float) -> float:
    """The score that a player `elo` points stronger expects."""
    return 0.5 + 0.5 * math.tanh(elo / (2.0 * LOGISTIC_UNIT))


def elo_of_score(score: float) -> float:
    """The logistic Elo of a score; infinite where everything was won or lost."""
    if score <= 0.0 or score >= 1.0:
        return math.copysign(math.inf, score - 0.5)
    return LOGISTIC_UNIT * math.log(score / (1.0 - score))


def clamped_elo(score: float) -> float:
    """The logistic Elo of a score, at most that of 0.999 either way."""
    return elo_of_score(min(max(score, CLAMP), 1.0 - CLAMP))


def normalised_elo(score: float, deviation: float) -> float:
    """The normalised Elo of a score with this standard deviation of one game."""
    return NORMALISED_UNIT * (score - 0.5) / deviation


def bayes_probabilities(bayes_elo: float, draw_elo: float) -> tuple[float, float, float]:
    """The probabilities of loss, draw and win of one game in the BayesElo model."""
    win = expected_score(bayes_elo - draw_elo)
    loss = expected_score(-bayes_elo - draw_elo)
    return loss, 1.0 - win - loss, win


def bayes_parameters(loss: float, win: float) -> tuple[float, float]:
    """The BayesElo and the draw_elo under which a game is lost and won this often."""
    return (elo_of_score(win) - elo_of_score(loss)) / 2.0, -(
        elo_of_score(win) + elo_of_score(loss)
    ) / 2.0


def updated(
    rating: float, opponent: float, score: float, k_factor: float = K_FACTOR
) -> tuple[float, float]:
    """The two ratings after one game that gave the first player `score`."""
    change = k_factor * (score - expected_score(rating - opponent))
    return rating + change, opponent - change

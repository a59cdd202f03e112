"""Quick stand-ins for the exact log-likelihood ratio, and its drift as a Brownian motion.

Each is the formula of a law given by its mean and variance; the exact one is in
`likelihood`. See Van den Bergh, A practical introduction to the GSPRT, and Normalized
Elo in practice.
"""

import math

from kibitz.stats.pentanomial import Pentanomial


def log_ratio_llr(results: Pentanomial, score0: float, score1: float) -> float:
    """(N/2) ln of the ratio of the mean squares about the two scores."""
    square = results.variance
    about0 = square + (results.score - score0) ** 2
    about1 = square + (results.score - score1) ** 2
    return results.total / 2.0 * math.log(about0 / about1)


def gauss_llr(results: Pentanomial, score0: float, score1: float) -> float:
    """The ratio for normal samples of the variance seen."""
    drift, _ = drift_variance(results.score, results.variance, score0, score1)
    return results.total * drift


def normalised_llr(results: Pentanomial, ratio0: float, ratio1: float) -> float:
    """(games/2) ln of the ratio for samples measured in their own deviation; ratios per game."""
    games = results.total * (2.0 if results.is_paired else 1.0)
    ratio = (results.score - 0.5) / results.game_deviation
    about0, about1 = 1.0 + (ratio - ratio0) ** 2, 1.0 + (ratio - ratio1) ** 2
    return games / 2.0 * math.log(about0 / about1)


def drift_variance(
    score: float, variance: float, score0: float, score1: float
) -> tuple[float, float]:
    """The drift and variance of the log-likelihood ratio for each sample."""
    width = score1 - score0
    return (score - (score0 + score1) / 2.0) * width / variance, width * width / variance

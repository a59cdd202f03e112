"""Evidence that one option beats another, which may be looked at as often as one likes.

Each function gives the logarithm of an e-value for "the mean difference is above 0": a
non-negative process whose mean is at most 1 if it is not, so by Ville's inequality it
ever reaches 1 / alpha with probability at most alpha, whenever one stops.
"""

import numpy as np
from scipy.special import stdtr

from kibitz.estimate.moments import Comoments, Values

BETS = 0.5 ** np.arange(1, 13)  # fractions of the span put on each row
PEAK = 8.0  # samples times prior variance at which the mixture is sharpest, for alpha near 0.05


def differences(moments: Comoments) -> tuple[Values, Values]:
    """Means of [row option less column option], and sums of squared deviations from them."""
    mean, products = moments.mean, moments.products
    diagonal = products.diagonal()
    squares = diagonal[:, np.newaxis] + diagonal[np.newaxis, :] - 2.0 * products
    return mean[:, np.newaxis] - mean[np.newaxis, :], np.maximum(squares, 0.0)


def student_evidence(moments: Comoments, samples_at_peak: float) -> Values:
    """Log e-values by the t-test with a half-normal prior on mean over standard deviation.

    The right Haar prior takes the variance out (Lai 1976): exact for normal differences of
    any variance, close for others once `min_samples` have made their mean normal. The half
    of the prior above 0 is twice the whole times the posterior probability of that half.
    """
    n = moments.count
    means, squares = differences(moments)
    width = 1.0 + n * PEAK / samples_at_peak
    with np.errstate(divide="ignore", invalid="ignore"):
        excess = n * means**2 / squares  # the square of t over its degrees of freedom
        gain = np.where(excess < np.inf, np.log1p(excess) - np.log1p(excess / width), np.log(width))
        above = n * means * np.sqrt((width - 1.0) / (width * squares + n * means**2))
        evidence = np.log(2.0 * stdtr(n, above)) + 0.5 * n * gain - 0.5 * np.log(width)
    return np.where(means == 0.0, -np.inf, evidence)


def bounded_evidence(moments: Comoments, span: float) -> Values:
    """Log e-values for differences that are never larger than `span`: no law assumed.

    A bettor puts the fraction b of a fortune on every difference d, in units of the span;
    log(1 + b d) >= b d + d^2 (log(1 - b) + b) for d >= -1 (Fan, Grama and Liu 2015) bounds
    the fortune from below by two sums, and the mean over several b is a fortune again.
    """
    n = moments.count
    means, squares = differences(moments)
    sums = n * means / span
    second = (squares + n * means**2) / span**2
    cost = -np.log1p(-BETS) - BETS
    fortunes = np.multiply.outer(BETS, sums) - np.multiply.outer(cost, second)
    top = fortunes.max(axis=0)
    return np.asarray(top + np.log(np.exp(fortunes - top).mean(axis=0)))

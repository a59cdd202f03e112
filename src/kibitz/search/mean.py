"""The mean of samples with its standard error, from their sums."""

import math

from kibitz.estimate.estimate import Estimate


def mean_estimate(total: float, squares: float, samples: int, span: float) -> Estimate:
    """The mean of numbers that lie `span` apart at most, given their sum and sum of squares.

    One more sample, half the span away from the mean, is thought of when the error is
    taken, so that a few equal samples do not pass for certainty.
    """
    mean = total / samples
    deviations = max(squares - total * mean, 0.0) + (span / 2.0) ** 2
    return Estimate.sampled(mean, math.sqrt(deviations) / samples, samples)

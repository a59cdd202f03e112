"""Means of samples, and of differences between two options, with errors from their sums.

One more sample, half the span away from the mean, is thought of when an error is taken, so
that a few equal samples do not pass for certainty.
"""

import math

from kibitz.estimate.estimate import Estimate


def mean_estimate(total: float, squares: float, samples: int, span: float) -> Estimate:
    """The mean of numbers that lie `span` apart at most, given their sum and sum of squares."""
    return Estimate.sampled(total / samples, error_of(total, squares, samples, span), samples)


def error_of(total: float, squares: float, samples: int, span: float) -> float:
    """The standard error of the mean of numbers with this sum and sum of squares."""
    deviations = max(squares - total * total / samples, 0.0) + (span / 2.0) ** 2
    return math.sqrt(deviations) / samples

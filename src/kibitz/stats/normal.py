"""The normal law: what the statistics of matches need of it, without loading scipy.stats."""

import math

from scipy.special import ndtri

from kibitz.errors import BadValue

CONFIDENCE = 0.95


def below(z: float) -> float:
    """The probability that a standard normal is at most z."""
    return 0.5 * math.erfc(-z / math.sqrt(2.0))


def quantile(probability: float) -> float:
    """The z that a standard normal stays below with this probability."""
    return float(ndtri(probability))


def two_sided(confidence: float) -> float:
    """The z whose interval from -z to z holds a standard normal this often."""
    if not 0.0 < confidence < 1.0:
        raise BadValue(f"confidence {confidence} is not between 0 and 1")
    return quantile(0.5 + confidence / 2.0)

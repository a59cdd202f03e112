"""The normal law: what the statistics of matches need of it, without loading scipy.stats."""

import math

from scipy.special import ndtri

from kibitz.errors import BadValue

CONFIDENCE = 0.95
RAREST = 1e-9  # no probability here is nearer to 0 or 1


def below(z: float) -> float:
    """The probability that a standard normal is at most z."""
    return 0.5 * math.erfc(-z / math.sqrt(2.0))


def quantile(probability: float) -> float:
    """The z that a standard normal stays below with this probability."""
    return float(ndtri(probability))


def two_sided(confidence: float) -> float:
    """The z whose interval from -z to z holds a standard normal this often."""
    return quantile(0.5 + checked(confidence, "confidence") / 2.0)


def checked(probability: float, name: str) -> float:
    """The probability, refused where it is as good as 0 or 1."""
    if not RAREST <= probability <= 1.0 - RAREST:
        raise BadValue(f"{name} {probability} is not between 0 and 1, at least {RAREST} from both")
    return probability

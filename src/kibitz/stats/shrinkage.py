"""A rate from few games, drawn towards what is believed without them.

The belief is a beta law: its mean is the prior rate, its size the number of games that the
prior is worth. Games add to it, so that many of them outweigh any prior. A rate that is shown
with its interval comes from one `RateLaw`.
"""

import math
from dataclasses import dataclass

from kibitz.errors import BadValue

PRIOR_GAMES = 20.0  # that a prior is worth at most: it may be wrong in ways its error hides
_LEAST = 0.1  # games of either side of the law: no prior is that sure


def _check(prior: float, worth: float) -> None:
    if not 0 <= prior <= 1 or worth < 0:
        raise BadValue(f"a prior of {prior} worth {worth} games makes no sense")


def prior_games(prior: float, error: float) -> float:
    """How many games would show a rate with this standard error: the size of the beta law."""
    if error <= 0:
        raise BadValue(f"a standard error of {error} is not above 0")
    return max(0.0, prior * (1 - prior) / (error * error) - 1)


def shrunk_rate(points: float, games: float, prior: float, worth: float = PRIOR_GAMES) -> float:
    """The rate of `points` in `games` with a prior worth so many games; without games, the prior.

    >>> shrunk_rate(10, 10, 0.5, 10)
    0.75
    """
    _check(prior, worth)
    if games + worth == 0:
        return prior
    return (points + prior * worth) / (games + worth)


@dataclass(frozen=True, slots=True)
class RateLaw:
    """A beta law of a rate: as if so many games had been won, and so many lost."""

    won: float
    lost: float

    @property
    def rate(self) -> float:
        """Its mean."""
        return self.won / (self.won + self.lost)

    @property
    def error(self) -> float:
        """Its standard deviation."""
        return math.sqrt(self.rate * (1.0 - self.rate) / (self.won + self.lost + 1.0))

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Where the rate lies by the same law."""
        from scipy.special import betaincinv

        tail = (1.0 - confidence) / 2.0
        low, high = (float(betaincinv(self.won, self.lost, p)) for p in (tail, 1.0 - tail))
        return low, high


def belief(points: float, games: float, prior: float, worth: float = PRIOR_GAMES) -> RateLaw:
    """What `points` in `games` leave of a prior worth so many games.

    What a prior lacks of one game is an even one, so that few games alone are not sure.

    >>> belief(10, 10, 0.5, 10).rate
    0.75
    """
    _check(prior, worth)
    even = max(0.0, 1.0 - worth) / 2.0
    won, lost = points + prior * worth + even, games - points + (1 - prior) * worth + even
    return RateLaw(max(won, _LEAST), max(lost, _LEAST))

"""What chips say: the payoffs of pairs as samples, where winning often is not winning much.

A pair's payoff is the mean of its games for the first player. Sums are all that is kept.
The law of such payoffs has long tails: who wins a little nearly always and loses much once
in a while looks sure of himself until that happens. So evidence is weighed by a `trust`: the
root of the mean square seen over the mean square with four more pairs, in which the largest
payoff there can be was won twice and lost twice. With few pairs it says little, to either
side; with many it is 1.
"""

import math
from dataclasses import dataclass

from scipy.special import stdtr

from kibitz.errors import BadValue
from kibitz.stats import normal
from kibitz.stats.elo import NORMALISED_UNIT
from kibitz.stats.interval import student

UNSEEN = 4.0  # pairs that show the largest payoff
MOST_RATIO = 10.0  # that a forecast and an estimate reckon with
PAIR_UNIT = NORMALISED_UNIT / math.sqrt(2.0)  # normalised Elo of one deviation of a pair


@dataclass(frozen=True, slots=True)
class PairPayoffs:
    """So many pairs of a game, by the sums of their payoffs and of the squares of them.

    >>> PairPayoffs(reach=2.0).plus(1.0).plus(0.0).mean
    0.5
    """

    reach: float  # the largest payoff of either sign that the game has
    pairs: int = 0
    total: float = 0.0
    squares: float = 0.0

    def __post_init__(self) -> None:
        if not 0.0 < self.reach < math.inf:
            raise BadValue(f"a largest payoff of {self.reach} is not a number above 0")

    def plus(self, payoff: float) -> "PairPayoffs":
        """One pair more."""
        sums = (self.total + payoff, self.squares + payoff * payoff)
        return PairPayoffs(self.reach, self.pairs + 1, *sums)

    @property
    def mean(self) -> float:
        """What the first player got per game."""
        return self.total / self.pairs if self.pairs else math.nan

    @property
    def mean_square(self) -> float:
        return self.squares / self.pairs if self.pairs else math.nan

    @property
    def trust(self) -> float:
        """What evidence of these pairs counts for, from 0 to 1."""
        unseen = UNSEEN * self.reach * self.reach
        with_unseen = (self.squares + unseen) / (self.pairs + UNSEEN)
        return math.sqrt(self.mean_square / with_unseen)

    @property
    def deviation(self) -> float:
        """Of a pair's payoff."""
        return math.sqrt(max(self.mean_square - self.mean**2, 0.0))

    @property
    def wary_deviation(self) -> float:
        """Of a pair's payoff, with those more pairs among them: equal results prove little."""
        pairs = self.pairs + UNSEEN
        square = (self.squares + UNSEEN * self.reach * self.reach) / pairs
        return math.sqrt(square - (self.total / pairs) ** 2)

    @property
    def error(self) -> float:
        """Of the mean, as far as these pairs are trusted; infinite where nothing was paid."""
        size = max(self.deviation, self.reach * 1e-9) / math.sqrt(self.pairs)
        return size / self.trust if self.squares else math.inf

    @property
    def ratio(self) -> float:
        """The mean in deviations of a pair; infinite where all pairs paid the same."""
        if self.deviation <= self.reach * 1e-9:
            return math.copysign(math.inf, self.mean) if self.mean else 0.0
        return self.mean / self.deviation

    @property
    def bounded_ratio(self) -> float:
        """The ratio, never far from what payoffs show."""
        return min(max(self.ratio, -MOST_RATIO), MOST_RATIO)

    @property
    def nelo(self) -> float:
        """The normalised Elo; infinite where all pairs paid the same."""
        return self.ratio * PAIR_UNIT

    def nelo_interval(self, confidence: float = normal.CONFIDENCE) -> tuple[float, float]:
        """Where the normalised Elo lies; an end that is not known is infinite."""
        if not math.isfinite(self.ratio) or not self.trust or self.pairs < 2:
            return -math.inf, math.inf
        error = math.sqrt((1.0 + self.ratio**2 / 2.0) / self.pairs) / self.trust
        reach = student(confidence, self.pairs - 1) * error
        return (self.ratio - reach) * PAIR_UNIT, (self.ratio + reach) * PAIR_UNIT

    @property
    def los(self) -> float:
        """The likelihood of superiority: how sure the true mean is above 0."""
        return float(stdtr(max(self.pairs - 1, 1), self.mean / self.error))


def normal_llr(samples: PairPayoffs, ratio0: float, ratio1: float) -> float:
    """The log-likelihood ratio of two means over deviations for normal samples, as trusted.

    The deviation is whatever makes each hypothesis likeliest: with mean t s the likelihood
    -ln s - (m2 / s^2 - 2 t m1 / s + t^2) / 2 is greatest where s^2 + t m1 s = m2.
    """
    if not samples.squares:
        return 0.0
    gain = _log_likelihood(samples, ratio1) - _log_likelihood(samples, ratio0)
    return samples.trust * samples.pairs * gain


def _log_likelihood(samples: PairPayoffs, ratio: float) -> float:
    first, second = samples.mean, samples.mean_square
    deviation = (math.sqrt((ratio * first) ** 2 + 4.0 * second) - ratio * first) / 2.0
    about = second / deviation**2 - 2.0 * ratio * first / deviation + ratio * ratio
    return -math.log(deviation) - about / 2.0

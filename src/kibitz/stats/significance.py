"""Tests of a win rate, of two rates, of pairs; the games they need and the Elo they can see.

A win rate against one half is a one-proportion test. A draw is worth half a win to a
score, but the tests of proportions here count wins among games.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import betainc, betaincinv, gammaln, stdtr, stdtrit

from kibitz.errors import BadValue
from kibitz.stats import normal
from kibitz.stats.elo import NORMALISED_UNIT, elo_of_score
from kibitz.stats.pentanomial import MOST

_HALVINGS = 55  # of an interval, which leave nothing of it
HARDEST = 0.25  # p (1 - p) at one half, the largest variance of a proportion


@dataclass(frozen=True, slots=True)
class Proportion:
    """A rate tested against a value: z, two-sided p-value, and the rate's interval."""

    rate: float
    against: float
    z: float
    p_value: float
    exact_p_value: float
    interval: tuple[float, float]
    confidence: float

    @property
    def is_significant(self) -> bool:
        return self.p_value < 1.0 - self.confidence


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference tested against 0: statistic, two-sided p-value, interval."""

    difference: float
    statistic: float
    p_value: float
    interval: tuple[float, float]


def checked_count(count: int, whole: int, what: str) -> None:
    """Refuse a count that cannot be part of its whole."""
    _check_games(whole)
    if not 0 <= count <= whole:
        raise BadValue(f"{what} {count} is not between 0 and {whole}")


def _check_games(games: int) -> None:
    if games < 1:
        raise BadValue(f"games {games} is not at least 1")
    if games > MOST:
        raise BadValue(f"games {games:.3g} is more than {MOST}")


def wilson_interval(
    count: int, whole: int, confidence: float = normal.CONFIDENCE
) -> tuple[float, float]:
    """The interval of a proportion by Wilson's score, which never leaves 0 to 1."""
    z = normal.two_sided(confidence)
    rate, shrink = count / whole, 1.0 + z * z / whole
    centre = (rate + z * z / (2 * whole)) / shrink
    reach = z / shrink * math.sqrt(rate * (1 - rate) / whole + (z / (2 * whole)) ** 2)
    return max(centre - reach, 0.0), min(centre + reach, 1.0)


def clopper_pearson_interval(
    count: int, whole: int, confidence: float = normal.CONFIDENCE
) -> tuple[float, float]:
    """The interval of a proportion that covers at least this often, whatever the truth."""
    tail = (1.0 - confidence) / 2.0
    low = betaincinv(count, whole - count + 1, tail) if count > 0 else 0.0
    high = betaincinv(count + 1, whole - count, 1.0 - tail) if count < whole else 1.0
    return float(low), float(high)


def proportion_test(
    wins: int, games: int, against: float = 0.5, confidence: float = normal.CONFIDENCE
) -> Proportion:
    """The one-proportion test of a win rate, two-sided, with the exact binomial beside it."""
    checked_count(wins, games, "wins")
    normal.checked(against, "against")
    rate = wins / games
    z = (rate - against) / math.sqrt(against * (1.0 - against) / games)
    return Proportion(
        rate,
        against,
        z,
        2.0 * normal.below(-abs(z)),
        _binomial_p_value(wins, games, against),
        wilson_interval(wins, games, confidence),
        confidence,
    )


def _binomial_p_value(wins: int, games: int, against: float) -> float:
    """The probability of a count no likelier than this one."""
    limit = _log_chance(wins, games, against) + 1e-7
    mode = min(int((games + 1) * against), games)
    if _log_chance(mode, games, against) <= limit:
        return 1.0
    high = _last(lambda k: _log_chance(k, games, against) <= limit, 0, mode)
    low = _last(lambda k: _log_chance(k, games, against) > limit, mode, games)
    return min(
        _at_most(high, games, against) + _at_most(games - low - 1, games, 1.0 - against), 1.0
    )


def _at_most(count: int, whole: int, rate: float) -> float:
    """The probability that a binomial is at most `count`, for wholes of any size."""
    if count < 0:
        return 0.0
    return float(betainc(whole - count, count + 1, 1.0 - rate)) if count < whole else 1.0


def _last(holds: Callable[[int], bool], first: int, last: int) -> int:
    """The last number from `first` on before which nothing fails to hold; `first` - 1 if none."""
    low, high = first - 1, last
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if holds(middle) else (low, middle - 1)
    return low


def _log_chance(count: int, whole: int, rate: float) -> float:
    ways = gammaln(whole + 1) - gammaln(count + 1) - gammaln(whole - count + 1)
    return float(ways + count * math.log(rate) + (whole - count) * math.log1p(-rate))


def two_proportion_test(
    wins: int,
    games: int,
    other_wins: int,
    other_games: int,
    confidence: float = normal.CONFIDENCE,
) -> Difference:
    """Whether two win rates differ, with the pooled variance of rates that do not.

    The interval holds the differences that the same test does not reject (Mee 1984).
    """
    checked_count(wins, games, "wins")
    checked_count(other_wins, other_games, "wins")
    rate, other = wins / games, other_wins / other_games
    pooled = (wins + other_wins) / (games + other_games)
    error = math.sqrt(pooled * (1.0 - pooled) * (1.0 / games + 1.0 / other_games))
    z = (rate - other) / error if error > 0.0 else 0.0
    gap = rate - other
    ends = _difference_interval((rate, games), (other, other_games), confidence)
    return Difference(gap, z, 2.0 * normal.below(-abs(z)), ends)


def _difference_interval(
    one: tuple[float, int], other: tuple[float, int], confidence: float
) -> tuple[float, float]:
    """The differences of two rates, each with its games, that the score test leaves."""
    reach, gap = normal.two_sided(confidence), one[0] - other[0]
    ends = []
    for outside in (-1.0, 1.0):
        inside = gap
        for _ in range(_HALVINGS):
            end = (inside + outside) / 2.0
            is_left = abs(gap - end) <= reach * _difference_error(one, other, end)
            inside, outside = (end, outside) if is_left else (inside, end)
        ends.append(inside)
    return ends[0], ends[1]


def _difference_error(one: tuple[float, int], other: tuple[float, int], gap: float) -> float:
    """The standard error of a difference where the true one is `gap`."""
    rate = _rate_with_gap(one, other, gap)
    rest = rate - gap
    square = rate * (1.0 - rate) / one[1] + rest * (1.0 - rest) / other[1]
    return math.sqrt(max(square, 0.0))


def _rate_with_gap(one: tuple[float, int], other: tuple[float, int], gap: float) -> float:
    """The first rate that makes both likeliest if they differ by `gap`."""
    (p, n), (q, m) = one, other
    low, high = max(gap, 0.0), min(1.0 + gap, 1.0)
    for _ in range(_HALVINGS):  # the slope of the log-likelihood falls from pole to pole
        x = (low + high) / 2.0
        y = x - gap
        slope = n * ((p - x) * y * (1.0 - y)) + m * ((q - y) * x * (1.0 - x))
        low, high = (x, high) if slope > 0.0 else (low, x)
    return (low + high) / 2.0


def sign_test(better: int, worse: int) -> float:
    """The two-sided p-value of so many pairs for one side and so many for the other, ties aside."""
    if better < 0 or worse < 0:
        raise BadValue(f"pairs {min(better, worse)} is a negative count")
    if better + worse == 0:
        return 1.0
    return min(2.0 * _at_most(min(better, worse), better + worse, 0.5), 1.0)


def paired_test(
    values: Sequence[float], others: Sequence[float], confidence: float = normal.CONFIDENCE
) -> Difference:
    """Student's test of paired values: whether the first are larger on average."""
    if len(values) != len(others) or len(values) < 2:
        raise BadValue("a paired test needs two lists of the same length, two values or more")
    gaps = np.subtract(values, others)
    mean, error = float(gaps.mean()), float(gaps.std(ddof=1)) / math.sqrt(len(gaps))
    freedom = len(gaps) - 1
    if error == 0.0:
        statistic = math.copysign(math.inf, mean) if mean else 0.0
        return Difference(mean, statistic, 0.0 if mean else 1.0, (mean, mean))
    reach = float(stdtrit(freedom, 0.5 + confidence / 2.0)) * error
    t = mean / error
    return Difference(mean, t, 2.0 * float(stdtr(freedom, -abs(t))), (mean - reach, mean + reach))


def sample_size(
    margin: float, confidence: float = normal.CONFIDENCE, variance: float = HARDEST
) -> int:
    """The games after which a rate is known to within `margin`: z² p (1 - p) / margin²."""
    normal.checked(margin, "margin")
    if not 0.0 < variance < math.inf:
        raise BadValue(f"variance {variance} is not above 0")
    exact = normal.two_sided(confidence) ** 2 * variance / margin**2
    return math.ceil(exact - 1e-9)


def detectable_score(
    games: int, variance: float = HARDEST, confidence: float = normal.CONFIDENCE, power: float = 0.8
) -> float:
    """The smallest true score above one half that so many games show with this power."""
    _check_games(games)
    normal.checked(power, "power")
    z = normal.two_sided(confidence) + normal.quantile(power)
    return 0.5 + z * math.sqrt(variance / games)


def detectable_elo(
    games: int, variance: float = HARDEST, confidence: float = normal.CONFIDENCE, power: float = 0.8
) -> float:
    """The smallest true Elo that so many games show with this power; infinite for too few."""
    return elo_of_score(detectable_score(games, variance, confidence, power))


def detectable_nelo(games: int, confidence: float = normal.CONFIDENCE, power: float = 0.8) -> float:
    """As `detectable_elo` in normalised Elo, which no variance enters."""
    return NORMALISED_UNIT * (detectable_score(games, 1.0, confidence, power) - 0.5)

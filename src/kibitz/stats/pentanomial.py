"""What a match of pairs came to: five counts, the score and the Elo they show, and how sure.

The unit is the pair, whose two games are not independent: a pair scores 0, 1/4, 1/2,
3/4 or 1 as a mean of its games, so the counts are LL, LD, LW or DD, DW, WW. Three
counts are those of single games: L, D, W. An empty cell counts as a small number in the
law, as Fishtest has it; intervals and likelihoods are those of `interval`, which hold for
few pairs, too. Elo is infinite where everything was won or lost.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import BadValue
from kibitz.stats import interval, normal
from kibitz.stats.elo import NORMALISED_UNIT, clamped_elo, elo_of_score, normalised_elo
from kibitz.stats.model import GAME_VALUES, PAIR_VALUES, moments

SMALL = 1e-3  # for an empty cell, in reports
SIMULATED_SMALL = 1e-4  # for an empty cell, in the simulator
LEAST_SMALL = 1e-9
MOST = 1 << 53  # counts above are not exact as floats


@dataclass(frozen=True, slots=True)
class Pentanomial:
    """Counts of pair scores (five) or of game scores (three), lowest first."""

    counts: tuple[int, ...]
    small: float = SMALL

    def __post_init__(self) -> None:
        if len(self.counts) not in (3, 5):
            raise BadValue(f"results need 3 or 5 counts, not {len(self.counts)}")
        for count in self.counts:
            if not 0 <= count <= MOST or count != int(count):
                raise BadValue(f"results hold {count:.0f}, which is not a count of 0 to {MOST}")
        if not LEAST_SMALL <= self.small <= 1.0:
            raise BadValue(f"regularise {self.small} is not between {LEAST_SMALL} and 1")

    @classmethod
    def parse(cls, text: str, small: float = SMALL) -> "Pentanomial":
        """The counts in a text.

        >>> Pentanomial.parse("10,200,500,220,12").games
        1884
        """
        try:
            counts = tuple(int(part) for part in text.replace(",", " ").split())
        except ValueError:
            raise BadValue(f"results '{text}' are not whole numbers with commas") from None
        return cls(counts, small)

    @classmethod
    def of_scores(cls, scores: Sequence[float], small: float = SMALL) -> "Pentanomial":
        """The counts of a list of pair scores, each the mean of two games."""
        counts = [0] * len(PAIR_VALUES)
        for score in scores:
            cell = 4.0 * score
            if cell not in (0.0, 1.0, 2.0, 3.0, 4.0):
                raise BadValue(f"pair score {score} is not 0, 1/4, 1/2, 3/4 or 1")
            counts[int(cell)] += 1
        return cls(tuple(counts), small)

    def plus(self, other: "Pentanomial") -> "Pentanomial":
        """Both matches together."""
        if len(other.counts) != len(self.counts):
            raise BadValue("results of pairs and of games cannot be added")
        added = tuple(a + b for a, b in zip(self.counts, other.counts, strict=True))
        return Pentanomial(added, self.small)

    @property
    def is_paired(self) -> bool:
        return len(self.counts) == len(PAIR_VALUES)

    @property
    def samples(self) -> int:
        """How many pairs, or games if they are single."""
        return sum(self.counts)

    @property
    def games(self) -> int:
        return self.samples * (2 if self.is_paired else 1)

    @property
    def values(self) -> tuple[float, ...]:
        """The score of each cell."""
        return PAIR_VALUES if self.is_paired else GAME_VALUES

    @property
    def weights(self) -> NDArray[np.float64]:
        """The counts with the small number in empty cells."""
        counts = np.array(self.counts, np.float64)
        return np.where(counts > 0, counts, self.small)

    @property
    def total(self) -> float:
        """The number of samples, small numbers included."""
        return float(self.weights.sum())

    @property
    def law(self) -> tuple[float, ...]:
        """The share of each cell."""
        return tuple((self.weights / self.total).tolist())

    @property
    def score(self) -> float:
        """The mean score of a game."""
        return moments(self.law, self.values)[0]

    @property
    def variance(self) -> float:
        """The variance of one sample: a pair's mean score, or a game's."""
        return moments(self.law, self.values)[1]

    @property
    def error(self) -> float:
        """The standard error of the score."""
        return math.sqrt(self.variance / self.total)

    @property
    def game_deviation(self) -> float:
        """The standard deviation per game that normalised Elo is measured in."""
        return math.sqrt(self.variance * (2.0 if self.is_paired else 1.0))

    @property
    def elo(self) -> float:
        """The logistic Elo; infinite after a clean sweep."""
        value = self._only_value
        return clamped_elo(self.score) if value not in (0.0, 1.0) else elo_of_score(value)

    @property
    def nelo(self) -> float:
        """The normalised Elo; infinite where all samples came out alike, and not even."""
        value = self._only_value
        if value is not None and value != 0.5:
            return math.copysign(math.inf, value - 0.5)
        return normalised_elo(self.score, self.game_deviation)

    @property
    def _only_value(self) -> float | None:
        return interval.only_value(self.counts, self.values)

    @property
    def los(self) -> float:
        """The likelihood of superiority: how sure the true score is above one half."""
        return interval.superiority(self.counts, self.values)

    def score_interval(self, confidence: float = normal.CONFIDENCE) -> tuple[float, float]:
        """Where the true score lies."""
        return interval.score_interval(self.counts, self.values, confidence)

    def elo_interval(self, confidence: float = normal.CONFIDENCE) -> tuple[float, float]:
        """Where the logistic Elo lies; an end that is not known is infinite."""
        low, high = self.score_interval(confidence)
        return elo_of_score(low), elo_of_score(high)

    def nelo_interval(self, confidence: float = normal.CONFIDENCE) -> tuple[float, float]:
        """Where the normalised Elo lies; an end that is not known is infinite."""
        low, high = interval.ratio_interval(self.counts, self.values, confidence)
        unit = NORMALISED_UNIT / (math.sqrt(2.0) if self.is_paired else 1.0)
        return low * unit, high * unit

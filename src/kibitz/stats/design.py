"""The design of a sequential test: its two hypotheses, its errors, and how it is looked at.

The test asks whether the Elo is rather `elo1` (H1) than `elo0` (H0). `alpha` is the
probability of accepting H1 where H0 is true, `beta` of accepting H0 where H1 is true.
"""

import math
from dataclasses import asdict, dataclass, fields
from enum import IntEnum, StrEnum
from typing import Any

import numpy as np

from kibitz.errors import BadRecord, BadValue, UnknownName
from kibitz.stats import normal
from kibitz.stats.brownian import Walls
from kibitz.stats.elo import FARTHEST, NORMALISED_UNIT, EloModel, expected_score
from kibitz.stats.likelihood import fit
from kibitz.stats.model import PAIR_VALUES
from kibitz.stats.pentanomial import LEAST_SMALL, SMALL, Pentanomial

NARROWEST = 1e-3  # Elo between two hypotheses that a test can tell apart in a lifetime
MOST_BATCH = 1_000_000  # pairs between two looks


class Overshoot(IntEnum):
    """How the bounds allow for a last step that goes beyond them."""

    NONE = 0
    STOCHASTIC = 1
    SIEGMUND = 2
    EXPECTED = 3

    @classmethod
    def named(cls, name: str) -> "Overshoot":
        """The correction of that name or number.

        >>> Overshoot.named("siegmund") is Overshoot.named("2")
        True
        """
        by_name = {kind.name.lower(): kind for kind in cls} | {str(int(k)): k for k in cls}
        if name.lower() not in by_name:
            raise UnknownName("overshoot", name, [kind.name.lower() for kind in cls])
        return by_name[name.lower()]


class Verdict(StrEnum):
    """What a test has come to."""

    H0 = "H0 accepted"
    H1 = "H1 accepted"
    OPEN = "inconclusive"


@dataclass(frozen=True, slots=True)
class Design:
    """A sequential probability ratio test on Elo."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    elo_model: EloModel = EloModel.LOGISTIC
    batch: int = 1
    overshoot: Overshoot = Overshoot.EXPECTED
    small: float = SMALL
    seed: int = 0  # of the draws of stochastic stopping

    def __post_init__(self) -> None:
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            normal.checked(value, name)
        if not self.alpha + self.beta < 1.0:
            raise BadValue(f"alpha {self.alpha} and beta {self.beta} add up to 1 or more")
        for name, value in (("elo0", self.elo0), ("elo1", self.elo1)):
            if not math.isfinite(value):
                raise BadValue(f"{name} {value} is not a number")
            if abs(value) > FARTHEST:
                raise BadValue(f"{name} {value:g} is beyond {FARTHEST:g}, where no score tells")
        if not self.elo1 > self.elo0:
            raise BadValue(f"elo1 {self.elo1:g} is not above elo0 {self.elo0:g}")
        if self.elo1 - self.elo0 < NARROWEST:
            raise BadValue(f"elo1 {self.elo1:g} is not {NARROWEST} above elo0 {self.elo0:g}")
        if not 1 <= self.batch <= MOST_BATCH:
            raise BadValue(f"batch {self.batch} is not between 1 and {MOST_BATCH}")
        if not LEAST_SMALL <= self.small <= 1.0:
            raise BadValue(f"regularise {self.small} is not between {LEAST_SMALL} and 1")

    @property
    def walls(self) -> Walls:
        """The log-likelihood ratios at which H0 and H1 are accepted (Wald)."""
        return Walls(
            math.log(self.beta / (1.0 - self.alpha)), math.log((1.0 - self.beta) / self.alpha)
        )

    def targets(self, is_paired: bool = True) -> tuple[float, float]:
        """The mean scores, or the means above one half in deviations of a sample, to compare."""
        if self.elo_model is EloModel.LOGISTIC:
            return expected_score(self.elo0), expected_score(self.elo1)
        unit = NORMALISED_UNIT / (math.sqrt(2.0) if is_paired else 1.0)
        return self.elo0 / unit, self.elo1 / unit

    def scores(self, game_deviation: float) -> tuple[float, float]:
        """The mean scores of both hypotheses where a game has this deviation."""
        if self.elo_model is EloModel.LOGISTIC:
            return expected_score(self.elo0), expected_score(self.elo1)
        unit = game_deviation / NORMALISED_UNIT
        return 0.5 + self.elo0 * unit, 0.5 + self.elo1 * unit

    def llr(self, results: Pentanomial) -> float:
        """The exact log-likelihood ratio of H1 over H0."""
        target0, target1 = self.targets(results.is_paired)
        weights, values = results.weights, np.array(results.values)
        is_normalised = self.elo_model is EloModel.NORMALISED
        return float(
            fit(is_normalised, weights, values, target0, target1, np.empty((5, len(values))))
        )

    def to_dict(self) -> dict[str, Any]:
        """The design as plain values, which `from_dict` reads."""
        return asdict(self) | {
            "elo_model": self.elo_model.value,
            "overshoot": self.overshoot.name.lower(),
        }

    @classmethod
    def from_dict(cls, saved: dict[str, Any]) -> "Design":
        unknown = set(saved) - {field.name for field in fields(cls)}
        if unknown or not {"elo0", "elo1"} <= set(saved):
            raise BadRecord(f"this is not a design of a test: {saved}")
        plain = dict(saved)
        if "elo_model" in plain:
            plain["elo_model"] = EloModel.named(plain["elo_model"])
        if "overshoot" in plain:
            plain["overshoot"] = Overshoot.named(str(plain["overshoot"]))
        return cls(**plain)


CELLS = len(PAIR_VALUES)

"""Strata: split what can happen into classes of known probability, sample each.

The weights are the true probabilities, whatever the allocation: drawing a third of the
samples in each of three strata and weighing them by a third is another quantity.
Proportional allocation never has a larger variance than plain sampling. Neyman's draws
more where the spread is wide: its fractions come from a pilot, and stay as they are. The
pilot is kept as an estimate of its own, and the two are averaged by their numbers of
samples, which the values cannot sway: both allocations are unbiased.
"""

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import BadValue
from kibitz.estimate.moments import Values
from kibitz.estimate.reading import Reading, combined
from kibitz.estimate.run import Run, begin
from kibitz.estimate.sampler import Rng

PILOT_IN_STRATUM = 8  # a spread from fewer samples says little
DEFENCE = 0.1  # Neyman's fractions keep this share of the proportional ones
SUM_TOLERANCE = 1e-9


class Stratum(NamedTuple):
    weight: float  # its true probability
    sampler: Any  # draws within the stratum


class Stratified:
    """Samples every stratum and weighs the means by the true probabilities."""

    def __init__(
        self,
        strata: Iterable[tuple[float, Any]],
        allocation: Literal["proportional", "neyman"] = "proportional",
        pilot: int = 200,
    ) -> None:
        self.strata = tuple(Stratum(*stratum) for stratum in strata)
        self.weights = _checked_weights([stratum.weight for stratum in self.strata])
        if allocation not in ("proportional", "neyman"):
            raise BadValue(f"allocation '{allocation}' is neither proportional nor neyman")
        if pilot < 2:
            raise BadValue(f"pilot {pilot} is less than 2")
        self.allocation = allocation
        self.pilot = pilot

    def begin(self) -> Run:
        if self.allocation == "proportional":
            return self.phase(self.weights, 0)
        return NeymanRun(self)

    def phase(self, fractions: Values, floor: int) -> "Phase":
        runs = [begin(stratum.sampler) for stratum in self.strata]
        return Phase(self.weights, runs, fractions, floor)


def _checked_weights(weights: list[float]) -> Values:
    if not weights:
        raise BadValue("there are no strata")
    for weight in weights:
        if not 0.0 < weight <= 1.0:
            raise BadValue(f"stratum weight {weight} is not a probability above 0")
    total = math.fsum(weights)
    if abs(total - 1.0) > SUM_TOLERANCE:
        raise BadValue(f"the weights of the strata sum to {total:.6g}, not 1")
    return np.array(weights) / total


class Phase:
    """Runs of all strata, kept at fixed fractions of the samples."""

    def __init__(self, weights: Values, runs: list[Run], fractions: Values, floor: int) -> None:
        self.weights = weights
        self.runs = runs
        self.unit = max(run.unit for run in runs)
        self.fractions = fractions
        self.floors = np.array([max(run.least, floor) for run in runs], np.float64)
        self.least = int(self.floors.sum())

    @property
    def samples(self) -> int:
        return sum(run.samples for run in self.runs)

    def extend(self, count: int, rng: Rng) -> None:
        shares = self._shares(count)
        units = np.array([run.unit for run in self.runs])
        if (shares < units).all():  # too few for a whole unit anywhere: one where most is missing
            shares[np.argmax(shares)] = units[np.argmax(shares)]
        for run, share in zip(self.runs, shares, strict=True):
            if share >= run.unit:
                run.extend(int(share), rng)

    def _shares(self, count: int) -> NDArray[np.int64]:
        """How many of `count` samples each stratum gets, to bring all to their fractions."""
        drawn = np.array([run.samples for run in self.runs], np.float64)
        first = np.maximum(self.floors - drawn, 0.0)
        missing = np.maximum(self.fractions * (drawn.sum() + count) - drawn - first, 0.0)
        room = max(0.0, count - first.sum())
        total = missing.sum()
        return _rounded(first + missing * (room / total) if total > 0.0 else first)

    @property
    def error(self) -> float:
        return self.reading().error if all(self._is_started()) else math.inf

    def _is_started(self) -> Iterable[bool]:
        return (run.samples >= run.least for run in self.runs)

    def reading(self) -> Reading:
        parts = [run.reading() for run in self.runs]
        if len({part.columns for part in parts}) > 1:
            raise BadValue("the strata draw different numbers of columns")
        whole = combined(parts, self.weights, parts[0].plain)
        inside = sum(
            w * (part.plain + part.mean**2 - part.covariance.diagonal())
            for w, part in zip(self.weights, parts, strict=True)
        )
        plain = inside - whole.mean**2 + whole.covariance.diagonal()
        return replace(whole, plain=np.maximum(plain, 0.0))


class NeymanRun:
    """A pilot in proportion, then a main phase in proportion to weight times spread."""

    def __init__(self, strata: Stratified) -> None:
        self.strata = strata
        self.pilot = strata.phase(strata.weights, PILOT_IN_STRATUM)
        self.unit = self.pilot.unit
        self.pilot_size = max(strata.pilot, self.pilot.least)
        self.main: Phase | None = None
        self.least = self.pilot_size + strata.phase(strata.weights, 0).least

    @property
    def samples(self) -> int:
        return self.pilot.samples + (self.main.samples if self.main else 0)

    def extend(self, count: int, rng: Rng) -> None:
        if self.main is None:
            self.pilot.extend(self.pilot_size, rng)
            self.main = self.strata.phase(self._fractions(), 0)
            count -= self.pilot_size
        self.main.extend(max(1, count), rng)

    def _fractions(self) -> Values:
        """Neyman's: weight times standard deviation of one sample, over all columns together."""
        parts = [run.reading() for run in self.pilot.runs]
        variances = [float(np.trace(part.covariance)) * part.samples for part in parts]
        wanted: Values = self.strata.weights * np.sqrt(variances)
        if wanted.sum() <= 0.0:
            return self.strata.weights
        fractions: Values = (1.0 - DEFENCE) * wanted / wanted.sum() + DEFENCE * self.strata.weights
        return fractions

    @property
    def error(self) -> float:
        return self.reading().error if self.main else math.inf

    def reading(self) -> Reading:
        assert self.main is not None
        parts = [self.pilot.reading(), self.main.reading()]
        shares = np.array([part.samples for part in parts]) / self.samples
        return combined(parts, shares, shares @ np.array([part.plain for part in parts]))


def _rounded(shares: Values) -> NDArray[np.int64]:
    """Whole numbers with the same sum (rounded), the largest remainders rounded up."""
    whole = np.floor(shares).astype(np.int64)
    extra = round(float(shares.sum())) - int(whole.sum())
    order = np.argsort(whole - shares, kind="stable")
    whole[order[:extra]] += 1
    return whole

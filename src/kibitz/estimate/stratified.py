"""Strata: split what can happen into classes of known probability, sample each.

The weights are the true probabilities, whatever the allocation: drawing a third of the
samples in each of three strata and weighing them by a third is another quantity.
Proportional allocation never has a larger variance than plain sampling. Neyman's draws
more where the spread is wide. It goes in phases, each as long as all before: a pilot in
proportion, then by the spreads seen until then, each leaning on the mean spread, since a
stratum that has not varied yet may. A phase is an estimate of its own, and phases are
averaged by their numbers of samples, which the values cannot sway: no bias either way.
"""

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import BadValue
from kibitz.estimate.moments import Values
from kibitz.estimate.reading import Reading, combined
from kibitz.estimate.run import Run, begin
from kibitz.estimate.sampler import Rng

Allocation: TypeAlias = Literal["proportional", "neyman"]

PILOT_IN_STRATUM = 8  # a spread from fewer samples says little
LEAN = 8  # samples for which the mean spread counts in that of each stratum
SUM_TOLERANCE = 1e-9


class Stratum(NamedTuple):
    weight: float  # its true probability
    sampler: Any  # draws within the stratum


class Stratified:
    """Samples every stratum and weighs the means by the true probabilities."""

    def __init__(
        self,
        strata: Iterable[tuple[float, Any]],
        allocation: Allocation = "proportional",
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
    """A pilot in proportion, then phases in proportion to weight times spread."""

    def __init__(self, strata: Stratified) -> None:
        self.strata = strata
        self.phase = strata.phase(strata.weights, PILOT_IN_STRATUM)
        self.past: list[Reading] = []  # of earlier phases
        self.counts = np.zeros(len(strata.weights))  # their samples in each stratum
        self.squares = np.zeros(len(strata.weights))  # and the variance of one, times as many
        self.unit = self.phase.unit
        self.least = self.size = max(strata.pilot, self.phase.least)
        self.fewest = strata.phase(strata.weights, 0).least  # for the error bar of a phase

    @property
    def samples(self) -> int:
        return sum(part.samples for part in self.past) + self.phase.samples

    def extend(self, count: int, rng: Rng) -> None:
        while True:
            room = self.size - self.phase.samples
            if room < self.unit and count >= self.fewest:
                room = self._begin_phase()
            drawn = self.phase.samples
            self.phase.extend(min(count, room) if room >= self.unit else count, rng)
            count -= self.phase.samples - drawn
            if count < self.unit:
                return

    def _begin_phase(self) -> int:
        """Put the phase to the past and plan the next, as long as all before; give its size."""
        parts = [run.reading() for run in self.phase.runs]
        drawn = np.array([part.samples for part in parts])
        self.counts += drawn
        self.squares += drawn**2 * [float(np.trace(part.covariance)) for part in parts]
        self.past.append(self.phase.reading())
        self.phase = self.strata.phase(self._fractions(), 0)
        self.size = self.samples
        return self.size

    def _fractions(self) -> Values:
        """Neyman's: weight times standard deviation of one sample, over all columns together."""
        weights = self.strata.weights
        mean = weights @ (self.squares / self.counts)
        if mean <= 0.0:
            return weights
        wanted = weights * np.sqrt((self.squares + LEAN * mean) / (self.counts + LEAN))
        fractions: Values = wanted / wanted.sum()
        return fractions

    @property
    def error(self) -> float:
        return self.reading().error if self.samples >= self.least else math.inf

    def reading(self) -> Reading:
        parts = [*self.past, self.phase.reading()]
        shares = np.array([part.samples for part in parts]) / self.samples
        return combined(parts, shares, shares @ np.array([part.plain for part in parts]))


def _rounded(shares: Values) -> NDArray[np.int64]:
    """Whole numbers with the same sum (rounded), the largest remainders rounded up."""
    whole = np.floor(shares).astype(np.int64)
    extra = round(float(shares.sum())) - int(whole.sum())
    order = np.argsort(whole - shares, kind="stable")
    whole[order[:extra]] += 1
    return whole

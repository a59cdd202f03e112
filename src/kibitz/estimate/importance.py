"""Importance sampling: draw from where it matters, weigh by how likely it truly is.

The sampler draws from a proposal q and puts the weight p / q into its last column.
`Importance` takes weights that are right as they stand and is unbiased; `SelfNormalised`
takes weights known up to a factor, at the price of a bias of order 1 / samples. Both
report the effective sample size: few effective samples mean that the proposal misses
what matters, and then the error bar cannot be trusted either.
"""

import math
from typing import Any

import numpy as np

from kibitz.errors import BadValue
from kibitz.estimate.moments import Comoments, Values
from kibitz.estimate.reading import Reading
from kibitz.estimate.run import Diagnosis
from kibitz.estimate.sampler import Leaf, Rng, Rows, leaf


class Importance:
    """Rows of weight times value: unbiased if the weights are the true p / q."""

    unit = 1

    def __init__(self, sampler: Any) -> None:
        self.sampler = leaf(sampler, "Importance")

    def rows(self, count: int, rng: Rng) -> Rows:
        values, weights = weighted(self.sampler, count, rng)
        products = values * weights[:, np.newaxis]
        return Rows(products, products * values, weights)


class SelfNormalised:
    """Weighted mean of the values over the mean weight, its error by linearisation."""

    def __init__(self, sampler: Any) -> None:
        self.sampler = leaf(sampler, "SelfNormalised")

    def begin(self) -> "RatioRun":
        return RatioRun(self.sampler)


class RatioRun:
    """A run whose value is a ratio of means."""

    unit, least = 1, 2

    def __init__(self, sampler: Leaf) -> None:
        self.sampler = sampler
        self.moments: Comoments | None = None
        self.diagnosis = Diagnosis()

    @property
    def samples(self) -> int:
        return self.moments.count if self.moments else 0

    def extend(self, count: int, rng: Rng) -> None:
        values, weights = weighted(self.sampler, max(1, count), rng)
        column = weights[:, np.newaxis]
        rows = np.hstack([values * column, column])
        if self.moments is None:
            self.moments = Comoments(rows.shape[1])
        self.moments.add(rows)
        self.diagnosis.add(Rows(rows, values * values * column, weights))

    @property
    def error(self) -> float:
        return self.reading().error if self.samples > 1 else math.inf

    def reading(self) -> Reading:
        moments = self.moments
        assert moments is not None
        weight = float(moments.mean[-1])
        if weight <= 0.0:
            raise BadValue("importance weights are all 0: the proposal never meets the target")
        mean = moments.mean[:-1] / weight
        slope = np.hstack([np.eye(len(mean)), -mean[:, np.newaxis]]) / weight
        covariance = slope @ moments.covariance @ slope.T / moments.count
        plain = self.diagnosis.squares / weight - mean**2 + covariance.diagonal()
        return Reading(
            mean=mean,
            covariance=covariance,
            samples=moments.count,
            plain=np.maximum(plain, 0.0),
            freedom=moments.count - 1,
            effective=self.diagnosis.effective(moments.count),
        )


def weighted(sampler: Leaf, count: int, rng: Rng) -> tuple[Values, Values]:
    """The values and the weights that a sampler with weights draws."""
    drawn = sampler.rows(count, rng).values
    if drawn.ndim != 2 or drawn.shape[1] < 2:
        raise BadValue("importance sampling needs a sampler with the weights in its last column")
    weights = drawn[:, -1]
    if not (weights >= 0.0).all():
        raise BadValue(f"importance weight {weights.min():g} is not a number from 0 up")
    return drawn[:, :-1], weights

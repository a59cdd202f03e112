"""A run: the samples drawn so far of one sampler, and what they say."""

import math
from typing import Any, Protocol, cast

import numpy as np

from kibitz.estimate.moments import Comoments, Moments, Values
from kibitz.estimate.reading import Reading
from kibitz.estimate.sampler import Rng, Rows, RowSampler, row_sampler


class Run(Protocol):
    @property
    def samples(self) -> int:
        """Plain samples drawn so far."""

    @property
    def unit(self) -> int:
        """The fewest samples that can be drawn at once."""

    @property
    def least(self) -> int:
        """The fewest samples that give an error bar."""

    def extend(self, count: int, rng: Rng) -> None:
        """Draw about `count` more samples: as many whole units as fit, but at least one."""

    @property
    def error(self) -> float:
        """The largest standard error of a column: cheap, for checks between batches."""

    def reading(self) -> Reading:
        """All that is known now."""


def begin(sampler: Any) -> Run:
    """A run of any sampler or wrapper."""
    if hasattr(sampler, "begin"):
        return cast(Run, sampler.begin())
    return RowRun(row_sampler(sampler, "an estimate"))


class Diagnosis:
    """Running means of plain squares and of weights, for variance ratio and effective size."""

    def __init__(self) -> None:
        self.squares = np.zeros(1)
        self.count = 0
        self.weight = self.weight_squares = 0.0

    def add(self, rows: Rows) -> None:
        if rows.squares is not None:
            self.count += len(rows.squares)
            share = len(rows.squares) / self.count
            self.squares = self.squares + share * (rows.squares.mean(axis=0) - self.squares)
        if rows.weights is not None:
            self.weight += float(rows.weights.sum())
            self.weight_squares += float(np.square(rows.weights).sum())

    def plain(self, mean: Values, covariance: Values, own: Values) -> Values:
        """The variance of a plain sample: that of the rows, `own`, where nothing else is known.

        The square of a mean is too large by the variance of the mean, which is put back.
        """
        if not self.count:
            return own
        columns = len(self.squares)
        known = self.squares - mean[:columns] ** 2 + covariance.diagonal()[:columns]
        return np.concatenate([np.maximum(known, 0.0), own[columns:]])

    def effective(self, samples: int) -> float:
        """Kish's size of a weighted sample, or the number of samples where nothing is weighted."""
        return self.weight**2 / self.weight_squares if self.weight_squares else float(samples)


class RowRun:
    """A run whose value is the mean of independent rows."""

    def __init__(self, sampler: RowSampler) -> None:
        self.sampler = sampler
        self.unit = sampler.unit
        self.least = 2 * sampler.unit
        self.moments: Moments | Comoments | None = None
        self.diagnosis = Diagnosis()

    @property
    def samples(self) -> int:
        return self.moments.count * self.unit if self.moments else 0

    def extend(self, count: int, rng: Rng) -> None:
        rows = self.sampler.rows(max(1, count // self.unit), rng)
        if self.moments is None:
            flat = rows.values.ndim == 1
            self.moments = Moments() if flat else Comoments(rows.values.shape[1])
        self.moments.add(rows.values)
        if rows.squares is not None or rows.weights is not None:
            self.diagnosis.add(rows)

    @property
    def error(self) -> float:
        return self.moments.error if self.moments else math.inf

    def reading(self) -> Reading:
        moments = self.moments
        assert moments is not None
        own = moments.covariance
        mean, covariance = moments.mean, own / moments.count
        return Reading(
            mean=mean,
            covariance=covariance,
            samples=self.samples,
            plain=self.diagnosis.plain(mean, covariance, own.diagonal() * self.unit),
            freedom=moments.count - 1,
            effective=self.diagnosis.effective(self.samples),
        )

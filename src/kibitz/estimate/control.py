"""Control variates: take out of a value what companions of known mean explain of it.

The coefficients are fitted, in two folds: each half of the rows is corrected by
coefficients fitted on the other half. A coefficient is then independent of the rows it
corrects, and the estimate is unbiased for any number of samples; its error is measured
on rows that the fit has not seen. (One fit on all rows has a bias of order 1 / samples.)
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz.errors import BadValue
from kibitz.estimate.moments import Comoments, Values
from kibitz.estimate.reading import Reading
from kibitz.estimate.run import Diagnosis
from kibitz.estimate.sampler import Rng, RowSampler, as_matrix, row_sampler


class Controlled:
    """Takes rows of values followed by controls whose true means are `means`.

    The means must be known, not sampled elsewhere: their error would go unseen.
    """

    def __init__(self, sampler: Any, means: Sequence[float]) -> None:
        self.sampler = row_sampler(sampler, "Controlled")
        self.means: Values = np.asarray(means, np.float64)
        if self.means.ndim != 1 or not len(self.means) or not np.isfinite(self.means).all():
            raise BadValue(f"means {list(means)} is not a list of at least one finite number")

    def begin(self) -> "ControlledRun":
        return ControlledRun(self.sampler, self.means)


class ControlledRun:
    """Two folds of rows, each corrected by the other's fit."""

    def __init__(self, sampler: RowSampler, means: Values) -> None:
        self.sampler = sampler
        self.means = means
        self.unit = sampler.unit
        self.least = 2 * (len(means) + 3) * sampler.unit
        self.folds: tuple[Comoments, Comoments] | None = None
        self.diagnosis = Diagnosis()

    @property
    def count(self) -> int:
        return sum(fold.count for fold in self.folds) if self.folds else 0

    @property
    def samples(self) -> int:
        return self.count * self.unit

    def extend(self, count: int, rng: Rng) -> None:
        rows = self.sampler.rows(max(1, count // self.unit), rng)
        values = as_matrix(rows.values)
        if self.folds is None:
            self.folds = self._folds(values.shape[1])
        half = (len(values) + (self.count + 1) % 2) // 2  # an odd row goes to either in turn
        for fold, part in zip(self.folds, (values[:half], values[half:]), strict=True):
            if len(part):
                fold.add(part)
        self.diagnosis.add(rows)

    def _folds(self, columns: int) -> tuple[Comoments, Comoments]:
        if columns <= len(self.means):
            raise BadValue(
                f"Controlled has {len(self.means)} means, but the sampler draws "
                f"{columns} columns: the value and each control need one"
            )
        return Comoments(columns), Comoments(columns)

    @property
    def error(self) -> float:
        return self.reading().error if self.samples >= self.least else math.inf

    def reading(self) -> Reading:
        assert self.folds is not None
        one, other = self.folds
        total = self.count
        targets = len(one.mean) - len(self.means)
        mean = np.zeros(targets)
        covariance = np.zeros((targets, targets))
        for fold, fit in ((one, other), (other, one)):
            share = fold.count / total
            value, spread = self._corrected(fold, _coefficients(fit, targets))
            mean = mean + share * value
            covariance = covariance + share * share * spread / fold.count
        return Reading(
            mean=mean,
            covariance=covariance,
            samples=self.samples,
            plain=self._plain(targets),
            freedom=max(1.0, total - 2.0 - len(self.means)),
            effective=self.diagnosis.effective(self.samples),
        )

    def _corrected(self, fold: Comoments, coefficients: Values) -> tuple[Values, Values]:
        """Means of the values less what the controls explain, and their spread by row."""
        targets = len(coefficients)
        value = fold.mean[:targets] - coefficients @ (fold.mean[targets:] - self.means)
        take = np.hstack([np.eye(targets), -coefficients])
        return value, take @ fold.covariance @ take.T

    def _plain(self, targets: int) -> Values:
        assert self.folds is not None
        whole = Comoments(len(self.folds[0].mean))
        for fold in self.folds:
            whole.merge(fold)
        own = whole.covariance.diagonal() * self.unit
        return self.diagnosis.plain(whole.mean, whole.covariance / whole.count, own)[:targets]


def _coefficients(fit: Comoments, targets: int) -> Values:
    """Least squares of the values on the controls; controls that repeat others share the weight."""
    products = fit.products
    controls, cross = products[targets:, targets:], products[targets:, :targets]
    scale = np.sqrt(controls.diagonal())
    scale[scale == 0.0] = 1.0
    solution = np.linalg.lstsq(controls / np.outer(scale, scale), cross / scale[:, np.newaxis])[0]
    return np.asarray((solution / scale[:, np.newaxis]).T)

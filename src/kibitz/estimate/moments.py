"""Running means and variances that stay accurate however far the mean is from zero.

Batches are centred on their own mean and merged by the formulas of Chan, Golub and
LeVeque (1983). `Moments` follows one column in plain floats, `Comoments` several columns
with all their covariances. Sums are NumPy's own for one column: a threaded dot product
would round differently with the number of cores.
"""

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import BadValue

Values: TypeAlias = NDArray[np.float64]


class Moments:
    """Count, mean and sum of squared deviations of one column."""

    __slots__ = ("centre", "count", "squares")

    def __init__(self) -> None:
        self.count = 0
        self.centre = 0.0
        self.squares = 0.0

    def add(self, values: Values) -> None:
        """Take in a batch of at least one value."""
        count = len(values)
        centre = float(np.add.reduce(values)) / count
        deviations = values - centre
        deviations *= deviations
        self._merge(count, centre, float(np.add.reduce(deviations)))

    def merge(self, other: "Moments") -> None:
        """Take in what `other` has seen."""
        if other.count:
            self._merge(other.count, other.centre, other.squares)

    def _merge(self, count: int, centre: float, squares: float) -> None:
        if not math.isfinite(squares):
            raise BadValue("the sampler drew a value that is not a finite number")
        total = self.count + count
        shift = centre - self.centre
        self.squares += squares + shift * shift * (self.count * count / total)
        self.centre += shift * (count / total)
        self.count = total

    @property
    def error(self) -> float:
        """The standard error of the mean; infinite before there are two values."""
        if self.count < 2:
            return math.inf
        return math.sqrt(self.squares / (self.count - 1) / self.count)

    @property
    def mean(self) -> Values:
        return np.array([self.centre])

    @property
    def covariance(self) -> Values:
        return np.array([[self.squares / (self.count - 1) if self.count > 1 else math.inf]])


class Comoments:
    """Count, means and sums of products of deviations of several columns."""

    __slots__ = ("count", "mean", "products")

    def __init__(self, columns: int) -> None:
        self.count = 0
        self.mean: Values = np.zeros(columns)
        self.products: Values = np.zeros((columns, columns))

    def add(self, rows: Values) -> None:
        """Take in a batch of at least one row."""
        mean = np.add.reduce(rows, axis=0) / len(rows)
        deviations = rows - mean
        self._merge(len(rows), mean, deviations.T @ deviations)

    def merge(self, other: "Comoments") -> None:
        """Take in what `other` has seen."""
        if other.count:
            self._merge(other.count, other.mean, other.products)

    def _merge(self, count: int, mean: Values, products: Values) -> None:
        if not np.isfinite(products).all():
            raise BadValue("the sampler drew a value that is not a finite number")
        total = self.count + count
        shift = mean - self.mean
        self.products = (
            self.products + products + np.outer(shift, shift) * (self.count * count / total)
        )
        self.mean = self.mean + shift * (count / total)
        self.count = total

    @property
    def error(self) -> float:
        """The largest standard error of a mean; infinite before there are two rows."""
        if self.count < 2:
            return math.inf
        return math.sqrt(float(self.products.diagonal().max()) / (self.count - 1) / self.count)

    @property
    def covariance(self) -> Values:
        if self.count < 2:
            return np.full_like(self.products, math.inf)
        return self.products / (self.count - 1)

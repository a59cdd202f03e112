"""What a run knows at a moment: means of its columns and how sure it is of them.

`plain` is the variance that one sample of plain sampling would have. The variance ratio
of an estimate is `plain` over this run's variance times its samples: 2 means that plain
sampling would need twice the samples for the same error.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kibitz.estimate.estimate import Estimate
from kibitz.estimate.moments import Values


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    mean: Values
    covariance: Values  # of the means
    samples: int
    plain: Values  # variance of one plain sample, by column
    freedom: float
    effective: float

    @property
    def columns(self) -> int:
        return len(self.mean)

    @property
    def error(self) -> float:
        """The largest standard error of a mean."""
        return math.sqrt(max(0.0, float(self.covariance.diagonal().max())))

    def estimate(self, column: int, stopped_by: str = "", seed: int | None = None) -> Estimate:
        """The mean of one column as an estimate."""
        variance = max(0.0, float(self.covariance[column, column]))
        plain = float(self.plain[column])
        return self._estimate(float(self.mean[column]), variance, plain, stopped_by, seed)

    def difference(
        self, one: int, other: int, stopped_by: str = "", seed: int | None = None
    ) -> Estimate:
        """One mean less another; its ratio is against drawing the two separately."""
        c = self.covariance
        variance = max(0.0, float(c[one, one] + c[other, other] - 2.0 * c[one, other]))
        apart = float(self.plain[one] + self.plain[other])
        value = float(self.mean[one] - self.mean[other])
        return self._estimate(value, variance, apart, stopped_by, seed)

    def difference_errors(self, column: int) -> Values:
        """The standard error of every column's mean less that of `column`."""
        c = self.covariance
        variances = c.diagonal() + c[column, column] - 2.0 * c[column]
        return np.asarray(np.sqrt(np.maximum(variances, 0.0)))

    def _estimate(
        self, value: float, variance: float, plain: float, stopped_by: str, seed: int | None
    ) -> Estimate:
        ratio = plain / (variance * self.samples) if variance > 0.0 else None
        return Estimate(
            value=value,
            error=math.sqrt(variance),
            samples=self.samples,
            stopped_by=stopped_by,
            variance_ratio=ratio,
            effective_samples=self.effective,
            freedom=self.freedom,
            seed=seed,
        )


def combined(parts: Sequence[Reading], weights: Values, plain: Values) -> Reading:
    """The weighted sum of independent readings; degrees of freedom by Welch and Satterthwaite."""
    mean = sum((w * part.mean for w, part in zip(weights, parts, strict=True)), np.zeros(1))
    covariances = [w * w * part.covariance for w, part in zip(weights, parts, strict=True)]
    traces = np.array([float(np.trace(c)) for c in covariances])
    own = sum(t * t / part.freedom for t, part in zip(traces, parts, strict=True))
    return Reading(
        mean=mean,
        covariance=sum(covariances, np.zeros((1, 1))),
        samples=sum(part.samples for part in parts),
        plain=plain,
        freedom=float(traces.sum() ** 2 / own) if own > 0.0 else math.inf,
        effective=sum(part.effective for part in parts),
    )

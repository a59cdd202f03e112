"""Many independent runs of one estimate: their law against what each run says of itself.

Bounds are 4 sigma throughout: a correct program fails one assertion in 16,000, and the
seeds are fixed. The variance of R near-normal values has the relative error sqrt(2 / R).
"""

from typing import Any, NamedTuple

import numpy as np

from kibitz.core.seeds import child
from kibitz.estimate.convergence import Convergence
from kibitz.estimate.sampling import estimate


class Replicas(NamedTuple):
    values: np.ndarray
    errors: np.ndarray
    ratios: np.ndarray
    samples: int

    def assert_mean_is(self, truth: float) -> None:
        margin = 4.0 * self.values.std(ddof=1) / np.sqrt(len(self.values))
        assert abs(self.values.mean() - truth) < margin

    def assert_errors_are_honest(self) -> None:
        """The error that runs report is the spread that they have."""
        assert abs(self.honesty - 1.0) < self.bound

    @property
    def honesty(self) -> float:
        return float(np.mean(self.errors**2) / self.values.var(ddof=1))

    @property
    def bound(self) -> float:
        return float(4.0 * np.sqrt(2.0 / len(self.values)))

    def assert_ratio_is(self, predicted: float, plain_variance: float) -> None:
        """Both the true ratio over the runs and the one they report are as predicted."""
        measured = plain_variance / (self.samples * self.values.var(ddof=1))
        assert abs(measured / predicted - 1.0) < self.bound
        margin = 4.0 * self.ratios.std(ddof=1) / np.sqrt(len(self.ratios))
        assert abs(self.ratios.mean() / predicted - 1.0) < margin / predicted + 0.05


def replicas(sampler: Any, samples: int, runs: int, seed: int = 1) -> Replicas:
    fixed = Convergence.fixed(samples)
    made = [estimate(sampler, fixed, child(seed, run)) for run in range(runs)]
    return Replicas(
        np.array([each.value for each in made]),
        np.array([each.error for each in made]),
        np.array([each.variance_ratio for each in made]),
        made[0].samples,
    )

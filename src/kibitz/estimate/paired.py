"""Common random numbers: options that share the same worlds, compared by their differences.

A sampler of options draws a matrix: a row is one world, a column what one option is
worth in it. The luck that all options share falls out of the differences, so they are
known far better than the values, and equal options have equal values.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.core.seeds import checked_seed, generator
from kibitz.errors import BadValue
from kibitz.estimate.convergence import COACHING, Convergence
from kibitz.estimate.estimate import Estimate
from kibitz.estimate.moments import Values
from kibitz.estimate.reading import Reading
from kibitz.estimate.run import Run, begin
from kibitz.estimate.sampler import Rng, as_matrix, leaf
from kibitz.estimate.sampling import finish


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """What every option is worth, and how sure their differences are."""

    reading: Reading
    stopped_by: str
    seed: int

    @property
    def estimates(self) -> tuple[Estimate, ...]:
        """The value of each option, in the order of the columns."""
        columns = range(self.reading.columns)
        return tuple(self.reading.estimate(i, self.stopped_by, self.seed) for i in columns)

    @property
    def best(self) -> int:
        """The option of the highest value; of equal ones the first."""
        return int(np.argmax(self.reading.mean))

    def difference(self, one: int, other: int) -> Estimate:
        """One option less another: its variance ratio is against drawing worlds separately."""
        return self.reading.difference(one, other, self.stopped_by, self.seed)

    def loss(self, option: int) -> Estimate:
        """The best option less this one: never negative."""
        return self.difference(self.best, option)

    def is_too_close_to_call(self, option: int) -> bool:
        """Whether the loss is below two of its own standard errors; the best is close to none."""
        loss = self.loss(option)
        return option != self.best and not loss.value > 2.0 * loss.error


def compare(
    sampler: Any, convergence: Convergence = COACHING, seed: int | None = None
) -> Comparison:
    """All options of `sampler`, until each one's loss is known to the target error."""
    root, run = checked_seed(seed), begin(sampler)
    reason = finish(run, convergence, root, loss_error)
    return Comparison(run.reading(), reason, root)


def loss_error(run: Run) -> float:
    """The largest standard error of a loss; of the value where there is one column."""
    reading = run.reading()
    if reading.columns == 1:
        return reading.error
    return float(reading.difference_errors(int(np.argmax(reading.mean))).max())


class CommonNumbers:
    """Makes one sampler of options out of one sampler for each, all given the same numbers.

    They share their luck as far as they use the numbers in the same order.
    """

    def __init__(self, samplers: Sequence[Any]) -> None:
        if not samplers:
            raise BadValue("there are no options to compare")
        self.samplers = [leaf(sampler, "CommonNumbers") for sampler in samplers]

    def draw(self, count: int, rng: Rng) -> Values:
        seed = int(rng.integers(1 << 62))
        columns = [
            as_matrix(sampler.rows(count, generator(seed)).values) for sampler in self.samplers
        ]
        if any(column.shape[1] != 1 for column in columns):
            raise BadValue("a sampler of one option draws one column")
        return np.hstack(columns)

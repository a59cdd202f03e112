"""Quasi-Monte Carlo: scrambled Sobol points, which fill the cube more evenly than chance.

Points of one scramble depend on one another, so a scramble is one row, and the error
comes from independent scrambles (Owen's scrambling, by scipy). Wins are large where the
value is smooth in few numbers, small where it jumps with many, as in card games.
"""

from typing import Any

import numpy as np

from kibitz.errors import BadValue
from kibitz.estimate.antithetic import Integrand
from kibitz.estimate.sampler import Leaf, Rng, Rows, as_matrix

LARGEST_DIMS = 21_201  # of the direction numbers in scipy
BITS = 30


class Sobol:
    """Averages `integrand` over scrambles of `points` points in the open unit cube of `dims`."""

    def __init__(self, integrand: Integrand, dims: int, points: int = 256) -> None:
        if not callable(integrand):
            raise BadValue("Sobol takes a function of points in the unit cube, not a sampler")
        if not 1 <= dims <= LARGEST_DIMS:
            raise BadValue(f"dims {dims} is not between 1 and {LARGEST_DIMS}")
        if not (2 <= points <= 1 << BITS and points & (points - 1) == 0):
            raise BadValue(f"points {points} is not a power of 2 from 2 to {1 << BITS}")
        self.integrand = integrand
        self.dims = dims
        self.unit = points

    def rows(self, count: int, rng: Rng) -> Rows:
        cubes = [self._points(rng) for _ in range(count)]
        evaluate = Leaf(lambda _, __: self.integrand(np.concatenate(cubes)))
        drawn = as_matrix(evaluate.rows(count * self.unit, rng).values)
        by_scramble = drawn.reshape(count, self.unit, drawn.shape[1])
        return Rows(by_scramble.mean(axis=1), np.square(by_scramble).mean(axis=1))

    def _points(self, rng: Rng) -> Any:
        from scipy.stats.qmc import Sobol as Sequence

        cells = Sequence(self.dims, scramble=True, bits=BITS, rng=rng).random(self.unit)
        return cells + 0.5 ** (BITS + 1)  # the middle of a cell: never 0, never 1

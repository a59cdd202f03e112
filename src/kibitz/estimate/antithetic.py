"""Antithetic pairs: a draw and its mirror image, averaged.

They help where the value rises or falls with the numbers drawn, and hurt where it is
symmetric in them (high cards matter the same from the top and the bottom of a deck).
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from kibitz.errors import BadValue
from kibitz.estimate.moments import Values
from kibitz.estimate.sampler import Rng, Rows, as_matrix, row_sampler

Integrand = Callable[[Values], Values]  # of points in the open unit cube, one per row

_EDGE = 2.0**-53


class Antithetic:
    """Averages row i of the first half of a batch with row i of the second, its mirror image.

    Two samples per row. The variance ratio is 1 / (1 + correlation of the two images).
    """

    unit = 2

    def __init__(self, sampler: Any) -> None:
        if isinstance(sampler, Antithetic):
            raise BadValue("Antithetic cannot wrap Antithetic: a mirror image has one mirror")
        self.sampler = row_sampler(sampler, "Antithetic")
        if self.sampler.unit != 1:
            raise BadValue("Antithetic cannot wrap Sobol: its points have no mirror images")

    def rows(self, count: int, rng: Rng) -> Rows:
        drawn = self.sampler.rows(2 * count, rng)
        values = as_matrix(drawn.values)
        squares = values * values if drawn.squares is None else drawn.squares
        return Rows(_halves_averaged(values), _halves_averaged(squares), drawn.weights)


def _halves_averaged(values: Values) -> Values:
    half = len(values) // 2
    return (values[:half] + values[half:]) * 0.5


def mirrored(integrand: Integrand, dims: int) -> Callable[[int, Rng], Values]:
    """A sampler for Antithetic: the integrand at uniform points u, then at their mirrors 1 - u."""
    if dims < 1:
        raise BadValue(f"dims {dims} is less than 1")

    def draw(count: int, rng: Rng) -> Values:
        half = rng.random(((count + 1) // 2, dims)) * (1.0 - 2.0 * _EDGE) + _EDGE
        return integrand(np.concatenate([half, 1.0 - half])[:count])

    return draw

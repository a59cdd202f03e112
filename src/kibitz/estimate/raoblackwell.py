"""Rao-Blackwellisation: draw part of the chance, average the rest exactly.

A sampler that returns conditional expectations needs no wrapper to be right: the mean
is the same and the variance never larger. `RaoBlackwell` adds the measure of the win,
from the expected squares that the same inner enumeration gives for nothing.
"""

from typing import Any

from kibitz.errors import BadValue
from kibitz.estimate.sampler import Rng, Rows, as_matrix, row_sampler


class RaoBlackwell:
    """Takes rows of conditional expectations followed by `squares` columns of squares.

    The squares are those of the first `squares` columns before averaging: the conditional
    expectation of the square, or the square of one plain draw, which has the same mean.
    """

    def __init__(self, sampler: Any, squares: int = 1) -> None:
        if squares < 1:
            raise BadValue(f"squares {squares} is less than 1")
        if isinstance(sampler, RaoBlackwell):
            raise BadValue("RaoBlackwell cannot wrap RaoBlackwell: its squares are gone")
        self.sampler = row_sampler(sampler, "RaoBlackwell")
        self.squares = squares
        self.unit = self.sampler.unit

    def rows(self, count: int, rng: Rng) -> Rows:
        drawn = self.sampler.rows(count, rng)
        values = as_matrix(drawn.values)
        if values.shape[1] < 2 * self.squares:
            raise BadValue(
                f"RaoBlackwell with {self.squares} columns of squares needs at least "
                f"{2 * self.squares} columns, not {values.shape[1]}"
            )
        return Rows(values[:, : -self.squares], values[:, -self.squares :], drawn.weights)

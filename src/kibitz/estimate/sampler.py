"""What draws: samplers, and the rows that wrappers hand to one another.

A sampler has one method, `draw(count, rng)`: `count` values as a vector, or as a matrix
with a column for each option (or control, or weight, as a wrapper asks). The mean of
what it draws is the quantity sought. A function with these two arguments will do as
well. Samplers keep no state: the same generator draws the same values.

Wrappers that turn rows into better rows (Antithetic, Importance, Sobol)
have `rows`; those that need a bookkeeping of their own (Controlled, Stratified,
SelfNormalised) have `begin`. From the outside in they nest as Stratified, Controlled,
Antithetic, Importance, sampler; any may be left out.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, TypeAlias, cast

import numpy as np

from kibitz.errors import BadValue
from kibitz.estimate.moments import Values

Rng: TypeAlias = np.random.Generator
Draw: TypeAlias = Callable[[int, Rng], Values]


class Rows(NamedTuple):
    """Rows whose mean is sought, with what measures them against plain sampling."""

    values: Values
    squares: Values | None = None  # draws of plain squares, of the first columns; None: of values
    weights: Values | None = None  # importance weights behind the rows


class RowSampler(Protocol):
    @property
    def unit(self) -> int:
        """How many plain samples one row costs."""

    def rows(self, count: int, rng: Rng) -> Rows:
        """`count` independent rows."""


class Leaf:
    """A sampler of the user's, its answers checked where they enter."""

    unit = 1

    def __init__(self, draw: Draw) -> None:
        self.draw = draw

    def rows(self, count: int, rng: Rng) -> Rows:
        values = np.asarray(self.draw(count, rng), np.float64)
        if values.ndim not in (1, 2) or len(values) != count or values.size == 0:
            raise BadValue(f"a sampler asked for {count} values drew the shape {values.shape}")
        return Rows(values)


def leaf(sampler: Any, outer: str) -> Leaf:
    """The user's sampler itself, for a wrapper that must stand right around it."""
    if is_wrapper(sampler):
        raise BadValue(f"{outer} wraps a plain sampler, not {name_of(sampler)}")
    draw = getattr(sampler, "draw", sampler)
    if callable(draw):
        return Leaf(draw)
    raise BadValue(f"{name_of(sampler)} is not a sampler: it has no draw(count, rng)")


def row_sampler(sampler: Any, outer: str) -> RowSampler:
    """What draws rows for the wrapper named `outer`."""
    if hasattr(sampler, "begin"):
        raise BadValue(f"{outer} cannot wrap {name_of(sampler)}: put it inside instead")
    return cast(RowSampler, sampler) if hasattr(sampler, "rows") else leaf(sampler, outer)


def is_wrapper(sampler: Any) -> bool:
    return hasattr(sampler, "begin") or hasattr(sampler, "rows")


def name_of(sampler: Any) -> str:
    return type(sampler).__name__


def as_matrix(values: Values) -> Values:
    """A vector as a matrix of one column; a matrix as it is."""
    return values if values.ndim == 2 else values[:, np.newaxis]

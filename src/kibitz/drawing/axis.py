"""Round numbers along an axis, and how they are written."""

import math
from dataclasses import dataclass


def step_for(span: float, about: int = 5) -> float:
    """A step of 1, 2 or 5 times a power of ten that cuts `span` into at most `about` parts.

    >>> step_for(0.95), step_for(130), step_for(7, 4)
    (0.2, 50.0, 2.0)
    """
    rough = span / about
    scale = 10.0 ** math.floor(math.log10(rough))
    return next(s * scale for s in (1, 2, 5, 10) if s * scale >= rough * (1.0 - 1e-9))


def round_ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers from `low` to `high`, neither exceeded.

    >>> round_ticks(0, 0.95), round_ticks(-3, 11)
    ([0.0, 0.2, 0.4, 0.6, 0.8], [0.0, 5.0, 10.0])
    """
    step = step_for(high - low, about)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(k * step, 12) + 0.0 for k in range(first, last + 1)]


@dataclass(frozen=True)
class Axis:
    """A stretch of numbers with round ones on it."""

    low: float
    high: float
    ticks: tuple[float, ...]
    is_percent: bool = False

    def share(self, value: float) -> float:
        """Where a number stands: 0 at the low end, 1 at the high one."""
        return (value - self.low) / (self.high - self.low)

    def text(self, value: float) -> str:
        """A number as it stands on this axis."""
        return f"{100 * value:,.10g} %" if self.is_percent else f"{value:,.10g}"


def axis(
    values: list[float],
    low: float | None = None,
    high: float | None = None,
    *,
    about: int = 5,
    is_percent: bool = False,
    is_exact: bool = False,
) -> Axis:
    """An axis that holds the values and ends on round numbers, or where it is told to.

    `is_exact` ends it where the values do.
    """
    finite = [value for value in values if math.isfinite(value)]
    least = min(finite, default=0.0) if low is None else low
    most = max(finite, default=1.0) if high is None else high
    if most <= least:
        wide = abs(least) * 0.1 or 1.0
        least, most = least - wide * (low is None), least + wide
    step = step_for(most - least, about)
    if low is None and not is_exact:
        least = math.floor(least / step + 1e-9) * step
    if high is None and not is_exact:
        most = math.ceil(most / step - 1e-9) * step
    return Axis(least, most, tuple(round_ticks(least, most, about)), is_percent)

"""Numbers as answers hold them, and as people read them."""

import math
from typing import Any, TypeAlias

from kibitz.core.request import ask

BYTES = ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B"))
SCALES = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
Interval: TypeAlias = tuple[float | None, float | None]  # None: that end is infinite or unknown


def finite(value: float) -> float | None:
    """The value; None where it is infinite or not a number."""
    return float(value) if math.isfinite(value) else None


def interval(ends: tuple[float, float]) -> Interval:
    """Both ends as an answer holds them.

    >>> interval((-math.inf, 2.0))
    (None, 2.0)
    """
    return finite(ends[0]), finite(ends[1])


def span(ends: Interval, form: str) -> str:
    """An interval as people read it.

    >>> span((None, 2.0), "+.1f")
    '[?, +2.0]'
    """
    low, high = ("?" if end is None else format(end, form) for end in ends)
    return f"[{low}, {high}]"


def percent(share: float) -> str:
    """A share of the whole.

    >>> percent(0.125)
    '12.5 %'
    """
    return f"{100.0 * share:.4g} %"


def count(number: int, noun: str) -> str:
    """So many of something.

    >>> count(1, "game"), count(1200, "game")
    ('1 game', '1,200 games')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"


def duration(seconds: float) -> str:
    """A time as people say it, to three figures and never with an exponent.

    >>> duration(0.00123), duration(0.17), duration(75)
    ('1.23 ms', '170 ms', '1 min 15 s')
    """
    rounded = float(f"{seconds:.3g}")  # first, so that 999.9 ms are a second
    if rounded < 60.0:
        size, unit = next((scale for scale in SCALES if rounded >= scale[0]), SCALES[-1])
        return f"{rounded / size:.3g} {unit}"
    minutes = int(seconds + 0.5) // 60
    if minutes < 60:
        return f"{minutes} min {int(seconds + 0.5) % 60} s"
    return f"{minutes // 60:,} h {minutes % 60} min"


def size(count: int) -> str:
    """Bytes as people read them, to three figures.

    >>> size(900), size(12_345), size(999_960)
    ('900 B', '12.3 kB', '1 MB')
    """
    rounded = float(f"{count:.3g}")
    scale, unit = next((s for s in BYTES if rounded >= s[0]), BYTES[-1])
    return f"{rounded / scale:.3g} {unit}"


def ask_confidence() -> Any:
    """The field of a request that says how sure its intervals are to be."""
    return ask(0.95, "Confidence of the interval.", metavar="P")


def ask_seed() -> Any:
    """The field of a request that random numbers come from."""
    told = "Root of all random numbers; the same seed gives the same answer."
    return ask(None, told, low=0, high=(1 << 128) - 1, metavar="S")

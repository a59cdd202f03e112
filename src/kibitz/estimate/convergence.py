"""When an estimate is good enough: Convergence, and how large the next batch is.

Sizes of batches depend on the samples drawn and their error alone, never on the clock,
so a run that no limit in seconds stopped gives the same answer again. Each batch is at
most half of what is there already, so that a million samples take 50 looks. The clock is
looked at between batches, and stops a run when half of the next one would be too late:
the time taken is within a fifth of the limit, before or after.
"""

import math
from dataclasses import dataclass

from kibitz.errors import BadValue

GROWTH = 2  # a batch is at most 1/2 of the samples before it
LARGEST_BATCH = 1 << 15
SMALLEST_STEP = 32  # towards a target error, a batch is at least 1/32 of the samples before it


@dataclass(frozen=True, slots=True)
class Convergence:
    """Limits of an estimate; `min_samples` are drawn in any case, whatever the clock says.

    A `target_error` of 0 is none, `seconds` None is no limit in time.
    """

    min_samples: int = 200
    max_samples: int = 100_000
    target_error: float = 0.0
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.min_samples < 2:
            raise BadValue(f"min_samples {self.min_samples} is less than 2")
        if self.max_samples < self.min_samples:
            raise BadValue(
                f"max_samples {self.max_samples} is less than min_samples {self.min_samples}"
            )
        if not 0.0 <= self.target_error < math.inf:
            raise BadValue(f"target_error {self.target_error} is not a number from 0 up")
        if self.seconds is not None and not 0.0 < self.seconds < math.inf:
            raise BadValue(f"seconds {self.seconds} is not a positive number")

    @classmethod
    def fixed(cls, samples: int) -> "Convergence":
        """Exactly so many samples."""
        return cls(samples, samples)

    def next_batch(self, drawn: int, error: float, least: int) -> int:
        """How many samples to draw after `drawn`; the first `least` are for an error bar."""
        floor = max(self.min_samples, least)
        if drawn < floor:
            return min(floor - drawn, max(LARGEST_BATCH, least))
        size = min(max(drawn // GROWTH, 1), LARGEST_BATCH, self.max_samples - drawn)
        if self.target_error and math.isfinite(error):
            missing = math.ceil(drawn * (error / self.target_error) ** 2) - drawn
            size = min(size, max(missing, drawn // SMALLEST_STEP, 1))
        return size

    def stop(self, drawn: int, error: float, unit: int, elapsed: float) -> str:
        """What stops the estimate now; empty if nothing does."""
        is_enough = drawn >= self.min_samples
        if is_enough and self.target_error and error <= self.target_error:
            return "target_error"
        if drawn + unit > self.max_samples:
            return "max_samples"
        return "seconds" if is_enough and self.is_late(drawn, elapsed) else ""

    def is_late(self, drawn: int, elapsed: float) -> bool:
        """Whether half of the next batch would pass the limit in seconds."""
        if self.seconds is None:
            return False
        coming = min(drawn // GROWTH, LARGEST_BATCH) / drawn
        return elapsed * (1.0 + 0.5 * coming) >= self.seconds

    def fraction(self, drawn: int, error: float, elapsed: float) -> float:
        """How near the end is, from 0 to 1, by whichever limit is nearest."""
        nearest = drawn / self.max_samples
        if self.target_error and error > 0.0:
            nearest = max(nearest, (self.target_error / error) ** 2)
        if self.seconds is not None:
            nearest = max(nearest, elapsed / self.seconds)
        return min(1.0, nearest)


FAST = Convergence(200, 1_000, 0.05, 0.1)
COACHING = Convergence(500, 5_000, 0.01, 1.5)

"""How many samples buy how much certainty, for a value of given standard deviation."""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.core.seeds import stream
from kibitz.core.stream import Stream, shuffle
from kibitz.errors import BadValue
from kibitz.stats import normal

SAMPLES = (100, 500, 1000, 5000, 10_000, 50_000, 100_000, 1_000_000)
LARGEST = 1e100  # deviation or rate, and the inverse of the smallest
PURPOSES = (  # up to so many samples: what they are good for
    (200, "a glance: tells blunders from sound moves"),
    (1000, "play at the table"),
    (5000, "coaching: tells a slip from the best move"),
    (50_000, "study of close decisions"),
    (500_000, "tables that others rely on"),
    (math.inf, "checking an exact value"),
)


@dataclass(frozen=True, slots=True)
class Precision:
    """What so many samples give."""

    samples: int
    error: float
    half_interval: float
    difference: float  # smallest between two independent estimates that is significant
    purpose: str
    seconds: float


def convergence_table(
    sigma: float,
    rate: float,
    samples: Sequence[int] = SAMPLES,
    confidence: float = normal.CONFIDENCE,
) -> list[Precision]:
    """The steps for samples of deviation `sigma` that come at `rate` a second."""
    for name, value in (("sigma", sigma), ("rate", rate)):
        if not 0.0 < value < math.inf:
            raise BadValue(f"{name} {value} is not above 0")
        if not 1.0 / LARGEST <= value <= LARGEST:
            raise BadValue(f"{name} {value} is not between {1.0 / LARGEST:g} and {LARGEST:g}")
    if not samples or min(samples) < 1:
        raise BadValue("samples must be counts of at least 1")
    z = normal.two_sided(confidence)
    return [_step(n, sigma / math.sqrt(n), z, n / rate) for n in samples]


def _step(samples: int, error: float, z: float, seconds: float) -> Precision:
    purpose = next(text for most, text in PURPOSES if samples < most)
    return Precision(samples, error, z * error, z * math.sqrt(2.0) * error, purpose, seconds)


@kernel
def deal_and_value(count: int, rng: Stream) -> float:
    """Shuffle a pack so many times and average a card: the least that a sample costs."""
    pack, total = np.arange(52), 0.0
    for _ in range(count):
        shuffle(pack, rng)
        total += pack[0]
    return total / count


LONGEST_LOOK = 1.0  # seconds that tell the speed of a machine as well as any more


def measured_rate(seconds: float = 0.05) -> float:
    """Samples a second here, for samples that cost one shuffle of a pack."""
    if not 0.0 <= seconds <= LONGEST_LOOK:
        raise BadValue(f"seconds {seconds} is not between 0 and {LONGEST_LOOK}")
    rng, count = stream(1), 1
    deal_and_value(1, rng)
    while True:
        start = time.perf_counter()
        deal_and_value(count, rng)
        spent = time.perf_counter() - start
        if spent >= seconds:
            return count / spent
        count *= 4

"""Estimates by sampling: `estimate` gives the answer, `improve` shows it getting better.

Batch number i is drawn from the generator of (seed, i), and sizes of batches do not
depend on the clock: the same seed gives the same answer unless seconds stopped it, and
the estimate says what stopped it.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from kibitz.core.seeds import checked_seed, generator
from kibitz.errors import BadValue
from kibitz.estimate.convergence import COACHING, Convergence
from kibitz.estimate.estimate import Estimate
from kibitz.estimate.exact import Enumeration
from kibitz.estimate.reading import Reading
from kibitz.estimate.run import Run, begin


@dataclass(frozen=True, slots=True)
class EstimateSoFar:
    """An estimate on its way, and how near its end is, from 0 to 1."""

    estimate: Estimate
    fraction: float
    seconds: float = field(compare=False)


def estimate(
    sampler: Any, convergence: Convergence = COACHING, seed: int | None = None
) -> Estimate:
    """The mean of what `sampler` draws, sampled until `convergence` is content.

    An `Enumeration` has the same face: its estimate is exact.
    """
    if isinstance(sampler, Enumeration):
        return sampler.estimate()
    root, run = checked_seed(seed), begin(sampler)
    reason = finish(run, convergence, root)
    return one_column(run).estimate(0, reason, root)


def improve(
    sampler: Any, convergence: Convergence = COACHING, seed: int | None = None
) -> Iterator[EstimateSoFar]:
    """The estimate after each batch; the last one says what stopped it. Leave when you like."""
    if isinstance(sampler, Enumeration):
        yield from _enumerate(sampler)
        return
    root, run = checked_seed(seed), begin(sampler)
    for reason, seconds in steps(run, convergence, root):
        now = one_column(run).estimate(0, reason, root)
        fraction = convergence.fraction(now.samples, now.error, seconds)
        yield EstimateSoFar(now, 1.0 if reason else fraction, seconds)


def steps(
    run: Run,
    convergence: Convergence,
    root: int,
    error_of: Callable[[Run], float] | None = None,
) -> Iterator[tuple[str, float]]:
    """Extend `run` batch by batch; give what stopped it (empty if it goes on) and the seconds."""
    if convergence.max_samples < run.least:
        raise BadValue(
            f"max_samples {convergence.max_samples} is less than the {run.least} samples "
            "that this sampler needs for an error bar"
        )
    started, index, drawn, error, reason = perf_counter(), 0, 0, math.inf, ""
    while not reason:
        run.extend(convergence.next_batch(drawn, error, run.least), generator(root, index))
        index += 1
        drawn, error = run.samples, error_of(run) if error_of else run.error
        elapsed = perf_counter() - started
        reason = convergence.stop(drawn, error, run.unit, elapsed)
        yield reason, elapsed


def finish(
    run: Run,
    convergence: Convergence,
    root: int,
    error_of: Callable[[Run], float] | None = None,
) -> str:
    """Extend `run` until something stops it; give what did."""
    *_, (reason, _) = steps(run, convergence, root, error_of)
    return reason


def one_column(run: Run) -> Reading:
    """The reading of a run that must be of one quantity."""
    reading = run.reading()
    if reading.columns != 1:
        raise BadValue(f"the sampler draws {reading.columns} columns: use compare for options")
    return reading


def _enumerate(enumeration: Enumeration) -> Iterator[EstimateSoFar]:
    started = perf_counter()
    for now, _ in enumeration.steps():
        if now is not None:
            yield EstimateSoFar(now, 1.0, perf_counter() - started)

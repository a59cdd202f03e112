"""`best_of`: which option is best, with a stated probability of error.

All options are valued in the same worlds. After each batch, options that are clearly
worse than another are dropped, and the samples saved go to those that are left. Looking
after every batch costs nothing in honesty: the evidence is anytime-valid, and with k
options each pair is tested at 1 / (k - 1) of the error probability, so that the truly
best option is ever dropped with at most that probability.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from kibitz.core.seeds import checked_seed, generator
from kibitz.errors import BadValue
from kibitz.estimate.convergence import COACHING, Convergence
from kibitz.estimate.estimate import UNSEEN, Estimate
from kibitz.estimate.evidence import bounded_evidence, differences, student_evidence
from kibitz.estimate.moments import Comoments, Values
from kibitz.estimate.paired import CommonNumbers
from kibitz.estimate.sampler import Rng, as_matrix, leaf

ALL: NDArray[np.int64] = np.arange(0)  # stands for every option, before anything is known


class OptionSampler(Protocol):
    """A sampler that can value some of its options only, and so saves the work on the rest."""

    def draw_options(self, options: NDArray[np.int64], count: int, rng: Rng, /) -> Values:
        """A row for each of `count` worlds, a column for each of `options`; none named is all."""


@dataclass(frozen=True, slots=True)
class RaceResult:
    """The outcome of a sequential comparison.

    The truly best option is among `survivors` except with probability
    `error_probability`. The estimate of a dropped option stays as it was when it went.
    """

    best: int
    survivors: tuple[int, ...]
    estimates: tuple[Estimate, ...]
    samples: int  # values drawn, over all options
    error_probability: float
    stopped_by: str  # decided, target_error, max_samples or seconds
    seed: int

    @property
    def is_decided(self) -> bool:
        """Whether one option is left."""
        return len(self.survivors) == 1


def best_of(
    options: Any,
    convergence: Convergence = COACHING,
    error_probability: float = 0.05,
    span: float | None = None,
    seed: int | None = None,
) -> RaceResult:
    """The best of several sampled options.

    `options` is an OptionSampler, a sampler with a column for each option, or a list of
    samplers. The budget is that of a plain comparison, `max_samples` for each option, but
    is spent on those that are left; `target_error` ends it once no survivor's difference
    from the best has a larger error. With `span`, the largest difference two options can
    have in one world, the error probability holds whatever the law of the values.
    """
    if not 0.0 < error_probability < 1.0:
        raise BadValue(f"error_probability {error_probability} is not between 0 and 1")
    if span is not None and not 0.0 < span < math.inf:
        raise BadValue(f"span {span} is not a positive number")
    race = _Race(_option_sampler(options), convergence, error_probability, span)
    return race.run(checked_seed(seed))


class _Columns:
    """A sampler of all options, of which some columns are looked at."""

    def __init__(self, sampler: Any) -> None:
        self.sampler = leaf(sampler, "best_of")

    def draw_options(self, options: NDArray[np.int64], count: int, rng: Rng) -> Values:
        drawn = as_matrix(self.sampler.rows(count, rng).values)
        return drawn if len(options) == 0 else drawn[:, options]


def _option_sampler(options: Any) -> OptionSampler:
    if isinstance(options, Sequence):
        return CommonNumbers(options)
    return cast(OptionSampler, options) if hasattr(options, "draw_options") else _Columns(options)


class _Race:
    def __init__(
        self,
        sampler: OptionSampler,
        convergence: Convergence,
        error_probability: float,
        span: float | None,
    ) -> None:
        self.sampler = sampler
        self.convergence = convergence
        self.error_probability = error_probability
        self.span = span
        self.survivors: NDArray[np.int64] = ALL
        self.estimates: list[Estimate] = []
        self.moments = Comoments(0)
        self.drawn = 0

    def run(self, seed: int) -> RaceResult:
        started, reason, index = perf_counter(), "", 0
        while not reason:
            self._extend(generator(seed, index))
            index += 1
            if self.count >= self.convergence.min_samples:
                self._drop()
                reason = self._reason(perf_counter() - started)
        self._note(range(len(self.survivors)), reason)
        return RaceResult(
            best=int(self.survivors[np.argmax(self.moments.mean)]),
            survivors=tuple(self.survivors.tolist()),
            estimates=tuple(self.estimates),
            samples=self.drawn,
            error_probability=self.error_probability,
            stopped_by=reason,
            seed=seed,
        )

    @property
    def count(self) -> int:
        """Worlds drawn so far."""
        return self.moments.count

    def _extend(self, rng: Rng) -> None:
        limits = self.convergence
        if self.count >= limits.min_samples:
            room = (self.budget - self.drawn) // len(self.survivors)
            limits = replace(limits, max_samples=self.count + room)
        error = self._error() if self.count > 1 else math.inf
        rows = self._rows(limits.next_batch(self.count, error, 2), rng)
        self.moments.add(rows)
        self.drawn += rows.size

    def _rows(self, count: int, rng: Rng) -> Values:
        drawn = self.sampler.draw_options(self.survivors, count, rng)
        rows = np.asarray(drawn, np.float64)
        if not self.count:
            self._enter(rows.shape[-1] if rows.ndim == 2 else 0)
        wanted = (count, len(self.survivors))
        if rows.shape != wanted:
            raise BadValue(f"a sampler asked for the shape {wanted} drew {rows.shape}")
        if self.span is not None and float(np.ptp(rows, axis=1).max()) > self.span:
            raise BadValue(f"two options differ by more than the span {self.span:g} in one world")
        return rows

    def _enter(self, options: int) -> None:
        """Put all options at the start, once it is known how many there are."""
        if not options:
            raise BadValue("there are no options to compare")
        self.survivors = np.arange(options)
        self.moments = Comoments(options)
        self.estimates = [Estimate.judged(math.nan, UNSEEN)] * options
        self.budget = self.convergence.max_samples * options
        self.threshold = math.log(max(1, options - 1) / self.error_probability)

    def _drop(self) -> None:
        """Drop every option that some other one beats beyond doubt."""
        beaten = (self._evidence() >= self.threshold).any(axis=0)
        if beaten.any():
            self._note(np.flatnonzero(beaten).tolist(), "dropped")
            kept = np.flatnonzero(~beaten)
            self.moments = self.moments.only(kept)
            self.survivors = self.survivors[kept]

    def _evidence(self) -> Values:
        """Log e-values that the row option is better than the column option."""
        if self.span is not None:
            return bounded_evidence(self.moments, self.span)
        limits = self.convergence
        return student_evidence(self.moments, math.sqrt(limits.min_samples * limits.max_samples))

    def _reason(self, elapsed: float) -> str:
        limits = self.convergence
        if len(self.survivors) == 1:
            return "decided"
        if limits.target_error and self._error() <= limits.target_error:
            return "target_error"
        if self.drawn + len(self.survivors) > self.budget:
            return "max_samples"
        return "seconds" if limits.is_late(self.count, elapsed) else ""

    def _error(self) -> float:
        """The largest standard error of a survivor's difference from the best."""
        n = self.count
        _, squares = differences(self.moments)
        worst = float(squares[int(np.argmax(self.moments.mean))].max())
        return math.sqrt(worst / (n - 1) / n)

    def _note(self, columns: Iterable[int], stopped_by: str) -> None:
        """Keep what is known of the survivors in these columns."""
        n = self.count
        for column in columns:
            variance = float(self.moments.products[column, column]) / (n - 1) / n
            self.estimates[self.survivors[column]] = Estimate(
                value=float(self.moments.mean[column]),
                error=math.sqrt(variance),
                samples=n,
                stopped_by=stopped_by,
                variance_ratio=1.0,
                effective_samples=float(n),
                freedom=n - 1,
            )

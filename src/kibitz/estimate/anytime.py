"""`anytime`: a chain of stages, each better and slower than the one before, within a budget.

A typical chain is a guess, then samples, then enumeration. Whenever the budget ends, the
answer holds the best that is known of every option: exact beats sampled, a smaller error
beats a larger one. A budget in samples gives the same answer again; one in seconds does
not, and the answer says which ended it.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any, NamedTuple, Protocol

from kibitz.core.seeds import checked_seed, child
from kibitz.errors import BadValue
from kibitz.estimate.convergence import COACHING, Convergence
from kibitz.estimate.estimate import UNSEEN, Estimate
from kibitz.estimate.exact import Enumeration
from kibitz.estimate.paired import loss_error
from kibitz.estimate.run import begin
from kibitz.estimate.sampling import steps

UNKNOWN = Estimate.judged(math.nan, UNSEEN)


class Finding(NamedTuple):
    """What a stage has found since its last step."""

    found: Mapping[int, Estimate]  # by option
    samples: int  # spent on this step
    partly: float = 0.0  # fraction seen of an enumeration under way
    is_cut: bool = False  # whether `room` kept the stage from going on
    options: int = 0  # how many there are in all, where not all are found


class Stage(Protocol):
    @property
    def name(self) -> str:
        """What the stage does, for people."""

    def steps(self, known: Sequence[Estimate], seed: int, room: int | None) -> Iterator[Finding]:
        """Short pieces of work; `room` is how many samples may still be spent, None for any."""


@dataclass(frozen=True, slots=True)
class BestKnown:
    """The best known of every option when the budget ended."""

    estimates: tuple[Estimate, ...]  # not a number where no stage has come to an option
    stage: str  # the last one that worked
    iterations: int  # steps of all stages
    samples: int
    exact_fraction: float  # of the options, an enumeration under way counted by its part
    stopped_by: str  # complete, samples or seconds; empty while it improves
    seed: int
    seconds: float = field(compare=False)

    @property
    def estimate(self) -> Estimate:
        """The estimate of the only option, or of the first."""
        return self.estimates[0]

    @property
    def error(self) -> float:
        """The largest error of an option."""
        return max(estimate.error for estimate in self.estimates)


@dataclass(frozen=True, slots=True)
class Guess:
    """A stage that knows values at once, by a heuristic; nobody knows its error."""

    values: Callable[[], Sequence[float]]
    name: str = "heuristic"

    def steps(self, known: Sequence[Estimate], seed: int, room: int | None) -> Iterator[Finding]:
        yield Finding(
            {i: Estimate.judged(float(v), self.name) for i, v in enumerate(self.values())}, 0
        )


@dataclass(frozen=True, slots=True)
class Sampled:
    """A stage that samples all options in the same worlds."""

    sampler: Any
    convergence: Convergence = COACHING
    name: str = "sampled"

    def steps(self, known: Sequence[Estimate], seed: int, room: int | None) -> Iterator[Finding]:
        run, limits = begin(self.sampler), self.convergence
        is_short = room is not None and room < limits.max_samples
        if room is not None and is_short:
            if room < max(run.least, limits.min_samples):
                yield Finding({}, 0, is_cut=True)
                return
            limits = replace(limits, max_samples=room)
        before = 0
        for reason, _ in steps(run, limits, seed, loss_error):
            reading = run.reading()
            found = {i: reading.estimate(i, reason, seed) for i in range(reading.columns)}
            yield Finding(found, run.samples - before, is_cut=is_short and reason == "max_samples")
            before = run.samples


@dataclass(frozen=True, slots=True)
class Enumerated:
    """A stage that enumerates option after option, the most promising first."""

    options: Sequence[Enumeration]
    name: str = "exact"

    def steps(self, known: Sequence[Estimate], seed: int, room: int | None) -> Iterator[Finding]:
        left, options = room, len(self.options)
        for option in self._order(known):
            enumeration = self.options[option]
            if left is not None and (enumeration.outcomes or 0) > left:
                yield Finding({}, 0, is_cut=True, options=options)
                continue
            before = 0
            for now, seen in enumeration.steps():
                found, part = ({option: now}, 0.0) if now else ({}, enumeration.fraction(seen))
                yield Finding(found, seen - before, part, options=options)
                before = seen
            if left is not None:
                left -= before

    def _order(self, known: Sequence[Estimate]) -> list[int]:
        options = range(len(self.options))
        if len(known) != len(self.options):
            return list(options)
        return sorted(options, key=lambda i: (-known[i].value, i))


def anytime(
    stages: Sequence[Stage],
    seconds: float | None = None,
    samples: int | None = None,
    seed: int | None = None,
) -> BestKnown:
    """The best answer that the stages reach within the budget."""
    answer = None
    for now in answers(stages, seconds, samples, seed):
        answer = now
    if answer is None:
        raise BadValue(f"samples {samples} is too few for any stage to answer")
    return answer


def answers(
    stages: Sequence[Stage],
    seconds: float | None = None,
    samples: int | None = None,
    seed: int | None = None,
) -> Iterator[BestKnown]:
    """The answer after each step, as it gets better; the last one says what ended it.

    The first stage works until it has an answer, whatever the clock says.
    """
    if not stages:
        raise BadValue("anytime needs at least one stage")
    if seconds is not None and not 0.0 < seconds < math.inf:
        raise BadValue(f"seconds {seconds} is not a positive number")
    if samples is not None and samples < 1:
        raise BadValue(f"samples {samples} is less than 1")
    chain = _Chain(stages, seconds, samples, checked_seed(seed))
    return chain.answers()


class _Chain:
    def __init__(
        self, stages: Sequence[Stage], seconds: float | None, samples: int | None, seed: int
    ) -> None:
        self.stages = stages
        self.seconds = seconds
        self.budget = samples
        self.seed = seed
        self.known: dict[int, Estimate] = {}
        self.sources: dict[int, int] = {}  # the stage that each estimate comes from
        self.options = self.iterations = self.samples = 0
        self.is_cut = False
        self.started = perf_counter()

    def answers(self) -> Iterator[BestKnown]:
        last: BestKnown | None = None
        for index, step in self._work():
            self._take(index, step)
            if self.known:
                last = self._answer(self.stages[index].name, step.partly)
                yield last
                if self.seconds is not None and last.seconds >= self.seconds:
                    yield replace(last, stopped_by="seconds")
                    return
        if last is not None:
            is_cut = self.is_cut and last.exact_fraction < 1.0
            yield replace(last, stopped_by="samples" if is_cut else "complete")

    def _work(self) -> Iterator[tuple[int, Finding]]:
        for index, stage in enumerate(self.stages):
            if self.known and self._exact() == self.options:
                return
            known = self._estimates() if len(self.known) == self.options else ()
            room = None if self.budget is None else max(0, self.budget - self.samples)
            for step in stage.steps(known, child(self.seed, index), room):
                yield index, step

    def _take(self, index: int, step: Finding) -> None:
        self.iterations += 1
        self.samples += step.samples
        self.is_cut = self.is_cut or step.is_cut
        self.options = max(self.options, step.options, len(step.found))
        for option, found in step.found.items():
            old = self.known.get(option)
            if old is None or self.sources[option] == index or _is_better(found, old):
                self.known[option] = found
                self.sources[option] = index

    def _answer(self, stage: str, partly: float) -> BestKnown:
        return BestKnown(
            estimates=self._estimates(),
            stage=stage,
            iterations=self.iterations,
            samples=self.samples,
            exact_fraction=min(1.0, (self._exact() + partly) / self.options),
            stopped_by="",
            seed=self.seed,
            seconds=perf_counter() - self.started,
        )

    def _estimates(self) -> tuple[Estimate, ...]:
        return tuple(self.known.get(option, UNKNOWN) for option in range(self.options))

    def _exact(self) -> int:
        return sum(estimate.is_exact for estimate in self.known.values())


def _is_better(found: Estimate, old: Estimate) -> bool:
    if found.is_exact != old.is_exact:
        return found.is_exact
    return found.error <= old.error

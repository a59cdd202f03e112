"""`bench.decisions`: every algorithm's time, work and worth at decisions.

The general searches come first, then the trials of each game that has registered some.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.metadata import entry_points
from itertools import groupby
from typing import Any, ClassVar

from kibitz.core.request import Answer, Progress, Request, ask, ask_seed, row_of
from kibitz.core.sheet import Column, Sheet, listing
from kibitz.errors import BadValue
from kibitz.estimate.trial import Trial, Trials
from kibitz.lab.figures import duration, size

GROUP = "kibitz.trials"
USUAL_SEED = 2026
COLUMNS = (
    Column("algorithm"),
    Column("time", is_number=True),
    Column("work", is_number=True),
    Column("grows with"),
    Column("memory", is_number=True, importance=0),
    Column("worth"),
)


@dataclass(frozen=True)
class Decisions(Answer):
    """The trials, those of one decision after each other; more come while it runs."""

    schema: ClassVar[str] = "bench.decisions/1"
    seed: int
    quick: bool
    trials: tuple[Trial, ...]
    is_complete: bool

    @property
    def progress(self) -> Progress | None:
        if self.is_complete:
            return None
        words = f"{self.trials[-1].decision}: {self.trials[-1].algorithm}" if self.trials else ""
        return Progress(len(self.trials), None, f"measured {words}".rstrip())

    def sheet(self) -> Sheet:
        grouped = groupby(self.trials, key=lambda trial: trial.decision)
        return [listing(COLUMNS, map(_row, group), title=name) for name, group in grouped]

    def rows(self) -> list[dict[str, Any]]:
        return [row_of(trial) for trial in self.trials]


def _row(trial: Trial) -> tuple[str, ...]:
    work = f"{trial.work:,.0f} {trial.unit}"
    memory = "" if trial.memory is None else size(trial.memory)
    return trial.algorithm, duration(trial.seconds), work, trial.grows, memory, trial.worth


@dataclass(frozen=True)
class DecisionsRequest(Request[Decisions]):
    """Measure every algorithm: time per decision, work, and accuracy.

    Errors are measured against exact answers wherever there are some, in the same run; the
    seed settles which decisions are asked about. The first run on a machine has to compile
    and takes minutes.
    """

    verb: ClassVar[str] = "bench.decisions"
    gives: ClassVar[type[Answer]] = Decisions
    is_long: ClassVar[bool] = True

    quick: bool = ask(False, "Fewer decisions and smaller numbers.")
    seed: int | None = ask_seed()

    def answers(self) -> Iterator[Decisions]:
        from kibitz.core.seeds import checked_seed
        from kibitz.lab.trials.searches import trials

        root = checked_seed(USUAL_SEED if self.seed is None else self.seed)
        found = Decisions(root, self.quick, (), False)
        for measure in (trials, *registered_trials()):
            for trial in measure(root, self.quick):
                found = replace(found, trials=(*found.trials, trial))
                yield found
        yield replace(found, is_complete=True)


def registered_trials() -> Iterator[Trials]:
    """The trials of each game that has some, by name."""
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            yield entry.load()
        except (ImportError, AttributeError) as error:
            raise BadValue(f"the trials of '{entry.name}' do not load: {error}") from error

"""`kibitz bench`: measure the algorithms on this machine."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from kibitz.cli import options
from kibitz.cli.output import console, print_json

if TYPE_CHECKING:
    from kibitz.cli.trial import Trial

_SCALES = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


@click.group()
def bench() -> None:
    """Measure the algorithms on this machine."""


@bench.command()
@click.option("--quick", is_flag=True, help="Fewer decisions and smaller numbers.")
@options.seed
@options.as_json
def decisions(quick: bool, seed: int | None, as_json: bool) -> None:
    """Every algorithm: the time a decision takes, its work, and what its answer is worth.

    Errors are measured against exact answers wherever there are some, in the same run; the
    seed settles which decisions are asked about. The first run on a machine has to compile
    and takes minutes.
    """
    seed = 2026 if seed is None else seed
    trials = list(_measured(seed, quick))
    if as_json:
        print_json(seed=seed, quick=quick, trials=[trial.fields for trial in trials])
        return
    _show(trials)


def _measured(seed: int, quick: bool) -> "Iterator[Trial]":
    """All trials, with what is being measured told on stderr."""
    from kibitz.cli.game_trials import game_trials
    from kibitz.cli.search_trials import search_trials

    with console(stderr=True).status("measuring") as status:
        for trials in (search_trials(seed, quick), game_trials(seed, quick)):
            for trial in trials:
                status.update(f"measured {trial.decision}: {trial.algorithm}")
                yield trial


def _show(trials: "list[Trial]") -> None:
    from itertools import groupby

    from rich.table import Table

    out = console()
    for decision, group in groupby(trials, key=lambda trial: trial.decision):
        out.print(f"[bold]{decision}[/bold]")
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        table.add_column(width=28)
        table.add_column(width=8, justify="right")
        table.add_column(width=20, justify="right")
        table.add_column()
        for trial in group:
            work = f"{trial.work:,.0f} {trial.unit}"
            table.add_row(f"  {trial.algorithm}", duration(trial.seconds), work, trial.worth)
        out.print(table)


def duration(seconds: float) -> str:
    """Seconds as people read them.

    >>> duration(0.01234)
    '12.3 ms'
    """
    size, unit = next((s for s in _SCALES if seconds >= s[0]), _SCALES[-1])
    return f"{seconds / size:.3g} {unit}"

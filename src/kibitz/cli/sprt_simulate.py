"""`kibitz sprt simulate`: the whole test, played over and over."""

import sys
import time
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import options, sprt_options
from kibitz.cli.main import INTERRUPTED
from kibitz.cli.output import console, print_json

if TYPE_CHECKING:
    from kibitz.stats.simulate import SimulatedTests, Simulation


@click.command(context_settings=sprt_options.DASHED)
@sprt_options.hypotheses
@sprt_options.number("--elo", 0.0, "True Elo of the simulated games.")
@sprt_options.games
@sprt_options.looks
@sprt_options.regularise(1e-4)
@sprt_options.threads
@click.option("--truncate", type=int, default=None, help="Stop after so many tests.")
@options.seed
@options.as_json
def simulate(
    elo: float,
    draw_ratio: float,
    bias: float,
    regularise: float,
    threads: int | None,
    truncate: int | None,
    seed: int | None,
    as_json: bool,
    **figures: Any,
) -> int:
    """Play the whole test over and over: how often does it pass, how long does it take?

    Runs until --truncate tests or Ctrl-C, which prints the result so far.
    """
    from kibitz.core.seeds import checked_seed
    from kibitz.stats.model import PairModel
    from kibitz.stats.simulate import SimulatedTests, Simulation, all_threads
    from kibitz.stats.simulate import simulate as tallies

    design = sprt_options.design_of(small=regularise, **figures)
    simulation = Simulation(design, PairModel(draw_ratio, bias), elo, checked_seed(seed))
    setup = _setup(simulation)
    if not as_json:
        _print_setup(simulation, setup)
    tally, was_interrupted, live = SimulatedTests(), False, _LiveLine()
    try:
        for tally in tallies(simulation, truncate, all_threads() if threads is None else threads):
            live.show(tally)
    except KeyboardInterrupt:
        was_interrupted = True
    live.clear()
    figures_now = tally_figures(tally)
    if as_json:
        print_json(**figures_now, **setup)
    else:
        click.echo(_tally_text(tally))
    return INTERRUPTED if was_interrupted else 0


def _setup(simulation: "Simulation") -> dict[str, Any]:
    from dataclasses import asdict

    design, games = simulation.design, simulation.games
    model = design.elo_model
    elos = {"Elo0": design.elo0, "Elo1": design.elo1, "Elo": simulation.elo}
    return {
        "probs": simulation.law,
        "draw_elo": games.draw_elo,
        "advantage": games.advantage,
        "elo_table": {name: asdict(games.row(elo, model)) for name, elo in elos.items()},
        "design": design.to_dict()
        | {"elo": simulation.elo, "draw_ratio": games.draw_ratio, "bias": games.bias},
        "seed": simulation.seed,
    }


def _print_setup(simulation: "Simulation", setup: dict[str, Any]) -> None:
    from rich.table import Table

    out, design = console(), simulation.design
    shown = {
        name: value for name, value in setup["design"].items() if name not in ("small", "seed")
    } | {"regularise": design.small, "seed": simulation.seed}
    for title, rows in (
        ("Design parameters", shown),
        (
            "BayesElo",
            {key: f"{round(setup[key], 4) + 0.0:.4f}" for key in ("draw_elo", "advantage")},
        ),
    ):
        table = Table(title=title, title_justify="left", box=None, show_header=False)
        for name, value in rows.items():
            table.add_row(name, f"{value:g}" if isinstance(value, float) else str(value))
        out.print(table)
    click.echo("probabilities " + " ".join(f"{p:.6f}" for p in setup["probs"]))
    table = Table("Elo", title_justify="left", box=None)
    for name in ("Logistic", "Normalized", "Bayes"):
        table.add_column(name, justify="right")
    for name, row in setup["elo_table"].items():
        table.add_row(name, *(f"{round(value, 5) + 0.0:.5f}" for value in row.values()))
    out.print(table)


def tally_figures(tally: "SimulatedTests") -> dict[str, Any]:
    if tally.simulations == 0:
        empty = dict.fromkeys(("pass", "pass_interval", "length", "length_interval"))
        return {**empty, "simulations": 0, "invalid": 0}
    return {
        "pass": tally.pass_rate,
        "pass_interval": tally.pass_interval,
        "length": tally.length,
        "length_interval": tally.length_interval,
        "simulations": tally.simulations,
        "invalid": tally.invalid,
    }


def _tally_text(tally: "SimulatedTests") -> str:
    if tally.simulations == 0:
        return "no test has ended yet"
    (low, high), (short, long) = tally.pass_interval, tally.length_interval
    invalid = f", {tally.invalid} stopped with an empty inner cell" if tally.invalid else ""
    return (
        f"{tally.simulations:,} tests, pass {tally.pass_rate:.4f} [{low:.4f}, {high:.4f}], "
        f"length {tally.length:,.1f} games [{short:,.1f}, {long:,.1f}]{invalid}"
    )


class _LiveLine:
    """The tally so far, rewritten in place on a terminal, a few times a second."""

    def __init__(self) -> None:
        self.is_shown = sys.stderr.isatty()
        self.next_time = 0.0

    def show(self, tally: "SimulatedTests") -> None:
        if self.is_shown and time.monotonic() >= self.next_time:
            self.next_time = time.monotonic() + 0.25
            click.echo(f"\r\x1b[2K{_tally_text(tally)}", err=True, nl=False)

    def clear(self) -> None:
        if self.is_shown:
            click.echo("\r\x1b[2K", err=True, nl=False)

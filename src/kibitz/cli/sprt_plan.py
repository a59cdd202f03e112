"""`kibitz sprt plan`: pass probability and length over true Elos, as a table and a curve."""

import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import options, sprt_options
from kibitz.cli.output import console, print_json
from kibitz.cli.sprt_simulate import tally_figures
from kibitz.errors import BadValue

if TYPE_CHECKING:
    from kibitz.stats.design import Design
    from kibitz.stats.plan import Forecast
    from kibitz.stats.simulate import SimulatedTests


@click.command(context_settings=sprt_options.DASHED)
@sprt_options.hypotheses
@click.option(
    "--elo", "elos", default=None, metavar="E,E,...", help="True Elos; a range unless given."
)
@sprt_options.games
@sprt_options.looks
@click.option(
    "--simulate", "tests", type=int, default=0, help="Also simulate so many tests at each Elo."
)
@sprt_options.threads
@click.option("--svg", type=click.Path(dir_okay=False), help="Write the power curve to a file.")
@options.seed
@options.as_json
def plan(
    elos: str | None,
    draw_ratio: float,
    bias: float,
    tests: int,
    threads: int | None,
    svg: str | None,
    seed: int | None,
    as_json: bool,
    **figures: Any,
) -> None:
    """Foretell a test in closed form: pass probability and games over true Elos."""
    from kibitz.stats.model import PairModel
    from kibitz.stats.pentanomial import SIMULATED_SMALL
    from kibitz.stats.plan import elo_range, forecast

    design, games = (
        sprt_options.design_of(small=SIMULATED_SMALL, **figures),
        PairModel(draw_ratio, bias),
    )
    chosen = _parsed_elos(elos) if elos is not None else elo_range(design, 13)
    if tests < 0:
        raise BadValue(f"simulate {tests} is not a count of tests")
    rows = [forecast(design, games, elo) for elo in chosen]
    tallies = _simulated_rows(design, games, chosen, tests, threads, seed) if tests else []
    if svg is not None:
        reach = elo_range(design, 121) if elos is None else _between(min(chosen), max(chosen))
        curve = [forecast(design, games, elo) for elo in reach]
        _write(Path(svg), _power_chart(design, curve, chosen, tallies))
    table = [_plan_row(row, tallies[i] if tests else None) for i, row in enumerate(rows)]
    if as_json:
        print_json(rows=table, lower=design.walls.low, upper=design.walls.high)
    else:
        _print_plan(table)


def _parsed_elos(text: str) -> list[float]:
    try:
        elos = [float(part) for part in text.replace(",", " ").split()]
    except ValueError:
        raise BadValue(f"elo '{text}' is not a list of numbers") from None
    if not elos or not all(map(math.isfinite, elos)):
        raise BadValue(f"elo '{text}' is not a list of numbers")
    return elos


def _between(low: float, high: float) -> list[float]:
    return [low + (high - low) * k / 120 for k in range(121)]


def _simulated_rows(
    design: "Design",
    games: Any,
    elos: list[float],
    tests: int,
    threads: int | None,
    seed: int | None,
) -> "list[SimulatedTests]":
    from kibitz.core.seeds import checked_seed, child
    from kibitz.stats.simulate import Simulation, all_threads, simulated

    root, rows = checked_seed(seed), []
    for number, elo in enumerate(elos):
        simulation = Simulation(design, games, elo, child(root, number))
        rows.append(simulated(simulation, tests, all_threads() if threads is None else threads))
        if sys.stderr.isatty():
            end = "\n" if number + 1 == len(elos) else ""
            click.echo(f"\r{number + 1} of {len(elos)} simulated{end}", err=True, nl=False)
    return rows


def _plan_row(row: "Forecast", tally: "SimulatedTests | None") -> dict[str, Any]:
    closed = {"elo": row.elo, "pass": row.pass_probability, "games": row.games}
    return closed if tally is None else closed | {"simulated": tally_figures(tally)}


def _print_plan(rows: list[dict[str, Any]]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    headings = ["true Elo", "pass", "games"]
    if "simulated" in rows[0]:
        headings += ["simulated pass", "simulated games"]
    for heading in headings:
        table.add_column(heading, justify="right")
    for row in rows:
        cells = [f"{row['elo']:.2f}", f"{row['pass']:.4f}", f"{row['games']:,.0f}"]
        if "simulated" in row:
            seen = row["simulated"]
            (low, high), (short, long) = seen["pass_interval"], seen["length_interval"]
            cells.append(f"{seen['pass']:.4f} ± {(high - low) / 2:.4f}")
            cells.append(f"{seen['length']:,.0f} ± {(long - short) / 2:,.0f}")
        table.add_row(*cells)
    console().print(table)


def _power_chart(
    design: "Design", curve: "list[Forecast]", elos: list[float], tallies: "list[SimulatedTests]"
) -> str:
    from kibitz.cli.chart import Panel, chart

    seen = list(zip(elos, tallies, strict=False))
    return chart(
        f"SPRT({design.elo0:g}, {design.elo1:g}), {design.elo_model.value} Elo, "
        f"alpha {design.alpha:g}, beta {design.beta:g}",
        "true Elo",
        [
            Panel(
                "probability to pass",
                [(row.elo, row.pass_probability) for row in curve],
                [(elo, t.pass_rate, *t.pass_interval) for elo, t in seen],
            ),
            Panel(
                "games",
                [(row.elo, row.games) for row in curve],
                [(elo, t.length, *t.length_interval) for elo, t in seen],
            ),
        ],
    )


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadValue(f"svg '{path}' cannot be written: {error.strerror}") from None

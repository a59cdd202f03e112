"""`kibitz analyse`: every option of a position with its value, best first."""

from typing import TYPE_CHECKING

import click

from kibitz.cli import options
from kibitz.cli.output import console, print_json

if TYPE_CHECKING:
    from rich.console import Console

    from kibitz.core.game import Game, Position
    from kibitz.estimate.analyst import Analyst
    from kibitz.estimate.estimate import Analysis, Option


@click.command(context_settings={"ignore_unknown_options": True})  # a position may start with -
@click.argument("game")
@click.argument("position")
@click.option("--seat", type=int, default=None, metavar="N", help="Whose decision, from 0.")
@click.option("--player", "player_text", default=None, metavar="P", help="Who values the options.")
@click.option("--iterations", type=click.IntRange(1), default=None, metavar="N", help="Work to do.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), default=None, metavar="S")
@options.seed
@options.as_json
def analyse(
    game: str,
    position: str,
    seat: int | None,
    player_text: str | None,
    iterations: int | None,
    seconds: float | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Value every option of POSITION in GAME."""
    from kibitz.core.registry import make_game
    from kibitz.core.seeds import checked_seed
    from kibitz.players.roster import default_analyst, make_analyst

    made = make_game(game)
    parsed = made.parse_position(position)
    analyst = make_analyst(player_text, made) if player_text else default_analyst(made)
    limited = analyst.within(iterations=iterations, seconds=seconds)
    analysis = _analysis(made, parsed, seat, limited, checked_seed(seed))
    if as_json:
        print_json(**analysis_fields(made, made.position_text(parsed), analysis))
        return
    console().print(made.show(parsed, analysis.seat), "")
    print_analysis(made, analysis)


def _analysis(
    game: "Game", parsed: "Position", seat: int | None, analyst: "Analyst", seed: int
) -> "Analysis":
    import time

    from kibitz.core.game import CHANCE, OVER, turn, view
    from kibitz.errors import BadValue

    if turn(parsed) in (OVER, CHANCE):
        where = game.position_text(parsed)
        raise BadValue(f"there is nothing to decide in {where}: {game.whose_turn(parsed)}")
    if seat is not None:
        parsed = game.seated(parsed, seat)
    seat = int(turn(parsed))
    begun = time.perf_counter()
    analysis = analyst.analyse(game, view(parsed, seat), seat, seed)
    return _timed(analysis, time.perf_counter() - begun, seed)


def _timed(analysis: "Analysis", seconds: float, seed: int) -> "Analysis":
    from dataclasses import replace

    return replace(analysis, seconds=round(seconds, 6), seed=seed)


def analysis_fields(game: "Game", position: str, analysis: "Analysis") -> dict[str, object]:
    """An analysis as the fields of one JSON object."""
    from kibitz import __version__
    from kibitz.coach.decision import advice_fields, option_fields

    return {
        "game": game.text,
        "position": position,
        "seat": analysis.seat,
        "unit": analysis.unit,
        "exact": analysis.is_exact,
        "kind": analysis.kind.value,
        "by": analysis.by,
        "options": [option_fields(o) | {"reason": o.reason} for o in analysis.options],
        "best": analysis.best.text,
        "samples": analysis.samples,
        "stopped_by": analysis.stopped_by,
        "notes": list(analysis.notes),
        "advice": None if analysis.advice is None else advice_fields(analysis.advice),
        "seconds": analysis.seconds,
        "seed": analysis.seed,
        "version": __version__,
    }


def print_analysis(
    game: "Game", analysis: "Analysis", most: int = 20, out: "Console | None" = None
) -> None:
    """Print the best options as a table."""
    from rich.table import Table

    rows = [_figures(option) for option in analysis.options]
    names = list(dict.fromkeys(name for row in rows for name in row))
    table = Table("move", f"value ({analysis.unit})", "gives up", *names, "", box=None)
    for column in table.columns[1:-1]:
        column.justify = "right"
    for option, figures in zip(analysis.options[:most], rows, strict=False):
        loss = analysis.loss(option.move)
        close = loss > 0 and analysis.is_too_close_to_call(option.move)
        table.add_row(
            f"[bold]{option.text}[/bold]" if loss == 0 else option.text,
            _value_text(analysis, option),
            "" if loss == 0 else f"{loss:.3g}" + (" ?" if close else ""),
            *(figures.get(name, "") for name in names),
            option.reason,
        )
    out = out or console()
    out.print(table)
    if len(analysis.options) > most:
        out.print(f"  … and {len(analysis.options) - most} more")
    if analysis.advice is not None:
        out.print(str(analysis.advice), markup=False)
    out.print(_footnote(game, analysis), style="dim")


def _figures(option: "Option") -> dict[str, str]:
    """What stands beside the value: its parts, the chance to win, how often it is played, facts."""
    figures = {name: f"{part:.3g}" for name, part in option.parts.items()}
    if option.win is not None:
        figures["win"] = f"{option.win.value:.3g}"
    if option.frequency is not None:
        figures["plays"] = f"{option.frequency:.3g}"
    for name, fact in option.facts.items():
        figures[name.replace("_", " ")] = fact if isinstance(fact, str) else f"{fact:.3g}"
    return figures


def _value_text(analysis: "Analysis", option: "Option") -> str:
    """The value; what all of them are judged by stands below the table."""
    is_said_below = option.estimate.by and analysis.basis == f"judged, {option.estimate.by}"
    return f"{option.value:.4g}" if is_said_below else str(option.estimate)


def _footnote(game: "Game", analysis: "Analysis") -> str:
    seat, seconds = game.seat_name(analysis.seat), f"{analysis.seconds:.3g} s"
    facts = [f"values for {seat}", analysis.basis, seconds, f"seed {analysis.seed}"]
    if analysis.stopped_by != "complete":
        facts.insert(2, f"stopped by {analysis.stopped_by}")
    return "; ".join([*facts, *analysis.notes])

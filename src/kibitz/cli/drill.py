"""`kibitz drill`: past mistakes again when they are due, and fresh positions on demand."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import options, streams

if TYPE_CHECKING:
    from kibitz.lab.drill import Drill


@click.command(cls=options.CarefulCommand)
@click.argument("game")
@click.option(
    "--from", "records", multiple=True, metavar="RECORD", help="Add the mistakes in a game."
)
@click.option(
    "--player", default=None, metavar="NAME", help="Whose mistakes: a name or a seat from 1."
)
@click.option("--quiz", default=None, metavar="D", help="Fresh positions: close, mistakes or any.")
@click.option(
    "--count", type=click.IntRange(1, 100), default=5, metavar="N", help="How many exercises."
)
@click.option(
    "--deck",
    type=click.Path(dir_okay=False, path_type=Path),
    default=None,
    help="File the exercises are kept in.",
)
@options.seed
@options.as_json
def drill(as_json: bool, **asked: Any) -> None:
    """Practise GAME: answer with a move, or hint, show, skip, quit.

    Exercises come when they are due; a mistake that you made twice comes sooner. With --json
    they are listed instead.
    """
    from kibitz.lab.drill import drill as exercises_of

    found = exercises_of(**asked)
    if as_json:
        streams.echo_json(found.answer().to_json())
    else:
        _practise(found)


def _practise(drill: "Drill") -> None:
    from kibitz.cli.lesson import practise

    if drill.added:
        click.echo(f"{drill.added} new exercises from your mistakes.")
    if not drill.is_fresh:
        streak = f", {drill.deck.streak} right in a row" if drill.deck.streak else ""
        click.echo(f"{drill.due} due of {len(drill.deck)} in the deck{streak}.")
    if not drill.exercises:
        click.echo("Nothing is due. Add mistakes with --from RECORD, or try --quiz close.")
        return
    practise(drill.course())

"""`kibitz drill`: past mistakes again when they are due, and fresh positions on demand."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import options, streams

if TYPE_CHECKING:
    from kibitz.coach.drill import Exercise
    from kibitz.core.game import Game, Position
    from kibitz.lab.drill import Drill


@click.command()
@click.argument("game")
@click.option(
    "--from", "records", multiple=True, metavar="RECORD", help="Add the mistakes in a game."
)
@click.option(
    "--player", "seat", type=int, default=None, metavar="SEAT", help="Only this seat's mistakes."
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
    """Practise GAME: answer with a move, or quit. With --json the exercises are listed instead."""
    from kibitz.lab.drill import drill as exercises_of

    found = exercises_of(**asked)
    if as_json:
        streams.echo_json(found.answer().to_json())
    else:
        _practise(found)


def _practise(drill: "Drill") -> None:
    if drill.added:
        click.echo(f"{drill.added} new exercises from your mistakes.")
    if not drill.exercises:
        click.echo("Nothing is due. Add mistakes with --from RECORD, or try --quiz close.")
        return
    right = 0
    for number, exercise in enumerate(drill.exercises, 1):
        click.echo(f"\nExercise {number} of {len(drill.exercises)}")
        answer = _ask(drill, exercise)
        if answer is None:
            break
        right += answer
    click.echo(f"\n{right} right.")


def _ask(drill: "Drill", exercise: "Exercise") -> bool | None:
    """One exercise: whether the answer was accepted; None if the person stops."""
    from kibitz.coach.drill import mark
    from kibitz.core.ink import ink
    from kibitz.core.pictures import picture_of
    from kibitz.core.sheet import Words
    from kibitz.drawing.terminal import show

    game, p = exercise.set_up()
    show([picture_of(game, p, exercise.seat)])
    move = _read(game, p, exercise.seat)
    if move is None:
        return None
    marked = mark(exercise, move)
    if marked.is_accepted:
        said = ink("Right.", "good") + (
            f" {marked.analysis.best.text} is best." if marked.is_best else f" {marked.reason}"
        )
    else:
        lost = f"It gives up {marked.loss:.3g} {marked.analysis.unit}."
        said = ink(lost, "bad") + f" {marked.analysis.best.text} is best: {marked.reason}"
    show([Words.of(said)])
    due = drill.note(exercise, marked)
    if due is not None:
        show([Words.of(f"due again {due:%Y-%m-%d %H:%M}", role="quiet")])
    return marked.is_accepted


def _read(game: "Game", p: "Position", seat: int) -> int | None:
    from kibitz.core.shown import shown
    from kibitz.drawing.plain import sentence
    from kibitz.errors import KibitzError

    while True:
        try:
            text = input(f"{shown(game).prompt(p, seat)}: ").strip()
        except EOFError:
            return None
        if text.lower() in ("quit", "q", "exit"):
            return None
        try:
            return game.parse_move(p, text)
        except KibitzError as error:
            click.echo(sentence(str(error)))

"""`kibitz learn`: your mistakes again, until you find the move."""

from typing import Any

import click

from kibitz.cli import options, streams


@click.command(cls=options.CarefulCommand)
@click.argument("records", nargs=-1, metavar="[RECORD...]")
@click.option("--player", default=None, metavar="NAME", help="Whose mistakes: a name or a seat.")
@click.option(
    "--theme", default="", metavar="T", help="Only these: throws, pegging, endgame, captures, ..."
)
@click.option(
    "--count", type=click.IntRange(1, 100), default=10, metavar="N", help="How many questions."
)
@click.option(
    "--budget",
    type=click.Choice(["fast", "coaching", "exact"]),
    default="fast",
    show_default=True,
    help="How closely to look for mistakes.",
)
@options.database
@options.as_json
def learn(records: tuple[str, ...], as_json: bool, **asked: Any) -> None:
    """Learn from your mistakes: you see the position and try until you find the move.

    RECORD is a file of records or the number of a game in the archive; without one it is the
    newest games of --player in the archive. With --json the questions are listed instead.
    """
    from kibitz.cli.lesson import practise
    from kibitz.lab.learn import learn as course_of

    course = course_of(records, **asked)
    if as_json:
        streams.echo_json(course.answer().to_json())
    elif not course.questions:
        click.echo("There is nothing to learn from: no mistakes were found.")
    else:
        practise(course)

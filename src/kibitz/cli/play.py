"""`kibitz play`: a game in the terminal against any player or another person."""

from pathlib import Path
from typing import Any

import click

from kibitz.cli import options, streams
from kibitz.core.files import check_writable
from kibitz.errors import BadValue


@click.command(cls=options.CarefulCommand)
@click.argument("game", required=False)
@click.option(
    "--against", metavar="PLAYER", help="Your opponent; person for two people at one keyboard."
)
@click.option(
    "--seat",
    type=options.SeatNumber(),
    default=1,
    show_default=True,
    metavar="N",
    help="Your seat. Seats count from 1.",
)
@click.option("--hands", type=int, metavar="N", help="Play N hands; the button moves on.")
@click.option("--hint", is_flag=True, help="Show the best moves before each of yours.")
@click.option("--start", metavar="POSITION", help="Start from this position.")
@click.option("--save", type=click.Path(dir_okay=False), help="Append each record to this file.")
@click.option("--store", is_flag=True, help="Keep each finished game in the archive.")
@click.option(
    "--resume",
    is_flag=False,
    flag_value="",
    default=None,
    metavar="[NAME]",
    help="Resume a game you left; without a name, the last one.",
)
@options.database
@options.seed
@options.as_json
def play(game: str | None, resume: str | None, as_json: bool, **given: Any) -> int:
    """Play GAME in the terminal. Type a move, or help, hint, undo, resign, quit.

    The game is saved after every move. With --json the board goes to stderr and the
    record of the game to stdout.
    """
    from kibitz.cli.session import PlaySession
    from kibitz.lab.sitting import SittingStore

    save = Path(given["save"]) if given["save"] else None
    if save is not None:
        check_writable(save)
    shelf = SittingStore()
    name, sitting = (
        _resumed(shelf, game, resume) if resume is not None else _new(shelf, game, given)
    )
    session = PlaySession(sitting, name, shelf, hint=given["hint"], to_stderr=as_json)
    session.keep_in(save, given["db"] if given["store"] else None, is_stored=given["store"])
    try:
        return session.run()
    finally:
        sitting.close()
        if as_json:
            for record in session.kept:
                streams.echo_json(record.to_json())


def _resumed(shelf: Any, game: str | None, resume: str) -> Any:
    name = resume or shelf.newest(game)
    if name is None:
        raise BadValue("there is no game to resume")
    return name, shelf.resume(name)


def _new(shelf: Any, game: str | None, given: dict[str, Any]) -> Any:
    from kibitz.lab.sitting import SittingPlan
    from kibitz.lab.sitting.plan import players_around

    if game is None:
        raise BadValue("play needs GAME, for example: kibitz play cribbage")
    around = players_around(game, given["against"], given["seat"])
    hands = given["hands"] or (None if given["start"] is None else 1)
    return shelf.begin(SittingPlan.made(*around, given["seed"], given["start"], hands))

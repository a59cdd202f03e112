"""`kibitz play`: a game in the terminal against any player, with hints and take-backs."""

from typing import TYPE_CHECKING

import click

from kibitz.cli import options
from kibitz.cli.output import console, print_json

if TYPE_CHECKING:
    from kibitz.cli.seat import Evening
    from kibitz.core.game import Game


@click.command()
@click.argument("game")
@click.option("--against", default=None, metavar="PLAYER", help="Who sits opposite.")
@click.option("--seat", type=int, default=0, metavar="N", help="Your seat, from 0 (0 moves first).")
@click.option("--hint", is_flag=True, help="Show the best moves before each of yours.")
@click.option("--start", default=None, metavar="POSITION", help="Begin from this position.")
@click.option("--save", type=click.Path(dir_okay=False), help="Append the record to this file.")
@options.seed
@options.as_json
def play(
    game: str,
    against: str | None,
    seat: int,
    hint: bool,
    start: str | None,
    save: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Play GAME in the terminal. Type a move, or help, hint, undo, quit.

    With --json the board goes to stderr and the record of the game to stdout.
    """
    from kibitz.cli.seat import Evening
    from kibitz.core.registry import make_game
    from kibitz.core.seeds import checked_seed
    from kibitz.errors import BadValue
    from kibitz.players.roster import make_player

    made = make_game(game)
    if not 0 <= seat < made.seats:
        raise BadValue(f"seat {seat} is not between 0 and {made.seats - 1} in {made.name}")
    opponent = make_player(against or _usual_opponent(made), made)
    first = made.parse_position(start) if start is not None else None
    evening = Evening(
        made, opponent, seat, checked_seed(seed), first, hint, console(stderr=as_json)
    )
    try:
        evening.play()
    finally:
        _keep(evening, save)
    if as_json:
        import json

        print_json(**json.loads(evening.record().to_json()))


def _usual_opponent(game: "Game") -> str:
    return "intermediate" if "intermediate" in game.levels else "mcts"


def _keep(evening: "Evening", save: str | None) -> None:
    """Append the record to the file; one write, so that nothing is half-written."""
    if save and evening.moves:
        with open(save, "a", encoding="utf-8") as file:
            file.write(evening.record().to_json() + "\n")
        evening.say(f"The record was added to {save}.")

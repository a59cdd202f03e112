"""`kibitz games`: what there is to play."""

import inspect
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import options
from kibitz.cli.output import console, print_json

if TYPE_CHECKING:
    from kibitz.core.game import Game


@click.command()
@options.as_json
def games(as_json: bool) -> None:
    """List the games with their options and levels."""
    from kibitz.core.registry import game_class, game_names

    rows = [_row(game_class(name)) for name in game_names()]
    if as_json:
        print_json(games=rows)
        return
    from rich.table import Table

    table = Table("game", "options", "seats", "levels", "", box=None, pad_edge=False)
    for row in rows:
        cells = [f"[bold]{row['name']}[/bold]", row["options"], str(row["seats"])]
        table.add_row(*cells, ", ".join(row["levels"]), row["summary"])
    console().print(table)


def _row(kind: "type[Game]") -> dict[str, Any]:
    game = kind()
    return {
        "name": game.name,
        "title": game.title,
        "options": _options_text(kind),
        "seats": game.seats,
        "unit": game.unit,
        "chance": game.has_chance,
        "secrets": game.has_secrets,
        "levels": list(game.levels),
        "analysts": list(game.analysts),
        "summary": game.summary,
    }


def _options_text(kind: type) -> str:
    """The parameters of a game as one would type them, with their usual values."""
    shown = []
    for name, parameter in inspect.signature(kind).parameters.items():
        if parameter.kind is parameter.VAR_POSITIONAL:
            shown.append(f"{name}...")
        elif parameter.kind is not parameter.VAR_KEYWORD:
            usual = parameter.default
            shown.append(f"{name}={str(usual).lower() if isinstance(usual, bool) else usual}")
    return ", ".join(shown)

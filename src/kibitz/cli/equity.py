"""`kibitz equity`: the chances of a position, one sub-command a game, loaded when it is called."""

import importlib

import click

from kibitz.errors import UnknownName

# game: (where the command is, what it does)
GAMES = {
    "dicechess": ("kibitz.cli.dicechess_equity:equity", "Who wins before the next roll?"),
    "holdem": ("kibitz.cli.holdem_equity:holdem", "Hands or ranges against each other."),
}


class EquityGroup(click.Group):
    """Imports the sub-command of a game when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(GAMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in GAMES:
            return None
        module, _, name = GAMES[cmd_name][0].partition(":")
        command = getattr(importlib.import_module(module), name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in GAMES:
            raise UnknownName("game with equities", args[0], GAMES)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Games"):
            formatter.write_dl([(name, text) for name, (_, text) in GAMES.items()])


@click.group(cls=EquityGroup)
def equity() -> None:
    """The chances of a position, with their errors."""

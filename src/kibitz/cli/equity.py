"""`kibitz equity`: the chances of a position, one sub-command a game."""

from typing import ClassVar

import click

from kibitz.cli.lazy import LazyGroup, Table


class EquityGroup(LazyGroup):
    """The games that have equities."""

    what = "game"
    table: ClassVar[Table] = {
        "dicechess": ("kibitz.cli.dicechess_equity:equity", "Who wins before the next roll?"),
        "holdem": ("kibitz.cli.holdem_equity:holdem", "Hands or ranges against each other."),
    }


@click.group(cls=EquityGroup)
def equity() -> None:
    """The chances of a position, exact where they can be, else with their errors."""

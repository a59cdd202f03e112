"""Options that many commands share, so that they read and behave alike."""

from typing import Any

import click

LARGEST_SEED = (1 << 128) - 1  # as kibitz.core.request has it, which help should not load


class CarefulCommand(click.Command):
    """Takes no option for another's value: that one's own value was forgotten."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        rest = super().parse_args(ctx, args)
        options = [each for each in self.params if isinstance(each, click.Option)]
        names = {name for option in options for name in option.opts}
        for option in options:
            if found := names.intersection(_words(ctx.params.get(option.name or ""))):
                told = f"{option.opts[0]} needs a value, and {found.pop()} is an option"
                raise click.UsageError(told)
        return rest


def _words(value: Any) -> list[str]:
    values = value if isinstance(value, tuple | list) else [value]
    return [each if isinstance(each, str) else str(each or "") for each in values]


def _checked_seed(ctx: click.Context, param: click.Parameter, seed: int | None) -> int | None:
    """Any seed that there is; a range of click's would spell out its largest in the help."""
    if seed is not None and not 0 <= seed <= LARGEST_SEED:
        raise click.BadParameter(f"{seed} is not between 0 and {LARGEST_SEED}", ctx, param)
    return seed


class SeatNumber(click.IntRange):
    """A seat as people count them, from 1; Python counts from 0."""

    name = "seat"

    def __init__(self) -> None:
        super().__init__(min=1)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        return int(super().convert(value, param, ctx)) - 1


as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
seed = click.option(
    "--seed",
    type=int,
    callback=_checked_seed,
    default=None,
    metavar="S",
    help="Root of all random numbers; the same seed gives the same answer.",
)
database = click.option(
    "--db", default=None, metavar="PLACE", help="Archive: a file or a postgresql:// URL."
)

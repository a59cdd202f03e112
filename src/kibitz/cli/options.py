"""Options that many commands share, so that they read and behave alike."""

from typing import Any

import click


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


class SeedType(click.ParamType):
    """A whole number of at most 128 bits; the help need not spell that out."""

    name = "seed"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        return int(click.IntRange(0, (1 << 128) - 1).convert(value, param, ctx))


as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
seed = click.option(
    "--seed",
    type=SeedType(),
    default=None,
    metavar="S",
    help="Root of all random numbers; the same seed gives the same answer.",
)
database = click.option(
    "--db", default=None, metavar="PLACE", help="Archive: a file or a postgresql:// URL."
)

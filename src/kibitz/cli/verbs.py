"""Commands made from registered requests: `cribbage.throw` is `kibitz cribbage throw`.

Requests are loaded when they are called, or when their group is asked for help.
"""

import click

from kibitz.cli.form import command_of
from kibitz.cli.sections import GROUPS
from kibitz.core.verbs import request_named, verb_names
from kibitz.errors import UnknownName


def top_names() -> list[str]:
    """The first words of all requests: single verbs and groups."""
    return sorted({name.partition(".")[0] for name in verb_names()})


def members(group: str) -> list[str]:
    """The second words of a group."""
    return [name.partition(".")[2] for name in verb_names() if name.startswith(f"{group}.")]


def command(name: str) -> click.Command | None:
    """The command or group of that first word."""
    if members(name):
        return VerbGroup(name, help=GROUPS.get(name, f"Ask about {name}."))
    return command_of(request_named(name)) if name in verb_names() else None


def summary(name: str) -> str:
    """One line for a list of commands."""
    return GROUPS.get(name) or ", ".join(members(name)) or _first_line(name)


def _first_line(name: str) -> str:
    return (request_named(name).__doc__ or "").strip().splitlines()[0]


class VerbGroup(click.Group):
    """The requests whose names begin alike."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return members(str(self.name))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        known = cmd_name in members(str(self.name))
        return command_of(request_named(f"{self.name}.{cmd_name}")) if known else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in members(str(self.name)):
            raise UnknownName("command", args[0], members(str(self.name)))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        names = self.list_commands(ctx)
        with formatter.section("Commands"):
            formatter.write_dl([(name, _first_line(f"{self.name}.{name}")) for name in names])

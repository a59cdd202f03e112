"""A group of commands that are imported when they are called, and not before."""

import importlib
from collections.abc import Mapping
from typing import ClassVar

import click

from kibitz.errors import UnknownName

Table = Mapping[str, tuple[str, str]]  # name: (module:command, what it does)


class LazyGroup(click.Group):
    """Knows its commands by a table; `what` is the word for one of them."""

    table: ClassVar[Table] = {}
    what = "command"

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.table:
            return None
        module, _, name = self.table[cmd_name][0].partition(":")
        command = getattr(importlib.import_module(module), name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args and not args[0].startswith("-") and args[0] not in known:
            raise UnknownName(self.what, args[0], known)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(f"{self.what.capitalize()}s"):
            formatter.write_dl([(name, self.summary(name)) for name in self.list_commands(ctx)])

    def summary(self, name: str) -> str:
        """One line for the list of commands."""
        return self.table[name][1]

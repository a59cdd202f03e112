"""The reference of all commands, from what makes their `--help`: requests and click."""

import inspect
from collections.abc import Iterator
from typing import Any

import click

from kibitz.cli.main import kibitz
from kibitz.cli.sections import sections_of
from kibitz.core.request import Field, Request, fields_of
from kibitz.core.verbs import request_named, verb_names


def commands() -> str:
    """Every command in the order of `kibitz --help`, each with its options and examples."""
    context = click.Context(kibitz, info_name="kibitz")
    parts = []
    for title, names in sections_of(kibitz.list_commands(context)).items():
        parts.append(f"## {title}")
        parts += [part for name in names for part in _told(context, kibitz, name)]
    return "\n\n".join(parts)


def _told(above: click.Context, group: click.Group, name: str) -> Iterator[str]:
    """A command, or a group and all that is in it."""
    command = group.get_command(above, name)
    assert command is not None
    context = click.Context(command, info_name=name, parent=above)
    if isinstance(command, click.Group):
        for member in command.list_commands(context):
            yield from _told(context, command, member)
    else:
        yield _command(context, command)


def _command(context: click.Context, command: click.Command) -> str:
    words = context.command_path
    verb = words.removeprefix("kibitz ").replace(" ", ".")
    request = request_named(verb) if verb in verb_names() else None
    usage = " ".join([words, *command.collect_usage_pieces(context)])
    parts = [f"### {words}", inspect.cleandoc(command.help or ""), f"```text\n{usage}\n```"]
    parts.append(_options(context, command, request))
    if request is not None:
        parts += _examples(words, request)
        parts.append(f"The answer in JSON is `{request.gives.schema}`.")
    return "\n\n".join(part for part in parts if part)


def _examples(words: str, request: type[Request[Any]]) -> list[str]:
    lines = "\n".join(f"{words} {example}" for example in request.examples)
    return [f"```sh\n{lines}\n```"] if lines else []


def _options(
    context: click.Context, command: click.Command, request: type[Request[Any]] | None
) -> str:
    fields = {field.name: field for field in fields_of(request)} if request else {}
    asked = [p for p in command.get_params(context) if p.name != "help"]
    rows = list(filter(None, (_row(context, p, fields.get(p.name or "")) for p in asked)))
    return "\n\n".join(rows)


def _row(context: click.Context, parameter: click.Parameter, field: Field | None) -> str:
    """A term and what it means; empty for an argument that needs no words beyond its name."""
    if isinstance(parameter, click.Option):
        told = parameter.get_help_record(context)
        assert told is not None
        name, words = told
    else:
        name, words = parameter.make_metavar(context), field.help if field else ""
        if not words:
            return ""
    return f"`{name}`\n: {_plain(words)}{_bounds(field)}"


def _plain(text: str) -> str:
    """Text in which Markdown finds no signs of its own."""
    return " ".join(text.split()).replace("<", "&lt;").replace("*", "\\*").replace("[", "\\[")


def _bounds(field: Field | None) -> str:
    """The bounds of a number, where it has some."""
    if field is None or (field.low is None and field.high is None):
        return ""
    least = (
        "" if field.low is None else f"{'above' if field.is_open else 'from'} {_number(field.low)}"
    )
    most = "" if field.high is None else f"to {_number(field.high)}"
    return f" ({' '.join(part for part in (least, most) if part)})"


def _number(value: float) -> str:
    return (
        "2¹²⁸ - 1" if value == (1 << 128) - 1 else f"{value:,g}" if value < 1e6 else f"{value:,.0f}"
    )

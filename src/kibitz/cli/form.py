"""A request as a command: options made from its fields, its answer shown or printed as JSON."""

from dataclasses import MISSING
from pathlib import Path
from typing import Any

import click

from kibitz.cli.door import Door
from kibitz.cli.options import CarefulCommand, SeatNumber
from kibitz.core.request import CARDS, SEAT, Field, Request, fields_of

WORDS = {int: click.INT, float: click.FLOAT, str: click.STRING}


def command_of(request: type[Request[Any]]) -> click.Command:
    """The command that asks this request."""

    def ask(as_json: bool, stream: bool = False, **given: Any) -> int:
        files = {kind: given.pop(kind) for kind in request.saves}
        return Door(as_json, stream, files).serve(request(**given))

    return CarefulCommand(
        request.verb.rpartition(".")[2],
        callback=ask,
        params=[*_parameters(request), *_flags(request)],
        help=request.__doc__,
        epilog=_example(request),
        context_settings={
            "ignore_unknown_options": request.takes_dashes,
            "token_normalize_func": lambda name: name.replace("_", "-"),  # --elo_model, too
        },
    )


def _example(request: type[Request[Any]]) -> str | None:
    """A line to try, not wrapped (that is what \\b asks of click), None where there is none."""
    if not request.examples:
        return None
    return f"\b\nFor example:\n  kibitz {request.verb.replace('.', ' ')} {request.examples[0]}"


def _flags(request: type[Request[Any]]) -> list[click.Parameter]:
    """How the answer is wanted."""
    flags: list[click.Parameter] = [
        click.Option(
            [f"--{kind}"], type=_FILE, metavar="FILE", help=f"Write it to FILE as {kind.upper()}."
        )
        for kind in request.saves
    ]
    flags.append(click.Option(["--json", "as_json"], is_flag=True, help="Print one JSON object."))
    if request.is_long:
        told = "Print JSON lines while it runs."
        flags.append(click.Option(["--stream"], is_flag=True, help=told))
    return flags


_FILE = click.Path(dir_okay=False, path_type=Path)


def _parameters(request: type[Request[Any]]) -> list[click.Parameter]:
    fields = fields_of(request)
    loose = next((f for f in fields if f.is_argument and f.holds == CARDS and f.many is None), None)
    return [_cards(field) if field is loose else _parameter(field) for field in fields]


def _parameter(field: Field) -> click.Parameter:
    return _argument(field) if field.is_argument else _option(field)


def _argument(field: Field) -> click.Argument:
    many = -1 if field.many == 0 else field.many or 1
    return click.Argument(
        [field.name],
        type=_type(field),
        nargs=many,
        metavar=field.metavar,
        **_default(field, is_list=many == -1),
    )


def _cards(field: Field) -> click.Argument:
    """Cards in quotes or not: 5H 5S 6D is one hand."""
    return click.Argument(
        [field.name],
        nargs=-1,
        required=field.default is MISSING,
        metavar=field.metavar or field.name.upper(),
        callback=lambda _, __, words: " ".join(words) or field.default,
    )


def _option(field: Field) -> click.Option:
    name = "--" + field.name.rstrip("_").replace("_", "-")
    if field.kind is bool:
        return _switch(field, name)
    return click.Option(
        [name, *(f"--{other}" for other in field.also), field.name],
        type=_type(field),
        multiple=field.many == 0,
        nargs=field.many or 1,
        show_default=field.default not in (MISSING, None, (), ""),
        metavar=field.metavar,
        help=_help(field),
        **_default(field),
    )


def _help(field: Field) -> str:
    return f"{field.help} Seats count from 1." if field.holds == SEAT else field.help


def _default(field: Field, is_list: bool = False) -> dict[str, Any]:
    if field.default is MISSING:
        return {"required": True}
    return {"required": False} if is_list else {"required": False, "default": field.default}


def _switch(field: Field, name: str) -> click.Option:
    no = field.opposite or (f"no-{name[2:]}" if field.default is True else None)
    both = f"{name}/--{no}" if no else name
    return click.Option([both, field.name], is_flag=True, default=field.default, help=field.help)


def _type(field: Field) -> Any:
    if isinstance(field.kind, tuple):
        return click.Choice(field.kind)
    if field.holds == SEAT:
        return SeatNumber()
    return WORDS[field.kind]

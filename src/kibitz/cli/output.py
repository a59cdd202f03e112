"""How answers reach people and programs: tables on a terminal, one JSON object on stdout.

Progress and notes go to stderr. There is no colour where stdout is not a terminal or
NO_COLOR is set; rich is loaded when the first table is.
"""

import json
import math
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console

SCHEMA = 1


def console(*, stderr: bool = False) -> "Console":
    """A rich console for stdout (or stderr) that keeps plain text plain."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, soft_wrap=False, emoji=False)


def print_json(**fields: Any) -> None:
    """Print one JSON object that begins with its schema; what is not a number becomes null."""
    click.echo(json.dumps({"schema": SCHEMA, **_plain(fields)}, ensure_ascii=False))


def print_rows(rows: list[dict[str, Any]]) -> None:
    """Print rows of equal fields as a table, the names of the fields above."""
    from rich.table import Table
    from rich.text import Text

    table = Table(*rows[0], box=None, pad_edge=False)
    for row in rows:
        table.add_row(*(Text(cell(value)) for value in row.values()))
    console().print(table)


def cell(value: Any) -> str:
    """A value as people read it in a table."""
    if isinstance(value, list):
        return ", ".join(cell(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{name} {cell(item)}" for name, item in value.items())
    if value is None:
        return "-"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _plain(value: Any) -> Any:
    """`value` with NumPy's scalars as Python's, and infinities and NaN as JSON knows them."""
    if isinstance(value, dict):
        return {str(name): _plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if hasattr(value, "item") and not isinstance(value, str | bytes):
        return _plain(value.item())
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else ("infinity" if value > 0 else "-infinity")
    return value

"""Rows into a table, many at once.

They go straight to the driver: building a statement for every batch takes longer than the
batch. A file takes them one by one, a server by columns in one go.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Table

from kibitz.store.database import Database


class Adding:
    """Adds rows of some columns to a table; `ending` is SQL that says what else."""

    def __init__(
        self, database: Database, table: Table, columns: Sequence[str], ending: str = ""
    ) -> None:
        self._is_sqlite = database.is_sqlite
        if self._is_sqlite:
            source = f"VALUES ({', '.join('?' * len(columns))})"
        else:
            kinds = (table.c[name].type.compile(database.engine.dialect) for name in columns)
            source = f"SELECT * FROM unnest({', '.join(f'%s::{kind}[]' for kind in kinds)})"
        names = ", ".join(columns)
        self._text = f"INSERT INTO {table.name} ({names}) {source} {ending}"

    def add(self, connection: Connection, rows: list[tuple[Any, ...]]) -> Sequence[Any]:
        """Add rows, at least one; what a server returns, where it is to."""
        if self._is_sqlite:
            connection.exec_driver_sql(self._text, rows)
            return ()
        columns = tuple(list(column) for column in zip(*rows, strict=True))
        result = connection.exec_driver_sql(self._text, columns)
        return result.all() if result.returns_rows else ()

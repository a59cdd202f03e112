"""A whole archive to another place, from a file to a server or back: every row as it is.

The target must be empty. Everything is read at one moment and written in one transaction, so
the target holds all of it or nothing; then the rows of both are counted.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sqlalchemy import Connection, Table, func, insert, select, text

from kibitz.errors import BadValue, HouseFault
from kibitz.store.archive import Archive
from kibitz.store.schema import metadata, version

ROWS_AT_ONCE = 2000


@dataclass(frozen=True)
class Copied:
    """How many rows of each table were copied so far, of how many."""

    rows: dict[str, int]
    total: int
    is_done: bool = False

    @property
    def done(self) -> int:
        return sum(self.rows.values())


def copying(source: Archive, target: Archive) -> Iterator[Copied]:
    """Copy everything; how far it is after each batch, and at the end."""
    tables = [table for table in metadata.sorted_tables if table is not version]
    with source.database.reading() as old, target.database.writing() as new:
        _demand_empty(new, target, tables)
        counts = {table.name: _count(old, table) for table in tables}
        copied = Copied(dict.fromkeys(counts, 0), sum(counts.values()))
        for table in tables:
            for rows in _batches(old, table):
                new.execute(insert(table), rows)
                done = copied.rows[table.name] + len(rows)
                copied = replace(copied, rows={**copied.rows, table.name: done})
                yield copied
            _go_on_numbering(new, table)
        found = {table.name: _count(new, table) for table in tables}
        if found != counts:
            raise HouseFault(f"the copy has {found}, the archive {counts}; nothing was kept")
    yield replace(copied, is_done=True)


def _demand_empty(connection: Connection, target: Archive, tables: list[Table]) -> None:
    for table in tables:
        if connection.execute(select(text("1")).select_from(table).limit(1)).first():
            raise BadValue(
                f"the archive {target.database.place} is not empty; 'kibitz archive import' adds "
                "games to it"
            )


def _count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def _batches(connection: Connection, table: Table) -> Iterator[list[dict[str, object]]]:
    """The rows of a table in the order of its key, a few in memory at a time."""
    query = select(table).order_by(*table.primary_key.columns)
    streamed = connection.execution_options(yield_per=ROWS_AT_ONCE)
    for part in streamed.execute(query).mappings().partitions(ROWS_AT_ONCE):
        yield [dict(row) for row in part]


def _go_on_numbering(connection: Connection, table: Table) -> None:
    """Let the next row have the next number; a server counts them beside the table."""
    if connection.dialect.name == "sqlite" or "id" not in table.c:
        return
    sequence = f"pg_get_serial_sequence('{table.name}', 'id')"
    highest = f"(SELECT coalesce(max(id), 0) + 1 FROM {table.name})"
    connection.execute(text(f"SELECT setval({sequence}, {highest}, false)"))

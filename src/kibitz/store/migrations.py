"""The versions of the schema: a new archive gets the newest, an old one moves up step by step.

A step is a function that takes the tables from one version to the next. Steps are never
edited once released, go forward only, and run in one transaction with the new number:
an archive is at one version or at the next, never between. One from a newer Kibitz is
refused, since its rows may mean what this one does not know.
"""

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, inspect, select, update

from kibitz.errors import BadValue
from kibitz.store.database import Database
from kibitz.store.schema import metadata, version

Step = Callable[[Connection], None]

STEPS: tuple[Step, ...] = ()  # the n-th leads from version n to version n + 1
NEWEST = len(STEPS) + 1


def migrate(database: Database, steps: Sequence[Step] = STEPS) -> None:
    """Bring the tables of `database` to the newest version, whatever they are at."""
    newest = len(steps) + 1
    with database.reading() as connection:
        if _checked_version(database, connection, newest) == newest:
            return
    with database.writing() as connection:  # another process may have done it meanwhile
        found = _checked_version(database, connection, newest)
        if found is None:
            metadata.create_all(connection)
            connection.execute(version.insert().values(version=newest))
        elif found < newest:
            for step in steps[found - 1 :]:
                step(connection)
            connection.execute(update(version).values(version=newest))


def _checked_version(database: Database, connection: Connection, newest: int) -> int | None:
    """The version that `connection` finds, None where there are no tables yet."""
    found = _version(database, connection)
    if found is not None and found > newest:
        raise BadValue(
            f"the archive {database.place} has version {found}, made by a newer Kibitz; "
            f"this one reads up to version {newest}"
        )
    return found


def _version(database: Database, connection: Connection) -> int | None:
    tables = set(inspect(connection).get_table_names())
    if version.name in tables:
        return int(connection.execute(select(version.c.version)).scalar_one())
    if tables & set(metadata.tables):
        raise BadValue(f"the database {database.place} holds tables that are not Kibitz's")
    return None

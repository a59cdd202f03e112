"""Games that are let go, and the room that they took.

A game goes with everything that it left: its seats, its reviews, its part of the counters. The
pairs of a match keep their results; only the records of their games are gone.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sqlalchemy import Connection, delete, select, text

from kibitz.core.record import Record
from kibitz.store.archive import Archive
from kibitz.store.entry import Entry
from kibitz.store.positions import Sightings
from kibitz.store.schema import games, pair_games, positions, reviews, rules, seats
from kibitz.store.selection import Selection

BATCH = 500  # games per transaction
DAY = 86_400


@dataclass(frozen=True)
class Vacuumed:
    """What was let go so far, and the room before and after."""

    games: int = 0
    bytes_before: int = 0
    bytes_after: int | None = None  # at the end


def vacuuming(
    archive: Archive, selection: Selection, older_than_days: int | None
) -> Iterator[Vacuumed]:
    """Let go the chosen games that were kept so many days ago, then give back the room."""
    found = Vacuumed(bytes_before=size(archive))
    if older_than_days is not None:
        before = int(time.time()) - older_than_days * DAY
        while gone := _let_go(archive, selection, before):
            found = replace(found, games=found.games + gone)
            yield found
    _compact(archive)
    yield replace(found, bytes_after=size(archive))


def size(archive: Archive) -> int:
    """How many bytes the tables take."""
    with archive.database.reading() as connection:
        if archive.database.is_sqlite:
            pages = connection.execute(text("PRAGMA page_count")).scalar_one()
            return int(pages * connection.execute(text("PRAGMA page_size")).scalar_one())
        names = connection.execute(
            text(
                "SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) FROM pg_class c "
                "WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace"
            )
        )
        return int(names.scalar_one())


def _let_go(archive: Archive, selection: Selection, before: int) -> int:
    """Let one batch go; how many games it had."""
    with archive.database.writing() as connection:
        columns = (games.c.id, games.c.rules_id, games.c.record)
        query = select(*columns).join(rules, rules.c.id == games.c.rules_id)
        chosen = selection.of_games(query).where(games.c.added <= before)
        rows = connection.execute(chosen.order_by(games.c.id).limit(BATCH)).all()
        if rows:
            sightings = Sightings()
            for row in rows:
                entry = Entry.of(Record.from_json(row.record))
                sightings.add(row.rules_id, entry.observations)
            archive.positions.take_back(connection, sightings)
            _delete(connection, [row.id for row in rows])
        return len(rows)


def _delete(connection: Connection, ids: list[int]) -> None:
    for table in (pair_games, reviews, seats):
        connection.execute(delete(table).where(table.c.game_id.in_(ids)))
    connection.execute(delete(games).where(games.c.id.in_(ids)))
    connection.execute(delete(positions).where(positions.c.n == 0))


def _compact(archive: Archive) -> None:
    """Give the room of rows that are gone back to the system; outside of any transaction."""
    with archive.database.worded():
        driver = archive.database.driver_connection()
        if archive.database.is_sqlite:
            driver.execute("VACUUM")
            driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            driver.execute("ANALYZE")
        else:
            for table in (games, seats, positions, reviews, pair_games):
                driver.execute(f"VACUUM (FULL, ANALYZE) {table.name}")

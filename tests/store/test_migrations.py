"""An archive moves to the newest schema or stays as it was; one from the future is refused."""

import pytest
from sqlalchemy import inspect, select, text

from kibitz.core.record import Record
from kibitz.errors import BadValue
from kibitz.store.archive import Archive
from kibitz.store.database import Database
from kibitz.store.migrations import STEPS, migrate
from kibitz.store.place import Place
from kibitz.store.schema import metadata, version
from tests.store.games import random_records


def add_a_note(connection):
    connection.execute(text("ALTER TABLE games ADD COLUMN note TEXT DEFAULT 'none'"))


def rename_the_note(connection):
    connection.execute(text("ALTER TABLE games RENAME COLUMN note TO remark"))


def fail(connection):
    raise RuntimeError("a step that fails")


@pytest.fixture
def database(place):
    with Archive.open(place) as archive:
        archive.add(random_records(3))
    opened = Database(Place.of(place))
    yield opened
    opened.close()


def version_of(database):
    with database.reading() as connection:
        return connection.execute(select(version.c.version)).scalar_one()


def columns(database):
    return {column["name"] for column in inspect(database.engine).get_columns("games")}


def test_a_new_archive_has_every_table_at_the_newest_version(database):
    assert set(inspect(database.engine).get_table_names()) == set(metadata.tables)
    assert version_of(database) == len(STEPS) + 1


def test_an_old_archive_takes_every_step_in_order_and_keeps_its_games(database):
    steps = (*STEPS, add_a_note, rename_the_note)
    migrate(database, steps)
    assert "remark" in columns(database)
    assert version_of(database) == len(steps) + 1
    with database.reading() as connection:
        rows = connection.execute(text("SELECT record, remark FROM games ORDER BY id")).all()
    assert [(Record.from_json(row.record), row.remark) for row in rows] == [
        (record, "none") for record in random_records(3)
    ]
    migrate(database, steps)  # a second time there is nothing to do


def test_a_step_leaves_every_row_of_every_other_table_as_it_was(database):
    before = rows(database)
    assert all(before[name] for name in ("games", "seats", "positions", "players", "rules"))
    migrate(database, (*STEPS, add_a_note, rename_the_note))
    assert rows(database) == before


def rows(database):
    """Everything in the tables but the version, by the columns of today."""
    with database.reading() as connection:
        return {
            name: sorted(map(tuple, connection.execute(select(table))), key=str)
            for name, table in metadata.tables.items()
            if table is not version
        }


def test_a_step_that_fails_leaves_the_archive_at_its_version(database):
    before = version_of(database)
    with pytest.raises(RuntimeError, match="a step that fails"):
        migrate(database, (*STEPS, add_a_note, fail))
    assert version_of(database) == before
    assert "note" not in columns(database)


def test_an_archive_of_a_newer_version_is_refused_in_one_sentence(place, database):
    migrate(database, (*STEPS, add_a_note))
    newer = len(STEPS) + 2
    with pytest.raises(BadValue, match=f"has version {newer}, made by a newer Kibitz; this one"):
        Archive.open(place)


def test_tables_that_are_not_ours_are_left_alone(place):
    database = Database(Place.of(place))
    with database.writing() as connection:
        connection.execute(text("CREATE TABLE games (id INTEGER)"))
    with pytest.raises(BadValue, match="holds tables that are not Kibitz's"):
        migrate(database)
    assert inspect(database.engine).get_table_names() == ["games"]
    database.close()

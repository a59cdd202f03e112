"""Every test of the store runs on SQLite, and on PostgreSQL where a server is named.

KIBITZ_TEST_POSTGRES is the URL of a database that the tests may fill; each test works in
a schema of its own, which it drops.
"""

import os
import secrets

import pytest
from sqlalchemy import create_engine, make_url, text

from kibitz.store.archive import Archive

SERVER = os.environ.get("KIBITZ_TEST_POSTGRES")
NO_SERVER = "KIBITZ_TEST_POSTGRES names no server, so PostgreSQL is not tested"


@pytest.fixture(params=["sqlite", "postgres"])
def place(request, tmp_path):
    """The text that names an empty place for an archive."""
    if request.param == "sqlite":
        yield str(tmp_path / "archive.sqlite")
    elif SERVER is None:
        pytest.skip(NO_SERVER)
    else:
        yield from _server_place(SERVER)


def _server_place(server):
    url = make_url(server).set(drivername="postgresql+psycopg")
    name = f"test_{secrets.token_hex(6)}"
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE SCHEMA {name}"))
        own = url.update_query_dict({"options": f"-csearch_path={name}"})
        yield own.set(drivername="postgresql").render_as_string(hide_password=False)
        connection.execute(text(f"DROP SCHEMA {name} CASCADE"))
    engine.dispose()


@pytest.fixture
def archive(place):
    with Archive.open(place) as opened:
        yield opened

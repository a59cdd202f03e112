"""A database and its transactions: many read at once, and many add games where they can.

SQLite keeps a write-ahead log, so that readers never wait, and lets a writer wait for
another one (`BUSY_SECONDS`) before it fails: it serves writers in turn. On PostgreSQL a writer
takes an advisory lock first. Those that only add games share it and work at once: they add
rows in a fixed order, and where two of them still meet crosswise, or the server cannot put
them in order, one is undone and goes again. All others have it for themselves.
"""

import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar, cast

from sqlalchemy import Connection, Engine, Table, create_engine, event, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from kibitz.errors import BadValue, HouseFault
from kibitz.store.place import Place

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

BUSY_SECONDS = 60
_MACHINE = {sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL}
WRITER = 0x6B6962  # the advisory lock of whoever writes
AGAIN = {"40001", "40P01"}  # serialization failure, deadlock: the same may go well now
TRIES = 12
POOL = 4  # connections kept open, and as many again for a moment
REST_SECONDS = 0.02  # before the second try; twice as long before each one after
_SETTINGS = (
    "PRAGMA synchronous = NORMAL",  # a power cut may lose the last games, never the file
    "PRAGMA foreign_keys = ON",
    "PRAGMA cache_size = -65536",  # 64 MB: counters are updated all over their table
    "PRAGMA temp_store = MEMORY",
)

T = TypeVar("T")


class Database:
    """The engine of one place, with its two kinds of transaction."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.engine = _file_engine(place) if place.is_file else _server_engine(place)
        self._driver: Any = None

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees the archive as it was when it first looked."""
        with self.worded(), self.engine.connect() as connection:
            if not self.is_sqlite:  # which does so anyway
                connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is kept whole at its end, or not at all where it fails."""
        with self.worded(), self._writing("pg_advisory_xact_lock") as connection:
            yield connection

    def adding(self, work: Callable[[Connection], T]) -> T:
        """Do `work`, which adds games, in a transaction beside others; again where they met."""
        with self.worded():
            for tried in range(1, TRIES):
                try:
                    with self._writing("pg_advisory_xact_lock_shared") as connection:
                        return work(connection)
                except DBAPIError as error:
                    if getattr(error.orig, "sqlstate", None) not in AGAIN:
                        raise
                    time.sleep(REST_SECONDS * 2 ** min(tried, 6) * random.random())
            with self._writing("pg_advisory_xact_lock") as connection:  # nobody beside us
                return work(connection)

    @contextmanager
    def _writing(self, lock: str) -> Iterator[Connection]:
        with self.engine.connect() as connection:
            connection.execution_options(is_writer=True)
            with connection.begin():
                if not self.is_sqlite:
                    connection.execute(text(f"SET LOCAL lock_timeout = '{BUSY_SECONDS}s'"))
                    connection.execute(text(f"SELECT {lock}({WRITER})"))
                yield connection

    @property
    def driver_error(self) -> type[Exception]:
        """The root of what the driver raises."""
        return cast(type[Exception], self.engine.dialect.loaded_dbapi.Error)

    def insert(self, table: Table) -> "sqlite.Insert | postgresql.Insert":
        """An insertion into `table` that can say what to do on a conflict."""
        if self.is_sqlite:
            return sqlite.insert(table)
        from sqlalchemy.dialects import postgresql  # a tenth of a second that few need

        return postgresql.insert(table)

    def driver_sql(self, statement: Any) -> str:
        """The text of `statement` for the driver, its parameters in the order of the columns."""
        return str(statement.compile(dialect=self.engine.dialect))

    def driver_connection(self) -> Any:
        """A connection of the driver itself, outside all transactions, until `close`."""
        if self._driver is None:
            with self.worded():
                self._driver = self.engine.raw_connection()
            if not self.is_sqlite:
                self._driver.driver_connection.autocommit = True
        return self._driver.driver_connection

    def close(self) -> None:
        if self._driver is not None:
            self._driver.invalidate()
            self._driver = None
        self.engine.dispose()

    @contextmanager
    def worded(self) -> Iterator[None]:
        """Turn what the database says into one sentence."""
        try:
            yield
        except (SQLAlchemyError, self.driver_error) as error:
            said = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
            told = self.place.without_secrets(said)
            code = getattr(getattr(error, "orig", error), "sqlite_errorcode", 0) & 0xFF
            kind = HouseFault if code in _MACHINE else BadValue
            raise kind(f"the archive {self.place} failed: {told}") from error


def _file_engine(place: Place) -> Engine:
    engine = create_engine(place.url, connect_args={"timeout": BUSY_SECONDS})

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # the driver begins nothing on its own
        _keep_a_log(connection)
        for setting in _SETTINGS:
            connection.execute(setting)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # a reader that turned writer could not wait: writers say so from the start
        is_writer = connection.get_execution_options().get("is_writer")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writer else "BEGIN")

    return engine


def _keep_a_log(connection: Any) -> None:
    """Switch to the write-ahead log, which the file remembers.

    Where two switch at the same moment, SQLite fails one of them at once rather than let
    each wait for the other, so that one tries again.
    """
    deadline = time.monotonic() + BUSY_SECONDS
    while connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except connection.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _server_engine(place: Place) -> Engine:
    try:
        return create_engine(
            place.url,
            paramstyle="format",
            pool_size=POOL,
            max_overflow=POOL,
            pool_pre_ping=True,  # a server that was started again costs nobody a batch
        )
    except ImportError:
        raise BadValue(
            f"the archive {place} needs the extra 'postgres': pip install 'kibitz[postgres]'"
        ) from None

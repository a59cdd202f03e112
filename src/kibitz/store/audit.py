"""Whether an archive holds what it says: every record replays, every counter agrees.

The counters of positions are counted again from the games, in a table of the connection's own,
so that an archive of any size needs little memory; what differs can be put right.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Row, func, select, text

from kibitz.core.record import Record
from kibitz.errors import KibitzError
from kibitz.store.archive import Archive
from kibitz.store.entry import Entry
from kibitz.store.positions import Positions, Sightings
from kibitz.store.schema import games, positions, rules, seats

BATCH = 1000  # games that are counted at once
MOST_BAD = 100  # that are named
_RECOUNT = "positions_again"
_COLUMNS = ("rules_id", "key", "seat", "n", "wins", "draws")


@dataclass(frozen=True)
class BadGame:
    """A game that is not what its row says."""

    id: int
    reason: str


@dataclass(frozen=True)
class Audit:
    """What was found so far."""

    games: int = 0  # looked at
    total: int = 0
    bad_games: tuple[BadGame, ...] = ()  # the first of them
    bad_count: int = 0
    positions: int = 0  # counters
    wrong_counters: int = 0
    repaired: int = 0
    is_done: bool = False

    @property
    def is_sound(self) -> bool:
        return not self.bad_count and self.wrong_counters == self.repaired


def audit(archive: Archive, *, repair: bool = False) -> Audit:
    """Look at everything."""
    found = Audit()
    for found in auditing(archive, repair=repair):  # noqa: B007
        pass
    return found


def auditing(archive: Archive, *, repair: bool = False) -> Iterator[Audit]:
    """The same, with what was found so far after each batch and at the end.

    All of it sees one moment; a repair keeps others from writing meanwhile.
    """
    database = archive.database
    with database.writing() if repair else database.reading() as connection:
        own = "temp" if database.is_sqlite else "pg_temp"
        connection.execute(text(f"DROP TABLE IF EXISTS {own}.{_RECOUNT}"))
        _make_table(connection)
        counters = Positions(database, _RECOUNT)
        total = connection.execute(select(func.count()).select_from(games)).scalar_one()
        found = Audit()
        for found in _recounted(connection, counters, Audit(total=total)):
            yield found
        found = _compared(connection, found)
        if repair and found.wrong_counters:
            _put_right(connection)
            found = replace(found, repaired=found.wrong_counters)
        connection.execute(text(f"DROP TABLE {_RECOUNT}"))
    yield replace(found, is_done=True)


def _make_table(connection: Connection) -> None:
    kinds = ("BIGINT", "BIGINT", "SMALLINT", "BIGINT", "BIGINT", "BIGINT")
    columns = ", ".join(
        f"{name} {kind} NOT NULL" for name, kind in zip(_COLUMNS, kinds, strict=True)
    )
    key = "PRIMARY KEY (rules_id, key, seat)"
    connection.execute(text(f"CREATE TEMPORARY TABLE {_RECOUNT} ({columns}, {key})"))


def _recounted(connection: Connection, counters: Positions, found: Audit) -> Iterator[Audit]:
    """Count the games again, a batch at a time."""
    last = -1
    while rows := _next_rows(connection, last):
        sightings = Sightings()
        sat = _sat(connection, last, rows[-1].id)
        for row in rows:
            reason = _look(row, sat.get(row.id, 0), sightings)
            if reason is not None:
                bad = found.bad_games
                named = (*bad, BadGame(row.id, reason)) if len(bad) < MOST_BAD else bad
                found = replace(found, bad_count=found.bad_count + 1, bad_games=named)
        counters.save(connection, sightings)
        last = rows[-1].id
        found = replace(found, games=found.games + len(rows))
        yield found


def _next_rows(connection: Connection, last: int) -> list[Row[Any]]:
    columns = (games.c.id, games.c.digest, games.c.rules_id, games.c.plies, games.c.ended)
    query = select(*columns, games.c.record, rules.c.text.label("rules"))
    query = query.join(rules, rules.c.id == games.c.rules_id).where(games.c.id > last)
    return list(connection.execute(query.order_by(games.c.id).limit(BATCH)))


def _sat(connection: Connection, after: int, upto: int) -> dict[int, int]:
    """How many seats are kept of each game."""
    query = select(seats.c.game_id, func.count()).group_by(seats.c.game_id)
    within = query.where(seats.c.game_id > after, seats.c.game_id <= upto)
    return {row[0]: int(row[1]) for row in connection.execute(within)}


def _look(row: Row[Any], sat: int, sightings: Sightings) -> str | None:
    """Count a game; why it is bad, where it is."""
    try:
        entry = Entry.of(Record.from_json(row.record))
    except KibitzError as error:
        return str(error)
    told = (entry.digest, entry.rules, entry.plies, entry.ended)
    kept = (row.digest, row.rules, row.plies, row.ended)
    if told != kept or sat != len(entry.players):
        return "its row does not agree with its record"
    sightings.add(row.rules_id, entry.observations)
    return None


_DIFFERS = f"""
SELECT p.rules_id, p.key, p.seat FROM positions p
LEFT JOIN {_RECOUNT} a ON a.rules_id = p.rules_id AND a.key = p.key AND a.seat = p.seat
WHERE a.n IS NULL OR a.n <> p.n OR a.wins <> p.wins OR a.draws <> p.draws
"""
_MISSING = f"""
SELECT a.rules_id, a.key, a.seat FROM {_RECOUNT} a
LEFT JOIN positions p ON a.rules_id = p.rules_id AND a.key = p.key AND a.seat = p.seat
WHERE p.n IS NULL
"""


def _compared(connection: Connection, found: Audit) -> Audit:
    wrong = sum(
        connection.execute(text(f"SELECT count(*) FROM ({query}) AS t")).scalar_one()
        for query in (_DIFFERS, _MISSING)
    )
    there = connection.execute(select(func.count()).select_from(positions)).scalar_one()
    return replace(found, positions=there, wrong_counters=wrong)


def _put_right(connection: Connection) -> None:
    """Have the counters that were counted again."""
    connection.execute(text("DELETE FROM positions"))
    names = ", ".join(_COLUMNS)
    connection.execute(text(f"INSERT INTO positions ({names}) SELECT {names} FROM {_RECOUNT}"))

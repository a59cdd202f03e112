"""The archive: every game that was kept, with its positions counted.

A game and all that follows from it (who sat where, its positions) are kept in one
transaction, and once: the digest of a record tells whether it is known.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import Any, NamedTuple, Self

from sqlalchemy import Connection, func, select

from kibitz.core.files import is_there, worded
from kibitz.core.record import Record
from kibitz.errors import BadValue
from kibitz.store.adding import Adding
from kibitz.store.database import Database
from kibitz.store.entry import Entry
from kibitz.store.migrations import migrate
from kibitz.store.names import Names
from kibitz.store.place import VARIABLE, Place
from kibitz.store.positions import Positions, Sightings
from kibitz.store.schema import (
    games,
    matches,
    pairs,
    players,
    positions,
    reviews,
    rules,
    seats,
    values,
)
from kibitz.store.selection import Selection

ROWS_AT_ONCE = 500  # that a stream of records holds in memory
EVERYTHING = Selection()
_GAME = ("id", "digest", "rules_id", "added", "plies", "ended", "record")
_SEAT = ("game_id", "seat", "player_id", "payoff")


@dataclass(frozen=True)
class Summary:
    """One line of a list of games."""

    id: int
    added: int
    game: str
    players: tuple[str, ...]
    payoffs: tuple[float | None, ...]
    plies: int
    ended: str | None


class StoredGame(NamedTuple):
    """A game with the moment when it was kept."""

    id: int
    added: int
    line: str  # its record, in JSON


@dataclass(frozen=True)
class Kept:
    """What became of some entries: the number of each one's game, and how many were new."""

    ids: tuple[int, ...]
    new: int


class Archive:
    """Games, matches and positions in one database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.positions = Positions(database)
        if database.is_sqlite:
            self._adding_games = Adding(database, games, _GAME)
        else:  # which numbers them itself: others may be adding, too
            ending = "ON CONFLICT DO NOTHING RETURNING digest, id"
            self._adding_games = Adding(database, games, _GAME[1:], ending)
        self._adding_seats = Adding(database, seats, _SEAT)

    @classmethod
    def open(cls, where: str | None = None, *, create: bool = True) -> "Archive":
        """The archive at a path or URL, else where KIBITZ_DB says, else at its usual place."""
        place = Place.of(where)
        is_new = place.path is not None and _prepare_file(place, create)
        database = Database(place)
        try:
            migrate(database)
        except BaseException:
            database.close()
            if is_new:
                _remove(place)
            raise
        return cls(database)

    def close(self) -> None:
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add(self, records: Iterable[Record]) -> Kept:
        """Keep some games in one transaction; known ones stay as they are."""
        return self.add_all([Entry.of(record) for record in records])

    def add_all(self, entries: Sequence[Entry]) -> Kept:
        """The same with entries."""
        return self.database.adding(lambda c: self.add_entries(c, entries, Names(c)))

    def add_entries(self, connection: Connection, entries: Sequence[Entry], names: Names) -> Kept:
        """Keep some games in a transaction that is open."""
        wanted = {entry.digest: entry for entry in entries}
        known = _known_games(connection, wanted)
        fresh = [entry for digest, entry in wanted.items() if digest not in known]
        if fresh:
            names.meet(player for entry in fresh for player in entry.players)
            fresh = self._insert_games(connection, fresh, names, known)
        if fresh:
            ids = [known[entry.digest] for entry in fresh]
            self._adding_seats.add(connection, _seat_rows(ids, fresh, names))
            self._count(connection, fresh, names)
        return Kept(tuple(known[entry.digest] for entry in entries), len(fresh))

    def _insert_games(
        self, connection: Connection, entries: list[Entry], names: Names, known: dict[str, int]
    ) -> list[Entry]:
        """Insert games and note their numbers in `known`; return those that nobody else did."""
        rows = _game_rows(entries, names)
        if self.database.is_sqlite:  # where nobody else is writing
            first = _next_number(connection)
            numbered = [(number, *row) for number, row in enumerate(rows, first)]
            self._adding_games.add(connection, numbered)
            known |= {entry.digest: number for number, entry in enumerate(entries, first)}
            return entries
        found = dict(self._adding_games.add(connection, rows))
        others = [entry.digest for entry in entries if entry.digest not in found]
        known |= found | _known_games(connection, others)
        return [entry for entry in entries if entry.digest in found]

    def _count(self, connection: Connection, entries: Sequence[Entry], names: Names) -> None:
        sightings = Sightings()
        for entry in entries:
            sightings.add(names.rules_id(entry.rules), entry.observations)
        self.positions.save(connection, sightings)

    def record(self, game_id: int) -> Record:
        """The record of the game of that number."""
        with self.database.reading() as connection:
            query = select(games.c.record).where(games.c.id == game_id)
            line = connection.execute(query).scalar_one_or_none()
        if line is None:
            raise BadValue(f"the archive {self.database.place} has no game {game_id}")
        return Record.from_json(line)

    def stored(self, selection: Selection = EVERYTHING) -> Iterator[StoredGame]:
        """The games in the order of their coming, a few in memory at a time."""
        columns = (games.c.id, games.c.added, games.c.record)
        query = select(*columns).join(rules, rules.c.id == games.c.rules_id)
        with self.database.reading() as connection:
            connection.execution_options(yield_per=ROWS_AT_ONCE)
            ordered = selection.of_games(query).order_by(games.c.id)
            yield from (StoredGame(*row) for row in connection.execute(ordered))

    def lines(self, selection: Selection = EVERYTHING) -> Iterator[str]:
        """The records as lines of JSON, in the order of their coming."""
        return (game.line for game in self.stored(selection))

    def summaries(
        self, selection: Selection = EVERYTHING, limit: int = 20, before: int | None = None
    ) -> list[Summary]:
        """The newest games, newest first; of those `before` a number where one is given."""
        columns = (games.c.id, games.c.added, rules.c.text, games.c.plies, games.c.ended)
        query = selection.of_games(select(*columns).join(rules, rules.c.id == games.c.rules_id))
        if before is not None:
            query = query.where(games.c.id < before)
        with self.database.reading() as connection:
            rows = connection.execute(query.order_by(games.c.id.desc()).limit(limit)).all()
            sat = _seated(connection, [row.id for row in rows])
        return [
            Summary(row.id, row.added, row.text, *sat[row.id], row.plies, row.ended) for row in rows
        ]

    def totals(self) -> dict[str, int]:
        """How many rows there are of each kind that people ask for."""
        counted = (games, players, matches, pairs, reviews, positions, values)
        with self.database.reading() as connection:
            return {
                table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
                for table in counted
            }

    def games_by_rules(self) -> dict[str, int]:
        """How many games were played by which rules, most first."""
        query = (
            select(rules.c.text, func.count(games.c.id).label("played"))
            .join(games, games.c.rules_id == rules.c.id)
            .group_by(rules.c.text)
            .order_by(func.count(games.c.id).desc(), rules.c.text)
        )
        with self.database.reading() as connection:
            return {row.text: row.played for row in connection.execute(query)}


def _prepare_file(place: Place, create: bool) -> bool:
    """Make sure that there can be an archive; whether it is to be a new one."""
    path = place.path
    assert path is not None
    if path.is_dir():
        raise BadValue(f"{place} is a folder, not an archive")
    if is_there(path):
        if not path.is_file():
            raise BadValue(f"{place} is a device or a pipe, not an archive")
        return False
    if not create:
        raise BadValue(
            f"there is no archive at {place}; 'kibitz import' creates one, "
            f"--db or {VARIABLE} names another"
        )
    with worded(f"cannot create an archive at {place}"):
        path.parent.mkdir(parents=True, exist_ok=True)
    return True


def _remove(place: Place) -> None:
    """Leave nothing of an archive that could not be begun."""
    for ending in ("", "-wal", "-shm", "-journal"):
        with suppress(OSError):
            Path(f"{place.path}{ending}").unlink()


def _known_games(connection: Connection, digests: Iterable[str]) -> dict[str, int]:
    wanted, found = list(digests), dict[str, int]()
    for start in range(0, len(wanted), ROWS_AT_ONCE):
        some = wanted[start : start + ROWS_AT_ONCE]
        query = select(games.c.digest, games.c.id).where(games.c.digest.in_(some))
        found.update((digest, number) for digest, number in connection.execute(query))
    return found


def _next_number(connection: Connection) -> int:
    """The number of the next game in a file."""
    return int(connection.execute(select(func.coalesce(func.max(games.c.id), 0))).scalar_one()) + 1


def _game_rows(entries: Sequence[Entry], names: Names) -> list[tuple[Any, ...]]:
    now, numbers = int(time.time()), {entry.rules: 0 for entry in entries}
    for text in numbers:
        numbers[text] = names.rules_id(text)
    return [
        (entry.digest, numbers[entry.rules], now, entry.plies, entry.ended, entry.line)
        for entry in entries
    ]


def _seat_rows(ids: Sequence[int], entries: Sequence[Entry], names: Names) -> list[tuple[Any, ...]]:
    number = names.player_id
    return [
        (game_id, seat, number(player), payoff)
        for game_id, entry in zip(ids, entries, strict=True)
        for seat, (player, payoff) in enumerate(
            zip(entry.players, entry.result or repeat(None), strict=False)
        )
    ]


def _seated(
    connection: Connection, ids: Sequence[int]
) -> dict[int, tuple[tuple[str, ...], tuple[float | None, ...]]]:
    """Who sat in some games, and what each seat got."""
    query = (
        select(seats.c.game_id, players.c.text, seats.c.payoff)
        .join(players, players.c.id == seats.c.player_id)
        .where(seats.c.game_id.in_(ids))
        .order_by(seats.c.game_id, seats.c.seat)
    )
    found: dict[int, tuple[tuple[str, ...], tuple[float | None, ...]]] = {}
    for game_id, player, payoff in connection.execute(query):
        names, payoffs = found.get(game_id, ((), ()))
        found[game_id] = (*names, player), (*payoffs, payoff)
    return found

"""How often a position came up and how it ended for the seat that had to decide.

The counters are kept by upsert, one batch a transaction in the order of the table: so
neighbours share its pages, and two writers never wait for each other crosswise. A look-up goes
straight to the driver, since it takes less time than building the query would.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple, cast

import numpy as np
from sqlalchemy import Connection, bindparam, select

from kibitz.core.game import Position
from kibitz.store.adding import Blocks
from kibitz.store.database import Database
from kibitz.store.entry import DRAW, WIN, Observation, position_key
from kibitz.store.names import rules_id
from kibitz.store.schema import positions

_COUNTERS = ("n", "wins", "draws")
_KEY = ("rules_id", "key", "seat")
_COLUMNS = """SELECT * FROM unnest(%s::bigint[], %s::bigint[], %s::smallint[],
                     %s::bigint[], %s::bigint[], %s::bigint[])"""
_INSERT = "INSERT INTO {table} AS old (rules_id, key, seat, n, wins, draws)"
_UPDATE = """
ON CONFLICT (rules_id, key, seat) DO UPDATE
SET n = old.n + excluded.n, wins = old.wins + excluded.wins, draws = old.draws + excluded.draws
"""


class Counts(NamedTuple):
    """How many games came to a position, and how they ended for the seat to act."""

    n: int = 0
    wins: int = 0
    draws: int = 0

    @property
    def losses(self) -> int:
        return self.n - self.wins - self.draws

    @property
    def points(self) -> float:
        """Wins and half the draws."""
        return self.wins + self.draws / 2

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the rate of points; half a win is fine there."""
        from kibitz.stats.significance import wilson_interval  # scipy takes its time to load

        return wilson_interval(cast(int, self.points), self.n)


class Sightings:
    """Observations added up in memory, to be saved as one batch."""

    def __init__(self) -> None:
        self._observed: dict[int, list[Observation]] = {}

    def add(self, rules: int, observations: Iterable[Observation]) -> None:
        """Count what was observed in games by the rules of that number."""
        self._observed.setdefault(rules, []).extend(observations)

    def rows(self) -> list[tuple[int, ...]]:
        """What to add to which counters, one row each, in the order of the table."""
        return [
            (rules, *row)
            for rules, observed in sorted(self._observed.items())
            if observed
            for row in _added_up(observed)
        ]


def _added_up(observed: Sequence[Observation]) -> Iterator[tuple[int, ...]]:
    """Key, seat, n, wins and draws of each place, in the order of keys and seats."""
    flat = np.fromiter(chain.from_iterable(observed), np.int64, 3 * len(observed))
    keys, seats, points = flat.reshape(-1, 3).T
    order = np.lexsort((seats, keys))
    keys, seats, points = keys[order], seats[order], points[order]
    is_new = np.r_[True, (np.diff(keys) != 0) | (np.diff(seats) != 0)]
    firsts = np.flatnonzero(is_new)
    counts = (np.ones_like(points), points == WIN, points == DRAW)
    sums = [np.add.reduceat(some.astype(np.int64), firsts).tolist() for some in counts]
    return zip(keys[firsts].tolist(), seats[firsts].tolist(), *sums, strict=True)


class Positions:
    """The counters of an archive."""

    def __init__(self, database: Database, table: str = positions.name) -> None:
        self._database = database
        self._rules: dict[str, int] = {}
        insert = _INSERT.format(table=table)
        self._blocks = Blocks(insert, len(_KEY) + len(_COUNTERS), _UPDATE)
        self._upsert = f"{insert} {_COLUMNS} {_UPDATE}"
        wanted = [positions.c[name] == bindparam(name) for name in _KEY]
        look_up = select(*(positions.c[name] for name in _COUNTERS)).where(*wanted)
        self._look_up = database.driver_sql(look_up)

    def save(self, connection: Connection, sightings: Sightings) -> None:
        """Add sightings to the counters, in a write transaction."""
        self._add(connection, sightings.rows())

    def take_back(self, connection: Connection, sightings: Sightings) -> None:
        """Take sightings from the counters again."""
        self._add(connection, [(*row[:3], *(-n for n in row[3:])) for row in sightings.rows()])

    def _add(self, connection: Connection, rows: list[tuple[int, ...]]) -> None:
        if rows and self._database.is_sqlite:
            self._blocks.execute(connection, rows)
        elif rows:  # to a server in one go
            columns = tuple(list(column) for column in zip(*rows, strict=True))
            connection.exec_driver_sql(self._upsert, columns)

    def counts(self, rules: str, known: Position, seat: int) -> Counts:
        """The counters of what `seat` knows, by the rules of that text."""
        number = self._rules_id(rules)
        if number is None:
            return Counts()
        return self.counts_of_key(number, position_key(known), seat)

    def counts_of_key(self, rules: int, key: int, seat: int) -> Counts:
        """The counters of a key: one look-up, no more."""
        with self._database.worded():
            reader = self._database.driver_connection()
            row = reader.execute(self._look_up, (rules, key, seat)).fetchone()
        return Counts(*row) if row else Counts()

    def _rules_id(self, text: str) -> int | None:
        if text not in self._rules:
            with self._database.reading() as connection:
                found = rules_id(connection, text)
            if found is None:
                return None
            self._rules[text] = found
        return self._rules[text]

"""How often a position came up and how it ended for the seat that had to decide.

The counters are kept by upsert, one sorted batch a transaction; a look-up goes straight
to the driver, since it takes less time than building the query would.
"""

from collections import Counter
from collections.abc import Iterable
from operator import itemgetter
from typing import NamedTuple, cast

from sqlalchemy import Connection, bindparam, select

from kibitz.core.game import Position
from kibitz.store.database import Database
from kibitz.store.entry import DRAW, WIN, Observation, position_key
from kibitz.store.names import rules_id
from kibitz.store.schema import positions

_COUNTERS = ("n", "wins", "draws")
_KEY = ("rules_id", "key", "seat")


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
        self._observed: dict[int, Counter[Observation]] = {}

    def add(self, rules: int, observations: Iterable[Observation]) -> None:
        """Count what was observed in games by the rules of that number."""
        self._observed.setdefault(rules, Counter()).update(observations)

    def rows(self) -> list[tuple[int, ...]]:
        """What to add to which counters, in the order of the table: neighbours share its pages."""
        rows: list[tuple[int, ...]] = [
            (rules, key, seat, n, n if half_points == WIN else 0, n if half_points == DRAW else 0)
            for rules, observed in self._observed.items()
            for (key, seat, half_points), n in observed.items()
        ]
        rows.sort(key=itemgetter(1))
        return rows


class Positions:
    """The counters of an archive."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._rules: dict[str, int] = {}
        adding = database.insert(positions)
        self._upsert = database.driver_sql(
            adding.values(
                {name: bindparam(name) for name in (*_KEY, *_COUNTERS)}
            ).on_conflict_do_update(
                index_elements=list(_KEY),
                set_={name: positions.c[name] + adding.excluded[name] for name in _COUNTERS},
            )
        )
        wanted = [positions.c[name] == bindparam(name) for name in _KEY]
        look_up = select(*(positions.c[name] for name in _COUNTERS)).where(*wanted)
        self._look_up = database.driver_sql(look_up)

    def save(self, connection: Connection, sightings: Sightings) -> None:
        """Add sightings to the counters, in a write transaction."""
        rows = sightings.rows()
        if rows:
            connection.exec_driver_sql(self._upsert, rows)

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

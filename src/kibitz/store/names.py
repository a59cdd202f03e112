"""The numbers by which the tables know rules and players.

A row is never deleted or renamed, so a number that was committed holds for ever; one
that was given in a transaction that fails does not, so these live no longer than theirs.
"""

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, Table, select
from sqlalchemy.dialects import postgresql, sqlite

from kibitz.core.registry import make_game
from kibitz.store.schema import players, rules

AT_ONCE = 500  # players that one statement asks for


class Names:
    """Numbers of rules and players in one write transaction, given where there are none."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rules: dict[str, int] = {}
        self._players: dict[str, int] = {}

    def rules_id(self, text: str) -> int:
        """The number of the rules that `text` names, as `Game.text` writes it."""
        if text not in self._rules:
            found = rules_id(self._connection, text)
            self._rules[text] = self._new_rules(text) if found is None else found
        return self._rules[text]

    def player_id(self, text: str) -> int:
        """The number of the player that `text` names."""
        if text not in self._players:
            self.meet([text])
        return self._players[text]

    def meet(self, texts: Iterable[str]) -> None:
        """Have the numbers of many players at once."""
        wanted = sorted({text for text in texts if text not in self._players})
        for start in range(0, len(wanted), AT_ONCE):
            some = wanted[start : start + AT_ONCE]
            self._look_up(some)
            new: list[dict[str, object]] = [
                {"text": text} for text in some if text not in self._players
            ]
            if new:
                self._insert(players, new)
                self._look_up([text for text in some if text not in self._players])

    def _look_up(self, texts: Sequence[str]) -> None:
        known = select(players.c.text, players.c.id).where(players.c.text.in_(texts))
        self._players.update((text, number) for text, number in self._connection.execute(known))

    def _new_rules(self, text: str) -> int:
        game = make_game(text)
        self._insert(rules, [{"text": text, "name": game.name, "seats": game.seats}])
        found = rules_id(self._connection, text)
        assert found is not None
        return found

    def _insert(self, table: Table, rows: list[dict[str, object]]) -> None:
        """Add rows, unless somebody else has added them meanwhile."""
        is_sqlite = self._connection.dialect.name == "sqlite"
        adding = sqlite.insert(table) if is_sqlite else postgresql.insert(table)
        self._connection.execute(adding.on_conflict_do_nothing(), rows)


def rules_id(connection: Connection, text: str) -> int | None:
    """The number of the rules of that text, None where no game by them was kept."""
    return connection.execute(select(rules.c.id).where(rules.c.text == text)).scalar_one_or_none()

"""The numbers by which the tables know rules and players.

A row is never deleted or renamed, so a number that was committed holds for ever; one
that was given in a transaction that fails does not, so these live no longer than theirs.
"""

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, insert, select

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
            known = select(players.c.id).where(players.c.text == text)
            found = self._connection.execute(known).scalar_one_or_none()
            self._players[text] = self._new_player(text) if found is None else found
        return self._players[text]

    def meet(self, texts: Iterable[str]) -> None:
        """Have the numbers of many players at once."""
        wanted = [text for text in dict.fromkeys(texts) if text not in self._players]
        for start in range(0, len(wanted), AT_ONCE):
            some = wanted[start : start + AT_ONCE]
            self._look_up(some)
            new = [{"text": text} for text in some if text not in self._players]
            if new:
                self._connection.execute(insert(players), new)
                self._look_up([row["text"] for row in new])

    def _look_up(self, texts: Sequence[str]) -> None:
        known = select(players.c.text, players.c.id).where(players.c.text.in_(texts))
        self._players.update((text, number) for text, number in self._connection.execute(known))

    def _new_rules(self, text: str) -> int:
        game = make_game(text)
        adding = insert(rules).values(text=text, name=game.name, seats=game.seats)
        return int(self._connection.execute(adding.returning(rules.c.id)).scalar_one())

    def _new_player(self, text: str) -> int:
        adding = insert(players).values(text=text).returning(players.c.id)
        return int(self._connection.execute(adding).scalar_one())


def rules_id(connection: Connection, text: str) -> int | None:
    """The number of the rules of that text, None where no game by them was kept."""
    return connection.execute(select(rules.c.id).where(rules.c.text == text)).scalar_one_or_none()

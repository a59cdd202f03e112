"""Which of the games in an archive are meant."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, or_, select

from kibitz.core.registry import make_game
from kibitz.store.schema import games, players, rules, seats


def is_player(name: str, wanted: str) -> bool:
    """Whether `name`, as a record has it, is the player that is `wanted`, or that level.

    >>> is_player("nim:expert", "expert"), is_player("nim:expert", "nim:expert")
    (True, True)
    """
    return name == wanted or name.endswith(f":{wanted}")


@dataclass(frozen=True)
class Selection:
    """Games by their rules and by who sat in them; nothing named selects all.

    A game's bare name selects it with any options; a level's name (`expert`) selects
    that level of any game.
    """

    game: str | None = None
    player: str | None = None
    is_exact: bool = False  # whether the game is meant with these options and no others

    def of_games(self, query: Select[Any]) -> Select[Any]:
        """`query` over `games` and `rules`, narrowed to the selected games."""
        if self.game is not None:
            query = query.where(self._rules_wanted(self.game))
        if self.player is not None:
            query = query.where(games.c.id.in_(self._games_of(self.player)))
        return query

    def of_rules(self, query: Select[Any]) -> Select[Any]:
        """`query` over `rules`, narrowed to the selected ones."""
        return query if self.game is None else query.where(self._rules_wanted(self.game))

    def _rules_wanted(self, game: str) -> Any:
        made = make_game(game)
        if self.is_exact or made.options_text:
            return rules.c.text == made.text
        return rules.c.name == made.name

    @staticmethod
    def _games_of(player: str) -> Select[Any]:
        is_wanted = or_(
            players.c.text == player, players.c.text.endswith(f":{player}", autoescape=True)
        )
        named = select(players.c.id).where(is_wanted)  # few: the index of seats does the rest
        return select(seats.c.game_id).where(seats.c.player_id.in_(named))

"""The game of battleship that a request names."""

from typing import TYPE_CHECKING, Any

from kibitz.core.request import ask
from kibitz.errors import BadValue

if TYPE_CHECKING:
    from kibitz.games.battleship.game import BattleshipGame


def ask_game() -> Any:
    """The field that names the game."""
    return ask("battleship", "Battleship with its options.", metavar="G")


def battleship_of(text: str) -> "BattleshipGame":
    """The game of that text, which must be battleship."""
    from kibitz.core.registry import make_game
    from kibitz.games.battleship.game import BattleshipGame

    game = make_game(text)
    if not isinstance(game, BattleshipGame):
        raise BadValue(f"game '{text}' is not battleship")
    return game

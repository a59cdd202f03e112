"""Positions as pictures, for the sheets of answers; nothing heavy is loaded before it is needed."""

from typing import TYPE_CHECKING

from kibitz.core.ink import as_ink
from kibitz.core.sheet import Picture

if TYPE_CHECKING:
    from kibitz.core.game import Game, Position


def picture_of(game: "Game", p: "Position", seat: int, *, tall: bool = False) -> Picture:
    """A position as one seat sees it, in characters and drawn."""
    from kibitz.core.game import view
    from kibitz.core.shown import shown

    known, face = view(p, seat), shown(game)
    return Picture(as_ink(face.show(known, seat)), face.scene(known, seat, tall=tall))


def picture_at(game: str, position: str, seat: int = 0) -> Picture:
    """The same from the texts of a game and a position of it."""
    from kibitz.core.registry import make_game

    made = make_game(game)
    return picture_of(made, made.parse_position(position), seat)

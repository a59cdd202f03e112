"""Positions as pictures, for the sheets of answers."""

from kibitz.core.game import Game, Position
from kibitz.core.ink import as_ink
from kibitz.core.registry import make_game
from kibitz.core.sheet import Picture


def picture_of(game: Game, p: Position, seat: int | None = None) -> Picture:
    """A position from behind `seat`."""
    return Picture(as_ink(game.show(p, seat)))


def picture_at(game: str, position: str, seat: int | None = None) -> Picture:
    """The same from the texts of a game and a position of it."""
    made = make_game(game)
    return picture_of(made, made.parse_position(position), seat)

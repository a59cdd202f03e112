"""The face of a toy game: its texts are the numbers of its position."""

from kibitz.core.game import Game, Position
from kibitz.core.ink import Ink, ink


class Toy(Game):
    """A game for tests, not registered."""

    summary = "a toy"

    def position_text(self, p: Position) -> str:
        return ",".join(map(str, p))

    def parse_position(self, text: str) -> Position:
        return self.position_type(*map(int, text.split(",")))

    def move_text(self, p: Position, move: int) -> str:
        return str(move)

    def show(self, p: Position, seat: int | None = None) -> Ink:
        return ink(self.position_text(p))

"""Dice chess for people: texts, picture, analysts and levels.

A position is a DFEN. A micro-move is UCI (`e2e4`, `e7e8q`), a pass `pass`, a roll its
three letters (`PNB`).
"""

from typing import ClassVar

from kibitz.core.game import CHANCE, Game, Position, turn
from kibitz.errors import BadNotation, IllegalMove
from kibitz.games.dicechess.board import MOST_MICRO_MOVES
from kibitz.games.dicechess.dice import LETTERS, MULTISETS
from kibitz.games.dicechess.notation import START, dfen, micro_text, parse_dfen, parse_micro
from kibitz.games.dicechess.picture import picture
from kibitz.games.dicechess.rules import TURN_LIMIT, DiceChess


class DiceChessGame(Game):
    """Three dice say which pieces may move; whoever takes the king wins."""

    name: ClassVar[str] = "dicechess"
    title: ClassVar[str] = "Dice chess"
    summary: ClassVar[str] = "Three dice say which pieces may move; whoever takes the king wins."
    position_type: ClassVar[type] = DiceChess

    most_moves = MOST_MICRO_MOVES
    most_plies = 4 * TURN_LIMIT + 4
    has_chance = True

    def start(self) -> DiceChess:
        return parse_dfen(START)

    def seat_name(self, seat: int) -> str:
        return ("White", "Black")[seat]

    def position_text(self, p: Position) -> str:
        return dfen(p)

    def parse_position(self, text: str) -> DiceChess:
        return parse_dfen(text)

    def move_text(self, p: Position, move: int) -> str:
        if p.dice:
            return micro_text(p.seat, move)
        return "".join(LETTERS[kind] for kind in MULTISETS[move])

    def read_move(self, p: Position, text: str) -> int:
        if turn(p) == CHANCE:
            return _parse_roll(text)
        try:
            code = parse_micro(p.seat, text.lower())
        except BadNotation as error:
            raise IllegalMove(str(error)) from None
        if not self.is_legal(p, code):
            raise IllegalMove(f"'{text}' is not legal in {dfen(p)}{self._why(p, code)}")
        return code

    def _why(self, p: DiceChess, code: int) -> str:
        legal = self.legal_moves(p)
        if any(move ^ code < 8 for move in legal):
            return ": the pawn promotes; add q, r, b or n"
        return f"; legal: {' '.join(micro_text(p.seat, move) for move in legal[:8])} ..."

    def show(self, p: Position, seat: int | None = None) -> str:
        return picture(p, seat)


def _parse_roll(text: str) -> int:
    """The roll that three letters name, in any order and case."""
    letters = text.upper()
    if len(letters) != 3 or any(letter not in LETTERS for letter in letters):
        raise IllegalMove(f"'{text}' is no roll; write three of PNBRQK")
    return MULTISETS.index(tuple(sorted(LETTERS.index(letter) for letter in letters)))

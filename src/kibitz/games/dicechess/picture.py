"""A board for a terminal."""

from kibitz.core.game import OVER, turn
from kibitz.core.ink import Ink, ink, joined, lines
from kibitz.games.dicechess.dice import dice_text
from kibitz.games.dicechess.notation import men_of
from kibitz.games.dicechess.rules import DiceChess

_FIGURES = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))


def picture(p: DiceChess, seat: int | None = None) -> Ink:
    """The board from behind `seat` (White where none is given), with the dice below it."""
    men, black_below = men_of(p), seat == 1
    ranks = range(8) if black_below else range(7, -1, -1)
    files = range(7, -1, -1) if black_below else range(8)
    rows = [
        f"  {rank + 1}  "
        + joined(" ", [_cell(men[8 * rank + file], file + rank) for file in files])
        for rank in ranks
    ]
    letters = "     " + " ".join("abcdefgh"[file] for file in files)
    return lines([*rows, letters, "", f"  {_state(p)}"])


def _cell(man: str, parity: int) -> Ink:
    if man == ".":
        return ink("·" if parity % 2 else "▒", "quiet")
    return ink(_FIGURES[man], "first" if man.isupper() else "second")


def _state(p: DiceChess) -> str:
    if turn(p) == OVER:
        return "the game is over"
    side = ("White", "Black")[p.seat]
    dice = f"dice {' '.join(dice_text(p.dice))}" if p.dice else "before the roll"
    return f"{side} to move, {dice}"

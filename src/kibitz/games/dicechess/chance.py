"""The chances of one roll, out of 216: that a king is taken, or a queen.

A risk is that of the named seat's man with the other side about to roll, whoever's turn the
position says; its en-passant targets are used as they are (Rule 9).
"""

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.games.dicechess.board import ChessBoard, king_square, turned
from kibitz.games.dicechess.capture import capturing_rolls_by_search, taking_rolls
from kibitz.games.dicechess.dice import LETTERS, MULTISETS, ROLLS, rolls_weight
from kibitz.games.dicechess.queen import queen_rolls, queen_rolls_by_search
from kibitz.games.dicechess.rules import DiceChess, board_of
from kibitz.games.dicechess.turns import Walk, new_walk


@kernel
def board_against(p: DiceChess, seat: int) -> ChessBoard:
    """The board from the side of whoever plays against `seat`."""
    return turned(board_of(p)) if p.seat == seat else board_of(p)


@kernel
def king_rolls_against(p: DiceChess, seat: int) -> np.uint64:
    """The rolls that take the king of `seat`."""
    b = board_against(p, seat)
    return taking_rolls(b, king_square(b))


@kernel
def king_rolls_by_search(p: DiceChess, seat: int, walk: Walk) -> np.uint64:
    """The same by 56 searches."""
    return capturing_rolls_by_search(board_against(p, seat), walk)


@kernel
def queen_rolls_against(p: DiceChess, seat: int, walk: Walk) -> np.uint64:
    """The rolls that take a queen of `seat` by a legal turn."""
    return queen_rolls(board_against(p, seat), walk)


@kernel
def queen_rolls_against_by_search(p: DiceChess, seat: int, walk: Walk) -> np.uint64:
    """The same by 56 searches."""
    return queen_rolls_by_search(board_against(p, seat), walk)


def king_risk(p: DiceChess, seat: int) -> int:
    """With how many of the 216 rolls the king of `seat` is taken."""
    return int(rolls_weight(np.uint64(king_rolls_against(p, seat))))


def queen_risk(p: DiceChess, seat: int) -> int:
    """With how many of the 216 rolls a queen of `seat` is taken."""
    return int(rolls_weight(np.uint64(queen_rolls_against(p, seat, new_walk()))))


def roll_texts(rolls: np.uint64) -> list[str]:
    """The rolls of a set as letters."""
    return [
        "".join(LETTERS[kind] for kind in MULTISETS[roll])
        for roll in range(ROLLS)
        if int(rolls) >> roll & 1
    ]

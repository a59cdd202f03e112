"""With which rolls can the side to move take a queen by a legal turn?

The maximum rule matters here: a path that takes the queen is legal only if it spends as many
dice as any, or goes on to take the king. The set of rolls that could take on a queen's square
if no rule bound them is found as for the king; only those are searched, and a search ends at
the first path that takes a queen with every die.
"""

import numpy as np

from kibitz.core.bits import lowest_bit, unsigned
from kibitz.core.kernel import kernel
from kibitz.games.dicechess.board import ChessBoard
from kibitz.games.dicechess.capture import taking_rolls
from kibitz.games.dicechess.dice import ALL_ROLLS, POOLS, ROLLS, ZERO, pool_size
from kibitz.games.dicechess.turns import CAPTURE, NONE, Walk, advance, board_at, ending, enter

_U0, _U1 = np.uint64(0), np.uint64(1)
_ALL = np.uint64(ALL_ROLLS)


@kernel
def can_take_queen(walk: Walk, b: ChessBoard, pool: int) -> bool:
    """Whether a legal turn takes a queen."""
    before, size = b.queens & ~b.mine, pool_size(pool)
    most, most_with_queen = NONE, NONE
    enter(walk, ZERO, b, pool, ZERO)
    bunch = advance(walk)
    while bunch:
        for i in range(bunch):
            dice, end = ending(walk, i), board_at(walk, i)
            has_taken = end.queens & ~end.mine != before
            if has_taken and dice >= size:  # CAPTURE is more than any size
                return True
            if dice != CAPTURE:
                most = max(most, dice)
                if has_taken:
                    most_with_queen = max(most_with_queen, dice)
        bunch = advance(walk)
    return most_with_queen != NONE and most_with_queen == most


@kernel
def queen_rolls(b: ChessBoard, walk: Walk) -> np.uint64:
    """The rolls with which a legal turn can take a queen."""
    possible, queens = _U0, b.queens & ~b.mine
    while queens != _U0:
        possible |= taking_rolls(b, lowest_bit(queens))
        queens &= queens - _U1
    return searched_rolls(b, walk, possible)


@kernel
def searched_rolls(b: ChessBoard, walk: Walk, among: np.uint64) -> np.uint64:
    """Those of a set of rolls with which a search finds a legal turn that takes a queen."""
    rolls = _U0
    for roll in range(ROLLS):
        bit = _U1 << unsigned(roll)
        if among & bit != _U0 and can_take_queen(walk, b, POOLS[roll]):
            rolls |= bit
    return rolls


@kernel
def queen_rolls_by_search(b: ChessBoard, walk: Walk) -> np.uint64:
    """The same by 56 searches: the slow twin."""
    return searched_rolls(b, walk, _ALL)

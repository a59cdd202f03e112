"""The legal turns of a rolled position, listed: paths, captures and the boards they lead to."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import Moves
from kibitz.core.kernel import kernel
from kibitz.errors import BadValue
from kibitz.games.dicechess.board import FIELDS, turned
from kibitz.games.dicechess.dice import ZERO
from kibitz.games.dicechess.notation import dfen, micro_text
from kibitz.games.dicechess.rules import DiceChess, board_of, position_of
from kibitz.games.dicechess.turns import (
    CAPTURE,
    CODE,
    CODE_BITS,
    NONE,
    Walk,
    advance,
    board_at,
    ending,
    enter,
    load,
    mark_distinct,
    new_walk,
    path_at,
    store,
)


@kernel
def count_turns(p: DiceChess, walk: Walk, counts: Moves) -> int:
    """Count the complete paths by the dice they spend, king captures under CAPTURE.

    Returns the most dice that a path without king capture spends, NONE if there is none.
    """
    counts[:] = 0
    most = NONE
    enter(walk, ZERO, board_of(p), p.dice, ZERO)
    bunch = advance(walk)
    while bunch:
        for i in range(bunch):
            dice = ending(walk, i)
            counts[dice] += 1
            if dice != CAPTURE:
                most = max(most, dice)
        bunch = advance(walk)
    return most


@kernel
def list_turns(
    p: DiceChess, walk: Walk, wanted: int, paths: Moves, boards: NDArray[np.uint64]
) -> int:
    """Write the paths that spend `wanted` dice (or CAPTURE) with their boards, turned round."""
    count = 0
    enter(walk, ZERO, board_of(p), p.dice, ZERO)
    bunch = advance(walk)
    while bunch:
        for i in range(bunch):
            if ending(walk, i) == wanted:
                paths[count] = path_at(walk, i)
                if wanted != CAPTURE:
                    store(boards, count, turned(board_at(walk, i)))
                count += 1
        bunch = advance(walk)
    return count


@kernel
def position_in(boards: NDArray[np.uint64], row: int, seat: int) -> DiceChess:
    """A position before the roll of `seat` with the board in a row; its clocks are at rest."""
    return position_of(load(boards, row), seat, ZERO, ZERO, ZERO, ZERO + 1)


@dataclass(frozen=True)
class TurnList:
    """Every legal turn of a roll.

    `paths` are those without king capture, `boards` where they end (from the other side),
    and `first_equal` for each the first path that ends on the same board.
    """

    start: DiceChess
    paths: Moves
    boards: NDArray[np.uint64]
    first_equal: Moves
    captures: Moves
    dice_spent: int

    @classmethod
    def of(cls, p: DiceChess) -> "TurnList":
        """The legal turns of a position whose dice are rolled."""
        if not p.dice:
            raise BadValue(f"'{dfen(p)}' has no dice, so there are no turns to list")
        walk, counts = new_walk(), np.zeros(CAPTURE + 1, np.int64)
        most = count_turns(p, walk, counts)
        count = 0 if p.must or most == NONE else int(counts[most])
        paths, boards = np.empty(count, np.int64), np.empty((count, FIELDS), np.uint64)
        if count:
            list_turns(p, walk, most, paths, boards)
        captures = np.empty(counts[CAPTURE], np.int64)
        if len(captures):
            list_turns(p, walk, CAPTURE, captures, boards)
        first = np.empty(count, np.int64)
        slots = np.empty(1 << max(1, (2 * count).bit_length()), np.int64)
        mark_distinct(boards, count, slots, first)
        return cls(p, paths, boards, first, captures, max(most, 0) if count else 0)

    @property
    def is_pass(self) -> bool:
        """Whether nothing can be played."""
        return not len(self.paths) and not len(self.captures)

    @property
    def distinct(self) -> Moves:
        """The indices of the paths that end on a board none before them ends on."""
        return np.flatnonzero(self.first_equal == np.arange(len(self.paths)))

    @property
    def first_moves(self) -> list[int]:
        """The micro-moves that a legal turn can begin with, ascending."""
        return sorted({int(path) & CODE for path in (*self.paths, *self.captures)})

    def texts(self) -> list[list[str]]:
        """All turns as lists of UCI micro-moves, king captures last."""
        return [path_texts(self.start.seat, int(path)) for path in (*self.paths, *self.captures)]


def path_codes(path: int) -> list[int]:
    """The micro-moves of a path."""
    if path < 0:
        raise BadValue(f"{path} is not a path")
    codes = []
    while path:
        codes.append(path & CODE)
        path >>= CODE_BITS
    return codes


def path_texts(seat: int, path: int) -> list[str]:
    """The micro-moves of a path in UCI."""
    return [micro_text(seat, code) for code in path_codes(path)]

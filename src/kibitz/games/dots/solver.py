"""Exact values of dots and boxes, in boxes still to come for the seat to move.

A position with boxes to take is settled first (see `settling`). If k of the boxes may be left
to the opponent and the position after them is worth v to whoever moves, the choice is
between k + v and -(k + v), as the same lines end up drawn: it is worth |k + v|.

Chains and loops joined to nothing else are taken off the board into its stock (see `stock`);
a stock alone is looked up. What remains is a search over lines without boxes to take (see
`moves`). Every search asks one question, "is it worth at least so much?", and remembers the
bound it finds, modulo the symmetries of the board and the equal outer lines of corner boxes.
"""

from typing import NamedTuple

import numpy as np

from kibitz.core.bits import int64
from kibitz.core.kernel import kernel
from kibitz.games.dots.board import DotsBoard, Ints
from kibitz.games.dots.memory import (
    best_move,
    find,
    find_from,
    first_row,
    keep,
    least,
    most,
    new_table,
)
from kibitz.games.dots.moves import (
    AFTER,
    FIELDS,
    KEY,
    NO_MOVE,
    ROW,
    STOCK,
    census,
    choose,
    image_of,
    imagine,
    is_safe,
    least_image,
    opened,
    opening_moves,
    original_of,
    prefer,
    safe_moves,
    start,
)
from kibitz.games.dots.rules import MOST_LINES
from kibitz.games.dots.stock import BOXES, MARGIN, given, stocks_of

NODES, MOST_NODES, STOP, ASKED = range(4)  # places of a desk
PLIES = MOST_LINES + 2
DONE, TRIED, ANSWER = 4, 4 + PLIES, 4 + 2 * PLIES  # of each ply: moves done, of how many, last best
MANY_BOXES = 8  # for which a look at what is known of every line pays
_SHOWN_PLIES = 3  # that tell how far a search is


def new_desk(nodes: int | None) -> Ints:
    """The counters of a search that stops after so many positions."""
    desk = np.zeros(ANSWER + PLIES, np.int64)
    desk[MOST_NODES] = nodes or 1 << 62
    desk[ANSWER:] = NO_MOVE
    return desk


@kernel
def bounds(
    left: int, need: int, key: int, stock: int, stocks: Ints, table: Ints
) -> tuple[int, int, int]:
    """What the margin is known to be at least and at most, and the best move so far."""
    if need > left or need <= -left:
        return -left, left, int64(NO_MOVE)
    if left == stocks[stock, BOXES]:
        return stocks[stock, MARGIN], stocks[stock, MARGIN], int64(NO_MOVE)
    note = find(key, stock, table)
    if note == 0:
        return -left, left, int64(NO_MOVE)
    return least(note), most(note), best_move(note)


@kernel
def is_known(
    lines: int, need: int, count: int, ply: int, grid: Ints, table: Ints, frames: Ints
) -> bool:
    """Whether the table knows that one of the safe lines, which is then ranked first, is worth
    `need` or more."""
    for i in range(count):
        imagine(ply, frames[ply, AFTER, i] & ~lines, grid, frames)
        frames[ply, KEY, i], _ = least_image(ply + 1, grid, frames)
        frames[ply, ROW, i] = first_row(frames[ply, KEY, i], frames[ply, STOCK, i], len(table))
    for i in range(count):
        note = find_from(frames[ply, ROW, i], frames[ply, KEY, i], frames[ply, STOCK, i], table)
        if note and -most(note) >= need:
            prefer(i, ply, frames)
            return True
    return False


@kernel
def counted(desk: Ints) -> int:
    """Count a position; returns how many there were before, and sets STOP at the limit."""
    desk[NODES] += 1
    if desk[NODES] >= desk[MOST_NODES]:
        desk[STOP] = 1
    return desk[NODES] - 1  # type: ignore[no-any-return]


@kernel
def questions(left: int, taken: int, spare: int, need: int) -> tuple[int, int]:
    """What to ask of the rest, once boxes are given and some can be left, if the giver needs so
    much: whether it reaches the first number, and whether it stays below the second.

    Nothing need be asked where the first is not below the second.
    """
    if spare == 0:
        return 1 - taken - need, left + 1
    reach = spare - taken - need  # the most that |spare + rest| may be, as odd as the rest is
    if reach < (left - taken) & 1:
        return int64(0), int64(0)
    return -reach - spare, reach - spare + 1


@kernel
def ask(
    lines: int,
    stock: int,
    need: int,
    ply: int,
    boxes: Ints,
    grid: Ints,
    stocks: Ints,
    table: Ints,
    frames: Ints,
    desk: Ints,
) -> int:
    """Whether the margin still to come for the mover of a settled position is `need` or more:
    if so, a lower bound from there on, else an upper bound below."""
    core, opening = census(lines, boxes)
    left = core + int64(stocks[stock, BOXES])
    need += (need ^ left) & 1  # as odd as the margin is
    key, symmetry = least_image(ply, grid, frames)
    low, high, first = bounds(left, need, key, stock, stocks, table)
    if low >= need or high < need:
        return low if low >= need else high
    before = counted(desk)
    if desk[STOP]:
        return 0
    first, answer = original_of(first, symmetry, grid), desk[ANSWER + ply]
    count = safe_moves(lines, stock, opening, first, answer, ply, grid, stocks, frames)
    known = core >= MANY_BOXES and is_known(lines, need, count, ply, grid, table, frames)
    if not known:
        count = opening_moves(lines, stock, opening, first, count, ply, grid, stocks, frames)
    best, best_at, desk[TRIED + ply] = -left - 2, int64(NO_MOVE), count
    for i in range(count):
        desk[DONE + ply] = i
        move, after, more = choose(i, count, ply, frames)
        taken, spare = int64(0), int64(0)
        if not is_safe(move, opening):
            after, more, taken, spare = opened(move, lines, stock, boxes, grid, stocks)
        imagine(ply, after & ~lines, grid, frames)
        reached, below = questions(left, taken, spare, need)
        value = spare - taken - ((left - taken) & 1)  # at most, if some can be left
        if reached < below:
            rest = ask(after, more, reached, ply + 1, boxes, grid, stocks, table, frames, desk)
            value = given(taken, spare, rest)
        if spare and value >= need:
            rest = ask(after, more, below, ply + 1, boxes, grid, stocks, table, frames, desk)
            value = min(value, given(taken, spare, rest))
        if desk[STOP]:
            return 0
        if value > best:
            best, best_at = value, move
        if best >= need:
            break
    if best >= need and is_safe(best_at, opening) and not known:
        desk[ANSWER + ply] = best_at
    low, high = (max(low, best), high) if best >= need else (low, min(high, best))
    move = image_of(best_at, symmetry, grid)
    keep(key, stock, low, high, move, desk[NODES] - before, table)
    return best


class SolverProgress(NamedTuple):
    """How far a solver is: it asks whether the margin reaches a number, and tries, at each of
    the first plies, one of so many moves."""

    asked: int
    path: tuple[tuple[int, int], ...]


class Solver:
    """The exact values of one board's positions, remembered from one question to the next."""

    def __init__(self, board: DotsBoard, nodes: int | None = None, megabytes: int = 32) -> None:
        self.board = board
        self.desk = new_desk(nodes)
        self._boxes = board.rows * board.columns
        self._shape = (*board.shape(), stocks_of(self._boxes))
        self._table = new_table(megabytes)
        self._frames = np.zeros((board.lines + 2, FIELDS, board.lines + FIELDS), np.int64)

    @property
    def nodes(self) -> int:
        """How many positions were searched."""
        return int(self.desk[NODES])

    @property
    def is_stopped(self) -> bool:
        """Whether the limit was reached: then nothing more is answered."""
        return bool(self.desk[STOP])

    @property
    def progress(self) -> SolverProgress:
        """How far the present question is, for another thread than the one that waits."""
        desk = self.desk.tolist()
        path = ((desk[DONE + ply] + 1, desk[TRIED + ply]) for ply in range(_SHOWN_PLIES))
        return SolverProgress(desk[ASKED], tuple(path))

    def stop(self) -> None:
        """End a search that runs in another thread."""
        self.desk[STOP] = 1

    def margin(self, lines: int, guess: int = 0) -> int | None:
        """What the mover will get more than the opponent from here on; None when stopped.

        Narrow searches from a guess on, each of which says higher or lower (Plaat 1996, MTD-f).
        """
        after, stock, taken, spare = map(int, start(int64(lines), *self._shape, self._frames))
        low, high, value = -self._boxes, self._boxes, guess
        while low < high and not self.is_stopped:
            need = value + 1 if value == low else value
            self.desk[ASKED] = need
            place = int64(after), int64(stock), int64(need), int64(0)
            value = int(ask(*place, *self._shape, self._table, self._frames, self.desk))
            low, high = (value, high) if value >= need else (low, value)
        if self.is_stopped:
            return None
        return taken + low if spare == 0 else taken - spare + abs(spare + low)

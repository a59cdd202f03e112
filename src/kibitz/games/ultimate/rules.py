"""Ultimate tic-tac-toe in numbers: nine boards of nine cells, and a board made of the boards.

Board 0 is the upper left one, cell 0 its upper left corner; a move is `9 * board + cell`.
`top`, `middle` and `bottom` hold three boards each: the crosses (seat 0) of the three in
the low 27 bits, nine a board, the noughts in the next 27. `closed` holds who won which
board: nine bits for crosses, nine for noughts, nine for boards that are full and nobody's.
`target` is the board to play on, ANY where the mover may choose, NOWHERE when it is over.
`by_count` is 1 where most boards win if nobody gets three in a row.
"""

from typing import NamedTuple

import numpy as np

from kibitz.core.bits import int64
from kibitz.core.game import OVER, Moves, rule
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below, mix

CELLS, SIDE = 9, 27  # bits of a board, and of one side's three boards
FULL = (1 << CELLS) - 1
ANY, NOWHERE = CELLS, CELLS + 1  # targets that are no board
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
HAS_LINE = np.array([any(s & line == line for line in LINES) for s in range(FULL + 1)])
SHIFTS = np.array([board % 3 * CELLS for board in range(CELLS)])  # of a board in its third
COUNTS = np.array([s.bit_count() for s in range(FULL + 1)])
NTH = np.zeros((FULL + 1, CELLS), np.int8)  # the n-th member of each set of cells
for _set in range(FULL + 1):
    NTH[_set, : COUNTS[_set]] = [cell for cell in range(CELLS) if _set >> cell & 1]


class Ultimate(NamedTuple):
    top: int
    middle: int
    bottom: int
    closed: int
    target: int
    seat: int
    by_count: int


@kernel
def third(p: Ultimate, board: int) -> int:
    """Both sides' marks of the board, at their places in the low bits of each half."""
    row = p.top if board < 3 else p.middle if board < 6 else p.bottom
    return row >> SHIFTS[board]  # type: ignore[no-any-return]


@kernel
def marks(p: Ultimate, board: int, seat: int) -> int:
    """The cells of a board that a seat has taken."""
    return third(p, board) >> seat * SIDE & FULL


@kernel
def empty_cells(p: Ultimate, board: int) -> int:
    """The cells of a board that nobody has taken."""
    both = third(p, board)
    return ~(both | both >> SIDE) & FULL


@kernel
def boards_won(p: Ultimate, seat: int) -> int:
    """The boards that a seat has won."""
    return p.closed >> seat * CELLS & FULL


@kernel
def open_boards(p: Ultimate) -> int:
    """The boards that can be played on."""
    return ~(p.closed | p.closed >> CELLS | p.closed >> 2 * CELLS) & FULL


@kernel
def boards_to_play(p: Ultimate) -> int:
    """The boards that the mover may play on."""
    return open_boards(p) if p.target == ANY else 1 << p.target


@kernel
def any_cell(board: int, cells: int, stream: Stream) -> int:
    """The move to any of these cells of a board."""
    return CELLS * board + NTH[cells, below(stream, COUNTS[cells])]  # type: ignore[no-any-return]


@rule
def turn(p: Ultimate) -> int:
    return OVER if p.target == NOWHERE else p.seat


@rule
def moves(p: Ultimate, out: Moves) -> int:
    count, boards = 0, boards_to_play(p)
    for i in range(COUNTS[boards]):
        board = int64(NTH[boards, i])
        cells = empty_cells(p, board)
        for j in range(COUNTS[cells]):
            out[count] = CELLS * board + NTH[cells, j]
            count += 1
    return count


@kernel
def closed_after(p: Ultimate, board: int, cells: int, is_full: bool) -> int:
    """`closed` once the mover holds `cells` of a board."""
    if HAS_LINE[cells]:
        return p.closed | 1 << (p.seat * CELLS + board)
    return p.closed | 1 << (2 * CELLS + board) if is_full else p.closed


@kernel
def target_after(closed: int, seat: int, cell: int) -> int:
    """Where the opponent of `seat`, who has just played on a cell, has to play."""
    shut = (closed | closed >> CELLS | closed >> 2 * CELLS) & FULL
    if HAS_LINE[closed >> seat * CELLS & FULL] or shut == FULL:
        return NOWHERE
    return ANY if shut >> cell & 1 else cell


@kernel
def board_and_cell(move: int) -> tuple[int, int]:
    """The board of a move and its cell there: division by nine, quick for numbers up to 80."""
    board = move * 57 >> 9
    return board, move - CELLS * board


@rule
def play(p: Ultimate, move: int) -> Ultimate:
    board, cell = board_and_cell(move)
    mark = 1 << (SHIFTS[board] + p.seat * SIDE + cell)
    cells = marks(p, board, p.seat) | 1 << cell
    closed = closed_after(p, board, cells, empty_cells(p, board) == 1 << cell)
    return Ultimate(
        p.top | mark if board < 3 else p.top,
        p.middle | mark if 3 <= board < 6 else p.middle,
        p.bottom | mark if board >= 6 else p.bottom,
        closed,
        target_after(closed, p.seat, cell),
        1 - p.seat,
        p.by_count,
    )


@kernel
def any_open_cell(p: Ultimate, stream: Stream) -> int:
    """A move to any empty cell of the open boards, each as likely: cells are drawn until one is."""
    boards = open_boards(p)
    while True:
        ticket = below(stream, CELLS * COUNTS[boards])
        board, cell = int64(NTH[boards, ticket // CELLS]), ticket % CELLS
        if empty_cells(p, board) >> cell & 1:
            return CELLS * board + cell


@rule
def payoff(p: Ultimate, seat: int) -> float:
    crosses, noughts = boards_won(p, 0), boards_won(p, 1)
    lead = int(HAS_LINE[crosses]) - int(HAS_LINE[noughts])
    if lead == 0 and p.by_count:
        lead = COUNTS[crosses] - COUNTS[noughts]
    value = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
    return value if seat == 0 else -value


@rule
def sample(p: Ultimate, out: Moves, stream: Stream) -> int:
    if p.target != ANY:
        return any_cell(p.target, empty_cells(p, p.target), stream)
    return any_open_cell(p, stream)


@rule
def key(p: Ultimate) -> np.uint64:
    first = mix(p.top ^ p.target << 54 ^ p.seat << 58 ^ p.by_count << 59)
    second = mix(p.middle ^ int64(first))
    return mix(p.bottom ^ int64(second))

"""How a player of ultimate tic-tac-toe looks at a position: a guess, an order, a quick move.

The guess is the chance to win if cells and boards fell to either side at random. The order
looks first at what wins the game, then a board, then at what saves one, and last at what
lets the opponent play anywhere. A play-out wins the game or a board where it can, saves
one where it must, and else plays anything.
"""

from kibitz.core.bits import int64
from kibitz.core.game import Moves, rule
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream
from kibitz.games.ultimate.chances import BASE_3, CHANCES, EDGES, STAKES, UNIT, WINNING_CELLS
from kibitz.games.ultimate.rules import (
    ANY,
    CELLS,
    COUNTS,
    FULL,
    HAS_LINE,
    NTH,
    SIDE,
    Ultimate,
    any_cell,
    any_open_cell,
    board_and_cell,
    boards_won,
    empty_cells,
    marks,
    open_boards,
    third,
)

CENTRE = 4
FREEDOM = 0.05  # what the choice of any board is worth
SURE = 0.95  # no guess is nearer to a win than this


@kernel
def large_boards(p: Ultimate) -> tuple[int, int]:
    """The numbers of the large board as crosses and as noughts see it."""
    boards, crosses, noughts = open_boards(p), boards_won(p, 0), boards_won(p, 1)
    large_x = BASE_3[crosses] + 2 * BASE_3[FULL & ~boards & ~crosses]
    large_o = BASE_3[noughts] + 2 * BASE_3[FULL & ~boards & ~noughts]
    return int64(large_x), int64(large_o)


@kernel
def edge(large_x: int, large_o: int, board: int, x: int, o: int) -> int:
    """What crosses `x` and noughts `o` on a board mean to crosses, over an empty one."""
    gain = int64(STAKES[large_x, board]) * int64(EDGES[x + 2 * o])
    return gain - int64(STAKES[large_o, board]) * int64(EDGES[o + 2 * x])


@rule
def survey(p: Ultimate) -> tuple[int, int, int]:
    """The large board of either side, and the edges of crosses added up.

    Each open board counts by how much better than an empty one it stands, times what
    winning it rather than losing it means for the large one.
    """
    large_x, large_o = large_boards(p)
    total = int64(0)
    for board in range(CELLS):
        both = third(p, board)
        total += edge(large_x, large_o, board, BASE_3[both & FULL], BASE_3[both >> SIDE & FULL])
    return large_x, large_o, total


@kernel
def guess(large_x: int, large_o: int, total: int, freedom: float, seat: int) -> float:
    """How much likelier a seat is to win: by the closed boards, and by the edges on open ones."""
    lead = CHANCES[large_x] - CHANCES[large_o] + total * UNIT**2 + freedom
    lead = max(-SURE, min(SURE, lead))
    return lead if seat == 0 else -lead  # type: ignore[no-any-return]


@kernel
def freedom(p: Ultimate) -> float:
    """What it is worth to crosses that the mover may choose any board."""
    if p.target != ANY:
        return 0.0
    return FREEDOM if p.seat == 0 else -FREEDOM


@rule
def heuristic(p: Ultimate, seat: int) -> float:
    large_x, large_o, total = survey(p)
    return guess(large_x, large_o, total, freedom(p), seat)


@rule
def heuristic_after(
    p: Ultimate, move: int, after: Ultimate, common: tuple[int, int, int], seat: int
) -> float:
    if after.closed != p.closed:
        return heuristic(after, seat)
    large_x, large_o, total = common
    board, cell = board_and_cell(move)
    both = third(p, board)
    x, o = int64(BASE_3[both & FULL]), int64(BASE_3[both >> SIDE & FULL])
    mark = int64(BASE_3[1 << cell])
    total -= edge(large_x, large_o, board, x, o)
    if p.seat == 0:
        total += edge(large_x, large_o, board, x + mark, o)
    else:
        total += edge(large_x, large_o, board, x, o + mark)
    return guess(large_x, large_o, total, freedom(after), seat)


@rule
def priority(p: Ultimate, move: int) -> int:
    board, cell = board_and_cell(move)
    bit, rank = 1 << cell, 0
    if WINNING_CELLS[marks(p, board, p.seat)] & bit:
        won = boards_won(p, p.seat) | 1 << board
        rank = 64 if HAS_LINE[won] else 16
    elif WINNING_CELLS[marks(p, board, 1 - p.seat)] & bit:
        rank = 4
    if not open_boards(p) >> cell & 1:
        rank -= 8
    elif WINNING_CELLS[marks(p, cell, 1 - p.seat)] & empty_cells(p, cell):
        rank -= 3  # the opponent wins the board he is sent to
    return rank + (1 if cell == CENTRE else 0) + (1 if board == CENTRE else 0)


@kernel
def game_winning_move(p: Ultimate, boards: int) -> int:
    """A move on one of these boards that wins the game, or -1."""
    wanted = WINNING_CELLS[boards_won(p, p.seat)] & boards
    for i in range(COUNTS[wanted]):
        board = int64(NTH[wanted, i])
        cells = WINNING_CELLS[marks(p, board, p.seat)] & empty_cells(p, board)
        if cells:
            return CELLS * board + NTH[cells, 0]  # type: ignore[no-any-return]
    return -1


@rule
def policy(p: Ultimate, out: Moves, stream: Stream) -> int:
    board = p.target
    if board == ANY:
        move = game_winning_move(p, open_boards(p))
        return move if move >= 0 else any_open_cell(p, stream)
    empty = empty_cells(p, board)
    cells = WINNING_CELLS[marks(p, board, p.seat)] & empty
    if not cells:
        cells = WINNING_CELLS[marks(p, board, 1 - p.seat)] & empty
    return any_cell(board, cells if cells else empty, stream)

"""Ultimate tic-tac-toe for people: its option, texts, picture and levels.

A position is nine rows of nine cells joined by `/`, `.` for an empty cell, and `:5` behind
them where the mover must play on board 5 (boards and cells are numbered like the keys of
a telephone). Whose turn it is follows from the counts. A cell is `a1` (upper left) to `i9`,
or `board:cell`.
"""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from kibitz.core.advised import Advised
from kibitz.core.game import OVER, Position, turn
from kibitz.core.ink import Ink, Written, ink, joined, lines
from kibitz.core.layout import NINE
from kibitz.core.scene import Moment, Scene, Trail
from kibitz.core.shown import Shown
from kibitz.core.speech import sentences
from kibitz.errors import IllegalMove
from kibitz.estimate.analyst import Analyst, Level, Slips
from kibitz.games.ultimate import judgement  # noqa: F401 (its rules)
from kibitz.games.ultimate.opening import VariedOpening
from kibitz.games.ultimate.rules import (
    ANY,
    CELLS,
    FULL,
    HAS_LINE,
    NOWHERE,
    SIDE,
    Ultimate,
    boards_won,
    marks,
    open_boards,
)
from kibitz.games.ultimate.scene import mark_at, move_at, place_of, scene
from kibitz.search.alphabeta import AlphaBeta
from kibitz.search.mcts import Mcts

_COLUMNS, _ROWS = "abcdefghi", "123456789"
_ROLES = {"X": "first", "O": "second"}
_LARGE = {"X": ("╲   ╱", "  ╳  ", "╱   ╲"), "O": ("╭───╮", "│   │", "╰───╯")}  # a board won
_BOARD_AND_CELL = re.compile(r"([1-9])[:.]([1-9])")

ONE_OPTION = 300_000  # positions in which the expert finds its move
ALL_OPTIONS = 1_000_000  # in which all options are valued as deep as that
TREE = Mcts(iterations=20_000, c=0.2, playout_plies=4)


class UltimateGame(Shown, Advised):
    """Nine boards; where you play in one is the board your opponent plays on."""

    name: ClassVar[str] = "ultimate"
    title: ClassVar[str] = "Ultimate tic-tac-toe"
    summary: ClassVar[str] = "Nine boards; your cell is your opponent's board; three boards win."
    position_type: ClassVar[type] = Ultimate
    option_words: ClassVar[Mapping[str, str]] = {
        "count": "whether most boards win where nobody has three in a row",
    }
    has_fixed_texts = True

    most_moves = CELLS * CELLS
    most_plies = CELLS * CELLS

    def __init__(self, count: bool = False) -> None:
        """With `count`, most boards win where nobody has three in a row."""
        self.count = count

    def start(self) -> Ultimate:
        return Ultimate(0, 0, 0, 0, ANY, 0, int(self.count))

    def seat_name(self, seat: int) -> str:
        return "XO"[seat]

    def position_text(self, p: Position) -> str:
        rows = "/".join(
            "".join(mark_at(p, move_at(row, column)) for column in range(9)) for row in range(9)
        )
        return f"{rows}:{p.target + 1}" if p.target < ANY else rows

    def parse_position(self, text: str) -> Ultimate:
        board, colon, target = text.strip().partition(":")
        rows = board.upper().split("/")
        if len(rows) != CELLS:
            raise self.refuse(text, f"it has {len(rows)} rows, not 9")
        for number, row in enumerate(rows, 1):
            if len(row) != CELLS:
                raise self.refuse(text, f"row {number}, '{row}', has {len(row)} cells, not 9")
            for column, mark in enumerate(row):
                if mark not in "XO.":
                    where = (number - 1) * 10 + column + 1
                    raise self.refuse(text, f"'{mark}' is not X, O or .", where)
        if colon and (len(target) != 1 or target not in _ROWS):
            raise self.refuse(text, f"'{target}' is not a board from 1 to 9", len(board) + 2)
        p = self._made(rows, int(target) - 1 if colon else ANY)
        self._check_marks(text, p)
        self._check_target(text, p)
        return p

    def _made(self, rows: list[str], target: int) -> Ultimate:
        thirds, counts = [0, 0, 0], [0, 0]
        for row in range(9):
            for column in range(9):
                side = "XO".find(rows[row][column])
                if side >= 0:
                    board, cell = divmod(move_at(row, column), CELLS)
                    thirds[board // 3] |= 1 << board % 3 * CELLS + side * SIDE + cell
                    counts[side] += 1
        top, middle, bottom = thirds
        seat = counts[0] - counts[1]
        p = Ultimate(top, middle, bottom, 0, target, seat, int(self.count))
        p = p._replace(closed=sum(_closed(p, board) for board in range(CELLS)))
        is_over = any(HAS_LINE[boards_won(p, side)] for side in (0, 1)) or not open_boards(p)
        return p._replace(target=NOWHERE) if is_over and target == ANY else p

    def _check_marks(self, text: str, p: Ultimate) -> None:
        if p.seat not in (0, 1):
            raise self.refuse(text, "X begins and they take turns, these counts cannot arise")
        for board in range(CELLS):
            if HAS_LINE[marks(p, board, 0)] and HAS_LINE[marks(p, board, 1)]:
                raise self.refuse(text, f"both sides have three in a row on board {board + 1}")
        winners = [seat for seat in (0, 1) if HAS_LINE[boards_won(p, seat)]]
        if len(winners) == 2:
            raise self.refuse(text, "both sides have three boards in a row")
        if winners == [p.seat]:
            raise self.refuse(text, f"{'OX'[p.seat]} moved after {'XO'[p.seat]} had won")

    def _check_target(self, text: str, p: Ultimate) -> None:
        """The board to play on is the cell of the last move, which the other side made."""
        if turn(p) == OVER:
            return
        last_cells = 0
        for board in range(CELLS):
            last_cells |= int(marks(p, board, 1 - p.seat))
        if p.target != ANY and not open_boards(p) >> p.target & 1:
            raise self.refuse(text, f"board {p.target + 1} is closed")
        if p.target != ANY and not last_cells >> p.target & 1:
            raise self.refuse(text, f"no move of {'OX'[p.seat]} sends to board {p.target + 1}")
        if p.target == ANY and last_cells and not last_cells & ~int(open_boards(p)) & FULL:
            raise self.refuse(text, "it does not say which board to play on, like :5")

    def move_text(self, p: Position, move: int) -> str:
        row, column = place_of(move)
        return _COLUMNS[column] + _ROWS[row]

    def read_move(self, p: Position, text: str) -> int:
        word = text.lower()
        split = _BOARD_AND_CELL.fullmatch(word)
        if split:
            move = CELLS * (int(split[1]) - 1) + int(split[2]) - 1
        elif len(word) == 2 and word[0] in _COLUMNS and word[1] in _ROWS:
            move = move_at(_ROWS.index(word[1]), _COLUMNS.index(word[0]))
        else:
            raise IllegalMove(f"'{text}' is not a cell; write a1 to i9, or board:cell like 5:1")
        if not self.is_legal(p, move):
            where = self.position_text(p)
            raise IllegalMove(f"'{text}' is not legal in {where}: {self._why(p, move)}")
        return move

    def _why(self, p: Ultimate, move: int) -> str:
        board = move // CELLS
        if turn(p) == OVER:
            return "the game is over"
        if not open_boards(p) >> board & 1:
            return f"board {board + 1} is closed"
        if p.target not in (ANY, board):
            return f"the move must be on board {p.target + 1}"
        return "the cell is taken"

    def move_words(self, p: Position, move: int) -> str:
        board, cell = divmod(move, CELLS)
        return f"{self.move_text(p, move)}, {NINE[cell]} of the {NINE[board]} board"

    def prompt(self, known: Position, seat: int) -> str:
        where = "any open board" if known.target == ANY else f"board {known.target + 1}"
        example = self.move_text(known, self.legal_moves(known)[0])
        return f"put {'XO'[seat]} on a cell of {where}, e.g. {example}"

    def told(self, moment: Moment, listener: int) -> str:
        move = self.seen_move(moment)
        if move is None:
            return ""
        board, who = move // CELLS, "XO"[moment.seat]
        said = []
        if moment.seat != listener:
            said.append(f"{who} takes {self.move_words(moment.before, move)}")
        if moment.before.closed != moment.after.closed:
            is_won = boards_won(moment.after, moment.seat) >> board & 1
            closed = f"{who} wins" if is_won else "nobody can win any more:"
            said.append(f"{closed} the {NINE[board]} board")
        return sentences(said)

    def show(self, p: Position, seat: int | None = None) -> Ink:
        rows: list[Written] = ["     a b c   d e f   g h i"]
        for row in range(9):
            if row in (3, 6):
                rows.append("    ───────┼───────┼───────")
            thirds = joined(" │ ", [_third(p, row, left) for left in (0, 3, 6)])
            rows.append(f"  {_ROWS[row]}  " + thirds)
        return lines([*rows, f"     {self._situation(p)}"])

    def scene(self, known: Position, seat: int, *, tall: bool = False, trail: Trail = ()) -> Scene:
        return scene(self, known, seat, tall, trail)

    def _situation(self, p: Ultimate) -> str:
        won = [
            f"{name} has won {', '.join(str(b + 1) for b in range(CELLS) if boards >> b & 1)}"
            for name, boards in (("XO"[s], int(boards_won(p, s))) for s in (0, 1))
            if boards
        ]
        if turn(p) != OVER:
            where = "any open board" if p.target == ANY else f"board {p.target + 1}"
            won.append(f"{'XO'[p.seat]} plays on {where}")
        return "; ".join(won) or "the game is over"

    @cached_property
    def analysts(self) -> Mapping[str, Analyst]:
        return {"alphabeta": AlphaBeta(nodes=ALL_OPTIONS), "mcts": TREE}

    @cached_property
    def levels(self) -> Mapping[str, Level]:
        strong = AlphaBeta(nodes=ONE_OPTION, only_best=True)
        return {
            "beginner": Level(AlphaBeta(depth=1), Slips(0.5), 800, "sees one move, often slips"),
            "intermediate": Level(AlphaBeta(depth=2), Slips(0.15), 1200, "sees the reply"),
            "advanced": Level(AlphaBeta(depth=4), Slips(0.03), 1600, "sees four moves ahead"),
            "expert": Level(strong, VariedOpening(), 2000, "searches 300,000 positions per move"),
        }


def _closed(p: Ultimate, board: int) -> int:
    """The bit of `closed` that a board's marks set, if any."""
    mine = [int(marks(p, board, seat)) for seat in (0, 1)]
    for seat in (0, 1):
        if HAS_LINE[mine[seat]]:
            return 1 << seat * CELLS + board
    return 1 << 2 * CELLS + board if mine[0] | mine[1] == FULL else 0


def _third(p: Ultimate, row: int, left: int) -> Ink:
    """Three cells of a board side by side; a board that is won shows its winner large."""
    board = move_at(row, left) // CELLS
    for seat, mark in enumerate("XO"):
        if boards_won(p, seat) >> board & 1:
            return ink(_LARGE[mark][row % 3], _ROLES[mark])
    return joined(" ", [_cell(p, move_at(row, column)) for column in range(left, left + 3)])


def _cell(p: Ultimate, move: int) -> Ink:
    """A cell: bright on open boards, dim elsewhere; a dot to play on."""
    board, mark = move // CELLS, mark_at(p, move)
    is_open = bool(open_boards(p) >> board & 1)
    if mark == ".":
        playable = turn(p) != OVER and is_open and p.target in (ANY, board)
        return ink("·", "warning") if playable else ink(" ")
    return ink(mark, _ROLES[mark] if is_open else "quiet")

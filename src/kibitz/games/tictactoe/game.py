"""Tic-tac-toe for people: texts, picture and levels.

A position is three rows joined by `/`, `.` for an empty cell: `X.O/.X./..O`. Whose turn
it is follows from the counts. A cell is `a1` (upper left) to `c3`, or 1 to 9.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from kibitz.core.advised import Advised
from kibitz.core.game import Position
from kibitz.core.ink import Ink, ink, joined, lines
from kibitz.core.layout import NINE
from kibitz.core.learnable import Learnable
from kibitz.core.scene import Moment, Scene, Trail
from kibitz.core.shown import Shown
from kibitz.core.speech import sentences
from kibitz.errors import IllegalMove
from kibitz.estimate.analyst import Analyst, Best, Level, Slips
from kibitz.games.tictactoe.rules import CELLS, FEATURES, HAS_LINE, TicTacToe
from kibitz.games.tictactoe.scene import cells_of, scene
from kibitz.search.alphabeta import AlphaBeta

ROLES = {"X": "first", "O": "second", ".": ""}
SOLVER = AlphaBeta(megabytes=1)  # has room for all 5,478 positions


class TicTacToeGame(Shown, Advised, Learnable):
    """Three in a row on nine cells."""

    name: ClassVar[str] = "tictactoe"
    title: ClassVar[str] = "Tic-tac-toe"
    summary: ClassVar[str] = "Three in a row on nine cells; a draw when nobody errs."
    position_type: ClassVar[type] = TicTacToe

    most_moves = CELLS
    most_plies = CELLS
    most_features = FEATURES

    def start(self) -> TicTacToe:
        return TicTacToe(0, 0)

    def seat_name(self, seat: int) -> str:
        return "XO"[seat]

    def position_text(self, p: Position) -> str:
        cells = cells_of(p)
        return "/".join(cells[i : i + 3] for i in (0, 3, 6))

    def parse_position(self, text: str) -> TicTacToe:
        rows = text.strip().split("/")
        if len(rows) != 3:
            raise self.refuse(text, f"it has {len(rows)} rows, not 3")
        for number, row in enumerate(rows, 1):
            if len(row) != 3:
                raise self.refuse(text, f"row {number}, '{row}', has {len(row)} cells, not 3")
        cells = "".join(rows).upper()
        for cell, mark in enumerate(cells):
            if mark not in "XO.":
                column = cell + cell // 3 + 1
                raise self.refuse(text, f"'{mark}' is not X, O or .", column)
        crosses = sum(1 << i for i, mark in enumerate(cells) if mark == "X")
        noughts = sum(1 << i for i, mark in enumerate(cells) if mark == "O")
        return self._checked(text, TicTacToe(crosses, noughts))

    def _checked(self, text: str, p: TicTacToe) -> TicTacToe:
        lead = p.crosses.bit_count() - p.noughts.bit_count()
        if lead not in (0, 1):
            counts = f"{p.crosses.bit_count()} X and {p.noughts.bit_count()} O"
            raise self.refuse(text, f"{counts} cannot arise, X begins and they take turns")
        if HAS_LINE[p.crosses] and HAS_LINE[p.noughts]:
            raise self.refuse(text, "both sides have three in a row")
        if HAS_LINE[p.crosses] and lead == 0:
            raise self.refuse(text, "O moved after X had three in a row")
        if HAS_LINE[p.noughts] and lead == 1:
            raise self.refuse(text, "X moved after O had three in a row")
        return p

    def move_text(self, p: Position, move: int) -> str:
        return "abc"[move % 3] + "123"[move // 3]

    def read_move(self, p: Position, text: str) -> int:
        word = text.lower()
        if len(word) == 1 and word in "123456789":
            cell = int(word) - 1
        elif len(word) == 2 and word[0] in "abc" and word[1] in "123":
            cell = "abc".index(word[0]) + 3 * "123".index(word[1])
        else:
            raise IllegalMove(f"'{text}' is not a cell; write a1 to c3, or 1 to 9")
        if not self.is_legal(p, cell):
            why = "the game is over" if cells_of(p)[cell] == "." else "the cell is taken"
            raise IllegalMove(f"'{text}' is not legal in {self.position_text(p)}: {why}")
        return cell

    def move_words(self, p: Position, move: int) -> str:
        return f"{self.move_text(p, move)}, {NINE[move]}"

    def prompt(self, known: Position, seat: int) -> str:
        example = self.move_text(known, self.legal_moves(known)[0])
        return f"put {'XO'[seat]} on a cell, e.g. {example}"

    def told(self, moment: Moment, listener: int) -> str:
        move = self.seen_move(moment)
        if moment.seat == listener or move is None:
            return ""
        return sentences([f"{'XO'[moment.seat]} takes {self.move_words(moment.before, move)}"])

    def show(self, p: Position, seat: int | None = None) -> Ink:
        cells = [ink(" " if mark == "." else mark, ROLES[mark]) for mark in cells_of(p)]
        rows = [f"  {n}  " + joined(" │ ", cells[3 * n - 3 : 3 * n]) for n in (1, 2, 3)]
        return lines(["     a   b   c", joined("\n    ───┼───┼───\n", rows)])

    def scene(self, known: Position, seat: int, *, tall: bool = False, trail: Trail = ()) -> Scene:
        return scene(self, known, seat, tall, trail)

    @cached_property
    def analysts(self) -> Mapping[str, Analyst]:
        return {"alphabeta": SOLVER}

    @cached_property
    def levels(self) -> Mapping[str, Level]:
        return {
            "beginner": Level(AlphaBeta(depth=1), Slips(0.5), 800, "sees a win, often slips"),
            "intermediate": Level(AlphaBeta(depth=2), Slips(0.2), 1200, "blocks, slips at times"),
            "advanced": Level(AlphaBeta(depth=4), Slips(0.05), 1600, "looks two moves ahead"),
            "expert": Level(SOLVER, Best(), 2000, "never loses"),
        }

"""Northcott's game for people: `northcott(8,6)` has eight squares and six rows.

With `misere=true` whoever cannot move wins. No theory is known for that: it is searched.

A position is the squares of the two men row by row, `1-8,3-5`, with `@1` where seat 1 is to
move and `+12` where twelve moves have been made. A move is the row and the square its man
goes to, `2:4`. Rows and squares are counted from 1.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from kibitz.core.advised import Advised
from kibitz.core.game import Game, Position
from kibitz.core.ink import Ink, ink, joined, lines
from kibitz.core.scene import Moment, Scene, Trail
from kibitz.core.shown import Shown
from kibitz.core.speech import sentences
from kibitz.errors import BadValue, IllegalMove
from kibitz.estimate.analyst import Analyst, Level
from kibitz.games.heaps.northcott import (
    BITS,
    MOST_ROWS,
    MOST_SQUARES,
    SQUARE,
    Northcott,
    man,
    nim_sum,
    plies_allowed,
)
from kibitz.games.heaps.northcott_scene import scene
from kibitz.games.heaps.verdict import Theory, four_levels
from kibitz.search.alphabeta import AlphaBeta

_TEXT = re.compile(r"([\d,-]+)(?:@([01]))?(?:\+(\d{1,4}))?", re.ASCII)
_ROW = re.compile(r"(\d{1,2})-(\d{1,2})", re.ASCII)
_MOVE = re.compile(r"(\d{1,2}):(\d{1,2})", re.ASCII)


class NorthcottGame(Shown, Advised):
    """Two men in each row; whoever cannot move loses."""

    name: ClassVar[str] = "northcott"
    title: ClassVar[str] = "Northcott's game"
    summary: ClassVar[str] = "Men face each other in rows; the gaps are heaps of nim."
    position_type: ClassVar[type] = Northcott
    option_words: ClassVar[Mapping[str, str]] = {
        "squares": "squares of a row",
        "rows": "rows of the board",
        "misere": "whether whoever cannot move wins",
    }

    def __init__(self, squares: int = 8, rows: int = 4, misere: bool = False) -> None:
        if not 2 <= squares <= MOST_SQUARES:
            raise BadValue(f"squares {squares} of northcott is not between 2 and {MOST_SQUARES}")
        if not 1 <= rows <= MOST_ROWS:
            raise BadValue(f"rows {rows} of northcott is not between 1 and {MOST_ROWS}")
        self.squares, self.rows, self.misere = squares, rows, misere
        self.most_moves = rows * squares
        self.most_plies = 4 * rows * squares

    def start(self) -> Northcott:
        """Left men at the edge; of the right ones each a square nearer than the one above."""
        edge = self.squares - 1
        pairs = [(0, max(edge - row % edge, 1)) for row in range(self.rows)]
        return self._made(pairs, 0, 0)

    def _made(self, pairs: list[tuple[int, int]], seat: int, plies: int) -> Northcott:
        left = sum(a << row * BITS for row, (a, _) in enumerate(pairs))
        right = sum(b << row * BITS for row, (_, b) in enumerate(pairs))
        return Northcott(left, right, self.rows, self.squares, seat, plies, int(self.misere))

    def position_text(self, p: Position) -> str:
        rows = (f"{man(p.left, r) + 1}-{man(p.right, r) + 1}" for r in range(self.rows))
        tail = ("@1" if p.seat else "") + (f"+{p.plies}" if p.plies else "")
        return ",".join(rows) + tail

    def parse_position(self, text: str) -> Northcott:
        found = _TEXT.fullmatch(text.strip())
        if not found:
            raise self.refuse(text, "rows are written like 1-8,3-5@1+12")
        pairs = [self._read_row(text, row) for row in found[1].split(",")]
        if len(pairs) != self.rows:
            raise self.refuse(text, f"it has {len(pairs)} rows, not {self.rows}")
        plies = int(found[3] or 0)
        if plies > self.most_plies:
            raise self.refuse(text, f"a game ends after {self.most_plies} moves")
        return self._made(pairs, int(found[2] or 0), plies)

    def _read_row(self, text: str, row: str) -> tuple[int, int]:
        found = _ROW.fullmatch(row)
        if not found:
            raise self.refuse(text, f"'{row}' is not two squares like 1-8")
        left, right = int(found[1]), int(found[2])
        if not 1 <= left < right <= self.squares:
            why = f"the men must stand on two squares of 1 to {self.squares}, left one first"
            raise self.refuse(text, f"in '{row}' {why}")
        return left - 1, right - 1

    def seated(self, p: Position, seat: int) -> Northcott:
        return Northcott(*p)._replace(seat=self.checked_seat(seat))

    def move_text(self, p: Position, move: int) -> str:
        return f"{(move >> BITS) + 1}:{(move & SQUARE) + 1}"

    def read_move(self, p: Position, text: str) -> int:
        found = _MOVE.fullmatch(text.replace(" ", ""))
        if not found:
            raise IllegalMove(f"'{text}' is not a move; write row:square, for example 2:4")
        move = int(found[1]) - 1 << BITS | (int(found[2]) - 1) & SQUARE
        if (
            not int(found[1])
            or not 1 <= int(found[2]) <= MOST_SQUARES
            or not self.is_legal(p, move)
        ):
            where = self.position_text(p)
            raise IllegalMove(f"'{text}' is not legal in {where}: no man can go there")
        return move

    def move_words(self, p: Position, move: int) -> str:
        row, square = move >> BITS, move & SQUARE
        start = int(man(p.left if p.seat == 0 else p.right, row))
        way = "forward" if is_forward(p, move) else "back"
        return f"row {row + 1}: {way} {abs(square - start)} to square {square + 1}"

    def prompt(self, known: Position, seat: int) -> str:
        example = self.move_text(known, self.legal_moves(known)[0])
        return f"move a man along its row: row:square, e.g. {example}"

    def told(self, moment: Moment, listener: int) -> str:
        move = self.seen_move(moment)
        if moment.seat == listener or move is None:
            return ""
        name, row, square = self.seat_name(moment.seat), (move >> BITS) + 1, (move & SQUARE) + 1
        return sentences([f"{name} moves the man of row {row} to square {square}"])

    def show(self, p: Position, seat: int | None = None) -> Ink:
        rows = []
        for row in range(self.rows):
            squares = [ink("·")] * self.squares
            squares[int(man(p.left, row))] = ink("▶", "first")
            squares[int(man(p.right, row))] = ink("◀", "second")
            gap = int(man(p.right, row) - man(p.left, row)) - 1
            rows.append(f"  {row + 1:>2}  " + joined(" ", squares) + f"   gap {gap}")
        return lines(rows)

    def scene(self, known: Position, seat: int, *, tall: bool = False, trail: Trail = ()) -> Scene:
        return scene(self, known, seat, tall, trail)

    @cached_property
    def analysts(self) -> Mapping[str, Analyst]:
        if self.misere:
            return {"alphabeta": AlphaBeta(nodes=300_000)}
        return {"theory": NorthcottTheory()}

    @cached_property
    def levels(self) -> Mapping[str, Level]:
        return four_levels(next(iter(self.analysts.values())))


def is_forward(p: Position, move: int) -> bool:
    """Whether a move takes a man towards the other one."""
    men = p.left if p.seat == 0 else p.right
    return bool((move & SQUARE > man(men, move >> BITS)) == (p.seat == 0))


@dataclass(frozen=True)
class NorthcottTheory(Theory):
    """Exact by the nim-sum of the gaps: a retreat is answered by following.

    The winner only ever advances, so he needs at most a turn for each square.
    """

    name: ClassVar[str] = "theory"

    def is_lost(self, game: Game, p: Position) -> bool:
        return int(nim_sum(p)) == 0

    def is_exact(self, game: Game, p: Position) -> bool:
        return int(p.plies) + 2 * int(p.rows * p.squares) <= int(plies_allowed(p))

    def preference(self, p: Position, move: int) -> float:
        """Forward: who wins and goes back only puts the end off."""
        return 1.0 if is_forward(p, move) else 0.0

    def reason(self, game: Game, after: Position) -> str:
        return f"leaves nim-sum {nim_sum(after)}"

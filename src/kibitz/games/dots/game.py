"""Dots and boxes for people: its sizes, texts, picture and levels.

A position is its lines row by row, joined by `/`: first the flat lines above the boxes, then
the upright ones beside them, and so on; `x` is drawn, `.` is free. Behind them `:2-1` are
the boxes of the two players, left out at 0-0, and `@1` says that seat 1 is to move. A move
is the two dots it joins, `b2c2`; columns of dots are letters, rows numbers.
"""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from kibitz.core.advised import Advised
from kibitz.core.game import OVER, Position, turn
from kibitz.core.ink import Ink, Written, ink, joined, lines
from kibitz.core.scene import Moment, Scene, Trail
from kibitz.core.shown import Shown
from kibitz.core.speech import sentences
from kibitz.errors import BadValue, IllegalMove
from kibitz.estimate.analyst import Analyst, Best, Level, Slips
from kibitz.games.dots.analyst import Chainer, GreedyBoxes
from kibitz.games.dots.board import DotsBoard
from kibitz.games.dots.ending import proven_value as _proven_value  # noqa: F401 (a rule of the game)
from kibitz.games.dots.rules import MOST_LINES, Dots
from kibitz.games.dots.scene import scene

SMALL = 31  # lines of boards whose endings a quick look can solve by their free lines alone
_TAIL = re.compile(r"(?::(\d{1,2})-(\d{1,2}))?(?:@([01]))?", re.ASCII)
_MOVE = re.compile(r"([a-z])(\d{1,2})-?([a-z])(\d{1,2})", re.ASCII)


class DotsGame(Shown, Advised):
    """Draw lines between dots; whoever completes a box has it and moves again."""

    name: ClassVar[str] = "dots"
    title: ClassVar[str] = "Dots and boxes"
    summary: ClassVar[str] = "Draw a line; whoever completes a box keeps it and moves again."
    position_type: ClassVar[type] = Dots
    option_words: ClassVar[Mapping[str, str]] = {
        "rows": "rows of boxes",
        "columns": "columns of boxes",
    }
    has_fixed_texts = True

    unit = "boxes"

    def __init__(self, rows: int = 3, columns: int = 3) -> None:
        if rows < 1 or columns < 1:
            raise BadValue(f"a board of {rows}x{columns} boxes has no boxes")
        if max(rows, columns) > MOST_LINES:
            raise BadValue(f"a board of {rows}x{columns} boxes has more than {MOST_LINES} lines")
        self.board = DotsBoard(rows, columns)
        if self.board.lines > MOST_LINES:
            raise BadValue(
                f"a board of {rows}x{columns} boxes has {self.board.lines} lines, "
                f"more than {MOST_LINES}"
            )
        self.rows, self.columns = rows, columns
        self.most_moves = self.most_plies = self.board.lines
        self.greatest_payoff = float(rows * columns)
        self.least_payoff = -self.greatest_payoff

    def start(self) -> Dots:
        return Dots(0, 0, 0, 0, self.rows, self.columns)

    def _groups(self) -> list[list[int]]:
        """The lines as they are written: flat and upright rows in turn."""
        groups = []
        for row in range(self.rows + 1):
            groups.append([self.board.horizontal(row, c) for c in range(self.columns)])
            if row < self.rows:
                groups.append([self.board.vertical(row, c) for c in range(self.columns + 1)])
        return groups

    def position_text(self, p: Position) -> str:
        rows = ["".join(".x"[p.lines >> line & 1] for line in group) for group in self._groups()]
        score = f":{p.first}-{p.second}" if p.first or p.second else ""
        return "/".join(rows) + score + ("@1" if p.seat else "")

    def parse_position(self, text: str) -> Dots:
        body = re.split(r"[:@]", text.strip(), maxsplit=1)[0]
        tail = _TAIL.fullmatch(text.strip()[len(body) :])
        if not tail:
            raise self.refuse(text, "boxes and seat are written :2-1@1", len(body) + 1)
        lines = self._read_lines(text, body)
        first, second, seat = int(tail[1] or 0), int(tail[2] or 0), int(tail[3] or 0)
        boxes = [int(box) for box in self.board.shape().boxes]
        complete = sum(box & ~lines == 0 for box in boxes)
        if first + second != complete:
            raise self.refuse(text, f"{complete} boxes are complete, not {first + second}")
        return Dots(lines, first, second, seat, self.rows, self.columns)

    def _read_lines(self, text: str, body: str) -> int:
        rows, groups = body.lower().split("/"), self._groups()
        if len(rows) != len(groups):
            raise self.refuse(text, f"it has {len(rows)} rows of lines, not {len(groups)}")
        lines, column = 0, 1
        for number, (row, group) in enumerate(zip(rows, groups, strict=True), 1):
            if len(row) != len(group):
                raise self.refuse(
                    text, f"row {number}, '{row}', has {len(row)} lines, not {len(group)}"
                )
            for i, mark in enumerate(row):
                if mark not in ".x":
                    raise self.refuse(text, f"'{mark}' is not x or .", column + i)
                lines |= (mark == "x") << group[i]
            column += len(row) + 1
        return lines

    def seated(self, p: Position, seat: int) -> Dots:
        return Dots(*p)._replace(seat=self.checked_seat(seat))

    def move_text(self, p: Position, move: int) -> str:
        return "".join(f"{chr(97 + column)}{row + 1}" for row, column in self.board.ends(move))

    def read_move(self, p: Position, text: str) -> int:
        found = _MOVE.fullmatch(text.lower())
        if not found:
            raise IllegalMove(f"'{text}' is not a line; write the two dots it joins, like a1b1")
        one, other = ((int(found[i + 1]) - 1, ord(found[i]) - 97) for i in (1, 3))
        where = self.position_text(p)
        inside = all(0 <= r <= self.rows and 0 <= c <= self.columns for r, c in (one, other))
        if not inside or abs(one[0] - other[0]) + abs(one[1] - other[1]) != 1:
            raise IllegalMove(f"'{text}' is not legal in {where}: it joins no two neighbours")
        line = self.board.line(one, other)
        if p.lines >> line & 1:
            raise IllegalMove(f"'{text}' is not legal in {where}: the line is drawn")
        return line

    def move_words(self, p: Position, move: int) -> str:
        one, other = (f"{chr(97 + column)}{row + 1}" for row, column in self.board.ends(move))
        return f"join {one} and {other}"

    def prompt(self, known: Position, seat: int) -> str:
        legal = self.legal_moves(known)
        return f"draw a line, e.g. {self.move_text(known, legal[len(legal) // 2])}"

    def told(self, moment: Moment, listener: int) -> str:
        before, after = moment.before, moment.after
        if moment.seat == listener:
            return ""
        line = (int(before.lines) ^ int(after.lines)).bit_length() - 1
        boxes = after.first + after.second - before.first - before.second
        said = f"{self.seat_name(moment.seat)} draws {self.move_text(before, line)}"
        if not boxes:
            return sentences([said])
        taken = "a box" if boxes == 1 else "two boxes"
        if turn(after) == OVER:
            return sentences([f"{said} and takes {taken}"])
        return sentences([f"{said}, takes {taken} and moves again"])

    def show(self, p: Position, seat: int | None = None) -> Ink:
        head = "     " + "   ".join(chr(97 + c) for c in range(self.columns + 1))
        body: list[Written] = []
        for row in range(self.rows + 1):
            flat = [self.board.horizontal(row, c) for c in range(self.columns)]
            drawn = [ink("───", "line") if p.lines >> line & 1 else "   " for line in flat]
            body.append(f"  {row + 1:>2} •" + joined("•", [*drawn, ""]))
            if row < self.rows:
                body.append("     " + self._upright_row(p, row))
        names = [ink(self.seat_name(i), role) for i, role in enumerate(("first", "second"))]
        score = "     " + names[0] + f" {p.first}, " + names[1] + f" {p.second}"
        return lines([head, *body, score])

    def _upright_row(self, p: Dots, row: int) -> Ink:
        cells: list[Written] = []
        for column in range(self.columns + 1):
            is_drawn = p.lines >> self.board.vertical(row, column) & 1
            cells.append(ink("│", "line") if is_drawn else " ")
            if column < self.columns:
                box = int(self.board.shape().boxes[row * self.columns + column])
                full = box & ~int(p.lines) == 0
                cells.append(" " + ink("■", "third") + " " if full else "   ")
        return joined("", cells)

    def scene(self, known: Position, seat: int, *, tall: bool = False, trail: Trail = ()) -> Scene:
        return scene(self, self.board, known, seat, tall, trail)

    def whose_turn(self, p: Position) -> str:
        return "the game is over" if turn(p) == OVER else f"{self.seat_name(p.seat)} is"

    @cached_property
    def analysts(self) -> Mapping[str, Analyst]:
        return {"chains": Chainer(), "greedy": GreedyBoxes()}

    @cached_property
    def levels(self) -> Mapping[str, Level]:
        lines = self.board.lines
        quick, slips = Chainer(lines=15, safe=0, nodes=100_000, iterations=300), 0.02
        if lines > SMALL:
            # A quick tree gives boxes away before endings begin, and these begin with more lines
            # free than can be solved but by their chains; there are more moves to slip in, too.
            quick, slips = (
                Chainer(lines=15, safe=8, nodes=100_000, greedy=True),
                0.02 * SMALL / lines,
            )
        return {
            "beginner": Level(GreedyBoxes(), Slips(0.4), 800, "takes boxes, often slips"),
            "intermediate": Level(GreedyBoxes(), Slips(0.05), 1200, "takes every box, gives few"),
            "advanced": Level(quick, Slips(slips), 1600, "leaves boxes to keep control"),
            "expert": Level(Chainer(), Best(), 2000, "perfect on small boards and in endings"),
        }

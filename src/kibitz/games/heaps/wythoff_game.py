"""Wythoff's game for people: `wythoff(12,20)`.

A position is the two heaps, `12,20`, and `@1` behind it where seat 1 is to move. A move is
what is taken from each, `3,0`, `0,2` or `4,4`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from kibitz.core.advised import Advised
from kibitz.core.game import Game, Position
from kibitz.core.ink import Ink
from kibitz.core.scene import Moment, Scene, Trail
from kibitz.core.shown import Shown
from kibitz.core.speech import sentences
from kibitz.errors import IllegalMove
from kibitz.estimate.analyst import Analyst, Level
from kibitz.games.heaps.text import heaps_picture, heaps_text, read_heaps
from kibitz.games.heaps.verdict import Theory, four_levels
from kibitz.games.heaps.wythoff import BITS, BOTH, FIRST, LARGEST, SECOND, Wythoff, is_lost
from kibitz.games.heaps.wythoff_scene import scene

_MOVE = re.compile(r"(\d{1,2}),(\d{1,2})", re.ASCII)


class WythoffGame(Shown, Advised):
    """Two heaps; take from one, or equally from both."""

    name: ClassVar[str] = "wythoff"
    title: ClassVar[str] = "Wythoff's game"
    summary: ClassVar[str] = "Two heaps: take any number from one, or the same from both."
    position_type: ClassVar[type] = Wythoff
    option_words: ClassVar[Mapping[str, str]] = {
        "first": "size of the first heap",
        "second": "size of the second heap",
        "misere": "whether the last stone loses",
    }

    most_moves = 3 * LARGEST
    most_plies = 2 * LARGEST
    is_impartial = True

    def __init__(self, first: int = 12, second: int = 19, misere: bool = False) -> None:
        self._heaps, self.misere = (first, second), misere
        self.start()

    def start(self) -> Wythoff:
        return self.parse_position(f"{self._heaps[0]},{self._heaps[1]}")

    def position_text(self, p: Position) -> str:
        return heaps_text([int(p.first), int(p.second)], int(p.seat))

    def parse_position(self, text: str) -> Wythoff:
        heaps, seat = read_heaps(self, text, 2, LARGEST)
        if len(heaps) != 2:
            raise self.refuse(text, "it has one heap, not two")
        return Wythoff(heaps[0], heaps[1], seat, int(self.misere))

    def seated(self, p: Position, seat: int) -> Wythoff:
        return Wythoff(*p)._replace(seat=self.checked_seat(seat))

    def move_text(self, p: Position, move: int) -> str:
        kind, taken = move >> BITS, move & LARGEST
        return f"{0 if kind == SECOND else taken},{0 if kind == FIRST else taken}"

    def read_move(self, p: Position, text: str) -> int:
        found = _MOVE.fullmatch(text.replace(" ", ""))
        if not found:
            raise IllegalMove(
                f"'{text}' is not a move; write what is taken from each heap, like 3,0"
            )
        first, second = int(found[1]), int(found[2])
        kind = BOTH if first and second else FIRST if first else SECOND
        where = self.position_text(p)
        if kind == BOTH and first != second:
            raise IllegalMove(f"'{text}' is not legal in {where}: it takes unequally from both")
        move = kind << BITS | max(first, second)
        if not self.is_legal(p, move):
            why = "it takes nothing" if not first | second else "there are not that many"
            raise IllegalMove(f"'{text}' is not legal in {where}: {why}")
        return move

    def move_words(self, p: Position, move: int) -> str:
        kind, taken = move >> BITS, move & LARGEST
        return f"take {taken} from {('the first heap', 'the second heap', 'both heaps')[kind]}"

    def prompt(self, known: Position, seat: int) -> str:
        example = self.move_text(known, self.legal_moves(known)[0])
        return f"take from one heap, or the same from both, e.g. {example}"

    def told(self, moment: Moment, listener: int) -> str:
        move = self.seen_move(moment)
        if moment.seat == listener or move is None:
            return ""
        words = self.move_words(moment.before, move).removeprefix("take ")
        left = f"{moment.after.first} and {moment.after.second}"
        return sentences([f"{self.seat_name(moment.seat)} takes {words} and leaves {left}"])

    def show(self, p: Position, seat: int | None = None) -> Ink:
        return heaps_picture([int(p.first), int(p.second)])

    def scene(self, known: Position, seat: int, *, tall: bool = False, trail: Trail = ()) -> Scene:
        return scene(self, known, seat, tall)

    @cached_property
    def analysts(self) -> Mapping[str, Analyst]:
        return {"theory": WythoffTheory()}

    @cached_property
    def levels(self) -> Mapping[str, Level]:
        return four_levels(WythoffTheory())


@dataclass(frozen=True)
class WythoffTheory(Theory):
    """Exact by the golden ratio."""

    name: ClassVar[str] = "theory"

    def is_lost(self, game: Game, p: Position) -> bool:
        return bool(is_lost(p))

    def reason(self, game: Game, after: Position) -> str:
        return f"leaves the {'cold' if is_lost(after) else 'hot'} pair {after.first},{after.second}"

"""Octal games for people: Kayles, Dawson's games, Lasker's nim, or any other by its code.

A position is its heaps, `9,4,1`, and `@1` behind it where seat 1 is to move. A move is the
heap and what is left of it: `9>4+3`, `9>7` or `2>0`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, reduce
from operator import xor
from typing import ClassVar

from kibitz.core.advised import Advised
from kibitz.core.game import Game, Position
from kibitz.core.ink import Ink
from kibitz.core.kernel import plain
from kibitz.core.scene import Moment, Scene, Trail
from kibitz.core.shown import Shown
from kibitz.core.speech import clause, sentences
from kibitz.errors import IllegalMove
from kibitz.estimate.analyst import Analyst, Level
from kibitz.games.heaps.octal import (
    DIGIT_BITS,
    LARGEST,
    MOST,
    PART_BITS,
    Octal,
    with_heaps,
)
from kibitz.games.heaps.octal_scene import heaps_in, parts, scene
from kibitz.games.heaps.text import heaps_picture, heaps_text, read_heaps
from kibitz.games.heaps.verdict import Theory, four_levels
from kibitz.search.alphabeta import AlphaBeta
from kibitz.search.heaps import HeapGame

_MOVE = re.compile(r"(\d{1,2})>(\d{1,2})(?:\+(\d{1,2}))?", re.ASCII)
MISERE_NODES = 5_000_000  # of a search; beyond, its values are guesses and say so


class OctalGame(Shown, Advised):
    """Heaps that may be taken from, removed or split as an octal code says."""

    name: ClassVar[str] = "octal"
    title: ClassVar[str] = "Octal games"
    summary: ClassVar[str] = "Kayles, Dawson's, Lasker's or any octal game of heaps by its code."
    position_type: ClassVar[type] = Octal
    option_words: ClassVar[Mapping[str, str]] = {
        "code": "an octal code such as 0.77, or a name such as kayles or dawson-chess",
        "heaps": "sizes of the heaps; 9,7 unless told",
        "misere": "whether whoever cannot move wins",
    }

    most_moves = 2048
    most_plies = 2 * MOST
    is_impartial = True

    def __init__(self, code: str = "kayles", *heaps: int, misere: bool = False) -> None:
        self.rules = HeapGame.named(code, LARGEST)
        self.misere = misere
        digits = self.rules.digits[: LARGEST + 1]
        self._code = sum(digit << taken * DIGIT_BITS for taken, digit in enumerate(digits))
        self._heaps = list(heaps) or [9, 7]
        self.start()

    def start(self) -> Octal:
        return self.parse_position(",".join(map(str, self._heaps)))

    def position_text(self, p: Position) -> str:
        return heaps_text(heaps_in(p), int(p.seat))

    def parse_position(self, text: str) -> Octal:
        heaps, seat = read_heaps(self, text, MOST, LARGEST)
        if sum(heaps) > MOST:
            raise self.refuse(text, f"its {sum(heaps)} counters are more than {MOST}")
        p = Octal(0, 0, self._code, seat, int(self.misere))
        for heap in heaps:
            p = plain(with_heaps)(p, heap, 1)
        return Octal(*map(int, p))

    def seated(self, p: Position, seat: int) -> Octal:
        return Octal(*p)._replace(seat=self.checked_seat(seat))

    def move_text(self, p: Position, move: int) -> str:
        size, taken, part = parts(move)
        rest = size - taken - part
        return f"{size}>{rest}+{part}" if part else f"{size}>{rest}"

    def read_move(self, p: Position, text: str) -> int:
        found = _MOVE.fullmatch(text.replace(" ", ""))
        if not found:
            raise IllegalMove(
                f"'{text}' is not a move; write the heap and what is left, like 9>4+3"
            )
        size, left = int(found[1]), sorted((int(found[2]), int(found[3] or 0)))
        move = (size << PART_BITS | size - sum(left)) << PART_BITS | left[0]
        if size < sum(left) or not self.is_legal(p, move):
            where = self.position_text(p)
            raise IllegalMove(f"'{text}' is not legal in {where} under the code {self.rules.code}")
        return move

    def move_words(self, p: Position, move: int) -> str:
        size, taken, part = parts(move)
        rest = size - taken - part
        if part:
            way = f"take {taken} of {size}, leaving" if taken else f"split {size} into"
            return f"{way} {rest} and {part}"
        return f"take {taken} of {size}, leaving {rest}" if rest else f"take all {size}"

    def prompt(self, known: Position, seat: int) -> str:
        legal = self.legal_moves(known)
        example = self.move_text(known, legal[len(legal) // 2])
        return f"change a heap: its size and what is left of it, e.g. {example}"

    def told(self, moment: Moment, listener: int) -> str:
        move = self.seen_move(moment)
        if moment.seat == listener or move is None:
            return ""
        verb, _, rest = self.move_words(moment.before, move).partition(" ")
        return sentences([clause(self.seat_name(moment.seat), verb, rest)])

    def show(self, p: Position, seat: int | None = None) -> Ink:
        return heaps_picture(heaps_in(p))

    def scene(self, known: Position, seat: int, *, tall: bool = False, trail: Trail = ()) -> Scene:
        return scene(self, known, seat, tall)

    @cached_property
    def analysts(self) -> Mapping[str, Analyst]:
        if self.misere:  # no theory holds for all codes
            return {"alphabeta": AlphaBeta(nodes=MISERE_NODES)}
        return {"theory": OctalTheory()}

    @cached_property
    def levels(self) -> Mapping[str, Level]:
        return four_levels(next(iter(self.analysts.values())))


@dataclass(frozen=True)
class OctalTheory(Theory):
    """Exact by Sprague and Grundy: lost exactly if the xor of the heaps' values is 0."""

    name: ClassVar[str] = "theory"

    def is_lost(self, game: Game, p: Position) -> bool:
        return self.value(game, p) == 0

    def reason(self, game: Game, after: Position) -> str:
        return f"leaves Grundy value {self.value(game, after)}"

    def value(self, game: Game, p: Position) -> int:
        """The Grundy value of a position."""
        assert isinstance(game, OctalGame)
        values = _values(game.rules)
        return reduce(xor, (values[heap] for heap in heaps_in(p)), 0)


@cache
def _values(rules: HeapGame) -> list[int]:
    return [int(value) for value in rules.values(LARGEST)]

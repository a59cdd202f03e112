"""Nim for people: its options, texts, picture and levels.

A position is its heaps, `3,4,5`, and `@1` behind it where seat 1 is to move. A move is
`heap:stones`, heaps counted from 1.
"""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from kibitz.core.advised import Advised
from kibitz.core.game import Position
from kibitz.core.ink import Ink, ink, lines
from kibitz.core.scene import Moment, Scene, Trail
from kibitz.core.shown import Shown
from kibitz.core.speech import sentences
from kibitz.errors import BadValue, IllegalMove
from kibitz.estimate.analyst import Analyst, Best, Level, Slips
from kibitz.games.nim.rules import BITS, HEAPS, LARGEST, Nim
from kibitz.games.nim.scene import heaps_of, scene
from kibitz.games.nim.theory import NimTheory

_MOVE = re.compile(r"(\d{1,4})\s*[: ]\s*(\d{1,4})")


class NimGame(Shown, Advised):
    """Take stones from one heap; whoever takes the last wins (misère: loses)."""

    name: ClassVar[str] = "nim"
    title: ClassVar[str] = "Nim"
    summary: ClassVar[str] = "Take any number from one heap; the last stone wins (or loses)."
    position_type: ClassVar[type] = Nim
    option_words: ClassVar[Mapping[str, str]] = {
        "heaps": "sizes of the heaps; 3,4,5 unless told",
        "misere": "whether the last stone loses",
        "limit": "most stones that a turn takes; 0 for any number",
    }

    most_moves = HEAPS * LARGEST
    most_plies = HEAPS * LARGEST
    is_impartial = True

    def __init__(self, *heaps: int, misere: bool = False, limit: int = 0) -> None:
        if limit < 0 or limit > LARGEST:
            raise BadValue(f"limit {limit} of nim is not between 0 (none) and {LARGEST}")
        self.misere, self.limit = misere, limit
        self.heaps = heaps or (3, 4, 5)
        self.start()

    def start(self) -> Nim:
        return self._position(list(self.heaps), 0, ",".join(map(str, self.heaps)))

    def position_text(self, p: Position) -> str:
        heaps = heaps_of(p)
        while len(heaps) > 1 and not heaps[-1]:
            heaps.pop()
        return ",".join(map(str, heaps)) + ("@1" if p.seat else "")

    def parse_position(self, text: str) -> Nim:
        heaps_text, at, seat = text.partition("@")
        if at and seat.strip() not in ("0", "1"):
            raise self.refuse(text, f"seat '{seat}' is not 0 or 1", len(heaps_text) + 2)
        heaps, column = [], 1
        for part in heaps_text.split(","):
            if not re.fullmatch(r"\s*-?\d{1,9}\s*", part, re.ASCII):
                raise self.refuse(text, f"'{part.strip()}' is not a number of stones", column)
            heaps.append(int(part))
            column += len(part) + 1
        return self._position(heaps, int(seat or 0), text)

    def _position(self, heaps: list[int], seat: int, text: str) -> Nim:
        if len(heaps) > HEAPS:
            raise self.refuse(text, f"it has {len(heaps)} heaps, more than {HEAPS}")
        for number, stones in enumerate(heaps, 1):
            if stones < 0:
                raise self.refuse(text, f"heap {number} is negative ({stones})")
            if stones > LARGEST:
                raise self.refuse(text, f"heap {number} has {stones} stones, more than {LARGEST}")
        packed = sum(stones << i * BITS for i, stones in enumerate(heaps))
        return Nim(packed, seat, self.limit, int(self.misere))

    def seated(self, p: Position, seat: int) -> Nim:
        return Nim(p.heaps, self.checked_seat(seat), p.limit, p.misere)

    def move_text(self, p: Position, move: int) -> str:
        return f"{(move >> BITS) + 1}:{move & LARGEST}"

    def read_move(self, p: Position, text: str) -> int:
        found = _MOVE.fullmatch(text)
        if not found:
            raise IllegalMove(f"'{text}' is not a move of nim; write heap:stones, for example 1:2")
        heap, taken = int(found[1]), int(found[2])
        if not 1 <= heap <= HEAPS or not self.is_legal(p, heap - 1 << BITS | taken):
            where = self.position_text(p)
            raise IllegalMove(f"'{text}' is not legal in {where}: {self._why(p, heap, taken)}")
        return heap - 1 << BITS | taken

    def _why(self, p: Nim, heap: int, taken: int) -> str:
        stones = heaps_of(p)[heap - 1] if 1 <= heap <= HEAPS else 0
        if taken == 0:
            return "a turn takes at least one stone"
        if taken > stones:
            return f"heap {heap} has {stones} stones"
        return f"a turn takes at most {self.limit} stones"

    def move_words(self, p: Position, move: int) -> str:
        heap, taken = move >> BITS, move & LARGEST
        return f"take {'all ' if taken == heaps_of(p)[heap] else ''}{taken} from heap {heap + 1}"

    def prompt(self, known: Position, seat: int) -> str:
        legal = self.legal_moves(known)
        example = self.move_text(known, legal[len(legal) // 2])
        most = f" (at most {self.limit})" if self.limit else ""
        return f"take stones{most}: heap:number, e.g. {example}"

    def told(self, moment: Moment, listener: int) -> str:
        before, after = heaps_of(moment.before), heaps_of(moment.after)
        taken = [(i, b - a) for i, (b, a) in enumerate(zip(before, after, strict=True)) if b != a]
        if moment.seat == listener or not taken:
            return ""
        (heap, count), name = taken[0], self.seat_name(moment.seat)
        words = f"takes {count} from heap {heap + 1} and leaves {after[heap]}"
        return sentences([f"{name} {words}"])

    def show(self, p: Position, seat: int | None = None) -> Ink:
        rows = []
        for number, stones in enumerate(heaps_of(p), 1):
            if stones or number <= len(self.heaps):
                pile = "●" * min(stones, 40) + ("…" if stones > 40 else "")
                rows.append(f"  heap {number}  " + ink(pile or "-", "third") + f"  {stones}")
        return lines(rows)

    def scene(self, known: Position, seat: int, *, tall: bool = False, trail: Trail = ()) -> Scene:
        return scene(self, known, seat, tall, len(self.heaps))

    @cached_property
    def analysts(self) -> Mapping[str, Analyst]:
        return {"theory": NimTheory()}

    @cached_property
    def levels(self) -> Mapping[str, Level]:
        theory = NimTheory()
        return {
            "beginner": Level(theory, Slips(0.75), 800, "plays three moves in four at random"),
            "intermediate": Level(theory, Slips(0.4), 1200, "plays two moves in five at random"),
            "advanced": Level(theory, Slips(0.15), 1600, "slips now and then"),
            "expert": Level(theory, Best(), 2000, "perfect by the nim-sum"),
        }

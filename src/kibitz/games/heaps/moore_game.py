"""Moore's nim for people: `moore(3,4,5,most=2)`.

A position is its heaps, `3,4,5`, and `@1` behind it where seat 1 is to move. A move says
what is taken from each heap, `0,2,1`; heaps behind the last taken from may be left out.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import prod
from typing import ClassVar

from kibitz.core.advised import Advised
from kibitz.core.game import Game, Position, turn
from kibitz.core.ink import Ink
from kibitz.core.scene import Moment, Play, Scene, Trail
from kibitz.core.shown import Shown
from kibitz.core.speech import listed, sentences
from kibitz.errors import BadValue, IllegalMove
from kibitz.estimate.analyst import Analyst, Level
from kibitz.games.heaps.moore import BITS, HEAPS, LARGEST, Moore, heap, is_lost
from kibitz.games.heaps.moore_scene import counts, scene
from kibitz.games.heaps.text import heaps_picture, heaps_text, read_heaps
from kibitz.games.heaps.verdict import Theory, four_levels

_MOVE = re.compile(r"\d{1,2}(,\d{1,2})*", re.ASCII)
MOST = 3  # heaps a turn; more gives more moves than anybody reads


class MooreGame(Shown, Advised):
    """Nim in which a turn may take from several heaps."""

    name: ClassVar[str] = "moore"
    title: ClassVar[str] = "Moore's nim"
    summary: ClassVar[str] = "Nim in which a turn takes from up to two (or three) heaps."
    position_type: ClassVar[type] = Moore
    option_words: ClassVar[Mapping[str, str]] = {
        "heaps": "sizes of the heaps; 3,4,5,6 unless told",
        "most": "heaps that a turn may take from, 1 to 3",
        "misere": "whether the last stone loses",
    }

    most_plies = HEAPS * LARGEST
    is_impartial = True

    def __init__(self, *heaps: int, most: int = 2, misere: bool = False) -> None:
        if not 1 <= most <= MOST:
            raise BadValue(f"most {most} of moore is not between 1 and {MOST}")
        self.most, self.misere = most, misere
        self.most_moves = _move_count([LARGEST] * HEAPS, most)
        self._heaps = list(heaps) or [3, 4, 5, 6]
        self.start()

    def start(self) -> Moore:
        return self.parse_position(",".join(map(str, self._heaps)))

    def position_text(self, p: Position) -> str:
        heaps = [int(heap(p.heaps, number)) for number in range(HEAPS)]
        while heaps and not heaps[-1]:
            heaps.pop()
        return heaps_text(heaps, int(p.seat))

    def parse_position(self, text: str) -> Moore:
        heaps, seat = read_heaps(self, text, HEAPS, LARGEST)
        return Moore(_packed(heaps), self.most, seat, int(self.misere))

    def seated(self, p: Position, seat: int) -> Moore:
        return Moore(*p)._replace(seat=self.checked_seat(seat))

    def move_text(self, p: Position, move: int) -> str:
        taken = [int(heap(move, number)) for number in range(HEAPS)]
        while not taken[-1]:
            taken.pop()
        return ",".join(map(str, taken))

    def read_move(self, p: Position, text: str) -> int:
        word = text.replace(" ", "")
        taken = [int(n) for n in word.split(",")] if _MOVE.fullmatch(word) else []
        if not taken or len(taken) > HEAPS or max(taken) > LARGEST:
            raise IllegalMove(
                f"'{text}' is not a move; write what is taken from each heap, like 0,2,1"
            )
        if not self.is_legal(p, _packed(taken)):
            why = self._why(p, taken)
            raise IllegalMove(f"'{text}' is not legal in {self.position_text(p)}: {why}")
        return _packed(taken)

    def _why(self, p: Moore, taken: list[int]) -> str:
        for number, count in enumerate(taken):
            if count > heap(p.heaps, number):
                return f"heap {number + 1} has {heap(p.heaps, number)}"
        touched = sum(count > 0 for count in taken)
        return f"it takes from {touched} heaps, a turn from 1 to {self.most}"

    def move_words(self, p: Position, move: int) -> str:
        return f"take {listed([f'{n} from heap {i}' for i, n in _takings(move)])}"

    def plays(self, known: Position, seat: int) -> tuple[Play, ...]:
        """Every legal move; one picks how much to take from each heap."""
        if turn(known) != seat:
            return ()
        return tuple(
            Play(
                self.move_text(known, move),
                self.move_words(known, move),
                tuple(f"{i}:{n}" for i, n in _takings(move)),
            )
            for move in self.legal_moves(known)
        )

    def prompt(self, known: Position, seat: int) -> str:
        legal = self.legal_moves(known)
        example = self.move_text(known, legal[len(legal) // 2])
        return f"take from at most {self.most} heaps: a number for each heap, e.g. {example}"

    def seen_move(self, moment: Moment) -> int | None:
        return int(moment.before.heaps - moment.after.heaps)

    def told(self, moment: Moment, listener: int) -> str:
        if moment.seat == listener:
            return ""
        taken = _takings(int(moment.before.heaps - moment.after.heaps))
        words = listed([f"{n} from heap {i}" for i, n in taken])
        return sentences([f"{self.seat_name(moment.seat)} takes {words}"])

    def show(self, p: Position, seat: int | None = None) -> Ink:
        return heaps_picture(counts(p, len(self._heaps)))

    def scene(self, known: Position, seat: int, *, tall: bool = False, trail: Trail = ()) -> Scene:
        return scene(self, known, seat, tall, len(self._heaps))

    @cached_property
    def analysts(self) -> Mapping[str, Analyst]:
        return {"theory": MooreTheory()}

    @cached_property
    def levels(self) -> Mapping[str, Level]:
        return four_levels(MooreTheory())


@dataclass(frozen=True)
class MooreTheory(Theory):
    """Exact by Moore's theorem."""

    name: ClassVar[str] = "theory"

    def is_lost(self, game: Game, p: Position) -> bool:
        return bool(is_lost(p))

    def reason(self, game: Game, after: Position) -> str:
        even = "balances" if is_lost(after) else "does not balance"
        return f"{even} the binary digits"


def _takings(move: int) -> list[tuple[int, int]]:
    """The heaps that a move takes from, counted from 1, and how much of each."""
    taken = [(number + 1, int(heap(move, number))) for number in range(HEAPS)]
    return [(number, count) for number, count in taken if count]


def _packed(heaps: list[int]) -> int:
    return sum(count << number * BITS for number, count in enumerate(heaps))


def _move_count(heaps: list[int], most: int) -> int:
    """In how many ways a turn can take from at most so many of these heaps."""
    return sum(prod(some) for n in range(1, most + 1) for some in combinations(heaps, n))

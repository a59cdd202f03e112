"""Nim drawn: heaps of stones; a click on a stone takes it and those above."""

from kibitz.core.layout import (
    HEAD,
    MARGIN,
    PHONE,
    WIDE,
    head,
    heap_marks,
    heaps_layout,
    heaps_words,
    situation,
)
from kibitz.core.scene import Scene, Shape
from kibitz.core.shown import Shown
from kibitz.games.nim.rules import BITS, HEAPS, LARGEST, Nim


def heaps_of(p: Nim) -> list[int]:
    """The stones of every heap, those that nobody began with included."""
    return [p.heaps >> i * BITS & LARGEST for i in range(HEAPS)]


def scene(game: Shown, p: Nim, seat: int, tall: bool, begun: int) -> Scene:
    """The heaps as `seat` sees them; `begun` is how many there were at the start."""
    heaps = heaps_of(p)
    while len(heaps) > max(begun, 1) and not heaps[-1]:
        heaps.pop()
    plays, state = game.plays(p, seat), situation(game, p, seat)
    words, width = {play.move: play.words for play in plays}, PHONE if tall else WIDE
    places, right, bottom = heaps_layout(heaps, HEAD + 10, width - 2 * MARGIN)
    drawn: list[Shape] = [head(f"{state[0].upper()}{state[1:]}: the last stone {_fate(p)}")]
    for number, heap in enumerate(places, 1):
        takes = [f"{number}:{taken}" for taken in range(1, len(heap.stones) + 1)]
        drawn += heap_marks(number, heap, words, takes)
    limit = f" A turn takes at most {p.limit}." if p.limit else ""
    summary = f"Nim, {state}; the last stone {_fate(p)}.{limit} {heaps_words(heaps)}"
    return Scene(max(right, PHONE), bottom, game.title, summary, tuple(drawn), plays)


def _fate(p: Nim) -> str:
    return "loses" if p.misere else "wins"

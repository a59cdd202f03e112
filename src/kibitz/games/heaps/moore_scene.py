"""Moore's nim drawn: one picks a stone of each heap to take, with those above it."""

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
from kibitz.games.heaps.moore import HEAPS, Moore, heap


def counts(p: Moore, begun: int) -> list[int]:
    """The heaps up to the last that is not empty, and as many as there were at the start."""
    heaps = [int(heap(p.heaps, number)) for number in range(HEAPS)]
    while len(heaps) > max(begun, 1) and not heaps[-1]:
        heaps.pop()
    return heaps


def scene(game: Shown, p: Moore, seat: int, tall: bool, begun: int) -> Scene:
    """The heaps as `seat` sees them; `begun` is how many there were at the start."""
    heaps, plays, state = counts(p, begun), game.plays(p, seat), situation(game, p, seat)
    width = PHONE if tall else WIDE
    words = {pick: _pick_words(pick) for play in plays for pick in play.picks}
    places, right, bottom = heaps_layout(heaps, HEAD + 10, width - 2 * MARGIN)
    fate = f"the last stone {'loses' if p.misere else 'wins'}"
    rule = f"take from up to {p.most} heaps, {fate}"
    drawn: list[Shape] = [head(f"{state[0].upper()}{state[1:]}: {fate}")]
    for number, place in enumerate(places, 1):
        takes = [f"{number}:{taken}" for taken in range(1, len(place.stones) + 1)]
        drawn += heap_marks(number, place, words, takes, picks=True)
    summary = f"Moore's nim, {state}; {rule}. {heaps_words(heaps)}"
    return Scene(max(right, PHONE), bottom, game.title, summary, tuple(drawn), plays)


def _pick_words(pick: str) -> str:
    number, _, taken = pick.partition(":")
    return f"take {taken} from heap {number}"

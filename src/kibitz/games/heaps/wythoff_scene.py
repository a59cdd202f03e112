"""Wythoff's game drawn: two heaps side by side, and between them what can be taken from both.

The heaps end together: a stone of either takes it and those towards that end, and the mark
beside it between the heaps takes as many from both. On a phone the heaps stand upright.
"""

from kibitz.core.layout import HEAD, MARGIN, PHONE, PITCH, STONE, WIDE, head, situation, tile
from kibitz.core.scene import Disc, Rect, Scene, Shape, Text
from kibitz.core.shown import Shown
from kibitz.games.heaps.wythoff import Wythoff

NAMES = ("first heap", "both", "second heap")
LANE = 60.0  # from a heap to the marks between
TOP = HEAD + 16


def scene(game: Shown, p: Wythoff, seat: int, tall: bool) -> Scene:
    """The heaps as `seat` sees them."""
    plays, state = game.plays(p, seat), situation(game, p, seat)
    words, longest = {play.move: play.words for play in plays}, max(p.first, p.second, 1)
    fate = f"the last stone {'loses' if p.misere else 'wins'}"
    drawn: list[Shape] = [head(f"{state[0].upper()}{state[1:]}: {fate}")]
    for lane, count in enumerate((p.first, min(p.first, p.second), p.second)):
        drawn.append(_name(lane, (p.first, None, p.second)[lane], tall))
        for taken in range(1, count + 1):
            text = _move(lane, taken)
            drawn.append(_mark(lane, taken, _place(lane, longest - taken, tall), words.get(text)))
    summary = (
        f"Wythoff's game, {state}; {fate}. The first heap has {p.first}, the second {p.second}. "
        "A turn takes from one heap, or the same number from both."
    )
    if tall:
        size = (PHONE, TOP + 30 + longest * PITCH + MARGIN)
    else:
        size = (max(WIDE, 120 + longest * PITCH + MARGIN), TOP + 3 * LANE)
    return Scene(*size, game.title, summary, tuple(drawn), plays)


def _move(lane: int, taken: int) -> str:
    return f"{taken if lane != 2 else 0},{taken if lane != 0 else 0}"


def _place(lane: int, step: int, tall: bool) -> tuple[float, float]:
    """The middle of the mark of a lane, counted from the end that stays longest."""
    if tall:
        return PHONE / 2 + (lane - 1) * 2 * LANE, TOP + 30 + (step + 0.5) * PITCH
    return 120 + (step + 0.5) * PITCH, TOP + (lane + 0.5) * LANE


def _name(lane: int, count: int | None, tall: bool) -> Shape:
    words = NAMES[lane] if count is None else f"{NAMES[lane]}: {count}"
    if tall:
        return Text(_place(lane, 0, tall)[0], TOP + 10, words, 14.0, "middle", role="quiet")
    return Text(MARGIN, _place(lane, 0, tall)[1], words, 14.0, role="quiet")


def _mark(lane: int, taken: int, place: tuple[float, float], words: str | None) -> Shape:
    """A stone, or the number that can be taken from both heaps."""
    x, y = place
    move, label = (_move(lane, taken), words) if words else (None, "")
    if lane != 1:
        role = "third" if words else "quiet"
        return Disc(x, y, STONE, role=role, label=label, move=move)
    box = Rect(x - 17, y - 17, 34, 34, 8.0, role="empty", label=label, move=move)
    return tile(box, Text(x, y, str(taken), 14.0, "middle", role="ink"))

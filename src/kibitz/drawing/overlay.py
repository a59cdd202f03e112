"""An analysis on any scene: the best move outlined, others marked by how much they lose.

Hints are plain data, so nothing here knows what an analysis is. A hint must not look like a
move that was played: lines become dots, the best is outlined by dashes, everything else has
a note and a wash.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple, TypeVar

from kibitz.core.scene import Group, Line, Scene, Shape

SIGNS = ("✓", "?!", "?", "??", "???")  # by severity
_WORDS = ("good", "inaccurate", "a mistake", "a big mistake", "a blunder")
WORST = 4
M = TypeVar("M", bound=Shape)


class Hint(NamedTuple):
    """What an overlay shows of one move."""

    rank: int  # severity: 0 loses nothing that matters, 4 is critical
    note: str | None = None  # None: the chance in per cent, or the sign of the rank
    heat: float | None = None  # a chance, 0 to 1, that tints in proportion
    is_best: bool = False

    @property
    def sign(self) -> str:
        """The note that is shown."""
        if self.note is not None:
            return self.note
        return SIGNS[self.severity] if self.heat is None else f"{100 * self.heat:.0f}"

    @property
    def severity(self) -> int:
        return max(0, min(WORST, self.rank))

    @property
    def role(self) -> str:
        return "best" if self.is_best else f"scale_{self.severity}"

    @property
    def words(self) -> str:
        """The same for those who cannot see it."""
        chance = "" if self.heat is None else f", {100 * self.heat:.0f} %"
        return ("best" if self.is_best else _WORDS[self.severity]) + chance


def overlaid(scene: Scene, hints: Mapping[str, Hint]) -> Scene:
    """The scene with hints, best first, for moves as the game writes them.

    Where no hint is called the best, those of rank 0 are. Marks are found by their move. Of
    moves that are made of several picks only the best is shown, on its picks: the cards of
    two good throws would look like one bad throw.
    """
    if not any(hint.is_best for hint in hints.values()):
        hints = {move: hint._replace(is_best=hint.rank <= 0) for move, hint in hints.items()}
    picks = _picks(scene, hints)
    return replace(scene, marks=tuple(_hinted(mark, hints, picks) for mark in scene.marks))


def _picks(scene: Scene, hints: Mapping[str, Hint]) -> dict[str, list[Hint]]:
    """The hints for the marks of each pick: of moves with one pick all, of others the best.

    A pick that a move takes twice (two queens) has its hint twice, for two marks.
    """
    picks_of = {play.move: play.picks for play in scene.plays}
    found: dict[str, list[Hint]] = {}
    is_shown = False
    for move, hint in hints.items():
        picks = picks_of.get(move, ())
        if len(picks) == 1:
            found.setdefault(picks[0], [hint])
        elif picks and hint.is_best and not is_shown:
            found |= {pick: [hint] * picks.count(pick) for pick in picks}
            is_shown = True
    return found


def _hinted(mark: Shape, hints: Mapping[str, Hint], picks: dict[str, list[Hint]]) -> Shape:
    """The mark with its hint; hints on picks are used up."""
    hint = hints.get(mark.move) if mark.move is not None else None
    if hint is None and mark.pick is not None and picks.get(mark.pick):
        hint = picks[mark.pick].pop()
    if isinstance(mark, Group):
        mark = replace(mark, marks=tuple(_hinted(inner, hints, picks) for inner in mark.marks))
    return mark if hint is None else _marked(mark, hint)


def _marked(mark: M, hint: Hint) -> M:
    label = f"{mark.label}: {hint.words}" if mark.label else mark.label
    heat = mark.heat if hint.heat is None else hint.heat
    marked = replace(mark, note=hint.sign, hint=hint.role, heat=heat, label=label)
    return replace(marked, is_dashed=True) if isinstance(marked, Line) else marked

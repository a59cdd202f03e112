"""Who wins nim, by Bouton's theorem (1901) and its extensions to misère play and limits.

With at most m stones per turn a heap counts as its remainder mod m + 1. Normal play is lost
exactly when the xor of the heaps is 0. Misère play is the same while some heap counts
more than 1; when none does, it is lost exactly when an odd number of ones is left.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import Game, Moves, Position, moves, play, rule
from kibitz.core.kernel import kernel
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.games.nim.rules import BITS, HEAPS, LARGEST, Nim


@kernel
def nim_sum(p: Nim) -> int:
    """The xor of what the heaps count."""
    total = 0
    for heap in range(HEAPS):
        stones = p.heaps >> heap * BITS & LARGEST
        total ^= stones % (p.limit + 1) if p.limit else stones
    return total


@kernel
def largest_count(p: Nim) -> int:
    """What the heap that counts most counts."""
    most = 0
    for heap in range(HEAPS):
        stones = p.heaps >> heap * BITS & LARGEST
        most = max(most, stones % (p.limit + 1) if p.limit else stones)
    return most


@kernel
def is_lost(p: Nim) -> bool:
    """Whether the seat to move loses against perfect play."""
    only_ones = largest_count(p) <= 1
    return nim_sum(p) == (1 if p.misere and only_ones else 0)


@rule
def worths(p: Nim, out: Moves, worth: NDArray[np.float64]) -> int:
    """The legal moves with their exact values, as the analyst gives them."""
    count = moves(p, out)
    for i in range(count):
        worth[i] = 1.0 if is_lost(play(p, out[i])) else -1.0
    return count


@dataclass(frozen=True)
class NimTheory(Analyst):
    """Exact by theory: every move wins or loses."""

    name: ClassVar[str] = "theory"
    has_kernel: ClassVar[bool] = True  # `worths`

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        options = [self._option(game, view, move) for move in game.legal_moves(view)]
        return Analysis.ranked(seat, options, game.unit, seed=seed)

    def _option(self, game: Game, p: Nim, move: int) -> Option:
        after = play(p, move)
        wins = bool(is_lost(after))
        return Option(
            move,
            game.move_text(p, move),
            Estimate.exact(1.0 if wins else -1.0),
            reason=_reason(after, wins),
            facts={"nim_sum": int(nim_sum(after))},
        )


def _reason(after: Nim, wins: bool) -> str:
    verdict = "wins" if wins else "loses"
    if not after.heaps:
        return f"takes the last stone and {verdict}"
    if after.misere and largest_count(after) <= 1:
        parity = "an odd" if nim_sum(after) else "an even"
        return f"leaves {parity} number of ones and {verdict}"
    return f"leaves nim-sum {nim_sum(after)} and {verdict}"

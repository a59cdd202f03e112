"""What the other seat's draws among its moves are worth, where its strategy is known by heart.

Values are those of the solution that the first seat has of a decision before it is made, so a
correction by them has mean zero.
"""

from dataclasses import dataclass

import numpy as np

from kibitz.core.game import view
from kibitz.games.holdem.histories.hand import Hand
from kibitz.games.holdem.measured.known import Known, KnownMoves, KnownSlips, KnownSolver
from kibitz.games.holdem.solved.hand import HandWalk, shove_game
from kibitz.games.holdem.solved.points import FOLDED, Doubles
from kibitz.games.holdem.table.position import CALL, FOLD


@dataclass(frozen=True)
class KnownDraw:
    """A decision of the other seat: its moves, how often each combo makes them, their worth."""

    moves: tuple[int, ...]
    often: Doubles  # a row for a move
    worth: Doubles  # chips of the other seat from here on; NaN where nothing is known

    def luck(self, move: int, combo: int) -> float:
        """What a combo's draw of a move brought it more than its draws do on average."""
        worth, often = self.worth[:, combo], self.often[:, combo]
        if np.isnan(worth).any() or not often.sum() > 0:
            return 0.0
        return float(worth[self.moves.index(move)] - often @ worth / often.sum())


def known_draws(
    hand: Hand, seat: int, mine: Known, theirs: dict[int, KnownMoves]
) -> dict[int, KnownDraw]:
    """The draws of the other seat, by the numbers of its decisions."""
    base = mine.base if isinstance(mine, KnownSlips) else mine
    if not isinstance(base, KnownSolver):
        return {}
    return {
        number: _draw(base.analyst.played(view(p, seat), seat), theirs[number])
        for number, (p, _) in enumerate(hand.positions())
        if p.seat != seat
    }


def _draw(walk: HandWalk, found: KnownMoves) -> KnownDraw:
    rows = [_worth(walk, move, found.of(move)) for move in found.moves]
    return KnownDraw(found.moves, found.often, np.stack(rows))


def _worth(walk: HandWalk, move: int, often: Doubles) -> Doubles:
    """What a move is worth to every combo; sizes between those solved lie between their values."""
    point, to = walk.point, move - CALL
    if move in (FOLD, CALL):
        row: Doubles = point.values[point.amounts.index(FOLDED if move == FOLD else 0)]
        return np.zeros_like(row) if move == FOLD else row
    sizes = [max(point.bets), *(amount for amount in point.amounts if amount > 0)]
    rows = [point.values[point.amounts.index(0)]]
    rows += [point.values[point.amounts.index(size)] for size in sizes[1:]]
    if to > sizes[-1] and often.any():
        sizes.append(walk.start.stack)
        rows.append(walk.holdings.spread(shove_game(walk.start, point)[0].value))
    place = float(np.interp(min(to, walk.start.stack), sizes, np.arange(len(sizes))))
    below = min(int(place), len(sizes) - 2)
    share = place - below
    mixed: Doubles = (1 - share) * rows[below] + share * rows[below + 1]
    return mixed

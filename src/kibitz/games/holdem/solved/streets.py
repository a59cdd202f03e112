"""Every street solved with the ranges that reach it, and kept for a while.

Amounts are chips of the game. Ranges are scaled to a heaviest weight of 1 and combos of almost
none left out, so that streets that are the same are solved once. Limits are iterations, not
seconds, unless seconds are asked for: the same hand gives the same solution.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from kibitz.games.holdem.cards.combos import CLASS_OF, CLASS_SIZES, CLASSES, COMBO_CARDS, COMBOS
from kibitz.games.holdem.cards.ranges import Range
from kibitz.games.holdem.solved import menus
from kibitz.games.holdem.solved.flop import solve_flop
from kibitz.games.holdem.solved.pairs import board_pairs
from kibitz.games.holdem.solved.points import (
    Doubles,
    SolvedClasses,
    SolvedMatrix,
    SolvedSpot,
    SolvedStreet,
    board_places,
    class_places,
    has_path,
)
from kibitz.games.holdem.solved.preflop import solved_preflop
from kibitz.games.holdem.solved.preflop_tree import Blinds, preflop_street
from kibitz.games.holdem.solver.solution import solution_of
from kibitz.games.holdem.solver.solver import SpotSolver
from kibitz.games.holdem.solver.spot import Menu, Spot
from kibitz.games.holdem.solver.tree import Street, street_tree

FAINT = 0.004  # of the heaviest weight: less is left out
FLOP_CARDS, TURN_CARDS = 3, 4
FLOP_ITERATIONS = 60
TARGETS = {3: 1.0, 4: 0.6, 5: 0.25}  # percent of the pot, by cards on the board
ITERATIONS = {3: 100, 4: 80, 5: 400}
FULL_MEGABYTES = 8000.0
_KEPT = 16  # solutions in memory, up to 40 megabytes each
_ANYTHING = Range(np.ones(COMBOS))


@dataclass(frozen=True)
class StreetStart:
    """A street as it begins: the board, chips, and the blinds where it is the first."""

    board: tuple[int, ...]
    pot: int
    stack: int  # of the shorter seat, behind
    blinds: Blinds
    few: bool = False  # sizes are those of a game with few raises
    full: bool = False  # the flop to the end of the hand
    seconds: float | None = None

    def menus(self) -> tuple[Menu, Menu, Menu]:
        """The sizes of this street and those after it."""
        cards = len(self.board)
        if cards == FLOP_CARDS and self.full:
            return menus.FROM_FLOP
        if cards == FLOP_CARDS:
            return menus.FEW_FLOP_ALONE if self.few else menus.FLOP_ALONE
        if cards == TURN_CARDS:
            return menus.FEW_FROM_TURN if self.few else menus.FROM_TURN
        return menus.FEW_FROM_RIVER if self.few else menus.FROM_RIVER

    def own_street(self, played: tuple[int, ...] = (), locked: int = 0) -> Street:
        """The betting of this street alone."""
        if not self.board:
            return preflop_street(self.blinds, played, locked)
        return street_tree(self._spot(_ANYTHING, _ANYTHING, played, locked))

    def _spot(self, oop: Range, ip: Range, played: tuple[int, ...], locked: int) -> Spot:
        chips = (self.pot, self.stack, self.menus(), self.blinds.big)
        return Spot(self.board, oop, ip, *chips, played, locked)

    def solved(
        self, weights: tuple[Doubles, Doubles], played: tuple[int, ...], locked: int
    ) -> SolvedStreet:
        """The street solved for two ranges; moves that the menu has need no tree of their own."""
        if not locked and has_path(self.own_street(), played):
            played = ()
        kept = b"".join(_trimmed(row, self.board).astype(np.float32).tobytes() for row in weights)
        return _solved(self, kept, played, locked)


@lru_cache(maxsize=_KEPT)
def _solved(start: StreetStart, kept: bytes, played: tuple[int, ...], locked: int) -> SolvedStreet:
    rows = np.frombuffer(kept, np.float32).reshape(2, COMBOS)
    if not start.board:
        return _solved_classes(start, rows.astype(np.float64), played, locked)
    if len(start.board) == FLOP_CARDS and not start.full:
        pairs = board_pairs(start.board)
        weights = rows[0][pairs.combos].copy(), rows[1][pairs.combos].copy()
        chips = (float(start.pot), float(start.stack), start.menus(), FLOP_ITERATIONS)
        real = (float(start.blinds.big), played, locked)
        game = solve_flop(start.board, weights, *chips, *real)
        return SolvedMatrix(game, board_places(pairs.combos))
    return _solved_spot(start, rows.astype(np.float64), played, locked)


def _solved_classes(
    start: StreetStart, rows: Doubles, played: tuple[int, ...], locked: int
) -> SolvedStreet:
    ranges = b""
    if locked:
        sums = np.stack([np.bincount(CLASS_OF, row, CLASSES) / CLASS_SIZES for row in rows])
        ranges = sums.astype(np.float32).tobytes()
    return SolvedClasses(solved_preflop(start.blinds, played, locked, ranges), class_places())


def _solved_spot(
    start: StreetStart, rows: Doubles, played: tuple[int, ...], locked: int
) -> SolvedStreet:
    spot = start._spot(Range(rows[0]), Range(rows[1]), played, locked)
    cards = len(start.board)
    solver = SpotSolver(spot, megabytes=FULL_MEGABYTES)
    *_, last = solver.run(TARGETS[cards], ITERATIONS[cards], start.seconds)
    return SolvedSpot(solution_of(solver, last))


def _trimmed(weights: Doubles, board: tuple[int, ...]) -> Doubles:
    """Weights beside a board, the heaviest 1, without those that hardly count."""
    left = weights * ~np.isin(COMBO_CARDS, board).any(axis=1)
    left = left / max(float(left.max()), 1e-300)
    return np.where(left < FAINT, 0.0, left)

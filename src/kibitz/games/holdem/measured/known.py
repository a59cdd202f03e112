"""What a player does with every combo, told from the public part of a position.

Whoever knows that can tell how likely each combo is after what was done, and average a result
over all of them: the player would have done the same with any.
"""

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import view
from kibitz.core.kernel import kernel
from kibitz.estimate.analyst import Mixed
from kibitz.games.holdem.cards.combos import COMBO, COMBO_CARDS, COMBOS
from kibitz.games.holdem.game import HoldemGame
from kibitz.games.holdem.histories.hand import Hand
from kibitz.games.holdem.opponents.bots import RuleBot
from kibitz.games.holdem.solved.analyst import HandSolver
from kibitz.games.holdem.solved.hand import HandWalk
from kibitz.games.holdem.solved.points import Doubles, shares_of
from kibitz.games.holdem.strategy.balanced import Balanced, is_shoved, shove_calls
from kibitz.games.holdem.strategy.erring import called_rows, erring_strategy, is_cheap
from kibitz.games.holdem.strategy.playouts import odds_now
from kibitz.games.holdem.strategy.spots import CHOICES, NO_MOVE
from kibitz.games.holdem.table.position import (
    CALL,
    FOLD,
    HOLE_BITS,
    SHOWN,
    Holdem,
    board_card,
    hole,
    with_cards,
)

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class KnownMoves:
    """How often each combo makes each move; 0 in all rows for combos that it says nothing of.

    `is_alone`: it would have told the other combos something else, had the seat held them.
    """

    moves: tuple[int, ...]
    often: Doubles  # a row for a move
    is_alone: bool = False
    walk: HandWalk | None = None  # where a solution stands behind it

    def of(self, move: int) -> Doubles:
        """How often each combo makes a move."""
        if move not in self.moves:
            return np.zeros(COMBOS)
        row: Doubles = self.often[self.moves.index(move)]
        return row


class Known(Protocol):
    """A player whose strategy is known."""

    def moves_of(self, game: HoldemGame, view: Holdem, seat: int) -> KnownMoves:
        """What the seat to act does with every combo."""


@dataclass(frozen=True)
class KnownSolver:
    """The player by solutions."""

    analyst: HandSolver

    def moves_of(self, game: HoldemGame, view: Holdem, seat: int) -> KnownMoves:
        walk = self.analyst.played(view, seat)
        moves, often = self.analyst.all_odds(walk, game.legal_moves(view))
        told = ~walk.lifted
        told[walk.combo] = True
        return KnownMoves(moves, often * told, bool(walk.lifted[walk.combo]), walk)


@dataclass(frozen=True)
class KnownBalanced:
    """The player by the one table, and by the same table with errors."""

    misjudges: float = 0.0
    calls: float = 0.0

    def moves_of(self, game: HoldemGame, view: Holdem, seat: int) -> KnownMoves:
        moves, often = self._found(view, seat)
        if is_cheap(view):
            moves, often = called_rows(moves, often, self.calls)
        return KnownMoves(moves, often)

    def _found(self, view: Holdem, seat: int) -> tuple[tuple[int, ...], Doubles]:
        if is_shoved(view):
            call = shove_calls(view, seat, self.misjudges)
            return (FOLD, CALL), np.stack([1.0 - call, call])
        moves, odds = np.empty(CHOICES, np.int64), np.zeros((COMBOS, CHOICES))
        table = erring_strategy(view.kind, self.misjudges)
        write_all_odds(view, seat, table, beside_board(view), moves, odds)
        real = [i for i in range(CHOICES) if moves[i] != NO_MOVE]
        return tuple(int(moves[i]) for i in real), shares_of(odds.T[real])


@dataclass(frozen=True)
class KnownRule:
    """A player of one rule that does the same with every hand."""

    bot: RuleBot

    def moves_of(self, game: HoldemGame, view: Holdem, seat: int) -> KnownMoves:
        move = self.bot.move(view, seat, game.legal_moves(view))
        return KnownMoves((move,), np.ones((1, COMBOS)))


@dataclass(frozen=True)
class KnownSlips:
    """A known player that slips: it then takes any of the moves that it considers."""

    base: Known
    rate: float

    def moves_of(self, game: HoldemGame, view: Holdem, seat: int) -> KnownMoves:
        found = self.base.moves_of(game, view, seat)
        told = found.often.sum(axis=0) > 0
        often = (1 - self.rate) * found.often + self.rate * told / len(found.moves)
        return replace(found, often=often)


def known_player(game: HoldemGame, name: str) -> Known | None:
    """The player of that name, if his strategy is known."""
    level = game.levels.get(name)
    analyst = game.analysts.get(name) if level is None else level.analyst
    base: Known | None = None
    if isinstance(analyst, HandSolver):
        base = KnownSolver(analyst)
    elif isinstance(analyst, Balanced) and not analyst.habits:
        base = KnownBalanced(analyst.misjudges, analyst.calls)
    elif isinstance(analyst, RuleBot) and analyst.is_blind:
        base = KnownRule(analyst)
    if base is None or level is None:
        return base
    if not isinstance(level.choice, Mixed):
        return None
    return KnownSlips(base, level.choice.slips) if level.choice.slips else base


def told_moves(hand: Hand, seat: int, known: Known) -> dict[int, KnownMoves]:
    """What a known seat does with every combo at each of its decisions, by their numbers."""
    return {
        number: known.moves_of(hand.game, view(p, seat), seat)
        for number, (p, _) in enumerate(hand.positions())
        if p.seat == seat
    }


@kernel
def write_all_odds(
    v: Holdem, seat: int, table: Floats, possible: Floats, moves: Ints, odds: Floats
) -> None:
    """The moves, and the odds of each for every combo that is possible."""
    shift = HOLE_BITS * seat
    others = v.holes_a & ~(((1 << HOLE_BITS) - 1) << shift)
    for combo in range(COMBOS):
        if possible[combo] > 0.0:
            both = COMBO_CARDS[combo, 0] | COMBO_CARDS[combo, 1] << 6
            held = with_cards(v, others | both << shift, v.holes_b, v.board)
            odds_now(held, seat, table, moves, odds[combo])


def combo_of(p: Holdem, seat: int) -> int:
    """The cards of a seat."""
    return int(COMBO[int(hole(p, seat, 0)), int(hole(p, seat, 1))])


def board_of(p: Holdem, stage: int) -> tuple[int, ...]:
    """The cards on the table on a street."""
    return tuple(int(board_card(p, i)) for i in range(SHOWN[stage]))


def beside_board(p: Holdem) -> Doubles:
    """1 for the combos that the board leaves."""
    return beside(board_of(p, int(p.stage)))


def beside(cards: tuple[int, ...]) -> Doubles:
    """1 for the combos that hold none of some cards."""
    return np.where(np.isin(COMBO_CARDS, cards).any(axis=1), 0.0, 1.0)

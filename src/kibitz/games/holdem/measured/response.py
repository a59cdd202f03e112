"""Local best response (Lisy and Bowling 2017): a lower bound on what a player can lose.

The responder knows the strategy of the other, and so his range. At each decision it takes
what is best if nobody bet any more afterwards: fold, call, or a bet that the other folds to
as often as he does. Whatever it wins on average, a best response wins at least.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kibitz.core.game import OVER, play, turn, view
from kibitz.core.seeds import child, stream
from kibitz.core.stream import seed62, uniform
from kibitz.games.holdem.cards.combos import COMBO_CARDS
from kibitz.games.holdem.game import HoldemGame
from kibitz.games.holdem.histories.hand import Hand
from kibitz.games.holdem.measured.known import Known, KnownMoves, beside, board_of, combo_of
from kibitz.games.holdem.measured.others import corrected_result
from kibitz.games.holdem.measured.result import edges_against
from kibitz.games.holdem.opponents.duplicate import fair_payoff
from kibitz.games.holdem.solved.points import Doubles
from kibitz.games.holdem.table.position import (
    BOARD,
    CALL,
    FOLD,
    Holdem,
    board_card,
    hole,
    pot,
    to_call,
)

PART_OF_POT = 0.75  # a size that the solved menus have, so that no street is solved twice


class ResponseHand(NamedTuple):
    """A hand of the responder: what it won, plainly and with known luck taken out, in blinds."""

    plain: float
    corrected: float


@dataclass
class LocalResponder:
    """One hand of the responder against a player whose strategy is known."""

    game: HoldemGame
    known: Known
    seat: int  # of the responder
    seed: int

    def play(self, deal_seed: int) -> Hand:
        """The hand, played to its end."""
        p = play(self.game.start(), deal_seed)
        own = tuple(int(card) for card in COMBO_CARDS[combo_of(p, self.seat)])
        self.weights = beside(own)  # of the other's combos
        moves: list[int] = []
        seats: list[int] = []
        while turn(p) != OVER:
            self.weights = self.weights * beside(board_of(p, int(p.stage)))
            seats.append(int(p.seat))
            moves.append(self._best(p) if p.seat == self.seat else self._known_move(p, len(moves)))
            p = play(p, moves[-1])
        holes = tuple(tuple(int(hole(p, s, i)) for i in range(2)) for s in range(2))
        board = tuple(int(board_card(p, i)) for i in range(BOARD))
        names = ("response", "known") if self.seat == 0 else ("known", "response")
        return Hand(self.game, holes, board, tuple(moves), names, seats=tuple(seats))

    def _known_move(self, p: Holdem, number: int) -> int:
        """A move drawn as the known player draws it; his range follows."""
        seat = int(p.seat)
        found = self.known.moves_of(self.game, view(p, seat), seat)
        odds = found.often[:, combo_of(p, seat)]
        ticket = float(uniform(stream(self.seed, number))) * float(odds.sum())
        taken = int(np.searchsorted(np.cumsum(odds), ticket, side="right"))
        move = found.moves[min(taken, len(odds) - 1)]
        self.weights = self.weights * found.of(move)
        return move

    def _best(self, p: Holdem) -> int:
        """What is worth most if nobody bets after it; chips from here on, a fold is 0."""
        call, size = int(to_call(p, self.seat)), int(pot(p))
        worth = {FOLD: 0.0} if call else {}
        worth[CALL] = self._equity(p, self.weights) * (size + call) - call
        for move in self._bets(p):
            more = move - CALL - int(p.high)
            folds, stays = self._answered(p, move)
            called = self._equity(p, stays) * (size + call + 2 * more) - call - more
            worth[move] = folds * size + (1 - folds) * called
        return max(worth, key=lambda move: worth[move])

    def _bets(self, p: Holdem) -> list[int]:
        raises = [move for move in self.game.legal_moves(p) if move > CALL]
        if not raises:
            return []
        to = CALL + int(p.high) + PART_OF_POT * (int(pot(p)) + int(to_call(p, self.seat)))
        return sorted({min(raises, key=lambda move: (abs(move - to), move)), raises[-1]})

    def _answered(self, p: Holdem, move: int) -> tuple[float, Doubles]:
        """How often a bet is folded to, and who stays."""
        other = 1 - self.seat
        after = play(p, move)
        if turn(after) != other:
            return 0.0, self.weights
        found: KnownMoves = self.known.moves_of(self.game, view(after, other), other)
        folded = self.weights * found.of(FOLD)
        total = float(self.weights.sum())
        return float(folded.sum()) / total if total > 0 else 0.0, self.weights - folded

    def _equity(self, p: Holdem, weights: Doubles) -> float:
        """Of our hand against weighted combos."""
        total = float(weights.sum())
        if total <= 0:
            return 0.5
        edges = edges_against(board_of(p, int(p.stage)), combo_of(p, self.seat))
        return (1 - float(weights @ edges) / total) / 2


def respond(game: HoldemGame, known: Known, hands: int, seed: int) -> Iterator[ResponseHand]:
    """Hands of the responder, each seat in turn."""
    return (response_hand(game, known, number, seed) for number in range(hands))


def response_hand(game: HoldemGame, known: Known, number: int, seed: int) -> ResponseHand:
    """One hand of the responder; every deal is played in both seats."""
    seat, luck = number % 2, child(seed, number, 1)
    deal_seed = int(seed62(stream(seed, number // 2, 0)))
    hand = LocalResponder(game, known, seat, luck).play(deal_seed)
    corrected = -corrected_result(hand, 1 - seat, known, None, luck)
    return ResponseHand(fair_payoff(hand, seat), corrected)

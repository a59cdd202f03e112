"""The facts of one hand that the statistics ask for, told by one kernel for all its decisions.

Hands are counted, not actions: VPIP and PFR at most once per hand, blinds and the big blind's
check left out. A hand whose file breaks off before its end had no showdown.
"""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from kibitz.core.game import play
from kibitz.core.kernel import kernel
from kibitz.games.holdem.cards.evaluator import keyed, value_with
from kibitz.games.holdem.cards.tables import CARD_MASKS, CARDS
from kibitz.games.holdem.histories.hand import End, Hand, Ints
from kibitz.games.holdem.opponents.situation import situation
from kibitz.games.holdem.table.position import (
    BOARD,
    CALL,
    FLOP,
    FOLD,
    PREFLOP,
    Holdem,
    board_card,
    hole,
    is_in,
    pot,
    to_call,
)
from kibitz.games.holdem.table.rules import value_of
from kibitz.games.holdem.table.sizes import kind_of
from kibitz.games.holdem.table.spoken import winnings

FACTS = 7
ONE_RAISE = 2  # bets before the flop, the big blind with them


@kernel
def tell_decisions(p: Holdem, moves: Ints, out: Ints) -> None:
    """Write of each decision: stage, seat, price, pot, bets, the bet to match, the situation."""
    for i in range(len(moves)):
        out[i, 0], out[i, 1] = p.stage, p.seat
        out[i, 2], out[i, 3] = to_call(p, p.seat), pot(p)
        out[i, 4], out[i, 5], out[i, 6] = p.raises, p.high, situation(p)
        p = play(p, moves[i])


@kernel
def beaten_part(p: Holdem, seat: int) -> float:
    """The part of all hands that a seat's hand beats on the whole board; a tie counts half."""
    board = np.empty(BOARD, np.int64)
    for i in range(BOARD):
        board[i] = board_card(p, i)
    key, mask = keyed(board)
    mine, taken = value_of(p, seat), mask
    taken |= CARD_MASKS[hole(p, seat, 0)] | CARD_MASKS[hole(p, seat, 1)]
    beaten, hands = 0.0, 0
    for a in range(CARDS):
        for b in range(a):
            if not taken & (CARD_MASKS[a] | CARD_MASKS[b]):
                yours = value_with(key, mask, a, b)
                beaten += 1.0 if yours < mine else 0.5 if yours == mine else 0.0
                hands += 1
    return beaten / hands


class HandStep(NamedTuple):
    """One decision."""

    stage: int
    seat: int
    price: int
    pot: int
    bets: int
    high: int
    situation: int
    move: int

    @property
    def is_raise(self) -> bool:
        return self.move > CALL

    @property
    def size(self) -> str:
        """The kind of a bet, by what it adds against the pot."""
        return kind_of((self.move - CALL - self.high) / max(1, self.pot))


class HandFacts:
    """What happened in a hand."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        table = np.empty((len(hand.moves), FACTS), np.int64)
        tell_decisions(hand.start, np.array(hand.moves, np.int64), table)
        rows = zip(table.tolist(), hand.moves, strict=True)
        self.steps = [HandStep._make((*row, move)) for row, move in rows]
        self.preflop = [step for step in self.steps if step.stage == PREFLOP]
        self.postflop = [step for step in self.steps if step.stage >= FLOP]

    def of(self, seat: int) -> list[HandStep]:
        """The decisions of a seat."""
        return [step for step in self.steps if step.seat == seat]

    @cached_property
    def last_raiser(self) -> int | None:
        """Who raised last before the flop."""
        return next((step.seat for step in reversed(self.preflop) if step.is_raise), None)

    @cached_property
    def living(self) -> list[int]:
        """The seats that did not fold."""
        end = self.hand.end
        return [seat for seat in range(end.seats) if is_in(end, seat)]

    @cached_property
    def is_showdown(self) -> bool:
        return len(self.living) > 1 and self.hand.played.ended != End.OPEN

    @cached_property
    def saw_flop(self) -> set[int]:
        """The seats that were in when the flop came: by betting, or because all were all in."""
        if not self.postflop and not self.is_showdown:
            return set()
        folded = {step.seat for step in self.preflop if step.move == FOLD}
        return set(range(self.hand.game.seats)) - folded

    @cached_property
    def winners(self) -> set[int] | None:
        """Who won a part of the pot at a showdown; None where not all cards are known."""
        if not self.is_showdown or self.hand.played.ended != End.PAID:
            return None
        return set(winnings(self.hand.end))

    def strength(self, seat: int) -> float:
        """The part of all hands that a shown hand beats on the final board."""
        return float(beaten_part(self.hand.end, seat))

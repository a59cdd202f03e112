"""One hand as it was written down, and what becomes of it when it is played again.

Hidden cards are None, or UNKNOWN where one of two was seen. A hand gives the game, the
position after the deal, the moves in our own numbers, and a record: its `start` writes `??`
for every card that was never shown.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from enum import IntEnum
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64
from kibitz.core.cards import card_text
from kibitz.core.game import OVER, Position, key, payoff, play, turn, view
from kibitz.core.kernel import kernel
from kibitz.core.record import Record
from kibitz.games.holdem.game import HoldemGame
from kibitz.games.holdem.histories.amounts import ONE, unit_text
from kibitz.games.holdem.histories.posted import Posted, posted
from kibitz.games.holdem.table.position import (
    BOARD,
    CALL,
    FIXED,
    FOLD,
    HOLE_BITS,
    NO_HOLES,
    PREFLOP,
    UNKNOWN,
    Holdem,
    behind,
    bet,
    board_card,
    hole,
    is_in,
)
from kibitz.games.holdem.table.rules import can_raise, least_raise, settle

Cards = tuple[int, ...]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
NO_HOLE = (1 << HOLE_BITS) - 1  # of one seat
TEXTS = {**{card: card_text(card) for card in range(52)}, UNKNOWN: "??"}
KEPT = ("hand", "venue", "event", "table", "year", "month", "day", "time", "currency")  # as tags


class End(IntEnum):
    """How a hand ended: not at all, with cards that nobody showed, or so that it can be paid."""

    OPEN, HIDDEN, PAID = range(3)


@kernel
def may_play(p: Holdem, move: int) -> bool:
    """Whether the seat to act may make a move, told without listing all; any may be folded."""
    if move <= CALL:
        return move in (CALL, FOLD)
    least = least_raise(p)
    most = least if p.kind == FIXED else bet(p, p.seat) + behind(p, p.seat)
    return can_raise(p) and least <= move - CALL <= most


@kernel
def is_payable(p: Holdem) -> bool:
    """Whether a finished hand can be paid: one seat is left, or all cards in play are known."""
    living = 0
    for seat in range(p.seats):
        living += 1 if is_in(p, seat) else 0
    if living == 1:
        return True
    for i in range(BOARD):
        if board_card(p, i) == UNKNOWN:
            return False
    for seat in range(p.seats):
        if is_in(p, seat) and (hole(p, seat, 0) == UNKNOWN or hole(p, seat, 1) == UNKNOWN):
            return False
    return True


@kernel
def play_again(
    p: Holdem, seats: Ints, moves: Ints, keys: Ints, results: Floats
) -> tuple[int, int, Holdem]:
    """Make the moves as far as each is legal for its seat: how many were, the end, the position.

    Writes the key of what each seat knew when it decided, and what each seat won.
    """
    for i in range(len(moves)):
        if turn(p) != seats[i] or not may_play(p, moves[i]):
            return i, 0, p
        keys[i] = int64(key(view(p, p.seat)))
        p = play(p, moves[i])
    if turn(p) != OVER:
        return len(moves), 0, p
    if not is_payable(p):
        return len(moves), 1, p
    for seat in range(p.seats):
        results[seat] = payoff(p, seat)
    return len(moves), 2, p


class Played(NamedTuple):
    """A hand played again: how far its moves are legal, how it ended, and what it gave."""

    moves: int
    ended: End
    end: Holdem
    keys: Ints  # of what each seat knew when it decided
    results: tuple[float, ...] | None  # in big blinds


@dataclass(frozen=True)
class Hand:
    """One hand as it was written down; `unit` is what a chip is worth in the file."""

    game: HoldemGame
    holes: tuple[Cards | None, ...]
    board: Cards
    moves: tuple[int, ...]
    players: tuple[str, ...]
    facts: dict[str, Any] = field(default_factory=dict)
    chips: Posted | None = None  # where they are not those of the game
    unit: Decimal = ONE
    seats: tuple[int, ...] | None = None  # who made each move, where the file says so

    @cached_property
    def posted(self) -> Posted:
        """The chips before the first decision."""
        if self.chips is not None:
            return self.chips
        game, rest = self.game, self.game.seats - 2
        blinds, antes = (game.small, game.big, *[0] * rest), (game.ante,) * game.seats
        return posted(game.stacks, antes, blinds, game.big, True)

    @cached_property
    def start(self) -> Holdem:
        """The position after the deal; cards that nobody showed are unknown."""
        game, chips = self.game, self.posted
        fill = (*self.board, *[UNKNOWN] * (BOARD - len(self.board)))
        holes = [NO_HOLES, NO_HOLES]
        for seat, two in enumerate(self.holes):
            if two is not None:
                hidden = NO_HOLE ^ (two[0] | two[1] << 6)
                holes[seat // 5] ^= hidden << HOLE_BITS * (seat % 5)
        board = sum(card << 6 * i for i, card in enumerate(fill))
        rules = (game.seats, game.kind, game.small, game.big, chips.level)
        cards, fields = (*holes, board), chips.fields
        if not chips.is_short:
            betting = (chips.first, chips.level, chips.high, chips.by, 1, 0, 0, 0)
            return Holdem._make((*rules, *fields, *cards, PREFLOP, *betting))
        before = (chips.first - 1) % game.seats
        betting = (before, chips.level, chips.high, chips.by, 1, chips.acted, 0, 0)
        waiting = Holdem._make((*rules, *fields, *cards, PREFLOP, *betting))
        return Holdem._make(settle(waiting))

    @property
    def start_text(self) -> str:
        """The same as the game writes it, many times faster."""
        chips, game = self.posted, self.game
        if chips.is_short:
            return game.position_text(self.start)
        paid = ",".join(
            one.text(usual) for one, usual in zip(chips.seats, game.stacks, strict=True)
        )
        holes = ",".join(
            "????" if two is None else TEXTS[two[0]] + TEXTS[two[1]] for two in self.holes
        )
        board = "".join(TEXTS[card] for card in self.board) + "??" * (BOARD - len(self.board))
        betting = f"{chips.high}/{chips.by}/1/0/0/{chips.level}"
        return f"preflop:{chips.first} {paid} {holes} {board} {betting}"

    @cached_property
    def played(self) -> Played:
        """The hand played again, every move checked."""
        moves = np.array(self.moves, np.int64)
        seats = self._movers() if self.seats is None else np.array(self.seats, np.int64)
        keys, results = np.empty(len(moves), np.int64), np.empty(self.game.seats)
        count, ended, end = play_again(self.start, seats, moves, keys, results)
        paid = tuple(results.tolist()) if ended == End.PAID else None
        return Played(count, End(ended), Holdem._make(end), keys, paid)

    def _movers(self) -> Ints:
        """Who made each move, where the game alone can tell."""
        return np.array([p.seat for p, _ in self.positions()], np.int64)

    def positions(self) -> Iterator[tuple[Position, int]]:
        """Each decision with the move made in it."""
        return self.game.walk(self.start, list(self.moves))

    @property
    def end(self) -> Position:
        return self.played.end

    @property
    def move_texts(self) -> tuple[str, ...]:
        """The moves as the game writes them."""
        return tuple(
            f"r{move - CALL}" if move > CALL else "c" if move == CALL else "f"
            for move in self.moves
        )

    def record(self) -> Record:
        """The hand as a record of ours, with a result where every card that counts is known."""
        ended = self.played.ended
        tags = {name: str(self.facts[name]) for name in KEPT if name in self.facts}
        if self.unit != ONE:
            tags["unit"] = unit_text(self.unit)
        if ended != End.PAID:
            tags["ended"] = "not all cards are known" if ended == End.HIDDEN else "unfinished"
        result, text = self.played.results, self.game.text
        return Record(text, self.start_text, self.players, 0, self.move_texts, result, tags=tags)

"""One hand as it was written down, and what becomes of it when it is played again.

Hidden cards are None, or UNKNOWN where one of two was seen. A hand gives the game, the
position after the deal, the moves in our own numbers, and a record: its `start` writes `??`
for every card that was never shown.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import IntEnum
from functools import cached_property, lru_cache
from itertools import chain, pairwise
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
    SEATS,
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


ENDS = tuple(End)


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


@kernel
def is_dealt_twice(p: Holdem) -> bool:
    """Whether a card that is known lies in two places."""
    seen = 0
    for i in range(BOARD + 2 * p.seats):
        card = board_card(p, i) if i < BOARD else hole(p, (i - BOARD) // 2, (i - BOARD) % 2)
        if card != UNKNOWN:
            if seen >> card & 1 == 1:
                return True
            seen |= 1 << card
    return False


@kernel
def position_in(row: Ints) -> Holdem:
    """The position whose fields stand in a row."""
    return Holdem(
        row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8], row[9],
        row[10], row[11], row[12], row[13], row[14], row[15], row[16], row[17], row[18], row[19],
        row[20], row[21], row[22], row[23], row[24], row[25], row[26], row[27], row[28],
    )  # fmt: skip


@kernel
def play_all_again(
    starts: Ints, begins: Ints, seats: Ints, moves: Ints, keys: Ints, results: Floats, told: Ints
) -> None:
    """Play many hands again; the moves of hand i are those from `begins[i]` to the next.

    A row of `told` gets whether a card was dealt twice, how many moves were legal, how it
    ended, and the last position.
    """
    for i in range(len(starts)):
        a, b = begins[i], begins[i + 1]
        count, ended, p = play_again(
            position_in(starts[i]), seats[a:b], moves[a:b], keys[a:b], results[i]
        )
        told[i, 0], told[i, 1], told[i, 2] = is_dealt_twice(p), count, ended
        for k in range(len(p)):
            told[i, 3 + k] = p[k]


class Played(NamedTuple):
    """A hand played again: how far its moves are legal, how it ended, and what it gave."""

    is_dealt_twice: bool  # one of its cards
    moves: int
    ended: End
    end: Holdem
    keys: tuple[int, ...]  # of what each seat knew when it decided
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
        board = fill[0] | fill[1] << 6 | fill[2] << 12 | fill[3] << 18 | fill[4] << 24
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
        paid = _paid_text(chips, game.stacks)
        holes = ",".join(map(_hole_text, self.holes))
        board = "".join(map(TEXTS.__getitem__, self.board)) + "??" * (BOARD - len(self.board))
        betting = f"{chips.high}/{chips.by}/1/0/0/{chips.level}"
        return f"preflop:{chips.first} {paid} {holes} {board} {betting}"

    @cached_property
    def played(self) -> Played:
        """The hand played again, every move checked."""
        return played_together([self])[0]

    @property
    def movers(self) -> tuple[int, ...]:
        """Who made each move: as the file says, or else as the game tells."""
        return tuple(p.seat for p, _ in self.positions()) if self.seats is None else self.seats

    def positions(self) -> Iterator[tuple[Position, int]]:
        """Each decision with the move made in it."""
        return self.game.walk(self.start, list(self.moves))

    @property
    def end(self) -> Position:
        return self.played.end

    @property
    def move_texts(self) -> tuple[str, ...]:
        """The moves as the game writes them."""
        return tuple(map(_move_text, self.moves))

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


@lru_cache(maxsize=1024)
def _paid_text(chips: Posted, stacks: tuple[int, ...]) -> str:
    paid = (one.text(usual) for one, usual in zip(chips.seats, stacks, strict=True))
    return ",".join(paid)


@lru_cache(maxsize=1 << 12)
def _hole_text(two: Cards | None) -> str:
    return "????" if two is None else TEXTS[two[0]] + TEXTS[two[1]]


@lru_cache(maxsize=1 << 14)
def _move_text(move: int) -> str:
    return f"r{move - CALL}" if move > CALL else "c" if move == CALL else "f"


def played_together(hands: Sequence[Hand]) -> list[Played]:
    """Some hands played again in one call, every move checked."""
    begins = np.cumsum([0, *(len(hand.moves) for hand in hands)])
    seats = np.fromiter(chain.from_iterable(hand.movers for hand in hands), np.int64)
    moves = np.fromiter(chain.from_iterable(hand.moves for hand in hands), np.int64)
    starts = np.fromiter(chain.from_iterable(hand.start for hand in hands), np.int64)
    starts = starts.reshape(len(hands), -1)
    keys, results = np.empty_like(moves), np.empty((len(hands), SEATS))
    told = np.empty((len(hands), 3 + starts.shape[1]), np.int64)
    play_all_again(starts, begins, seats, moves, keys, results, told)
    seen, froms = keys.tolist(), begins.tolist()
    parts = (tuple(seen[a:b]) for a, b in pairwise(froms))
    return list(map(_played, hands, told.tolist(), parts, results.tolist()))


def _played(hand: Hand, told: list[int], keys: tuple[int, ...], results: list[float]) -> Played:
    is_twice, count, ended, *end = told
    paid = tuple(results[: hand.game.seats]) if ended == End.PAID else None
    return Played(bool(is_twice), count, ENDS[ended], Holdem._make(end), keys, paid)


def play_together(hands: Sequence[Hand]) -> None:
    """Let each of some hands know what became of it: many times faster than one by one."""
    for hand, played in zip(hands, played_together(hands) if hands else (), strict=True):
        hand.__dict__["played"] = played

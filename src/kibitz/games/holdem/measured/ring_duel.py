"""One player among several of another, each deal in every seat, with little luck.

Both rest on tables (`ring`), but the expert tries its moves before it makes them, and solves
what is left between two. What it wins is what its table alone would win, plus what its own
moves gain on the table's: at every decision at which it may differ, how often it makes each
move less how often the table does, times what the move is worth if all go on by the tables. The
sum over its decisions is the difference of the two players (Kakade and Langford 2002, for any
two strategies), whatever hands they meet. The first part is a mean over many more deals, which
cost nothing; the second has no luck but that of the situations it meets. Both are unbiased.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Self

import numpy as np

from kibitz.core.call import Call
from kibitz.core.game import OVER, payoff, play, turn, view
from kibitz.core.seeds import child, stream
from kibitz.core.stream import Stream, seed62
from kibitz.errors import BadValue
from kibitz.estimate.analyst import Analyst, Mixed
from kibitz.games.holdem.game import HoldemGame
from kibitz.games.holdem.measured.duel import CountedPair, seated
from kibitz.games.holdem.measured.ring_play import (
    MOST_MOVES,
    NOWHERE,
    TableStyles,
    begin_hand,
    deal_results,
    odds_at,
    try_moves,
)
from kibitz.games.holdem.ring.analyst import RingStrategy, legal_odds
from kibitz.games.holdem.ring.crowd import ring_strategy
from kibitz.games.holdem.ring.spots import CHOICES
from kibitz.games.holdem.ring.state import STATE, load_state
from kibitz.games.holdem.table.position import Holdem

FURTHER = 200  # deals by the tables beside each pair
BOARDS = 100  # dealt anew for what moves are worth
Odds = list[tuple[int, float]]


class Strays(Enum):
    """Where a player may make other moves than its table."""

    NOWHERE = "nowhere"
    BETWEEN_TWO = "between two, after the flop"
    ANYWHERE = "anywhere"


@dataclass(frozen=True)
class RingDuel:
    """A player and those around it; `strays` is where it may leave its table."""

    game: HoldemGame
    one: Analyst
    base: RingStrategy  # the table behind it
    others: RingStrategy
    strays: Strays

    @classmethod
    def of(cls, one: str, other: str, seats: int, blinds: int) -> Self:
        """By their names; who plays by no table is refused."""
        game = HoldemGame(seats=seats, stack=2 * blinds)
        first, second = _table_player(game, one), _table_player(game, other)
        if _strays(second) is not Strays.NOWHERE:
            raise BadValue(f"{other} plays by more than tables: name it first")
        return cls(game, first, first, second, _strays(first))

    @cached_property
    def styles(self) -> TableStyles:
        kind = int(self.game.start().kind)
        own, around = (ring_strategy(kind, p.misjudges) for p in (self.base, self.others))
        return TableStyles(own, self.base.calls, around, self.others.calls)

    def pairs(self, count: int, seed: int) -> Iterator[CountedPair]:
        """The first pairs of a seed."""
        return (self.pair(number, seed) for number in range(count))

    def pair(self, number: int, seed: int) -> CountedPair:
        """A deal in every seat, as played; and without luck."""
        dealt = play(self.game.start(), int(seed62(stream(seed, number, 0))))
        seats = range(self.game.seats)
        rows = [self.hand(dealt, seat, child(seed, number, 1 + seat)) for seat in seats]
        plain, gained = (sum(column) / len(rows) for column in zip(*rows, strict=True))
        return CountedPair(plain, None, gained + self.table_mean(stream(seed, number, 99)))

    def table_mean(self, luck: Stream, deals: int = FURTHER) -> float:
        """What the table alone wins, a mean over deals that are played in every seat."""
        start, results = np.zeros(STATE, np.int64), np.empty(deals)
        load_state(play(self.game.start(), 1), start)
        deal_results(start, self.styles, results, luck)
        return float(results.mean())

    def hand(self, p: Holdem, me: int, key: int) -> tuple[float, float]:
        """What the player won in a seat, and what its own moves gained on the table's."""
        if self.strays is Strays.ANYWHERE:
            return self._play_on(p, me, key)
        made = np.empty(MOST_MOVES, np.int64)
        stop = me if self.strays is Strays.BETWEEN_TWO else NOWHERE
        count, is_over, won = begin_hand(p, me, self.styles, stop, stream(key, 0), made)
        if is_over:
            return float(won), 0.0
        for move in made[:count].tolist():
            p = play(p, move)
        return self._play_on(p, me, key)

    def _play_on(self, p: Holdem, me: int, key: int) -> tuple[float, float]:
        gained, number = 0.0, 1
        while turn(p) != OVER:
            odds = self.table_odds(p, me)
            if turn(p) == me:
                table, odds = odds, self.one.odds(self.game, view(p, me), me)
                gained += self.gain(p, me, odds, table, stream(key, number, 1))
            p = play(p, Mixed().draw(odds, stream(key, number, 0)))
            number += 1
        return float(payoff(p, me)), gained

    def table_odds(self, p: Holdem, me: int) -> Odds:
        """How often the seat to act makes each move by its table."""
        moves, odds = np.empty(CHOICES, np.int64), np.empty(CHOICES)
        odds_at(p, me, self.styles, moves, odds)
        return legal_odds(self.game.legal_moves(p), moves, odds)

    def gain(self, p: Holdem, me: int, odds: Odds, table: Odds, luck: Stream) -> float:
        """What moves by `odds` bring more than those by the table, before both go on by it."""
        more = dict(odds)
        for move, chance in table:
            more[move] = more.get(move, 0.0) - chance
        differs = {move: part for move, part in more.items() if abs(part) > 1e-12}
        values = np.empty((BOARDS, len(differs)))
        try_moves(p, me, self.styles, np.array(list(differs), np.int64), values, luck)
        return float(values.mean(axis=0) @ np.array(list(differs.values())))


def _table_player(game: HoldemGame, name: str) -> RingStrategy:
    """The player of that name; `ring` may have settings."""
    call = Call.parse(name)
    if call.name == RingStrategy.name:
        made = call.make(RingStrategy)
        assert isinstance(made, RingStrategy)
        return made
    analyst, choice = seated(game, name)
    if not isinstance(analyst, RingStrategy) or choice != Mixed():
        raise BadValue(f"{name} plays by no table: with several seats only ring and levels do")
    return analyst


def _strays(player: RingStrategy) -> Strays:
    """It solves what is left between two, and tries its moves before it makes them."""
    if player.errs:
        return Strays.NOWHERE
    if player.rehearses > 0:
        return Strays.ANYWHERE
    return Strays.BETWEEN_TWO if player.solves else Strays.NOWHERE

"""Pairs of compiled players, a whole chunk inside one kernel.

It plays the games that `PairTable` plays, move for move: the same seeds for chance and
choices by the same keys, the same `choose`. Only the thinking time is not taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kibitz.arena.batch import Batch, Whole
from kibitz.arena.pair import player_at
from kibitz.arena.table import LANE, move_texts
from kibitz.core.bits import signed, unsigned
from kibitz.core.game import (
    CHANCE,
    OVER,
    Game,
    Moves,
    Position,
    generic,
    payoff,
    play,
    sample,
    turn,
    view,
)
from kibitz.core.kernel import kernel
from kibitz.core.record import Record
from kibitz.core.seeds import nth
from kibitz.core.stream import Stream, mix, reseed
from kibitz.players.compiled import choose
from kibitz.players.player import CompiledPlayer

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_U2 = np.uint64(2)


@kernel
def nth_seed(seed: int, n: int) -> int:
    """The n-th 62-bit seed below `seed`, as `kibitz.core.seeds.nth` gives it."""
    return signed(mix(signed(unsigned(seed) + unsigned(n) * _GOLDEN)) >> _U2)


@generic
def play_series(
    start: Position,
    kinds: Whole,
    seed: int,
    first: int,
    out: Moves,
    stream: Stream,
    payoffs: NDArray[np.float64],
    decisions: Whole,
    plies: Whole,
    played: Whole,
) -> None:
    """Play the pairs `first`, `first` + 1, ... below `seed` into the rows of the arrays.

    `payoffs` and `decisions` are by pair, game and player; `played` keeps the moves by
    pair, game and ply, as far as it has room.
    """
    seats, room = len(kinds), played.shape[2]
    for row in range(len(payoffs)):
        deal = nth_seed(seed, first + row)
        for number in range(seats):
            p, ply, chances = start, 0, 0
            seat = turn(p)
            while seat != OVER:
                if seat == CHANCE:
                    reseed(stream, nth_seed(deal, chances))
                    move = sample(p, out, stream)
                    chances += 1
                else:
                    player = (seat - number) % seats
                    choice = nth_seed(deal, (number + 1) * LANE + ply)
                    move = choose(view(p, seat), kinds[player], choice, out, stream)
                    decisions[row, number, player] += 1
                if ply < room:
                    played[row, number, ply] = move
                p = play(p, move)
                ply += 1
                seat = turn(p)
            plies[row, number] = ply
            for player in range(seats):
                payoffs[row, number, player] = payoff(p, (player + number) % seats)


@dataclass
class Series:
    """Plays chunks of pairs between compiled players."""

    game: Game
    players: Sequence[CompiledPlayer]
    wants_records: bool = False

    def __post_init__(self) -> None:
        self._kinds = np.array([player.kind for player in self.players], np.int64)

    def play(self, places: tuple[int, ...], seed: int, first: int, count: int) -> Batch:
        """The pairs from `first` on of the players at these places of the plan."""
        seats = self.game.seats
        payoffs = np.empty((count, seats, seats))
        decisions = np.zeros((count, seats, seats), np.int64)
        plies = np.empty((count, seats), np.int64)
        room = self.game.most_plies if self.wants_records else 0
        played = np.empty((count, seats, room), np.int64)
        start = self.game.start()
        scratch, stream = self.game.scratch(), np.empty(4, np.uint64)
        play_series(
            start, self._kinds, seed, first, scratch, stream, payoffs, decisions, plies, played
        )
        batch = Batch(places, first, payoffs, plies, decisions, np.zeros(payoffs.shape))
        if not self.wants_records:
            return batch
        deals = [nth(seed, first + row) for row in range(count)]
        return replace(
            batch, records=[self._records(batch, played, i, deals[i]) for i in range(count)]
        )

    def _records(self, batch: Batch, played: Whole, row: int, deal: int) -> tuple[Record, ...]:
        records = []
        for number in range(self.game.seats):
            moves = played[row, number, : batch.plies[row, number]].tolist()
            records.append(self._record(deal, number, moves, batch.payoffs[row, number].tolist()))
        return tuple(records)

    def _record(self, deal: int, number: int, played: list[int], payoffs: list[float]) -> Record:
        start, seats = self.game.start(), self.game.seats
        seated = [player_at(seat, number, seats) for seat in range(seats)]
        return Record(
            game=self.game.text,
            start=self.game.position_text(start),
            players=tuple(self.players[i].text for i in seated),
            seed=deal,
            moves=move_texts(self.game, start, played),
            result=tuple(payoffs[i] for i in seated),
        )

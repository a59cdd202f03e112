"""Pairs of compiled players, a whole chunk inside one kernel.

It plays the games that `PairTable` plays, move for move: the same branches for chance and
choices, the same `choose`. Only the thinking time is not taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.arena.batch import Batch, Whole
from kibitz.arena.deal import (
    CHANCE_BRANCH,
    FIRST_PLAYER,
    LANE,
    branches,
    pair_seeds,
    seeds_of,
)
from kibitz.arena.pair import player_at
from kibitz.arena.table import move_texts
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
from kibitz.core.record import Record
from kibitz.core.stream import Stream, reseed
from kibitz.players.compiled import choose, nth_seed
from kibitz.players.player import Player


class Movers(NamedTuple):
    """The players of a series: player i is the `Mover` of kinds[i], slips[i] and fews[i]."""

    kinds: Whole
    slips: NDArray[np.float64]
    fews: Whole


class SeriesScratch(NamedTuple):
    """Room to choose moves in."""

    out: Moves
    worth: NDArray[np.float64]
    stream: Stream


class Sheet(NamedTuple):
    """What came of each pair and game: by player, or by ply as far as there is room."""

    payoffs: NDArray[np.float64]
    decisions: Whole
    plies: Whole
    played: Whole


@generic
def play_series(
    start: Position, movers: Movers, branches: Whole, scratch: SeriesScratch, sheet: Sheet
) -> None:
    """Play a pair for each column of `branches` (`kibitz.arena.deal`) into the rows of the sheet.

    The bundles are opened before the loop: handed on inside it, their arrays would be
    counted in and out on every call.
    """
    kinds, slips, fews = movers
    out, worth, stream = scratch
    payoffs, decisions, plies, played = sheet
    seats, room = len(kinds), played.shape[2]
    own = np.empty(seats, np.int64)
    for row in range(len(payoffs)):
        luck = branches[CHANCE_BRANCH, row]
        for player in range(seats):
            own[player] = branches[FIRST_PLAYER + player, row]
        for number in range(seats):
            p, ply, chances = start, 0, 0
            seat = turn(p)
            while seat != OVER:
                if seat == CHANCE:
                    reseed(stream, nth_seed(luck, chances))
                    move = sample(p, out, stream)
                    chances += 1
                else:
                    player = (seat - number) % seats
                    key = nth_seed(own[player], (number + 1) * LANE + ply)
                    kind, slip, few = kinds[player], slips[player], fews[player]
                    move = choose(view(p, seat), kind, slip, few, key, out, worth, stream)
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
    players: Sequence[Player]  # all of them movers
    wants_records: bool = False

    def __post_init__(self) -> None:
        movers = [player.mover for player in self.players if player.mover is not None]
        self._movers = Movers(
            np.array([mover.kind for mover in movers], np.int64),
            np.array([mover.slips for mover in movers], np.float64),
            np.array([mover.few for mover in movers], np.int64),
        )

    def play(self, places: tuple[int, ...], seed: int, first: int, count: int) -> Batch:
        """The pairs from `first` on of the players at these places of the plan."""
        sheet = self._sheet(count)
        out = self.game.scratch()
        scratch = SeriesScratch(out, np.empty(len(out)), np.empty(4, np.uint64))
        seeds = pair_seeds(seed, first, count)
        dealt = branches(seeds, self.game.seats)
        play_series(self.game.start(), self._movers, dealt, scratch, sheet)
        payoffs, decisions, plies, played = sheet
        batch = Batch(places, first, payoffs, plies, decisions, np.zeros(payoffs.shape))
        if not self.wants_records:
            return batch
        numbers = enumerate(seeds_of(seeds))
        return replace(
            batch, records=[self._records(batch, played, row, seed) for row, seed in numbers]
        )

    def _sheet(self, count: int) -> Sheet:
        seats = self.game.seats
        room = self.game.most_plies if self.wants_records else 0
        return Sheet(
            np.empty((count, seats, seats)),
            np.zeros((count, seats, seats), np.int64),
            np.empty((count, seats), np.int64),
            np.empty((count, seats, room), np.int64),
        )

    def _records(self, batch: Batch, played: Whole, row: int, seed: int) -> tuple[Record, ...]:
        records = []
        for number in range(self.game.seats):
            moves = played[row, number, : batch.plies[row, number]].tolist()
            records.append(self._record(seed, number, moves, batch.payoffs[row, number].tolist()))
        return tuple(records)

    def _record(self, seed: int, number: int, played: list[int], payoffs: list[float]) -> Record:
        start, seats = self.game.start(), self.game.seats
        seated = [player_at(seat, number, seats) for seat in range(seats)]
        return Record(
            game=self.game.text,
            start=self.game.position_text(start),
            players=tuple(self.players[i].text for i in seated),
            seed=seed,
            moves=move_texts(self.game, start, played),
            result=tuple(payoffs[i] for i in seated),
        )

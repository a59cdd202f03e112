"""One game at a table: positions go round, players see views, chance has seeds of its own.

The k-th chance event of a game draws from the k-th seed below the game's, whatever the
players do, so that both games of a pair have the same deals and dice.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from kibitz.core.game import CHANCE, OVER, Game, Position, payoff, play, sample, turn, view
from kibitz.core.record import Record
from kibitz.core.seeds import nth
from kibitz.core.stream import reseed
from kibitz.errors import PlayerFailed
from kibitz.players.player import Player

CHOICE_KEYS = 1 << 40  # seeds of choices stand apart from those of chance


@dataclass
class Table:
    """A game in progress, and everything that a record of it needs."""

    game: Game
    players: Sequence[Player]  # by seat
    seed: int
    start: Position | None = None
    watch: Callable[[Position, int, int], None] | None = None  # position, seat, move
    moves: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.position = self.first = self.game.start() if self.start is None else self.start
        self._chances = 0
        self._scratch = self.game.scratch()
        self._stream = np.empty(4, np.uint64)

    def finish(self) -> tuple[float, ...]:
        """Play on to the end; return each seat's payoff."""
        for seat, player in enumerate(self.players):
            player.new_game(nth(self.seed, CHOICE_KEYS - 1 - seat))
        while turn(self.position) != OVER:
            self.step()
        return tuple(float(payoff(self.position, seat)) for seat in range(self.game.seats))

    def step(self) -> None:
        """Let chance or the seat to act make one move."""
        seat = turn(self.position)
        begun = time.perf_counter()
        move = self._outcome() if seat == CHANCE else self._choice(seat)
        self.seconds.append(time.perf_counter() - begun)
        if self.watch:
            self.watch(self.position, seat, move)
        self._apply(move)

    def advance(self, move: int) -> None:
        """Play a move that was chosen before, as when a game is taken up again."""
        if turn(self.position) == CHANCE:
            self._chances += 1
        self.seconds.append(0.0)
        self._apply(self.game.checked_move(self.position, move))

    def _apply(self, move: int) -> None:
        self.moves.append(move)
        self.position = play(self.position, move)

    def _outcome(self) -> int:
        reseed(self._stream, nth(self.seed, self._chances))
        self._chances += 1
        return int(sample(self.position, self._scratch, self._stream))

    def _choice(self, seat: int) -> int:
        player = self.players[seat]
        known = view(self.position, seat)
        move = int(player.move(known, seat, nth(self.seed, CHOICE_KEYS + len(self.moves))))
        if not self.game.is_legal(self.position, move):
            raise PlayerFailed(
                f"{player.text} played {move}, which is not legal in "
                f"{self.game.position_text(known)}"
            )
        return move

    def record(self) -> Record:
        """The game so far as a record."""
        p, texts = self.first, []
        for move in self.moves:
            texts.append(self.game.move_text(p, move))
            p = play(p, move)
        seats = range(self.game.seats)
        over = turn(p) == OVER
        return Record(
            game=self.game.text,
            start=self.game.position_text(self.first),
            players=tuple(player.text for player in self.players),
            seed=self.seed,
            moves=tuple(texts),
            result=tuple(float(payoff(p, seat)) for seat in seats) if over else None,
            seconds=tuple(self.seconds),
        )

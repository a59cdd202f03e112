"""One game at a table: positions go round, players see views, chance has seeds of its own.

The k-th chance event of a game draws from the k-th seed below the game's, whatever the
players do, so that both games of a pair have the same deals and dice. Choices draw from
the lane of their game, so that the two games of a pair choose independently.

The border between Python and kernels is crossed once a move: `after_move` checks a move,
plays it and gives the next seat its view.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from kibitz.core.game import (
    CHANCE,
    OVER,
    Game,
    Moves,
    Position,
    generic,
    moves,
    payoff,
    play,
    sample,
    turn,
    view,
)
from kibitz.core.record import Record
from kibitz.core.seeds import nth
from kibitz.core.stream import Stream, reseed
from kibitz.players.failure import MovedIllegally, Stalled
from kibitz.players.player import GRACE_SECONDS, Player

LANE = 1 << 40  # seeds of choices stand apart from those of chance, and each game's from another's


@generic
def after_move(p: Position, move: int, out: Moves) -> tuple[bool, Position, Position, int]:
    """Whether `move` is legal; if so the position after it, what its seat sees, and that seat."""
    is_legal = False
    for i in range(moves(p, out)):
        is_legal |= out[i] == move
    after = play(p, move) if is_legal else p
    seat = turn(after)
    return is_legal, after, view(after, seat) if seat >= 0 else after, seat


@generic
def after_chance(
    p: Position, seed: int, out: Moves, stream: Stream
) -> tuple[int, Position, Position, int]:
    """What chance draws from `seed`, the position after it, what its seat sees, and that seat."""
    reseed(stream, seed)
    move = sample(p, out, stream)
    after = play(p, move)
    seat = turn(after)
    return move, after, view(after, seat) if seat >= 0 else after, seat


def choice_seed(seed: int, lane: int, ply: int) -> int:
    """The seed of the choice at `ply` in the game of that lane."""
    return nth(seed, (lane + 1) * LANE + ply)


def greeting_seed(seed: int, lane: int, seat: int) -> int:
    """The seed that a player is given when the game of that lane begins."""
    return nth(seed, (lane + 1) * LANE - 1 - seat)


@dataclass
class Table:
    """A game in progress, and everything that a record of it needs."""

    game: Game
    players: Sequence[Player]  # by seat
    seed: int
    start: Position | None = None
    watch: Callable[[Position, int, int], None] | None = None  # position, seat, move
    lane: int = 0  # which game of this seed it is
    limit_seconds: float | None = None  # for one move; a player that takes longer has failed
    on_thought: Callable[[int | None], None] | None = None  # the seat that begins one, or its end
    moves: list[int] = field(default_factory=list)
    positions: list[Position] = field(default_factory=list)  # in which each move was made
    seats: list[int] = field(default_factory=list)  # who made each move, CHANCE included
    seconds: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.position = self.first = self.game.start() if self.start is None else self.start
        self.thinking: int | None = None  # the seat that has been asked for something
        self._chances = 0
        self._scratch = self.game.scratch()
        self._stream = np.empty(4, np.uint64)
        self._look()

    def finish(self) -> tuple[float, ...]:
        """Play on to the end; return each seat's payoff."""
        self.greet()
        while self.seat != OVER:
            self.step()
        return self.payoffs()

    def greet(self) -> None:
        """Tell every player that a game begins."""
        for seat, player in enumerate(self.players):
            self.thinking = seat
            player.new_game(greeting_seed(self.seed, self.lane, seat))
        self.thinking = None

    def payoffs(self) -> tuple[float, ...]:
        """What the finished game gives each seat."""
        return tuple(float(payoff(self.position, seat)) for seat in range(self.game.seats))

    def step(self) -> None:
        """Let chance or the seat to act make one move."""
        before, seat = self.position, self.seat
        move = self._draw() if seat == CHANCE else self._choose(seat)
        self.moves.append(move)
        self.positions.append(before)
        self.seats.append(seat)
        if self.watch:
            self.watch(before, seat, move)

    def advance(self, move: int) -> None:
        """Play a move that was chosen before, as when a game is taken up again."""
        self._chances += self.seat == CHANCE
        self.positions.append(self.position)
        self.seats.append(self.seat)
        self.seconds.append(0.0)
        self.position = self.game.play(self.position, move)
        self.moves.append(move)
        self._look()

    def _look(self) -> None:
        """See whose turn it is and what that seat knows."""
        self.seat = turn(self.position)
        self._known = view(self.position, self.seat) if self.seat >= 0 else self.position

    def _draw(self) -> int:
        begun = time.perf_counter()
        seed = nth(self.seed, self._chances)
        drawn = after_chance(self.position, seed, self._scratch, self._stream)
        move, self.position, self._known, self.seat = drawn
        self._chances += 1
        self.seconds.append(time.perf_counter() - begun)
        return int(move)

    def _choose(self, seat: int) -> int:
        self.thinking = seat
        if self.on_thought:
            self.on_thought(seat)
        player = self.players[seat]
        seed = choice_seed(self.seed, self.lane, len(self.moves))
        begun = time.perf_counter()
        move = int(player.move(self._known, seat, seed))
        seconds = time.perf_counter() - begun
        if self.on_thought:
            self.on_thought(None)
        limit = self.limit_seconds
        if limit is not None and seconds > limit + 2 * GRACE_SECONDS:  # the first is for programs
            raise Stalled(f"{player.text} took {seconds:.3f} s; the limit is {limit:g} s")
        known = self._known
        is_legal, self.position, self._known, self.seat = after_move(
            self.position, move, self._scratch
        )
        if not is_legal:
            where = self.game.position_text(known)
            raise MovedIllegally(f"{player.text} played {move}, which is not legal in {where}")
        self.seconds.append(seconds)
        self.thinking = None
        return move

    def record(self) -> Record:
        """The game so far as a record."""
        return Record(
            game=self.game.text,
            start=self.game.position_text(self.first),
            players=tuple(player.text for player in self.players),
            seed=self.seed,
            moves=tuple(map(self.game.move_text, self.positions, self.moves)),
            result=self.payoffs() if self.seat == OVER else None,
            seconds=tuple(self.seconds),
        )


def move_texts(game: Game, start: Position, played: Iterable[int]) -> tuple[str, ...]:
    """The moves of a game that begins at `start`, each as its position writes it."""
    p, texts = start, []
    for move in played:
        texts.append(game.move_text(p, move))
        p = play(p, move)
    return tuple(texts)

"""One game at a table: positions go round, players see views, chance has seeds of its own.

The k-th chance event of a game draws from the k-th seed of chance, whatever the players do,
so that both games of a pair have the same deals and dice. Choices draw from the lane of their
game in the branch of their player (`kibitz.arena.deal`), so that the two games of a pair
choose independently and no player learns of anything but its own choices.

The border between Python and kernels is crossed once a move: `after_move` checks a move,
plays it and gives the next seat its view.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from operator import index
from reprlib import repr as shown

import numpy as np

from kibitz.arena.deal import LANE, Deal
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

LARGEST = (1 << 63) - 1  # a move is an int64


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


@dataclass
class Table:
    """A game in progress, and everything that a record of it needs."""

    game: Game
    players: Sequence[Player]  # by seat
    seed: int
    start: Position | None = None
    watch: Callable[[Position, int, int], None] | None = None  # position, seat, move
    lane: int = 0  # which game of this deal it is: players have moved on so many seats
    limit_seconds: float | None = None  # for one move; a player that takes longer has failed
    deal: Deal | None = None  # of that seed, where it is known already
    on_thought: Callable[[int | None], None] | None = None  # the seat that begins one, or its end
    moves: list[int] = field(default_factory=list)
    positions: list[Position] = field(default_factory=list)  # in which each move was made
    seats: list[int] = field(default_factory=list)  # who made each move, CHANCE included
    seconds: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.position = self.first = self.game.start() if self.start is None else self.start
        self.thinking: int | None = None  # the seat whose own call runs, or whose answer is bad
        seats = len(self.players)
        deal = self.deal or Deal.of(self.seed, seats)
        self._luck = deal.chance
        self._own = [deal.players[(seat - self.lane) % seats] for seat in range(seats)]
        self._lane = (self.lane + 1) * LANE
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
            seed = nth(self._own[seat], self._lane - 1)
            self.thinking = seat
            if self.on_thought:
                self.on_thought(seat)
            player.new_game(seed)
            self._heard()

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
        seed = nth(self._luck, self._chances)
        drawn = after_chance(self.position, seed, self._scratch, self._stream)
        move, self.position, self._known, self.seat = drawn
        self._chances += 1
        self.seconds.append(time.perf_counter() - begun)
        return int(move)

    def _choose(self, seat: int) -> int:
        player = self.players[seat]
        seed = nth(self._own[seat], self._lane + len(self.moves))
        self.thinking = seat  # from here on whatever is raised is its player's doing
        if self.on_thought:
            self.on_thought(seat)
        begun = time.perf_counter()
        answer = player.move(self._known, seat, seed)
        seconds = time.perf_counter() - begun
        move = answer if type(answer) is int else _as_move(player, answer)
        limit = self.limit_seconds
        if limit is not None and seconds > limit + 2 * GRACE_SECONDS:  # the first is for programs
            raise Stalled(f"{player.text} took {seconds:.3f} s; the limit is {limit:g} s")
        if not -LARGEST <= move <= LARGEST:
            raise MovedIllegally(f"{player.text} answered {shown(answer)}, which is not a move")
        self._heard()
        known = self._known
        is_legal, self.position, self._known, self.seat = after_move(
            self.position, move, self._scratch
        )
        if not is_legal:
            where = self.game.position_text(known)
            self.thinking = seat
            raise MovedIllegally(f"{player.text} played {move}, which is not legal in {where}")
        self.seconds.append(seconds)
        return move

    def _heard(self) -> None:
        """From here on it is the referee's again."""
        self.thinking = None
        if self.on_thought:
            self.on_thought(None)

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


def _as_move(player: Player, answer: object) -> int:
    """What a player answered, if it is a whole number."""
    try:
        return index(answer)  # type: ignore[arg-type]
    except TypeError:
        raise MovedIllegally(
            f"{player.text} answered {shown(answer)}, which is not a move"
        ) from None


def move_texts(game: Game, start: Position, played: Iterable[int]) -> tuple[str, ...]:
    """The moves of a game that begins at `start`, each as its position writes it."""
    p, texts = start, []
    for move in played:
        texts.append(game.move_text(p, move))
        p = play(p, move)
    return tuple(texts)

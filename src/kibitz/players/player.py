"""Who fills a seat: a player is given a view and a seed, and nothing else.

A move is a function of the view, the seat and the seed. That is how we know that no
player cheats: two worlds that look alike get the same move.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kibitz.core.game import Game, Position
from kibitz.core.seeds import nth
from kibitz.core.stream import reseed
from kibitz.estimate.analyst import Analyst, Choice
from kibitz.players.compiled import NAMES, RANDOM, Mover, choose, level_mover

GRACE_SECONDS = 0.1  # beyond a limit that is not held against anybody: lines take time to travel


class Player(ABC):
    """Picks a move from what its seat knows."""

    text: str  # the player string that rebuilds this player
    keeps_time: bool = False  # whether it stops by itself when its limit is over
    is_ours: bool = False  # whether it is made of Kibitz's own kernels and tables alone
    mover: Mover | None = None  # the numbers of a player that can move inside a kernel

    @abstractmethod
    def move(self, view: Position, seat: int, seed: int) -> int:
        """The move of `seat`, which is to act."""

    def new_game(self, seed: int) -> None:  # noqa: B027 (most players remember nothing)
        """Forget the last game."""

    def limit(self, seconds: float | None) -> None:  # noqa: B027 (whoever does not keep time is watched)
        """Hear how long a move may take; None is for ever."""

    def close(self) -> None:  # noqa: B027 (most players hold nothing open)
        """Let go of what the player holds open."""


class CompiledPlayer(Player):
    """A kernel that chooses: any legal move, each as likely, or the game's quick policy."""

    keeps_time = True  # it is done in no time
    is_ours = True

    def __init__(self, game: Game, kind: int) -> None:
        self.game, self.mover, self.text = game, Mover(kind), NAMES[kind]
        self._scratch, self._worth = game.scratch(), np.empty(0)
        self._stream = np.empty(4, np.uint64)

    def move(self, view: Position, seat: int, seed: int) -> int:
        assert self.mover is not None
        return int(choose(view, *self.mover, seed, self._scratch, self._worth, self._stream))


class RandomPlayer(CompiledPlayer):
    """Any legal move, each as likely."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, RANDOM)


@dataclass
class AnalystPlayer(Player):
    """Analyses its options and chooses among them."""

    game: Game
    analyst: Analyst
    choice: Choice
    text: str
    is_ours = True

    def __post_init__(self) -> None:
        self.mover = level_mover(self.game, self.analyst, self.choice)
        self._stream = np.empty(4, np.uint64)

    def move(self, view: Position, seat: int, seed: int) -> int:
        legal = self.game.legal_moves(view)
        if len(legal) == 1:
            return legal[0]
        reseed(self._stream, nth(seed, 1))
        return self.choice.choose(self.analyst, self.game, view, seat, seed, self._stream)

    @classmethod
    def alone(cls, game: Game, analyst: Analyst, text: str) -> "AnalystPlayer":
        """A player that chooses as the analyst by himself does: mostly the best option."""
        return cls(game, analyst, analyst.usual_choice, text)


@dataclass
class Person(Player):
    """A person, asked through whatever surface he sits at."""

    ask: Callable[[Position, int], int]
    text: str = "person"

    def move(self, view: Position, seat: int, seed: int) -> int:
        return self.ask(view, seat)


class Unfit(Player):
    """Stands in for a player that failed before its first game: it fails each of them so."""

    keeps_time = True

    def __init__(self, player: Player, error: Exception) -> None:
        self.text, self._player, self._error = player.text, player, error

    def new_game(self, seed: int) -> None:
        raise self._error

    def move(self, view: Position, seat: int, seed: int) -> int:
        raise self._error

    def close(self) -> None:
        self._player.close()

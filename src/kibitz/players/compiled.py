"""Players that are kernels: they choose without Python, so whole matches can run compiled.

`choose` is the same function for a single move asked from Python and for a thousand
games inside one kernel, so both ways give the same games.
"""

from dataclasses import dataclass, field

import numpy as np

from kibitz.core.game import Game, Moves, Position, generic, policy, sample
from kibitz.core.stream import Stream, reseed
from kibitz.players.player import Player

RANDOM, PLAYOUT = 0, 1
NAMES = ("random", "playout")


@generic
def choose(view: Position, kind: int, seed: int, out: Moves, stream: Stream) -> int:
    """The move of a compiled player of that kind; `out` and `stream` are scratch."""
    reseed(stream, seed)
    if kind == RANDOM:
        return sample(view, out, stream)
    return policy(view, out, stream)


@dataclass
class CompiledPlayer(Player):
    """Any legal move, each as likely (`random`), or the game's quick policy (`playout`)."""

    game: Game
    kind: int
    text: str = field(init=False)
    keeps_time = True  # it is done in no time

    def __post_init__(self) -> None:
        self.text = NAMES[self.kind]
        self._scratch = self.game.scratch()
        self._stream = np.empty(4, np.uint64)

    def move(self, view: Position, seat: int, seed: int) -> int:
        return int(choose(view, self.kind, seed, self._scratch, self._stream))

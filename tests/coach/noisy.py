"""An analyst whose truth is known: made-up values of moves, sampled with noise of a known size.

The samples of a longer look are those of a shorter one and more, as with a seeded stream: the
sum of n of them is that of the pieces between LOOKS below n.
"""

import math
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import numpy as np

from kibitz.core.game import OVER, Game, Position, play, turn
from kibitz.core.record import Record
from kibitz.core.registry import make_game
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Analysis, Estimate, Option

GAME = "nim(5,5,5,5)"
SPREAD = 6.0  # points that the noise of one sample has as its standard deviation
LOOKS = (1_000, 8_000, 32_000, 50_000, 128_000, 200_000, 512_000, 800_000, 3_200_000)


@cache
def worth(heaps: int, move: int) -> float:
    """What a move is worth: made up, the same every time, between -3 and 0 points."""
    return -3.0 * float(np.random.default_rng((heaps, move)).random()) ** 2


@dataclass(frozen=True)
class Truth(Analyst):
    """Knows what every move is worth."""

    name: ClassVar[str] = "truth"

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        options = [
            Option(move, game.move_text(view, move), Estimate.exact(worth(view[0], move)))
            for move in game.legal_moves(view)
        ]
        return Analysis.ranked(seat, options, "points")


@dataclass(frozen=True)
class Noisy(Analyst):
    """Knows worths to SPREAD points per sample."""

    name: ClassVar[str] = "noisy"
    samples: int = LOOKS[0]

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        legal, error = game.legal_moves(view), SPREAD / math.sqrt(self.samples)
        options = [
            Option(
                move,
                game.move_text(view, move),
                Estimate.sampled(worth(view[0], move) + noise, error, self.samples),
                loss_error=error * math.sqrt(2.0),
            )
            for move, noise in zip(legal, self._noise(seed, len(legal)), strict=True)
        ]
        return Analysis.ranked(seat, options, "points")

    def _noise(self, seed: int, count: int) -> list[float]:
        """The mean noise of each option."""
        total, done = np.zeros(count), 0
        for until in LOOKS[: LOOKS.index(self.samples) + 1]:
            piece = np.random.default_rng((seed, until)).standard_normal(count)
            total += piece * SPREAD * math.sqrt(until - done)
            done = until
        return [float(noise) for noise in total / self.samples]


def played_with_slips(slips: float, seed: int) -> Record:
    """A game of the best made-up moves but for some slips."""
    game, rng, moves = make_game(GAME), np.random.default_rng(seed), []
    p = game.start()
    while turn(p) != OVER:
        legal = game.legal_moves(p)
        best = max(legal, key=lambda move: worth(p[0], move))
        move = int(rng.choice(legal)) if rng.random() < slips else best
        moves.append(game.move_text(p, move))
        p = play(p, move)
    return Record(GAME, game.position_text(game.start()), ("a", "b"), 0, tuple(moves), None)

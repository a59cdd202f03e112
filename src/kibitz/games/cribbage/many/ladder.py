"""The levels of three and four in one kernel: `python -m kibitz.games.cribbage.many.ladder 300`.

Each level meets the one below in so many deals of whole games, every deal in every rotation:
of three players one is of the higher level (even is a third of the games won), of four one
side is. A seed, a number of players and two levels may follow: `ladder 200 3021 4 expert
advanced` plays that match alone. `kibitz match` plays the levels themselves.
"""

import math
import sys
from dataclasses import dataclass

import numpy as np

from kibitz.core.seeds import generator, stream
from kibitz.estimate.estimate import Z95
from kibitz.games.cribbage.advice.analyst import MANY_SHARE, Counsel
from kibitz.games.cribbage.advice.levels import MANY_ADVANCED, MANY_EXPERT
from kibitz.games.cribbage.game import CribbageGame
from kibitz.games.cribbage.many.hands import Ints
from kibitz.games.cribbage.many.lore import many_lore, plain_lore
from kibitz.games.cribbage.many.selfplay import (
    ANY,
    GREEDY,
    HAND_ONLY,
    MODEL,
    RANDOM,
    TOP_THREE,
    UNIFORM_CRIB,
    WEIGH,
    ManyStyle,
    games_of,
)
from kibitz.games.cribbage.many.weighing import TO_THE_END
from kibitz.games.cribbage.table.rules import TARGET, Cribbage
from kibitz.games.cribbage.throwing.endgame import DECISIVE_WORLDS

SEED = 3000
CARDS = 3  # that may be chosen among, about: play-outs are shared by them


def many_style(counsel: Counsel) -> ManyStyle:
    """The style of a level that searches the play."""
    throw = UNIFORM_CRIB if counsel.throw == "uniform" else MODEL
    ahead = TO_THE_END if counsel.play == "careful" else counsel.depth
    worlds, wide = counsel.work // CARDS, DECISIVE_WORLDS // MANY_SHARE
    return ManyStyle(throw, WEIGH, worlds, ahead, counsel.aware, wide)


PLAIN_STYLES = {
    "random": ManyStyle(ANY, RANDOM, 0, 0, 0, 0),
    "beginner": ManyStyle(TOP_THREE, RANDOM, 0, 0, 0, 0),
    "intermediate": ManyStyle(HAND_ONLY, GREEDY, 0, 0, 0, 0),
    "expert": many_style(MANY_EXPERT),
}
STYLES = {
    players: {**PLAIN_STYLES, "advanced": many_style(advanced)}
    for players, advanced in MANY_ADVANCED.items()
}
MATCHES = (
    ("beginner", "random"),
    ("intermediate", "beginner"),
    ("advanced", "intermediate"),
    ("expert", "advanced"),
    ("expert", "intermediate"),
)


@dataclass(frozen=True)
class ManyResult:
    """How often the first style won, over deals each played in every rotation."""

    rate: float
    error: float
    even: float
    hands: float  # per game

    def __str__(self) -> str:
        low, high = self.rate - Z95 * self.error, self.rate + Z95 * self.error
        return (
            f"{100 * self.rate:.1f} % (95 %: {100 * low:.1f} to {100 * high:.1f}; even is "
            f"{100 * self.even:.1f}), {self.hands:.1f} hands per game"
        )


def played_games(start: Cribbage, styles: list[ManyStyle], seeds: Ints, seed: int) -> Ints:
    """The scores of sides and the number of hands of a game for each seed."""
    players = len(styles)
    scores = np.zeros((len(seeds), 4), np.int64)
    rows, lore, plain = np.array(styles, np.int64), many_lore(players), plain_lore(players)
    games_of(start, seeds, rows, lore, plain, stream(seed, 1), scores)
    return scores


def match(one: ManyStyle, two: ManyStyle, players: int, deals: int, seed: int = SEED) -> ManyResult:
    """Whole games of one style against others of another, every deal in every rotation."""
    sides, start = (3 if players == 3 else 2), CribbageGame(players).start()
    seeds = generator(seed, players).integers(0, 1 << 62, deals)
    wins, hands = np.zeros(deals), 0.0
    for side in range(sides):
        styles = [one if seat % sides == side else two for seat in range(players)]
        scores = played_games(start, styles, seeds, seed + side)
        wins += (scores[:, side] == TARGET) / sides
        hands += float(scores[:, 3].mean()) / sides
    error = float(wins.std(ddof=1)) / math.sqrt(deals)
    return ManyResult(float(wins.mean()), error, 1 / sides, hands)


def say_match(one: str, two: str, players: int, deals: int, seed: int) -> None:
    """Play a match and print it."""
    found = match(STYLES[players][one], STYLES[players][two], players, deals, seed)
    sys.stdout.write(f"{players} players: {one} over {two}: {found}\n")
    sys.stdout.flush()


def main() -> None:
    """Play the ladder, or one match of it."""
    deals, seed, *rest = [*sys.argv[1:3], *("200", str(SEED))[len(sys.argv[1:3]) :], *sys.argv[3:]]
    sys.stdout.write(f"{deals} deals in every rotation, seed {seed}\n")
    if len(rest) == 3:
        say_match(rest[1], rest[2], int(rest[0]), int(deals), int(seed))
        return
    for players in STYLES:
        for one, two in MATCHES:
            say_match(one, two, players, int(deals), int(seed))


if __name__ == "__main__":
    main()

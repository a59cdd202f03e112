"""The ladder of levels in one kernel: `python -m kibitz.games.cribbage.winning.ladder 2000`.

Each level meets the one below in a number of pairs of whole games: the same deals and cuts
twice, seats swapped. The styles are those of the levels; `kibitz match` plays the levels
themselves and gives the same strengths more slowly.
"""

import math
import sys
from dataclasses import dataclass

import numpy as np

from kibitz.core.seeds import generator, stream
from kibitz.estimate.estimate import Z95
from kibitz.games.cribbage.advice.analyst import Counsel
from kibitz.games.cribbage.advice.levels import ADVANCED, EXPERT
from kibitz.games.cribbage.game import CribbageGame
from kibitz.games.cribbage.pegging.lore import shipped_lore
from kibitz.games.cribbage.table.rules import SKUNK, TARGET
from kibitz.games.cribbage.winning.criterion import AWARE
from kibitz.games.cribbage.winning.selfplay import (
    ANY,
    GREEDY,
    HAND_ONLY,
    LOOK_AHEAD,
    MODEL,
    RANDOM,
    TOP_FIVE,
    TREE,
    UNIFORM_CRIB,
    WEIGH,
    Style,
    games_between,
)

SEED = 2000
_THROWS = {"hand": HAND_ONLY, "uniform": UNIFORM_CRIB, "exact": MODEL}
_PLAYS = {"careful": WEIGH, "greedy": GREEDY, "search": LOOK_AHEAD, "tree": TREE}


def style_of(counsel: Counsel) -> Style:
    """The style of a level that always takes its best option."""
    throw, play = _THROWS[counsel.throw], _PLAYS[counsel.play]
    return Style(throw, play, counsel.work, counsel.depth, counsel.c, counsel.aware)


STYLES = {
    "random": Style(ANY, RANDOM, 0, 0, 0.0, 0),
    "beginner": Style(TOP_FIVE, RANDOM, 0, 0, 0.0, 0),
    "intermediate": Style(HAND_ONLY, GREEDY, 0, 0, 0.0, 0),
    "advanced": style_of(ADVANCED),
    "expert": style_of(EXPERT),
}
MATCHES = (
    ("beginner", "random"),
    ("intermediate", "beginner"),
    ("advanced", "intermediate"),
    ("expert", "advanced"),
    ("expert", "intermediate"),
)


@dataclass(frozen=True)
class LadderResult:
    """How often the first style won, by pairs."""

    rate: float
    error: float
    deals: float  # in a game
    skunks: float  # the fraction of games

    def __str__(self) -> str:
        low, high = self.rate - Z95 * self.error, self.rate + Z95 * self.error
        return (
            f"{100 * self.rate:.1f} % (95 %: {100 * low:.1f} to {100 * high:.1f}), "
            f"{self.deals:.2f} hands per game, skunks {100 * self.skunks:.1f} %"
        )


def match(one: Style, two: Style, pairs: int, seed: int = SEED) -> LadderResult:
    """Pairs of whole games between two styles."""
    start, lore = CribbageGame().start(), shipped_lore()
    seeds = generator(seed, 0).integers(0, 1 << 62, pairs)
    scores = np.zeros((2, pairs, 3), np.int64)
    games_between(start, seeds, one, two, lore, stream(seed, 1), scores[0])
    games_between(start, seeds, two, one, lore, stream(seed, 2), scores[1])
    wins = ((scores[0, :, 0] == TARGET).astype(float) + (scores[1, :, 1] == TARGET)) / 2
    error = float(wins.std(ddof=1)) / math.sqrt(pairs)
    skunks = float((scores[:, :, :2].min(axis=2) <= SKUNK).mean())
    return LadderResult(float(wins.mean()), error, float(scores[:, :, 2].mean()), skunks)


def main() -> None:
    """Play the ladder; the number of pairs is the only argument."""
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    sys.stdout.write(f"{pairs} pairs, seed {SEED}, the expert aware {AWARE} points from the end\n")
    for one, two in MATCHES:
        sys.stdout.write(f"{one} beats {two}: {match(STYLES[one], STYLES[two], pairs)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

"""What good players score in a deal: `python -m kibitz.games.cribbage.winning.averages 40000 6000`.

Prints, for so many simulated hands, what pone and dealer peg, hold and find in the crib
beside the published averages, and in so many games how often the first dealer wins.
"""

import math
import sys
from dataclasses import dataclass

import numpy as np

from kibitz.core.game import play
from kibitz.core.seeds import generator, stream
from kibitz.games.cribbage.game import CribbageGame
from kibitz.games.cribbage.pegging.lore import shipped_lore
from kibitz.games.cribbage.table.rules import HEELS, TARGET
from kibitz.games.cribbage.table.score import RANKS
from kibitz.games.cribbage.throwing.keeps import DEALER, PONE
from kibitz.games.cribbage.winning.outcomes import SOUND, outcomes
from kibitz.games.cribbage.winning.selfplay import Style, games_between

SEED = 4242
PUBLISHED = {
    "pone pegs": 2.17,
    "pone's hand": 8.05,
    "dealer pegs": 3.44,  # his heels not counted
    "dealer's hand": 8.02,
    "the crib": 4.68,
    "pone in all": 10.22,
    "dealer in all": 16.30,  # his heels with it
}


@dataclass(frozen=True)
class Average:
    """A mean over deals or games."""

    value: float
    error: float

    def __str__(self) -> str:
        return f"{self.value:.3f} ± {self.error:.3f}"


def averages(hands: int, style: Style = SOUND, seed: int = SEED) -> dict[str, Average]:
    """The points of a deal between two players of one style, by the names of `PUBLISHED`."""
    played = outcomes(hands, style, style, shipped_lore(), seed)
    pegged, shows = played.pegged, played.shows
    heels = HEELS / RANKS  # on average: a starter is as often a Jack as any other rank
    columns = {
        "pone pegs": pegged[:, PONE],
        "pone's hand": -shows[:, 0],
        "dealer pegs": pegged[:, DEALER] - heels,
        "dealer's hand": shows[:, 1],
        "the crib": shows[:, 2],
        "pone in all": pegged[:, PONE] - shows[:, 0],
        "dealer in all": pegged[:, DEALER] + shows[:, 1] + shows[:, 2],
    }
    return {
        name: Average(float(column.mean()), float(column.std(ddof=1)) / math.sqrt(hands))
        for name, column in columns.items()
    }


def first_dealer_wins(games: int, style: Style = SOUND, seed: int = SEED) -> Average:
    """How often seat 0 wins when it deals first, both playing in one style."""
    start = play(CribbageGame().start(), 0)
    seeds = generator(seed, 0).integers(0, 1 << 62, games)
    scores = np.zeros((games, 3), np.int64)
    games_between(start, seeds, style, style, shipped_lore(), stream(seed, 1), scores)
    rate = float((scores[:, 0] == TARGET).mean())
    return Average(rate, math.sqrt(rate * (1 - rate) / games))


def main() -> None:
    """Print the averages of so many hands, and the first dealer's wins of so many games."""
    hands, games = (int(text) for text in (sys.argv[1:] + ["40000", "6000"][len(sys.argv) - 1 :]))
    sys.stdout.write(f"{hands} hands, seed {SEED}, with standard errors\n")
    for name, average in averages(hands).items():
        sys.stdout.write(f"{name:14} {average}  published {PUBLISHED[name]:.2f}\n")
    sys.stdout.write(f"the first dealer wins {first_dealer_wins(games)} of {games} games\n")


if __name__ == "__main__":
    main()

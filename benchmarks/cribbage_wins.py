"""Whether the table of winning comes true: fresh games of two experts from many scores.

The predicted chance of the dealer to win should lie within two standard errors of what came
nineteen times of twenty. `KIBITZ_REPEATS` sets the games from each pair of scores: 200, as
usual, take two minutes, 2000 half an hour. `KIBITZ_SEED` draws other games, and `KIBITZ_SCORES`
names other pairs ("120-120 0-0"), the dealer's score first.
"""

import math
import os
import time
from dataclasses import dataclass

import numpy as np

REPEATS = int(os.environ.get("KIBITZ_REPEATS", "200"))
SEED = int(os.environ.get("KIBITZ_SEED", "31337"))
SCORES = os.environ.get(
    "KIBITZ_SCORES",
    "120-120 119-116 118-110 110-118 115-115 113-113 112-105 110-110 105-112 100-100 95-110 0-0",
)


@dataclass(frozen=True)
class Chance:
    """How often the dealer of the first hand won, and how often it was said to."""

    dealer: int
    pone: int
    predicted: float
    won: int
    games: int

    @property
    def came(self) -> float:
        return self.won / self.games

    @property
    def error(self) -> float:
        return math.sqrt(self.predicted * (1 - self.predicted) / self.games)

    @property
    def off(self) -> float:
        """In standard errors."""
        return (self.came - self.predicted) / self.error

    def __str__(self) -> str:
        said = f"{self.dealer:>3}-{self.pone:<3}  predicted {self.predicted:.3f}"
        return f"{said}, came {self.came:.3f} ± {self.error:.3f} ({self.off:+.1f} errors)"


def main() -> None:
    """Print what the table says and what came, score by score."""
    print(f"{REPEATS} games of two experts each, seed {SEED}; dealer's score first")
    found = []
    for text in SCORES.split():
        dealer, pone = (int(part) for part in text.split("-"))
        begun = time.perf_counter()
        found.append(played(dealer, pone, REPEATS, SEED))
        print(f"{found[-1]}  [{time.perf_counter() - begun:.0f} s]", flush=True)
    within = sum(abs(one.off) <= 2 for one in found)
    square = sum(one.off**2 for one in found)
    print(f"{within} of {len(found)} within two errors; the squares of all add up to {square:.1f}")


def played(dealer: int, pone: int, games: int, seed: int) -> Chance:
    """Games of two experts from these scores, to their ends."""
    from kibitz.core.seeds import generator, stream
    from kibitz.games.cribbage.pegging.lore import shipped_lore
    from kibitz.games.cribbage.table.rules import TARGET
    from kibitz.games.cribbage.winning.ladder import STYLES
    from kibitz.games.cribbage.winning.outcomes import FRESH
    from kibitz.games.cribbage.winning.selfplay import games_between
    from kibitz.games.cribbage.winning.winning import win_chance

    start, expert = FRESH._replace(score0=pone, score1=dealer), STYLES["expert"]
    seeds = generator(seed, dealer, pone).integers(0, 1 << 62, games)
    scores = np.zeros((games, 3), np.int64)
    luck = stream(seed, dealer, pone)
    games_between(start, seeds, expert, expert, shipped_lore(), luck, scores)
    won = int((scores[:, 1] == TARGET).sum())
    return Chance(dealer, pone, win_chance(dealer, pone, True), won, games)


if __name__ == "__main__":
    main()

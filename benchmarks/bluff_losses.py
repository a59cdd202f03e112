"""Bluff: what the coach says an option loses, and what it truly lost in sequels.

Games are played at tables of all levels, each in every seat in turn. At some decisions the coach
looks at the move that was made and at one drawn from its shortlist, as a review does; both and the
best are then played on from the true position by the levels that sit there, the expert with fewer
play-outs, all with the same luck. What came is the mean difference in games won: where the seat
plays on like the expert, which is what a loss stands for, and where it plays on as it is.

KIBITZ_PLAYERS says how many play (4), KIBITZ_GAMES how many games (24), KIBITZ_NOTED the share of
decisions that are looked at (0.3), KIBITZ_SEQUELS how often each option is played on (2),
KIBITZ_SEED another seed, KIBITZ_KEPT a file that keeps every option. ± are 95 % intervals with the
game as the unit.
"""

import json
import os
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kibitz.estimate.estimate import Z95
from kibitz.games.bluff.gaps import MADE, MeasuredGap, gaps_of
from kibitz.games.bluff.scale import FITS
from kibitz.games.bluff.scaling import told_losses

SEED = 20_261_133
BINS = (0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 1.0)
LEVELS = ("beginner", "intermediate", "advanced", "expert")
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


class LossReport:
    """The measured options in columns, and what is printed of them, in points of a hundred."""

    def __init__(self, players: int, found: list[MeasuredGap]) -> None:
        self.found, fit = found, FITS[players]
        self.told = 100 * told_losses(fit, found)
        self.flat = 100 * told_losses(fit._replace(gap=fit.slope), found)
        self.raw: Floats = 100 * np.array([one.best_share - one.share for one in found])
        self.came: Floats = 100 * np.array([one.came for one in found])
        self.own: Floats = 100 * np.array([one.came_to_it for one in found])
        self.game = np.array([one.game for one in found])

    def which(self, field: str, value: object) -> Mask:
        return np.array([getattr(one, field) == value for one in self.found])

    def interval(self, values: Floats, mask: Mask) -> str:
        """A mean with its interval; options of one game vary together."""
        off = values[mask] - values[mask].mean()
        numbers = np.unique(self.game[mask], return_inverse=True)[1]
        error = np.sqrt((np.bincount(numbers, off) ** 2).sum()) / mask.sum()
        return f"{values[mask].mean():.1f} ± {Z95 * error:.1f}"

    def slope(self, told: Floats) -> str:
        """What came by what was told, by least squares."""
        slope = float((told * self.came).sum() / (told**2).sum())
        off = told * (self.came - slope * told)
        error = np.sqrt((np.bincount(self.game, off) ** 2).sum()) / (told**2).sum()
        return f"{slope:.2f} ± {Z95 * error:.2f}"

    def line(self, name: str, mask: Mask) -> str:
        if mask.sum() < 2:
            return f"| {name} | {mask.sum()} | | | | | |"
        means = [f"{column[mask].mean():.1f}" for column in (self.raw, self.flat, self.told)]
        came = [self.interval(column, mask) for column in (self.came, self.own)]
        return f"| {name} | {mask.sum():,} | {' | '.join([*means, *came])} |"

    def lines(self) -> Iterator[str]:
        yield "| options | | play-outs | slope across | told | came | came to it |"
        yield "|---" * 7 + "|"
        yield self.line("all", self.told >= 0)
        for low, high in pairwise(BINS):
            within = (self.told >= 100 * low) & (self.told < 100 * high)
            yield self.line(f"{100 * low:g} to {100 * high:g}", within)
        yield self.line("plays", self.which("is_answer", False))
        yield self.line("answers", self.which("is_answer", True))
        yield self.line("moves made", self.which("kind", MADE))
        for level in LEVELS:
            yield self.line(level, self.which("level", level))
            yield self.line(f"{level}, made", self.which("level", level) & self.which("kind", MADE))
        columns = {"told": self.told, "slope across": self.flat, "play-outs": self.raw}
        yield "came by told: " + ", ".join(f"{k} {self.slope(v)}" for k, v in columns.items())


def main() -> None:
    """Measure, keep and print."""
    players, games, sequels = (
        int(os.environ.get(f"KIBITZ_{name}", usual))
        for name, usual in (("PLAYERS", "4"), ("GAMES", "24"), ("SEQUELS", "2"))
    )
    noted = float(os.environ.get("KIBITZ_NOTED", "0.3"))
    seed = int(os.environ.get("KIBITZ_SEED", str(SEED)))
    found: list[MeasuredGap] = []
    with Path(os.environ.get("KIBITZ_KEPT", os.devnull)).open("a") as kept:
        for number in range(games):
            gaps = list(gaps_of(players, number, seed, noted, sequels, is_own=True))
            found += gaps
            kept.writelines(json.dumps(gap._asdict()) + "\n" for gap in gaps)
            kept.flush()
    print(f"bluff({players}), {games} games, {sequels} sequels each, seed {seed}; in points")
    print("\n".join(LossReport(players, found).lines()))


if __name__ == "__main__":
    main()

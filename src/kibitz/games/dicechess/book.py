"""What counted games say about a position, and when to trust them.

A cell is the games of one canonical position, scored for the side about to roll. Few games say
little, so its rate is drawn towards a prior (the rollout's) as if that had been seen in
`prior_games` games: the mean of a beta law. A book chooses by a lower confidence bound, so that
a move tried twice and won twice does not beat one tried a thousand times.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from kibitz.errors import BadValue

PRIOR_GAMES = 20.0
Z90 = 1.6448536269514722  # one-sided 95 %


@dataclass(frozen=True)
class Cell:
    """Counted games of one position or turn, for the side that was about to roll."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def __post_init__(self) -> None:
        if min(self.wins, self.draws, self.losses) < 0:
            raise BadValue(f"{self} has a negative count")

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Wins, and half the draws."""
        return self.wins + self.draws / 2

    def __add__(self, other: "Cell") -> "Cell":
        return Cell(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def flipped(self) -> "Cell":
        """The same games for the other side."""
        return Cell(self.losses, self.draws, self.wins)

    def rate(self, prior: float, prior_games: float = PRIOR_GAMES) -> float:
        """The share of the score, drawn towards `prior`; without games it is the prior."""
        if not 0 <= prior <= 1 or prior_games < 0:
            raise BadValue(f"a prior of {prior} worth {prior_games} games makes no sense")
        if self.games + prior_games == 0:
            return prior
        return (self.score + prior * prior_games) / (self.games + prior_games)

    def lower_bound(self, z: float = Z90) -> float:
        """Wilson's lower bound on the share of the score; 0 without games."""
        n = self.games
        if n == 0:
            return 0.0
        share, slack = self.score / n, z * z / n
        centre = share + slack / 2
        spread = z * math.sqrt(share * (1 - share) / n + slack / (4 * n))
        return max(0.0, (centre - spread) / (1 + slack))


def prior_games(prior: float, error: float) -> float:
    """How many games a rollout's rate with its standard error is worth: the beta law's size."""
    if error <= 0:
        raise BadValue(f"a standard error of {error} is not above 0")
    return max(0.0, prior * (1 - prior) / (error * error) - 1)


def best_turn(cells: Mapping[str, Cell], least_games: int = 1, z: float = Z90) -> str | None:
    """The turn with the greatest lower bound among those played often enough, None without."""
    known = {turn: cell for turn, cell in cells.items() if cell.games >= least_games}
    if not known:
        return None
    return max(sorted(known), key=lambda turn: known[turn].lower_bound(z))

"""Fit the scale of foresight: `python -m kibitz.games.bluff.scaling [PLAYERS...]`.

First what is told for the best option. All levels sit at one table, and experts among themselves;
the two companies weigh the same. At some of the decisions, drawn at random, the chance of the best
option by play-outs is noted, and what the seat wins with it if it plays on like the expert
(`sequel`): what its own errors to come will cost is no part of the chance that it has. The
constants of so many players are those of most likelihood; their standard errors are by sandwich,
with the game as the unit.

Then, with these given, the slope between the options of one decision: that of least squares
between the losses told and those that came in sequels, at tables of all levels (`gaps`). Prints all
of them, for `games/bluff/scale.py`.
"""

import math
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize, minimize_scalar

from kibitz.core.game import view
from kibitz.core.seeds import child
from kibitz.games.bluff.analysts import USUAL_PLAYOUTS, looked_at, shortlist
from kibitz.games.bluff.game import BluffGame
from kibitz.games.bluff.gaps import (
    MeasuredGap,
    TableDecision,
    decisions_of,
    gaps_of,
    mixed,
    playing_well,
)
from kibitz.games.bluff.layout import opened
from kibitz.games.bluff.scale import Fit, SeatPlace, place_of, scale_of, wins_at_once
from kibitz.games.bluff.sequel import sequels

Floats = NDArray[np.float64]

GAMES = {2: 12, 3: 16, 4: 24, 5: 4, 6: 4}  # of each company, by players
GAP_GAMES = {2: 12, 3: 20, 4: 24, 5: 4, 6: 4}
COMPANIES = MIXED, EXPERTS = range(2)
SEED, NOTED = 20_261_118, 0.25  # the share of decisions that are noted
GAPS_SEED, GAPS_NOTED = 20_261_121, 0.3
SEQUELS = 2
START = Fit(-1.5, 0.3, -1.0, 0.0, 0.0)
ACROSS = len(START) - 1  # the constants without the slope between options
STEEPEST = 3.0  # slope between options that is looked for
STEP = 1e-4


class Noted(NamedTuple):
    """One decision: the best option's chance by play-outs, and what it won in sequels."""

    company: int
    game: int
    chance: float
    place: SeatPlace
    won: float


def noted(players: int, company: int, number: int, root: int) -> list[Noted]:
    """Play one game and note some of its decisions."""
    game, seed = BluffGame(players), child(root, players, company, number)
    names = mixed(game, number) if company == MIXED else ["expert"] * players
    drawn = np.random.default_rng(seed)
    return [
        Noted(company, number, *one)
        for d in decisions_of(game, names, seed)
        if drawn.random() < NOTED
        for one in best_chance(game, d, names, child(seed, 1, d.ply))
    ]


def best_chance(
    game: BluffGame, d: TableDecision, names: list[str], seed: int
) -> Iterator[tuple[float, SeatPlace, float]]:
    """The best option's chance by play-outs, the place, and what it wins by sequels.

    Nothing where nothing is to decide or a play wins.
    """
    known = view(d.position, d.seat)
    v, listed = opened(known), shortlist(game, known)
    if len(listed) > 1 and not any(wins_at_once(v, d.seat, move) for move in listed):
        shares = looked_at(v, d.seat, listed, None, USUAL_PLAYOUTS, seed).shares()
        best = listed[shares.index(max(shares))]
        a, table = opened(d.position), playing_well(names, d.seat)
        won = sequels(a, d.seat, [best], table, SEQUELS, child(seed, 1))
        yield max(shares), place_of(v, d.seat), float(won.mean())


class NotedChances:
    """Decisions as columns; every company weighs the same."""

    def __init__(self, found: list[Noted]) -> None:
        company = np.array([one.company for one in found])
        self.weight = 1.0 / np.bincount(company)[company]
        self.weight /= self.weight.sum()
        self.game = company * (1 + max(one.game for one in found)) + [one.game for one in found]
        self.found, self.won = found, np.array([one.won for one in found])

    def told(self, constants: Floats) -> Floats:
        """What would be told with these constants."""
        fit = Fit(*constants)
        told = [scale_of(fit, one.place, one.chance).told(one.chance) for one in self.found]
        return np.clip(told, 1e-9, 1.0 - 1e-9)

    def losses(self, constants: Floats) -> Floats:
        """The weighed log loss of each decision."""
        told = self.told(constants)
        losses = -self.won * np.log(told) - (1.0 - self.won) * np.log(1.0 - told)
        return self.weight * losses  # type: ignore[no-any-return]

    def fitted(self) -> tuple[Fit, Fit]:
        """The likeliest constants and their standard errors."""
        start = np.array(START[:ACROSS])
        best = minimize(lambda c: self.losses(c).sum(), start, method="BFGS").x
        steps = STEP * np.eye(len(best))
        slopes = np.stack(
            [(self.losses(best + s) - self.losses(best - s)) / (2 * STEP) for s in steps]
        )
        games = np.stack([np.bincount(self.game, row) for row in slopes])
        bread = np.linalg.inv(self._curvature(best))
        errors = np.sqrt(np.diag(bread @ (games @ games.T) @ bread))
        return Fit(*best.tolist()), Fit(*errors.tolist())

    def _curvature(self, best: Floats) -> Floats:
        """The second derivatives of the loss."""

        def loss(c: Floats) -> float:
            return math.fsum(self.losses(c))

        step = 10 * STEP
        moves, size = step * np.eye(len(best)), range(len(best))
        return np.array(
            [
                [
                    loss(best + moves[i] + moves[j])
                    - loss(best + moves[i] - moves[j])
                    - loss(best - moves[i] + moves[j])
                    + loss(best - moves[i] - moves[j])
                    for j in size
                ]
                for i in size
            ]
        ) / (4 * step**2)


def told_losses(fit: Fit, found: Sequence[MeasuredGap]) -> Floats:
    """What would be told of each option as its loss, in chances to win."""
    scales = [scale_of(fit, one.place, one.best_share) for one in found]
    pairs = zip(scales, found, strict=True)
    return np.array([scale.told(one.best_share) - scale.told(one.share) for scale, one in pairs])


def fitted_gap(fit: Fit, found: Sequence[MeasuredGap]) -> tuple[float, float]:
    """The slope between options by least squares, and its error with the game as the unit."""
    came = np.array([one.came for one in found])

    def missed(gap: float) -> Floats:
        return np.asarray(told_losses(fit._replace(gap=gap), found) - came)

    def squares(gap: float) -> float:
        return float((missed(gap) ** 2).sum())

    gap = float(minimize_scalar(squares, bounds=(0.0, STEEPEST), method="bounded").x)
    rises = (missed(gap + STEP) - missed(gap - STEP)) / (2 * STEP)
    games = np.bincount([one.game for one in found], rises * missed(gap))
    return gap, float(np.sqrt((games**2).sum()) / (rises**2).sum())


def material(players: int, games: int, root: int) -> NotedChances:
    """Games of every company of so many players."""
    places = ((company, number) for number in range(games) for company in COMPANIES)
    return NotedChances([one for place in places for one in noted(players, *place, root)])


def measured_gaps(players: int, games: int, root: int) -> list[MeasuredGap]:
    """The gaps of games at tables of all levels."""
    each = (gaps_of(players, number, root, GAPS_NOTED, SEQUELS) for number in range(games))
    return [one for found in each for one in found]


def main(numbers: list[int]) -> None:
    """Print the constants of each number of players."""
    for players in numbers:
        found = material(players, GAMES[players], SEED)
        fit, error = found.fitted()
        gaps = measured_gaps(players, GAP_GAMES[players], GAPS_SEED)
        gap, gap_error = fitted_gap(fit, gaps)
        pairs = zip(fit._replace(gap=gap), error._replace(gap=gap_error), strict=True)
        words = ", ".join(f"{x:.3f} ± {e:.3f}" for x, e in pairs)
        counts = f"{len(found.won):,} decisions, {len(gaps):,} gaps"
        sys.stdout.write(f"{players}: Fit({words})  # {counts}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    named = sys.argv[1:] or [str(players) for players in GAMES]
    wrong = [word for word in named if word not in map(str, GAMES)]
    if wrong:
        sys.stderr.write(f"'{wrong[0]}' is not a number of players from 2 to 6\n")
        sys.exit(2)
    main([int(word) for word in named])

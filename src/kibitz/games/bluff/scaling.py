"""Fit the scale of foresight: `python -m kibitz.games.bluff.scaling [PLAYERS...]`.

Every level plays games against itself, and all levels sit at one table; each of these companies
weighs the same. At half of the decisions, drawn at random, the chance of the best option by
play-outs is noted, and at the end what the seat won. The constants of so many players are those
of most likelihood; their standard errors are by sandwich, with the game as the unit. Prints them,
for `games/bluff/scale.py`.
"""

import math
import sys
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from kibitz.core.game import OVER, Position, payoff, turn, view
from kibitz.core.seeds import child, stream
from kibitz.games.bluff.analysts import USUAL_PLAYOUTS, looked_at, shortlist
from kibitz.games.bluff.game import BluffGame
from kibitz.games.bluff.layout import opened
from kibitz.games.bluff.scale import CardPlace, Fit, place_of, scale_of, wins_at_once

Floats = NDArray[np.float64]

GAMES = {2: 12, 3: 12, 4: 12, 5: 4, 6: 4}  # of each company, by players
SEED, NOTED = 20_261_118, 0.5  # the share of decisions that are noted
START = Fit(-1.5, 0.3, -1.0)
STEP = 1e-4


class Noted(NamedTuple):
    """One decision: the best option's chance by play-outs, and what the seat won in the end."""

    company: int
    game: int
    chance: float
    place: CardPlace
    won: float


def seated(game: BluffGame, company: int, number: int) -> list[str]:
    """Who sits at a table: a level alone, or after these companies all levels in turn."""
    levels = list(game.levels)
    if company < len(levels):
        return [levels[company]] * game.seats
    apart = 1 + number // len(levels) % (len(levels) - 1) if game.seats == 2 else 1
    return [levels[(number + apart * seat) % len(levels)] for seat in range(game.seats)]


def noted(players: int, company: int, number: int, root: int) -> list[Noted]:
    """Play one game and note some of its decisions."""
    game = BluffGame(players)
    levels = [game.levels[name] for name in seated(game, company, number)]
    seed = child(root, players, company, number)
    luck, drawn, found = stream(seed), np.random.default_rng(seed), []
    p, ply = game.play(game.start(), child(seed, 0)), 0
    while turn(p) != OVER:
        seat, ply = int(turn(p)), ply + 1
        known = view(p, seat)
        if drawn.random() < NOTED:
            found += [(seat, *one) for one in best_chance(game, known, seat, child(seed, 1, ply))]
        level = levels[seat]
        choice = level.choice.choose(level.analyst, game, known, seat, child(seed, 2, ply), luck)
        p = game.play(p, choice)
    won = [game.chance_to_win(float(payoff(p, seat))) for seat in range(players)]
    return [Noted(company, number, chance, place, won[seat]) for seat, chance, place in found]


def best_chance(
    game: BluffGame, known: Position, seat: int, seed: int
) -> Iterator[tuple[float, CardPlace]]:
    """The best option's chance by play-outs; none where nothing is to decide or a play wins."""
    v, listed = opened(known), shortlist(game, known)
    if len(listed) > 1 and not any(wins_at_once(v, seat, move) for move in listed):
        shares = looked_at(v, seat, listed, None, USUAL_PLAYOUTS, seed).shares()
        yield max(shares), place_of(v, seat)


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
        told = [scale_of(fit, one.place).told(one.chance) for one in self.found]
        return np.clip(told, 1e-9, 1.0 - 1e-9)

    def losses(self, constants: Floats) -> Floats:
        """The weighed log loss of each decision."""
        told = self.told(constants)
        losses = -self.won * np.log(told) - (1.0 - self.won) * np.log(1.0 - told)
        return self.weight * losses  # type: ignore[no-any-return]

    def fitted(self) -> tuple[Fit, Fit]:
        """The likeliest constants and their standard errors."""
        best = minimize(lambda c: self.losses(c).sum(), np.array(START), method="BFGS").x
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


def material(players: int, games: int, root: int) -> NotedChances:
    """Games of every company of so many players."""
    companies = len(BluffGame(players).levels) + 1
    places = ((company, number) for number in range(games) for company in range(companies))
    return NotedChances([one for place in places for one in noted(players, *place, root)])


def main(numbers: list[int]) -> None:
    """Print the constants of each number of players."""
    for players in numbers:
        found = material(players, GAMES[players], SEED)
        fit, error = found.fitted()
        words = ", ".join(f"{x:.3f} ± {e:.3f}" for x, e in zip(fit, error, strict=True))
        sys.stdout.write(f"{players}: Fit({words})  # {len(found.won):,} decisions\n")
        sys.stdout.flush()


if __name__ == "__main__":
    named = sys.argv[1:] or [str(players) for players in GAMES]
    wrong = [word for word in named if word not in map(str, GAMES)]
    if wrong:
        sys.stderr.write(f"'{wrong[0]}' is not a number of players from 2 to 6\n")
        sys.exit(2)
    main([int(word) for word in named])

"""The seeds of a pair: what chance draws from, and what each player may draw from.

Below the root of a match every pair has a seed of its own, below that a branch for chance and
one for every player. No branch tells anything of another, nor of the root
(`kibitz.core.secrecy`), and a player is given seeds of its own branch alone: whatever it makes
of them, it learns nothing about cards, dice and the choices of others. Inside a branch the
n-th event has the n-th seed.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.secrecy import fill_branches, fill_pairs
from kibitz.core.seeds import halves, joined_halves

CHANCE_BRANCH, FIRST_PLAYER = 0, 1
LANE = 1 << 40  # the n-th game of a pair draws from n lanes on; the seed before them greets


class Deal(NamedTuple):
    """A seed and its branches; players in the order of the pair."""

    seed: int
    chance: int
    players: tuple[int, ...]

    @classmethod
    def of(cls, seed: int, players: int) -> "Deal":
        """The deal of that seed."""
        return _deals(np.array([[half] for half in halves(seed)], np.uint64), players)[0]


def pair_seeds(root: int, first: int, count: int) -> NDArray[np.uint64]:
    """The seeds of the pairs from `first` on below `root`: low halves, then high ones."""
    seeds = np.empty((2, count), np.uint64)
    fill_pairs(np.array(halves(root), np.uint64), first, seeds)
    return seeds


def branches(seeds: NDArray[np.uint64], players: int) -> NDArray[np.int64]:
    """Branches by row, that of chance first, of the seed of each column."""
    found = np.empty((FIRST_PLAYER + players, seeds.shape[1]), np.int64)
    fill_branches(seeds, found)
    return found


def deals(root: int, first: int, count: int, players: int) -> list[Deal]:
    """The deals of the pairs from `first` on below `root`."""
    return _deals(pair_seeds(root, first, count), players)


def seeds_of(seeds: NDArray[np.uint64]) -> list[int]:
    """The seeds as whole numbers."""
    return [joined_halves(low, high) for low, high in seeds.T.tolist()]


def _deals(seeds: NDArray[np.uint64], players: int) -> list[Deal]:
    made = branches(seeds, players).T.tolist()
    return [
        Deal(seed, chance, tuple(own))
        for seed, (chance, *own) in zip(seeds_of(seeds), made, strict=True)
    ]

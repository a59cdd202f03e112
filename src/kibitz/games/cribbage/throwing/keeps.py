"""The 1,820 rank keeps: four ranks in any order, numbered; and the tables that ship with them.

Role 0 is pone, role 1 the dealer. The tables are made by `python -m
kibitz.games.cribbage.winning.tables` and kept in `data`.
"""

from functools import cache
from itertools import combinations_with_replacement
from math import comb
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kibitz.core.shipped import shipped_array
from kibitz.games.cribbage.table.score import PAIR_FIRST, PAIR_SECOND, PAIRS, RANK_PAIRS, RANKS

PONE, DEALER = 0, 1
RANK_KEEPS = list(combinations_with_replacement(range(RANKS), 4))
KEEPS = len(RANK_KEEPS)  # 1820
KEEP_RANKS = np.array(RANK_KEEPS, np.int64)
FOLDER = Path(__file__).parents[1] / "data"


def _ways(ranks: tuple[int, ...]) -> int:
    ways = 1
    for rank in set(ranks):
        ways *= comb(4, ranks.count(rank))
    return ways


def _keep_of_pairs() -> NDArray[np.int64]:
    numbers: dict[tuple[int, ...], int] = {ranks: i for i, ranks in enumerate(RANK_KEEPS)}
    table = np.empty(PAIRS * PAIRS, np.int64)
    for one, first in enumerate(RANK_PAIRS):
        for two, second in enumerate(RANK_PAIRS):
            table[one * PAIRS + two] = numbers[tuple(sorted(first + second))]
    return table


KEEP = _keep_of_pairs()  # the number of the keep of 91 * rank pair + rank pair
KEEP_WAYS = np.array([_ways(ranks) for ranks in RANK_KEEPS], np.float64)  # as cards
PAIR_WAYS = np.where(PAIR_FIRST == PAIR_SECOND, 6.0, 16.0)


@cache
def table(name: str) -> NDArray[np.float64]:
    """A shipped table in full precision."""
    array: NDArray[np.float64] = shipped_array(FOLDER / f"{name}.npy").astype(np.float64)
    array.setflags(write=False)
    return array


def throw_likelihood(role: int) -> NDArray[np.float64]:
    """How likely a good player of that role throws two given cards, by rank pair."""
    row: NDArray[np.float64] = table("throws")[role]
    return row


def keep_likelihood(role: int) -> NDArray[np.float64]:
    """How likely a good player of that role keeps four given cards, by rank keep."""
    row: NDArray[np.float64] = table("keeps")[role]
    return row


def pegging_values(role: int) -> NDArray[np.float64]:
    """The points pegged less the opponent's, by rank keep, for a player of that role."""
    row: NDArray[np.float64] = table("pegging")[role]
    return row

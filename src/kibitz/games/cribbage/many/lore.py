"""What good players of three and of four know by heart, handed to kernels in one tuple.

`python -m kibitz.games.cribbage.many.tables` makes the tables.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from kibitz.games.cribbage.many.hands import HANDS, Bytes, Floats, throw_likelihoods
from kibitz.games.cribbage.table.rules import TARGET
from kibitz.games.cribbage.table.score import RANKS
from kibitz.games.cribbage.throwing.keeps import KEEPS, table

NAMES = {3: "three", 4: "four"}  # of the files, by players
# The points needed by a player of three at which chances to win are kept.
NODES = np.array(
    [*range(1, 17), 18, 20, 22, 24, 26, 28, 31, 34, 38, 43, 50, 60, 72, 86, 103, 121], np.int64
)
SIZE = len(NODES)
LEARNED = 120_000  # hands from which it is known what keeps peg
WIN_SIZES = {3: 2 * SIZE**3, 4: TARGET**2}  # of the tables of winning


class ManyLore(NamedTuple):
    """Tables by role, the dealer's first."""

    choices: Bytes  # the rank thrown, by rank hand
    throws: Floats  # how likely a given card is thrown, by rank
    pegging: Floats  # points pegged net, by rank keep
    win: Floats  # not by role: chances to win, as `winning` lays them out


def lore_of(choices: Bytes, pegging: Floats, win: Floats) -> ManyLore:
    """Lore of these tables."""
    chosen = np.asarray(choices[:, :, None] == np.arange(RANKS), np.float64)
    return ManyLore(choices.copy(), throw_likelihoods(chosen), pegging.copy(), win.copy())


@cache
def plain_lore(players: int) -> ManyLore:
    """Lore of somebody who thinks every throw as likely, and knows neither pegging nor winning."""
    blank, even = np.zeros((players, HANDS), np.uint8), np.full(WIN_SIZES[players], 0.5)
    return ManyLore(blank, np.ones((players, RANKS)), np.zeros((players, KEEPS)), even)


@cache
def many_lore(players: int) -> ManyLore:
    """The lore that ships."""
    name = NAMES[players]
    choices = table(f"{name}_choices").astype(np.uint8)
    return lore_of(choices, table(f"{name}_pegging"), table(f"{name}_winning"))

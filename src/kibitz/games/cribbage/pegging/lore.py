"""The tables that a good player knows by heart, handed to kernels in one tuple."""

from functools import cache
from typing import NamedTuple

import numpy as np

from kibitz.games.cribbage.pegging.suspects import Floats
from kibitz.games.cribbage.throwing.keeps import PAIR_WAYS, table


class Lore(NamedTuple):
    """Tables by role, pone's row first."""

    throws: Floats  # likelihood of two given cards being thrown, by rank pair
    throw_sums: Floats  # running sums of how often each rank pair is thrown
    keeps: Floats  # likelihood of four given cards being kept, by rank keep
    pegging: Floats  # points pegged net, by rank keep
    win: Floats  # not by role: the dealer's chance to win by scores, dealer's first


def make_lore(throws: Floats, keeps: Floats, pegging: Floats, win: Floats) -> Lore:
    """Lore of these tables."""
    sums = np.cumsum(throws * PAIR_WAYS, axis=1)
    return Lore(throws.copy(), sums, keeps.copy(), pegging.copy(), win.copy())


@cache
def shipped_lore() -> Lore:
    """The tables that ship."""
    return make_lore(table("throws"), table("keeps"), table("pegging"), table("winning"))

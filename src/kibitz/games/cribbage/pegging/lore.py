"""The tables that a good player knows by heart, handed to kernels in one tuple."""

from functools import cache
from typing import NamedTuple

import numpy as np

from kibitz.games.cribbage.pegging.suspects import Floats
from kibitz.games.cribbage.throwing.keeps import PAIR_WAYS, table
from kibitz.games.cribbage.throwing.model import Model, shipped_models


class Lore(NamedTuple):
    """Tables by role, pone's row first."""

    throws: Floats  # likelihood of two given cards being thrown, by rank pair
    throw_sums: Floats  # running sums of how often each rank pair is thrown
    keeps: Floats  # likelihood of four given cards being kept, by rank keep
    pegging: Floats  # points pegged net, by rank keep
    win: Floats  # not by role: the dealer's chance to win by scores, dealer's first
    models: tuple[Model, Model]  # what each role throws from each hand


def make_lore(
    throws: Floats, keeps: Floats, pegging: Floats, win: Floats, models: tuple[Model, Model]
) -> Lore:
    """Lore of these tables."""
    sums = np.cumsum(throws * PAIR_WAYS, axis=1)
    return Lore(throws.copy(), sums, keeps.copy(), pegging.copy(), win.copy(), models)


@cache
def shipped_lore() -> Lore:
    """The tables that ship."""
    throws, keeps, pegging = (table(name) for name in ("throws", "keeps", "pegging"))
    return make_lore(throws, keeps, pegging, table("winning"), shipped_models())

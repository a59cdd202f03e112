"""Who the others at a table may be: players of four styles, from the trained strategy down.

The first plays by the tables; the others misjudge their hands, and call too often. What an
option is worth depends on who sits there, so it is played out twice: against players who are
all of the first style, and against a crowd in which each is of any style, as his acts allow.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.core.shipped import shipped_array
from kibitz.games.holdem.cards.combos import CLASS_BY_TEXT, CLASSES
from kibitz.games.holdem.ring.buckets import Floats, Ints
from kibitz.games.holdem.ring.misjudged import misjudged
from kibitz.games.holdem.ring.regrets import TableDeal, bucket_of, mixed
from kibitz.games.holdem.ring.rule import rule_odds
from kibitz.games.holdem.ring.spots import (
    CHOICES,
    EARLY_ROWS,
    FOLDS,
    STAYS,
    first_row,
    write_moves,
)
from kibitz.games.holdem.ring.state import CHIPS_IN, price
from kibitz.games.holdem.ring.training import FILES
from kibitz.games.holdem.strategy.training import normalised
from kibitz.games.holdem.table.position import CALL, FIXED, NO_LIMIT


class ErringStyle(NamedTuple):
    """By how much of all hands one misjudges a hand, and how often one calls, come what may."""

    misjudges: float
    calls: float


STYLES = (
    ErringStyle(0.0, 0.0),
    ErringStyle(0.3, 0.0),
    ErringStyle(0.4, 0.35),
    ErringStyle(0.6, 0.75),
)


class Crowd(NamedTuple):
    """The tables of some styles, [style, row, choice], and how often each calls."""

    tables: Floats
    calls: Floats


@lru_cache(maxsize=6)
def ring_strategy(kind: int, misjudges: float = 0.0) -> Floats:
    """The trained strategy of a kind of betting; rows it has never met go by the rule."""
    if misjudges > 0.0:
        return misjudged(ring_strategy(kind), misjudges)
    stored = shipped_array(FILES[FIXED if kind == FIXED else NO_LIMIT], "odds")
    odds: Floats = normalised(stored.astype(np.float64))
    unmet = odds.sum(axis=1) == 0.0
    odds[unmet] = rule_odds()[unmet]
    aces = np.arange(CLASS_BY_TEXT["AA"], EARLY_ROWS, CLASSES)
    odds[aces, STAYS] += odds[aces, FOLDS]  # nobody is ahead of them: a fold is noise of rare rows
    odds[aces, FOLDS] = 0.0
    return odds


@lru_cache(maxsize=2)
def crowd_of(kind: int, styles: tuple[ErringStyle, ...] = STYLES) -> Crowd:
    """Players of these styles at a kind of betting."""
    base = ring_strategy(kind)
    tables = [misjudged(base, style.misjudges) if style.misjudges else base for style in styles]
    return Crowd(np.stack(tables), np.array([style.calls for style in styles]))


def alone(table: Floats) -> Crowd:
    """A crowd of one style, which plays by a table."""
    return Crowd(table[None], np.zeros(1))


@kernel
def is_cheap(t: Ints) -> bool:
    """Whether the seat to act can stay for a bet of at most twice the pot."""
    return 3 * price(t) <= 2 * t[CHIPS_IN]  # type: ignore[no-any-return]


@kernel
def write_style(
    t: Ints, deal: TableDeal, crowd: Crowd, style: int, moves: Ints, odds: Floats
) -> None:
    """Write the move of each choice of the seat to act, and how often its style makes it."""
    write_moves(t, moves)
    mixed(crowd.tables[style, first_row(t) + bucket_of(t, deal)], moves, odds)
    calls = crowd.calls[style]
    if calls > 0.0 and is_cheap(t):
        for i in range(CHOICES):
            odds[i] *= 1.0 - calls
        moves[STAYS] = CALL
        odds[STAYS] += calls

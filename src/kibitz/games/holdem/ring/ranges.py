"""What each seat can hold at a table of several, by how it has bet: a weight for each combo.

By Bayes: every combo that the cards in sight allow is as likely as another, and each act
multiplies it by how often the strategy does that with such a hand in that spot. No act is
taken to be less likely than `UNLIKELY`: people do what a strategy never does.
"""

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.games.holdem.cards.combos import CLASS_OF, COMBO_CARDS, COMBOS
from kibitz.games.holdem.cards.tables import CARD_MASKS
from kibitz.games.holdem.ring.buckets import NOWHERE, Floats, write_combos
from kibitz.games.holdem.ring.spots import ALL_IN, BETS
from kibitz.games.holdem.ring.state import CARDS_HELD, NOBODY, load_cards, shown_with
from kibitz.games.holdem.ring.story import (
    ACT_KIND,
    ACT_ROW,
    ACT_SEAT,
    ACT_STAGE,
    LONGEST,
    retell,
)
from kibitz.games.holdem.table.position import FLOP, PREFLOP, UNKNOWN, Holdem, hole

UNLIKELY = 0.02
_U0 = np.uint64(0)


@kernel
def chance_of(odds: Floats, kind: int) -> float:
    """How likely a row of a strategy acts so."""
    total = odds.sum()
    part = odds[BETS] + odds[ALL_IN] if kind == BETS else odds[kind]
    return float(max(part / total, UNLIKELY)) if total > 0.0 else 1.0


@kernel
def begin_ranges(v: Holdem, seat: int, weights: Floats) -> None:
    """Weigh the combos that the cards allow: beside the board, and the others' beside ours."""
    cards = np.empty(CARDS_HELD, np.int64)
    load_cards(v, cards)
    board = shown_with(cards, v.stage)[1]
    for other in range(v.seats):
        known = board
        for i in range(2):
            if seat not in (NOBODY, other) and hole(v, seat, i) != UNKNOWN:
                known |= CARD_MASKS[hole(v, seat, i)]
        for combo in range(COMBOS):
            mask = CARD_MASKS[COMBO_CARDS[combo, 0]] | CARD_MASKS[COMBO_CARDS[combo, 1]]
            weights[other, combo] = 1.0 if mask & known == _U0 else 0.0


@kernel
def tell_ranges(v: Holdem, seat: int, until: int, table: Floats, weights: Floats) -> None:
    """Write what every seat can hold by its acts up to a street; a row for each seat.

    For `seat`, who knows its own cards; for NOBODY by what all can see.
    """
    acts, buckets = np.empty((LONGEST, 4), np.int64), np.empty((4, COMBOS), np.int64)
    begin_ranges(v, seat, weights)
    buckets[0], cards = CLASS_OF, np.empty(CARDS_HELD, np.int64)
    load_cards(v, cards)
    for stage in range(FLOP, v.stage + 1):
        write_combos(cards, stage, buckets[stage - PREFLOP])
    for i in range(retell(v, acts)):
        if acts[i, ACT_STAGE] > until:
            break
        row, held = weights[acts[i, ACT_SEAT]], buckets[acts[i, ACT_STAGE] - PREFLOP]
        for combo in range(COMBOS):
            if row[combo] > 0.0 and held[combo] != NOWHERE:
                row[combo] *= chance_of(table[acts[i, ACT_ROW] + held[combo]], acts[i, ACT_KIND])


def seat_ranges(v: Holdem, seat: int, table: Floats) -> Floats:
    """The weight of each combo for every seat, the heaviest 1."""
    return _scaled(v, seat, int(v.stage), table)


def public_ranges(v: Holdem, table: Floats) -> Floats:
    """The same by what all can see, when the street began."""
    return _scaled(v, NOBODY, int(v.stage) - 1, table)


def _scaled(v: Holdem, seat: int, until: int, table: Floats) -> Floats:
    weights = np.empty((int(v.seats), COMBOS))
    tell_ranges(v, seat, until, table, weights)
    heaviest: Floats = weights.max(axis=1, keepdims=True)
    return weights / np.maximum(heaviest, 1e-300)

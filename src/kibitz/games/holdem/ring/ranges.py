"""What each seat can hold at a table of several, by how it has bet: a weight for each combo.

By Bayes: every combo that the cards in sight allow is as likely as another, and each act
multiplies it by how often the strategy does that with such a hand in that spot. No act is
taken to be less likely than `UNLIKELY`: people do what a strategy never does. Where players may
be of several styles (see `crowd`), each hand has a weight for every style, all as likely at
first: so the acts tell of the style, too.
"""

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.games.holdem.cards.combos import CLASS_OF, COMBO_CARDS, COMBOS
from kibitz.games.holdem.cards.tables import CARD_MASKS
from kibitz.games.holdem.ring.buckets import NOWHERE, Floats, Ints, write_combos
from kibitz.games.holdem.ring.crowd import Crowd, alone
from kibitz.games.holdem.ring.spots import ALL_IN, BETS, STAYS
from kibitz.games.holdem.ring.state import CARDS_HELD, NOBODY, load_cards, shown_with
from kibitz.games.holdem.ring.story import (
    ACT_CHEAP,
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
def chance_of(odds: Floats, kind: int, calls: float) -> float:
    """How likely a row of a strategy acts so, for somebody who calls so often, come what may."""
    total = odds.sum()
    if total <= 0.0:
        return 1.0
    part = odds[BETS] + odds[ALL_IN] if kind == BETS else odds[kind]
    likely = (1.0 - calls) * part / total + (calls if kind == STAYS else 0.0)
    return float(max(likely, UNLIKELY))


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
            weights[other, :, combo] = 1.0 if mask & known == _U0 else 0.0


@kernel
def weigh_act(act: Ints, held: Ints, crowd: Crowd, weights: Floats) -> None:
    """Multiply the weights of a seat, [style, combo], by how likely each makes an act."""
    row, kind = act[ACT_ROW], act[ACT_KIND]
    for style in range(len(weights)):
        calls = crowd.calls[style] if act[ACT_CHEAP] == 1 else 0.0
        for combo in range(COMBOS):
            if weights[style, combo] > 0.0 and held[combo] != NOWHERE:
                odds = crowd.tables[style, row + held[combo]]
                weights[style, combo] *= chance_of(odds, kind, calls)


@kernel
def tell_ranges(v: Holdem, seat: int, until: int, crowd: Crowd, weights: Floats) -> None:
    """Write what every seat can hold by its acts up to a street: [seat, style, combo].

    For `seat`, who knows its own cards; for NOBODY by what all can see.
    """
    acts, buckets = np.empty((LONGEST, 5), np.int64), np.empty((4, COMBOS), np.int64)
    begin_ranges(v, seat, weights)
    buckets[0], cards = CLASS_OF, np.empty(CARDS_HELD, np.int64)
    load_cards(v, cards)
    for stage in range(FLOP, v.stage + 1):
        write_combos(cards, stage, buckets[stage - PREFLOP])
    for i in range(retell(v, acts)):
        if acts[i, ACT_STAGE] > until:
            break
        held = buckets[acts[i, ACT_STAGE] - PREFLOP]
        weigh_act(acts[i], held, crowd, weights[acts[i, ACT_SEAT]])


def seat_ranges(v: Holdem, seat: int, table: Floats) -> Floats:
    """The weight of each combo for every seat, the heaviest 1."""
    return _scaled(v, seat, int(v.stage), alone(table))[:, 0]


def crowd_ranges(v: Holdem, seat: int, crowd: Crowd) -> Floats:
    """The weight of each style and combo for every seat: [seat, style, combo], the heaviest 1."""
    return _scaled(v, seat, int(v.stage), crowd)


def public_ranges(v: Holdem, table: Floats) -> Floats:
    """The weights by what all can see, when the street began."""
    return _scaled(v, NOBODY, int(v.stage) - 1, alone(table))[:, 0]


def _scaled(v: Holdem, seat: int, until: int, crowd: Crowd) -> Floats:
    weights = np.empty((int(v.seats), len(crowd.calls), COMBOS))
    tell_ranges(v, seat, until, crowd, weights)
    heaviest: Floats = weights.max(axis=(1, 2), keepdims=True)
    return weights / np.maximum(heaviest, 1e-300)

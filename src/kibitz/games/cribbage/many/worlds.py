"""Worlds that fit a view and the model of throws: what three or four players may hold.

Each of the others is dealt five cards that it may have had, one of them thrown as the model
says: what it has played is among the kept, no go contradicts what it holds, and whoever is to
play can. Seats are dealt one after the other, those with the highest bars first. Who throws
against the model has its cards drawn without it after some tries.
"""

import numpy as np

from kibitz.core.game import world
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream
from kibitz.games.cribbage.many.hands import Bytes, Ints, hand_number
from kibitz.games.cribbage.many.seats import role_at
from kibitz.games.cribbage.table.knowledge import (
    bar_of,
    held_by,
    is_allowed,
    known_cards,
    with_cards,
)
from kibitz.games.cribbage.table.rules import KEPT, PLAYED, Cribbage, draw_set, thrown_by_each
from kibitz.games.cribbage.table.score import DECK, lowest_card

TRIES = 60  # deals drawn for a seat before the model is forgotten
ODD = -1  # no card that the model would throw


@kernel
def unseen_cards(v: Cribbage, deck: Ints) -> int:
    """Write the cards that a view does not show; return how many."""
    known, size = known_cards(v), 0
    for card in range(DECK):
        if not known >> card & 1:
            deck[size] = card
            size += 1
    return size


@kernel
def modelled_throw(hidden: int, shown: int, role: int, choices: Bytes) -> int:
    """Which of the hidden cards the model throws, if it would keep the shown ones; else ODD."""
    rank = int(choices[role, hand_number(hidden | shown)])
    cards = hidden & 15 << 4 * rank
    return lowest_card(cards) if cards else ODD


@kernel
def deal_seat(
    v: Cribbage,
    seat: int,
    choices: Bytes,
    deck: Ints,
    size: int,
    hands: Ints,
    thrown: Ints,
    stream: Stream,
) -> bool:
    """Deal a seat what it may hold and have thrown; whether that fits what was seen."""
    shown, role = v[PLAYED + seat], role_at(v, seat)
    count = min(held_by(v, seat), KEPT) + 1
    for _ in range(TRIES):
        hidden = draw_set(deck, size, count, stream)
        card = modelled_throw(hidden, shown, role, choices)
        if card != ODD and is_allowed(v, seat, hidden ^ 1 << card):
            hands[seat], thrown[seat] = hidden ^ 1 << card, 1 << card
            return True
    return False


@kernel
def model_world(v: Cribbage, seat: int, choices: Bytes, deck: Ints, stream: Stream) -> Cribbage:
    """A world behind the view of a seat; before the throw the others have made theirs."""
    hands = np.array([v.hand0, v.hand1, v.hand2, v.hand3])
    thrown = np.array([v.thrown0, v.thrown1, v.thrown2, v.thrown3, v.kitty])
    size = unseen_cards(v, deck)
    for bar in range(31, -1, -1):
        for other in range(v.players):
            if other != seat and bar_of(v, other) == bar:
                if not deal_seat(v, other, choices, deck, size, hands, thrown, stream):
                    plain: Cribbage = world(v, seat, stream)
                    return plain
                size -= min(held_by(v, other), KEPT) + thrown_by_each(v)
    if v.players == 3:
        thrown[4] = draw_set(deck, size, 1, stream)
    return with_cards(v, hands, thrown)

"""What a seat knows, and the worlds it cannot tell apart.

A seat sees its own cards, the starter, everything played and every go; the hands, the
throws and the kitty of the others are blanked to empty sets while a hand is on. How many
cards are hidden follows from the phase. A go at count c proves that no card of value
31 - c or less is held (`bars`), and a seat that is to play holds a card that fits.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import rule
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream
from kibitz.games.cribbage.table.pile import LIMIT, pile_count
from kibitz.games.cribbage.table.rules import (
    BAR,
    BAR_BITS,
    CUT,
    FITTING,
    HAND,
    KEPT,
    PLAY,
    PLAYED,
    THROW,
    THROWN,
    Cribbage,
    draw_set,
    thrown_by_each,
)
from kibitz.games.cribbage.table.score import DECK

TRIES = 1000  # deals drawn before one is made to fit
WHOLE = (1 << DECK) - 1


@kernel
def is_hand_on(p: Cribbage) -> bool:
    """Whether cards are dealt and not yet shown."""
    return p.phase in (THROW, CUT, PLAY)


@kernel
def with_cards(p: Cribbage, hands: NDArray[np.int64], thrown: NDArray[np.int64]) -> Cribbage:
    """The position with other hands and throws; the fifth throw is the kitty."""
    kitty = int(thrown[4])
    return Cribbage(
        *(p.phase, p.players, p.skunks, p.dealer, p.seat, p.starter, p.pile, p.bars, kitty),
        *(p.deals, p.score0, p.score1, p.score2),
        *(int(hands[0]), int(hands[1]), int(hands[2]), int(hands[3])),
        *(p.played0, p.played1, p.played2, p.played3),
        *(int(thrown[0]), int(thrown[1]), int(thrown[2]), int(thrown[3])),
    )


@rule
def view(p: Cribbage, seat: int) -> Cribbage:
    if not is_hand_on(p):
        return p
    hands, thrown = np.zeros(4, np.int64), np.zeros(5, np.int64)
    hands[seat], thrown[seat] = p[HAND + seat], p[THROWN + seat]
    return with_cards(p, hands, thrown)


@kernel
def has_thrown(p: Cribbage, seat: int) -> bool:
    """Whether a seat has laid away: the dealer is the last to do so."""
    if p.phase != THROW:
        return True
    place = (seat - p.dealer - 1) % p.players
    return place < (p.seat - p.dealer - 1) % p.players


@kernel
def size_of(cards: int) -> int:
    """How many cards are in a set."""
    size = 0
    while cards:
        cards &= cards - 1
        size += 1
    return size


@kernel
def held_by(p: Cribbage, seat: int) -> int:
    """How many cards a seat holds, hidden or not."""
    if not has_thrown(p, seat):
        return KEPT + thrown_by_each(p)
    return KEPT - size_of(p[PLAYED + seat])


@kernel
def known_cards(v: Cribbage) -> int:
    """All cards that show in a view."""
    known = v.hand0 | v.hand1 | v.hand2 | v.hand3 | v.thrown0 | v.thrown1 | v.thrown2 | v.thrown3
    known |= v.played0 | v.played1 | v.played2 | v.played3 | v.kitty
    return known if v.starter < 0 else known | 1 << v.starter


@kernel
def bar_of(p: Cribbage, seat: int) -> int:
    """The seat holds no card of this value or less."""
    return p.bars >> BAR_BITS * seat & BAR


@kernel
def draw_from(deck: NDArray[np.int64], size: int, wanted: int, count: int, stream: Stream) -> int:
    """Draw `count` cards of the set `wanted` from the first `size` of `deck`, to their end."""
    front = 0
    for i in range(size):
        if not wanted >> deck[i] & 1:
            deck[i], deck[front] = deck[front], deck[i]
            front += 1
    return draw_set(deck[front:], size - front, count, stream)


@kernel
def needed_by(v: Cribbage, seat: int) -> int:
    """The cards of which `seat` must hold one, being to play; all of them where it is not."""
    if v.phase == PLAY and v.seat == seat:
        return int(FITTING[LIMIT - pile_count(v.pile)])
    return WHOLE


@kernel
def draw_hand(
    v: Cribbage,
    seat: int,
    heed: bool,
    deck: NDArray[np.int64],
    size: int,
    stream: Stream,
) -> int:
    """Draw the hand of a seat, if `heed` one that its bar and its turn allow."""
    count = held_by(v, seat)
    if not heed or count == 0:
        return draw_set(deck, size, count, stream)
    above = WHOLE & ~int(FITTING[bar_of(v, seat)])
    one = draw_from(deck, size, above & needed_by(v, seat), 1, stream)
    return one | draw_from(deck, size - 1, above, count - 1, stream)


@kernel
def is_allowed(v: Cribbage, seat: int, hand: int) -> bool:
    """Whether a hand goes with the bar of a seat and with its turn."""
    if hand & int(FITTING[bar_of(v, seat)]):
        return False
    return hand == 0 or hand & needed_by(v, seat) != 0


@kernel
def fill(
    v: Cribbage,
    seat: int,
    heed: bool,
    hands: NDArray[np.int64],
    thrown: NDArray[np.int64],
    stream: Stream,
) -> bool:
    """Deal the unseen cards to the others, highest bars first; whether the hands are allowed."""
    deck, size = np.empty(DECK, np.int64), 0
    known = known_cards(v)
    for card in range(DECK):
        if not known >> card & 1:
            deck[size] = card
            size += 1
    is_good = True
    for bar in range(BAR, -1, -1):
        for other in range(v.players):
            if other != seat and bar_of(v, other) == bar:
                hands[other] = draw_hand(v, other, heed, deck, size, stream)
                size -= held_by(v, other)
                is_good &= is_allowed(v, other, hands[other])
    for other in range(v.players):
        if other != seat and has_thrown(v, other):
            thrown[other] = draw_set(deck, size, thrown_by_each(v), stream)
            size -= thrown_by_each(v)
    if v.players == 3:
        thrown[4] = draw_set(deck, size, 1, stream)
    return is_good


@rule
def world(v: Cribbage, seat: int, stream: Stream) -> Cribbage:
    """Each deal that fits the view is as likely as any other."""
    if not is_hand_on(v):
        return v
    hands = np.array([v.hand0, v.hand1, v.hand2, v.hand3])
    thrown = np.array([v.thrown0, v.thrown1, v.thrown2, v.thrown3, v.kitty])
    is_direct = v.players == 2 and v.seat == seat  # one bar to heed: drawing above it is fair
    for _ in range(0 if is_direct else TRIES):
        if fill(v, seat, False, hands, thrown, stream):
            return with_cards(v, hands, thrown)
    fill(v, seat, True, hands, thrown, stream)
    return with_cards(v, hands, thrown)

"""What the betting looks like to who must act, in one number of some hundreds: a spot.

A spot is the place (street and what is faced, see `situation`), how deep the stacks are
against the pot, who raised last on the street before, and the seat. The choices there are
five: fold, check or call, bet or raise half the pot, the pot, or everything.
"""

from kibitz.core.kernel import kernel
from kibitz.games.holdem.cards.combos import CLASSES
from kibitz.games.holdem.opponents.situation import PLACES, place_of
from kibitz.games.holdem.table.betting import Betting, bet_by, left_to, may_raise, price
from kibitz.games.holdem.table.position import CALL, FIXED, FOLD, PREFLOP
from kibitz.games.holdem.table.sizes import COARSE, part_of

NOBODY, MYSELF, OTHER = 0, 1, 2  # who raised last on the street before
DEPTHS = (0.4, 1.0, 2.5, 6.0, 15.0)  # stacks against the pot, between which depths lie
IN_PLACE = (len(DEPTHS) + 1) * 3 * 2
SPOTS = PLACES * IN_PLACE
WIDTH = CLASSES  # rows of a strategy for each spot, as many as a street has buckets at most
ROWS = SPOTS * WIDTH
CHOICES, NO_MOVE = 2 + len(COARSE) + 1, -1
FOLDS, STAYS, HALF, POT, ALL_IN = range(CHOICES)
MOST_BETS = 3  # on a street, but for going all in
TOO_DEEP = 15  # times the pot: who has more does not bet it all at once
ALMOST = 0.7  # of all chips: who would bet more bets all


@kernel
def spot_of(b: Betting, led: int) -> int:
    """The spot of the seat to act; `led` is the seat that raised last on the street before."""
    call, size, other = price(b), b.paid_0 + b.paid_1, 1 - b.seat
    room = min(left_to(b, b.seat), left_to(b, other) + call) / max(size, 1)
    depth = 0
    for limit in DEPTHS:
        if room >= limit:
            depth += 1
    who = NOBODY if led < 0 else MYSELF if led == b.seat else OTHER
    place = place_of(b.stage, call, size, b.raises)
    return ((place * (len(DEPTHS) + 1) + depth) * 3 + who) * 2 + b.seat


@kernel
def move_of(b: Betting, choice: int) -> int:
    """The move that a choice is here, NO_MOVE where it is none."""
    call = price(b)
    if choice == FOLDS:
        return FOLD if call > 0 else NO_MOVE
    if choice == STAYS:
        return CALL
    if not may_raise(b):
        return NO_MOVE
    most = bet_by(b, b.seat) + left_to(b, b.seat)
    if b.kind == FIXED:
        return CALL + min(b.high + b.raise_by, most) if choice == HALF else NO_MOVE
    if choice == ALL_IN:
        return CALL + most if most <= TOO_DEEP * (b.paid_0 + b.paid_1) else NO_MOVE
    made = b.raises - 1 if b.stage == PREFLOP else b.raises
    if made >= MOST_BETS:
        return NO_MOVE
    whole = b.paid_0 + b.paid_1 + call
    half = max(b.high + part_of(whole, COARSE[0]), b.high + b.raise_by)
    to = half if choice == HALF else b.high + part_of(whole, COARSE[1])
    if to > ALMOST * most or (choice == POT and to <= half):
        return NO_MOVE
    return CALL + to

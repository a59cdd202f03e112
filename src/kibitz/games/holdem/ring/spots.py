"""What the betting looks like to who must act at a table of several, in one number: a spot.

Before the flop a spot is the position, counted from the big blind (0), so that a table of six
that folds to the button is a table of three; what has happened (nobody in, limpers, one raise
and who made it, a reraise, more); the price; and the depth in big blinds. After the flop it is
the street, how many are against us and whether they act after us, the price, who raised last
on the street before, and the depth against the pot.

The choices are four: fold, check or call, bet or raise two thirds of the pot, all in.
"""

from kibitz.core.kernel import kernel
from kibitz.games.holdem.cards.combos import CLASSES
from kibitz.games.holdem.ring.state import (
    ACTED,
    BET,
    BIG,
    BY,
    CHIPS_IN,
    COUNT,
    HIGH,
    KIND,
    LED,
    LEFT,
    NOW,
    RAISES,
    SEAT,
    STAGE,
    Ints,
    is_still_in,
    may_raise,
    price,
)
from kibitz.games.holdem.table.position import CALL, FIXED, FLOP, FOLD, PREFLOP
from kibitz.games.holdem.table.sizes import TWO_THIRDS, part_of

POSITIONS = 9  # the big blind, the small blind, the button, and so on back to the first
UNRAISED = 3  # nobody in, one limper, several
RAISERS = 5  # a blind, the button, the seat before it, the two before that, an earlier one
PRICES = 4
RAISED = 2 * RAISERS + 2 + 2  # with and without callers; a reraise and more, we in it or not
SITUATIONS = UNRAISED + RAISED * PRICES
BLINDS_DEEP = (10.0, 20.0, 45.0)  # big blinds between which depths lie
EARLY_SPOTS = POSITIONS * SITUATIONS * (len(BLINDS_DEEP) + 1)
RAISE_SIZES = (3.2, 5.0, 9.0)  # big blinds of a first raise, between which prices lie
RAISE_PRICES = (0.29, 0.385, 0.45)  # parts of the pot that a later raise asks for

PLACES = 10  # of us among those who are in
BET_PRICES = (0.21, 0.29, 0.37)
HUGE = 0.44  # a price beyond these: more than three pots
BET_STEPS = len(BET_PRICES) + 2
FACINGS = 1 + 2 * BET_STEPS  # nothing, a bet, a raise of a bet
LEADERS = 3  # nobody, we, another
POTS_DEEP = (0.9, 2.5, 7.0)
LATE_SPOTS = 3 * PLACES * FACINGS * LEADERS * (len(POTS_DEEP) + 1)
WIDTH = 48  # buckets after the flop
EARLY_ROWS = EARLY_SPOTS * CLASSES
ROWS = EARLY_ROWS + LATE_SPOTS * WIDTH

CHOICES, NO_MOVE = 4, -1
FOLDS, STAYS, BETS, ALL_IN = range(CHOICES)
MOST_BETS = 4  # on a street, but for going all in
ALMOST = 0.6  # of all chips: who would bet more bets all
POTS_SHOVED = 2.5  # who has more pots than this does not bet it all at once,
BLINDS_SHOVED = 14  # or more big blinds before the flop


@kernel
def position_of(seats: int, seat: int) -> int:
    """How many seats act after one before the flop: 0 is the big blind, 2 the button."""
    after = 1 - seat if seat < 2 else seats - seat + 1
    return min(after, POSITIONS - 1)


@kernel
def step_of(x: float, a: float, b: float, c: float) -> int:
    """In which of four parts a number lies."""
    return (1 if x > a else 0) + (1 if x > b else 0) + (1 if x > c else 0)


@kernel
def room_of(t: Ints, seat: int) -> int:
    """The chips that a seat can still lose, its bet on the street included."""
    most = 0
    for other in range(t[COUNT]):
        if other != seat and is_still_in(t, other):
            most = max(most, t[BET + other] + t[LEFT + other])
    return min(most, t[BET + seat] + t[LEFT + seat])  # type: ignore[no-any-return]


@kernel
def raiser_group(place: int) -> int:
    """Which kind of seat raised: a blind, the button and so on, see `RAISERS`."""
    return 0 if place < 2 else min(place, 4) - 1 if place < 6 else 4


@kernel
def situation_of(t: Ints, seat: int) -> int:
    """What has happened before the flop."""
    who, joined, made = t[NOW], 0, t[RAISES]
    for other in range(t[COUNT]):
        is_rival = other != seat and other != who and is_still_in(t, other)
        if is_rival and t[BET + other] >= t[HIGH] and (made > 1 or other != 1):
            joined += 1
    if made <= 1 or who < 0:
        return min(joined, UNRAISED - 1)
    call = price(t)
    if made == 2:
        sort = 2 * raiser_group(position_of(t[COUNT], who)) + min(joined, 1)
        a, b, c = RAISE_SIZES
        return UNRAISED + sort * PRICES + step_of(t[HIGH] / t[BIG], a, b, c)
    sort = 2 * RAISERS + (0 if made == 3 else 2) + (1 if t[BET + seat] > t[BIG] else 0)
    a, b, c = RAISE_PRICES
    return UNRAISED + sort * PRICES + step_of(call / (t[CHIPS_IN] + call), a, b, c)


@kernel
def early_spot(t: Ints) -> int:
    """The spot of the seat to act before the flop."""
    seat = t[SEAT]
    a, b, c = BLINDS_DEEP
    depth = step_of(room_of(t, seat) / t[BIG], a, b, c)
    where = position_of(t[COUNT], seat) * SITUATIONS + situation_of(t, seat)
    return where * (len(BLINDS_DEEP) + 1) + depth


@kernel
def place_of(t: Ints, seat: int) -> int:
    """How many are against us, whether all act before us, and whether somebody still answers."""
    rivals, after, waits = 0, 0, 0
    for other in range(t[COUNT]):
        if other != seat and is_still_in(t, other):
            rivals += 1
            if t[LEFT + other] > 0:
                after |= 1 if other > seat else 0
                is_next = t[ACTED] >> other & 1 == 0 or t[BET + other] < t[HIGH]
                waits |= 1 if is_next else 0
    if rivals == 1:
        return after
    return 2 + 4 * min(rivals - 2, 1) + 2 * after + waits


@kernel
def late_spot(t: Ints) -> int:
    """The spot of the seat to act after the flop."""
    seat, size = t[SEAT], t[CHIPS_IN]
    call, facing = price(t), 0
    if call > 0:
        a, b, c = BET_PRICES
        asked = call / (size + call)
        facing = 1 + step_of(asked, a, b, c) + (1 if asked > HUGE else 0)
        facing += BET_STEPS if t[RAISES] > 1 else 0
    leader = 0 if t[LED] < 0 else 1 if t[LED] == seat else 2
    a, b, c = POTS_DEEP
    depth = step_of((room_of(t, seat) - t[BET + seat]) / max(size, 1), a, b, c)
    where = ((t[STAGE] - FLOP) * PLACES + place_of(t, seat)) * FACINGS + facing
    return (where * LEADERS + leader) * (len(POTS_DEEP) + 1) + depth  # type: ignore[no-any-return]


@kernel
def first_row(t: Ints) -> int:
    """Where the rows of the spot of the seat to act begin; add the class or the bucket."""
    if t[STAGE] == PREFLOP:
        return early_spot(t) * CLASSES
    return EARLY_ROWS + late_spot(t) * WIDTH


@kernel
def is_open(t: Ints) -> bool:
    """Whether nobody is in yet but the blinds, and we are not one: then we raise or fold."""
    if t[STAGE] != PREFLOP or t[RAISES] > 1 or t[SEAT] < 2:
        return False
    return situation_of(t, t[SEAT]) == 0


@kernel
def write_moves(t: Ints, moves: Ints) -> None:
    """Write the move that each choice is here, NO_MOVE where it is none."""
    seat, call = t[SEAT], price(t)
    moves[FOLDS] = FOLD if call > 0 else NO_MOVE
    moves[STAYS] = CALL
    moves[BETS] = moves[ALL_IN] = NO_MOVE
    if not may_raise(t):
        return
    if is_open(t):
        moves[STAYS] = NO_MOVE
    most = t[BET + seat] + t[LEFT + seat]
    if t[KIND] == FIXED:
        moves[BETS] = CALL + min(t[HIGH] + t[BY], most)
        return
    whole, is_early = t[CHIPS_IN] + call, t[STAGE] == PREFLOP
    if most <= max(POTS_SHOVED * whole, BLINDS_SHOVED * t[BIG] if is_early else 0):
        moves[ALL_IN] = CALL + most
    made = t[RAISES] - 1 if is_early else t[RAISES]
    to = t[HIGH] + max(part_of(whole, TWO_THIRDS), t[BY])
    if made < MOST_BETS and to <= ALMOST * most:
        moves[BETS] = CALL + to
    elif moves[ALL_IN] == NO_MOVE and to > ALMOST * most:
        moves[ALL_IN] = CALL + most

"""A hold'em table in numbers: the fields of a position, and how to read and change them.

Seats are in the order of acting after the flop: seat 0 is left of the button and has the
small blind; with two seats it has the big blind, and the button, seat 1, the small one.

Chips stand three seats to an integer, 20 bits each: `stacks` with which the hand began,
and `paid` since; `dead` of what it paid counts for no bet (an ante by one seat, what a late
comer posts beyond the big blind), and all who are in play for it. Cards stand in 6 bits
each, five seats' holes to an integer; UNKNOWN is a card that a view hides or that is not
dealt. `level` is what a seat had paid in full when the street began, `high` the bet to match
on this street, `raise_by` the last full raise, `acted` the seats that have acted since,
`raises` the bets on this street. `line` keeps what
the betting of the streets so far told: four bits a street for who raised last (seat + 1, 0
for nobody), then two bits for how many raises each past street had (3 for more, too), then
what each seat had paid in full when the flop and the turn came.

A move is FOLD, CALL (or check), or CALL + n, which bets or raises to n chips on this
street. Chance deals once: its move is the seed of the shuffle. An all-in raise below a full
one lets those who have acted call only.
"""

from typing import Final, NamedTuple

from kibitz.core.kernel import kernel

SEATS, BOARD = 10, 5
FOLD, CALL = 0, 1
UNKNOWN = 63
DEAL, PREFLOP, FLOP, TURN, RIVER, ENDED = range(6)
SHOWN = (0, 0, 3, 4, 5, 5)  # board cards on each street
NO_LIMIT, FIXED, FEW = 0, 1, 2  # FEW is no-limit with four sizes of raise
MOST_RAISES = 4  # bets on a street with fixed limits; the big blind counts as the first
CHIP_BITS, HOLE_BITS = 20, 12
CHIPS = (1 << CHIP_BITS) - 1
NO_HOLES = (1 << 5 * HOLE_BITS) - 1
NO_BOARD = (1 << 6 * BOARD) - 1
RAISER_BITS, RAISES_BITS, LINE_RAISES, LINE_LEVELS = 4, 2, 16, 22  # the places in `line`


class Holdem(NamedTuple):
    seats: int
    kind: int
    small: int
    big: int
    ante: int
    stacks_a: int
    stacks_b: int
    stacks_c: int
    stacks_d: int
    paid_a: int
    paid_b: int
    paid_c: int
    paid_d: int
    dead_a: int
    dead_b: int
    dead_c: int
    dead_d: int
    holes_a: int
    holes_b: int
    board: int
    stage: int
    seat: int
    level: int
    high: int
    raise_by: int
    raises: int
    acted: int
    folded: int
    line: int


# Where those fields stand: final, so that mypy can tell the length of a slice between them.
STACKS: Final = 5
PAID: Final = 9
DEAD: Final = 13
HOLES: Final = 17
STAGE: Final = 20
HIGH: Final = 23


@kernel
def started(p: Holdem, seat: int) -> int:
    """The chips with which a seat began the hand."""
    return p[STACKS + seat // 3] >> CHIP_BITS * (seat % 3) & CHIPS


@kernel
def paid(p: Holdem, seat: int) -> int:
    """The chips that a seat has put in."""
    return p[PAID + seat // 3] >> CHIP_BITS * (seat % 3) & CHIPS


@kernel
def dead(p: Holdem, seat: int) -> int:
    """The chips among them that count for no bet."""
    return p[DEAD + seat // 3] >> CHIP_BITS * (seat % 3) & CHIPS


@kernel
def live(p: Holdem, seat: int) -> int:
    """The chips among them that count: a pot is shared by those who paid as much."""
    return paid(p, seat) - dead(p, seat)


@kernel
def behind(p: Holdem, seat: int) -> int:
    """The chips that a seat has left."""
    return started(p, seat) - paid(p, seat)


@kernel
def bet(p: Holdem, seat: int) -> int:
    """The chips that a seat has put in on this street."""
    return max(live(p, seat) - p.level, 0)


@kernel
def to_call(p: Holdem, seat: int) -> int:
    """What a seat must pay to stay, as far as its chips go."""
    return min(max(p.high - bet(p, seat), 0), behind(p, seat))


@kernel
def pot(p: Holdem) -> int:
    """All chips that were put in."""
    total = 0
    for seat in range(p.seats):
        total += paid(p, seat)
    return total


@kernel
def hole(p: Holdem, seat: int, i: int) -> int:
    """One of a seat's two cards."""
    return p[HOLES + seat // 5] >> HOLE_BITS * (seat % 5) + 6 * i & 63


@kernel
def board_card(p: Holdem, i: int) -> int:
    """A card of the board, shown or still to come."""
    return p.board >> 6 * i & 63


@kernel
def is_in(p: Holdem, seat: int) -> bool:
    """Whether a seat has not folded."""
    return p.folded >> seat & 1 == 0


@kernel
def raiser(p: Holdem, stage: int) -> int:
    """Who bet or raised last on a street so far, -1 for nobody; the big blind is no raise."""
    return (p.line >> RAISER_BITS * (stage - PREFLOP) & 15) - 1


@kernel
def past_raises(p: Holdem, stage: int) -> int:
    """How many raises a street that is over had, 3 for more, too."""
    return p.line >> LINE_RAISES + RAISES_BITS * (stage - PREFLOP) & 3


@kernel
def level_at(p: Holdem, stage: int) -> int:
    """What a seat had paid in full when a street began; 0 where the line is not known."""
    if stage == p.stage:
        return p.level
    if stage == PREFLOP:
        return p.ante
    return p.line >> LINE_LEVELS + CHIP_BITS * (stage - FLOP) & CHIPS


@kernel
def raised_by(p: Holdem, seat: int) -> int:
    """The line after a seat has raised."""
    shift = RAISER_BITS * (p.stage - PREFLOP)
    return p.line & ~(15 << shift) | (seat + 1) << shift


@kernel
def street_over(p: Holdem, level: int) -> int:
    """The line when the street is over and each has paid `level` in full."""
    line = p.line | min(p.raises, 3) << LINE_RAISES + RAISES_BITS * (p.stage - PREFLOP)
    if p.stage <= FLOP:
        line |= level << LINE_LEVELS + CHIP_BITS * (p.stage - PREFLOP)
    return line


@kernel
def big_blind_seat(p: Holdem) -> int:
    return 0 if p.seats == 2 else 1


@kernel
def pay(p: Holdem, seat: int, chips: int) -> Holdem:
    """The position after a seat has put in chips."""
    word, more = seat // 3, chips << CHIP_BITS * (seat % 3)
    a = p.paid_a + (more if word == 0 else 0)
    b = p.paid_b + (more if word == 1 else 0)
    c = p.paid_c + (more if word == 2 else 0)
    d = p.paid_d + (more if word == 3 else 0)
    return Holdem(*p[:PAID], a, b, c, d, *p[DEAD:])


@kernel
def with_bets(
    p: Holdem, high: int, raise_by: int, raises: int, acted: int, folded: int, line: int
) -> Holdem:
    """The position with another state of the betting."""
    return Holdem(*p[:HIGH], high, raise_by, raises, acted, folded, line)


@kernel
def at_stage(p: Holdem, stage: int, seat: int, level: int) -> Holdem:
    """The position on another street, or with another seat to act."""
    return Holdem(*p[:STAGE], stage, seat, level, *p[HIGH:])


@kernel
def with_cards(p: Holdem, holes_a: int, holes_b: int, board: int) -> Holdem:
    """The position with other cards."""
    return Holdem(*p[:HOLES], holes_a, holes_b, board, *p[STAGE:])

"""Texas hold'em in numbers: two to nine seats, no-limit or fixed limit, one hand at a time.

Seats are in the order of acting after the flop: seat 0 is left of the button and has the
small blind; with two seats it has the big blind, and the button, seat 1, the small one.

Chips stand three seats to an integer, 20 bits each: `stacks` with which the hand began,
and `paid` since. Cards stand in 6 bits each, five seats' holes to an integer; UNKNOWN is a
card that a view hides or that is not dealt. `level` is what a seat had paid in full when
the street began, `high` the bet to match on this street, `raise_by` the last full raise,
`acted` the seats that have acted since, `raises` the bets on this street.

A move is FOLD, CALL (or check), or CALL + n, which bets or raises to n chips on this
street. Chance deals once: its move is the seed of the shuffle. Stacks cover the ante and
the big blind. An all-in raise below a full one lets those who have acted call only.
"""

from typing import NamedTuple

import numpy as np

from kibitz.core.bits import int64
from kibitz.core.game import CHANCE, OVER, Moves, rule
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below, reseed, seed62, shuffle
from kibitz.games.holdem.evaluator import hand_value
from kibitz.games.holdem.tables import CARD_KEYS, CARD_MASKS, CARDS, EMPTY_KEY

SEATS, BOARD = 9, 5
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
_U0 = np.uint64(0)


class Holdem(NamedTuple):
    seats: int
    kind: int
    small: int
    big: int
    ante: int
    stacks_a: int
    stacks_b: int
    stacks_c: int
    paid_a: int
    paid_b: int
    paid_c: int
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


STACKS, PAID, HOLES = 5, 8, 11  # where those fields begin


@kernel
def started(p: Holdem, seat: int) -> int:
    """The chips with which a seat began the hand."""
    return p[STACKS + seat // 3] >> CHIP_BITS * (seat % 3) & CHIPS


@kernel
def paid(p: Holdem, seat: int) -> int:
    """The chips that a seat has put in."""
    return p[PAID + seat // 3] >> CHIP_BITS * (seat % 3) & CHIPS


@kernel
def behind(p: Holdem, seat: int) -> int:
    """The chips that a seat has left."""
    return started(p, seat) - paid(p, seat)


@kernel
def bet(p: Holdem, seat: int) -> int:
    """The chips that a seat has put in on this street."""
    return max(paid(p, seat) - p.level, 0)


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
def big_blind_seat(p: Holdem) -> int:
    return 0 if p.seats == 2 else 1


@rule
def turn(p: Holdem) -> int:
    if p.stage == DEAL:
        return CHANCE
    return OVER if p.stage == ENDED else p.seat


@kernel
def can_raise(p: Holdem) -> bool:
    """Whether the seat to act may bet or raise."""
    me = p.seat
    call = p.high - bet(p, me)
    if behind(p, me) <= call or (p.kind == FIXED and p.raises >= MOST_RAISES):
        return False
    if p.acted >> me & 1 == 1 and call < p.raise_by:
        return False
    for seat in range(p.seats):
        if seat != me and is_in(p, seat) and bet(p, seat) + behind(p, seat) > p.high:
            return True
    return False


@kernel
def least_raise(p: Holdem) -> int:
    """The least that the seat to act may raise to."""
    return min(p.high + p.raise_by, bet(p, p.seat) + behind(p, p.seat))


@kernel
def few_raises(p: Holdem, out: Moves, count: int) -> int:
    """Write the least raise, half the pot, the pot and all in."""
    me = p.seat
    least, most = least_raise(p), bet(p, me) + behind(p, me)
    whole = pot(p) + p.high - bet(p, me)  # after a call
    last = 0
    for i in range(4):
        to = least
        if i == 1:
            to = p.high + whole // 2
        elif i == 2:
            to = p.high + whole
        elif i == 3:
            to = most
        to = min(max(to, least), most)
        if to > last:
            out[count] = CALL + to
            count += 1
            last = to
    return count


@rule
def moves(p: Holdem, out: Moves) -> int:
    if p.stage == DEAL or p.stage == ENDED:
        return 0
    count = 0
    if p.high > bet(p, p.seat):
        out[0] = FOLD
        count = 1
    out[count] = CALL
    count += 1
    if not can_raise(p):
        return count
    if p.kind == FEW:
        return few_raises(p, out, count)
    least = least_raise(p)
    most = least if p.kind == FIXED else bet(p, p.seat) + behind(p, p.seat)
    for to in range(least, most + 1):
        out[count] = CALL + to
        count += 1
    return count


@rule
def sample(p: Holdem, out: Moves, stream: Stream) -> int:
    """A deal, or a move: fold, call and raise alike, then any size."""
    if p.stage == DEAL:
        return seed62(stream)
    count = moves(p, out)
    first = 2 if out[0] == FOLD else 1
    choice = below(stream, first + (1 if count > first else 0))
    if choice < first:
        return out[choice]  # type: ignore[no-any-return]
    return out[first + below(stream, count - first)]  # type: ignore[no-any-return]


@rule
def play(p: Holdem, move: int) -> Holdem:
    if p.stage == DEAL:
        return settle(deal(p, move))
    me = p.seat
    if move == FOLD:
        return settle(
            with_bets(p, p.high, p.raise_by, p.raises, p.acted | 1 << me, p.folded | 1 << me)
        )
    if move == CALL:
        after = pay(p, me, to_call(p, me))
        return settle(with_bets(after, p.high, p.raise_by, p.raises, p.acted | 1 << me, p.folded))
    to = move - CALL
    after = pay(p, me, to - bet(p, me))
    step = to - p.high
    if step >= p.raise_by:
        return settle(with_bets(after, to, step, p.raises + 1, 1 << me, p.folded))
    return settle(with_bets(after, to, p.raise_by, p.raises + 1, p.acted | 1 << me, p.folded))


@kernel
def pay(p: Holdem, seat: int, chips: int) -> Holdem:
    """The position after a seat has put in chips."""
    word, more = seat // 3, chips << CHIP_BITS * (seat % 3)
    return Holdem(
        p.seats,
        p.kind,
        p.small,
        p.big,
        p.ante,
        p.stacks_a,
        p.stacks_b,
        p.stacks_c,
        p.paid_a + (more if word == 0 else 0),
        p.paid_b + (more if word == 1 else 0),
        p.paid_c + (more if word == 2 else 0),
        p.holes_a,
        p.holes_b,
        p.board,
        p.stage,
        p.seat,
        p.level,
        p.high,
        p.raise_by,
        p.raises,
        p.acted,
        p.folded,
    )


@kernel
def with_bets(p: Holdem, high: int, raise_by: int, raises: int, acted: int, folded: int) -> Holdem:
    """The position with another state of the betting."""
    return Holdem(
        p.seats,
        p.kind,
        p.small,
        p.big,
        p.ante,
        p.stacks_a,
        p.stacks_b,
        p.stacks_c,
        p.paid_a,
        p.paid_b,
        p.paid_c,
        p.holes_a,
        p.holes_b,
        p.board,
        p.stage,
        p.seat,
        p.level,
        high,
        raise_by,
        raises,
        acted,
        folded,
    )


@kernel
def at_stage(p: Holdem, stage: int, seat: int, level: int) -> Holdem:
    """The position on another street, or with another seat to act."""
    return Holdem(
        p.seats,
        p.kind,
        p.small,
        p.big,
        p.ante,
        p.stacks_a,
        p.stacks_b,
        p.stacks_c,
        p.paid_a,
        p.paid_b,
        p.paid_c,
        p.holes_a,
        p.holes_b,
        p.board,
        stage,
        seat,
        level,
        p.high,
        p.raise_by,
        p.raises,
        p.acted,
        p.folded,
    )


@kernel
def with_cards(p: Holdem, holes_a: int, holes_b: int, board: int) -> Holdem:
    """The position with other cards."""
    return Holdem(
        p.seats,
        p.kind,
        p.small,
        p.big,
        p.ante,
        p.stacks_a,
        p.stacks_b,
        p.stacks_c,
        p.paid_a,
        p.paid_b,
        p.paid_c,
        holes_a,
        holes_b,
        board,
        p.stage,
        p.seat,
        p.level,
        p.high,
        p.raise_by,
        p.raises,
        p.acted,
        p.folded,
    )


@kernel
def deal(p: Holdem, seed: int) -> Holdem:
    """Shuffle, deal, and post antes and blinds; the big blind counts as the last to act."""
    stream, deck = np.empty(4, np.uint64), np.arange(CARDS)
    reseed(stream, seed)
    shuffle(deck, stream)
    holes_a, holes_b, board = NO_HOLES, NO_HOLES, 0
    for seat in range(p.seats):
        both = int64(deck[2 * seat]) | int64(deck[2 * seat + 1]) << 6
        shift = HOLE_BITS * (seat % 5)
        cleared = ~(((1 << HOLE_BITS) - 1) << shift)
        if seat < 5:
            holes_a = holes_a & cleared | both << shift
        else:
            holes_b = holes_b & cleared | both << shift
    for i in range(BOARD):
        board |= int64(deck[2 * p.seats + i]) << 6 * i
    dealt = with_cards(p, holes_a, holes_b, board)
    big = big_blind_seat(p)
    for seat in range(p.seats):
        dealt = pay(dealt, seat, p.ante)
    dealt = pay(pay(dealt, 1 - big, p.small), big, p.big)
    dealt = at_stage(dealt, PREFLOP, big, p.ante)
    return with_bets(dealt, p.big, p.big, 1, 0, 0)


@kernel
def settle(p: Holdem) -> Holdem:
    """Pass the turn to the next who must act, or go on to the next street, or end the hand."""
    living, able = 0, 0
    for seat in range(p.seats):
        living += 1 if is_in(p, seat) else 0
        able += 1 if is_in(p, seat) and behind(p, seat) > 0 else 0
    if living == 1:
        return at_stage(p, ENDED, p.seat, p.level)
    for k in range(1, p.seats + 1):
        seat = (p.seat + k) % p.seats
        waits = p.acted >> seat & 1 == 0 or bet(p, seat) < p.high
        if is_in(p, seat) and behind(p, seat) > 0 and waits:
            return at_stage(p, p.stage, seat, p.level)
    if able <= 1 or p.stage == RIVER:
        return at_stage(p, ENDED, p.seat, p.level)
    street = at_stage(p, p.stage + 1, p.seats - 1, p.level + p.high)
    unit = p.big
    if p.kind == FIXED and street.stage >= TURN:
        unit = 2 * p.big
    fresh = with_bets(street, 0, unit, 0, 0, p.folded)
    first = 0
    while not is_in(fresh, first) or behind(fresh, first) == 0:
        first += 1
    return at_stage(fresh, fresh.stage, first, fresh.level)


@kernel
def value_of(p: Holdem, seat: int) -> int:
    """What a seat's cards are worth with the whole board."""
    key, mask = EMPTY_KEY, _U0
    for i in range(BOARD):
        card = board_card(p, i)
        key += CARD_KEYS[card]
        mask |= CARD_MASKS[card]
    for i in range(2):
        card = hole(p, seat, i)
        key += CARD_KEYS[card]
        mask |= CARD_MASKS[card]
    return int64(hand_value(key, mask))


@kernel
def won(p: Holdem, seat: int) -> int:
    """The chips that a finished hand gives back to a seat: each pot to its best hands.

    A pot is what the seats paid between two amounts at which somebody still in was all in.
    Chips that do not divide go to the first winner in the order of the seats.
    """
    living = 0
    for s in range(p.seats):
        living += 1 if is_in(p, s) else 0
    if living == 1:
        return pot(p) if is_in(p, seat) else 0
    total, floor = 0, 0
    while True:
        ceiling = CHIPS + 1
        for s in range(p.seats):
            if is_in(p, s) and paid(p, s) > floor:
                ceiling = min(ceiling, paid(p, s))
        if ceiling > CHIPS:
            return total
        total += part_of_pot(p, seat, floor, ceiling)
        floor = ceiling


@kernel
def part_of_pot(p: Holdem, seat: int, floor: int, ceiling: int) -> int:
    """A seat's part of what was paid between two amounts."""
    chips, best, winners, first = 0, -1, 0, -1
    for s in range(p.seats):
        chips += min(paid(p, s), ceiling) - min(paid(p, s), floor)
        if is_in(p, s) and paid(p, s) >= ceiling:
            value = value_of(p, s)
            if value > best:
                best, winners, first = value, 1, s
            elif value == best:
                winners += 1
    if not is_in(p, seat) or paid(p, seat) < ceiling or value_of(p, seat) != best:
        return 0
    return chips // winners + (chips % winners if seat == first else 0)


@rule
def payoff(p: Holdem, seat: int) -> float:
    """What a seat won or lost, in big blinds."""
    return (won(p, seat) - paid(p, seat)) / p.big


@rule
def view(p: Holdem, seat: int) -> Holdem:
    """The other seats' cards and the coming board are hidden; a showdown shows who was in."""
    if p.stage == DEAL:
        return p
    living = 0
    for s in range(p.seats):
        living += 1 if is_in(p, s) else 0
    is_shown = p.stage == ENDED and living > 1
    holes_a, holes_b, hidden = p.holes_a, p.holes_b, (1 << HOLE_BITS) - 1
    for s in range(p.seats):
        if s != seat and not (is_shown and is_in(p, s)):
            if s < 5:
                holes_a |= hidden << HOLE_BITS * s
            else:
                holes_b |= hidden << HOLE_BITS * (s - 5)
    board = p.board
    for i in range(BOARD):
        if i >= SHOWN[p.stage] or (p.stage == ENDED and not is_shown):
            board |= 63 << 6 * i
    return with_cards(p, holes_a, holes_b, board)


@rule
def world(v: Holdem, seat: int, stream: Stream) -> Holdem:
    """The unknown cards are any of the unseen ones, each as likely."""
    if v.stage == DEAL:
        return v
    taken = 0
    for s in range(v.seats):
        for i in range(2):
            if hole(v, s, i) != UNKNOWN:
                taken |= 1 << hole(v, s, i)
    for i in range(BOARD):
        if board_card(v, i) != UNKNOWN:
            taken |= 1 << board_card(v, i)
    holes_a, holes_b, board = v.holes_a, v.holes_b, v.board
    for s in range(v.seats):
        for i in range(2):
            if hole(v, s, i) == UNKNOWN:
                card = unseen(taken, stream)
                taken |= 1 << card
                shift = HOLE_BITS * (s % 5) + 6 * i
                if s < 5:
                    holes_a ^= (UNKNOWN ^ card) << shift
                else:
                    holes_b ^= (UNKNOWN ^ card) << shift
    for i in range(BOARD):
        if board_card(v, i) == UNKNOWN:
            card = unseen(taken, stream)
            taken |= 1 << card
            board ^= (UNKNOWN ^ card) << 6 * i
    return with_cards(v, holes_a, holes_b, board)


@kernel
def unseen(taken: int, stream: Stream) -> int:
    """A card that is not among the taken ones."""
    card = below(stream, CARDS)
    while taken >> card & 1 == 1:
        card = below(stream, CARDS)
    return card

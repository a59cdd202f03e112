"""The rules of hold'em: who acts, what is legal, what a move does, who gets what.

The layout of a position stands in `position`. Chance deals once: its move is the seed of
the shuffle. An all-in raise below a full one lets those who have acted call only.
"""

import numpy as np

from kibitz.core.bits import int64
from kibitz.core.game import CHANCE, OVER, Moves, rule
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below, reseed, seed62, shuffle
from kibitz.games.holdem.cards.evaluator import hand_value
from kibitz.games.holdem.cards.tables import CARD_KEYS, CARD_MASKS, CARDS, EMPTY_KEY
from kibitz.games.holdem.table.position import (
    BOARD,
    CALL,
    CHIPS,
    DEAL,
    ENDED,
    FEW,
    FIXED,
    FOLD,
    HOLE_BITS,
    MOST_RAISES,
    NO_HOLES,
    PREFLOP,
    RIVER,
    SHOWN,
    TURN,
    UNKNOWN,
    Holdem,
    at_stage,
    behind,
    bet,
    big_blind_seat,
    board_card,
    dead,
    hole,
    is_in,
    live,
    paid,
    pay,
    pot,
    raised_by,
    street_over,
    to_call,
    with_bets,
    with_cards,
)
from kibitz.games.holdem.table.sizes import COARSE, part_of

_U0 = np.uint64(0)


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
    for i in range(len(COARSE) + 2):
        to = most
        if i == 0:
            to = least
        elif i <= len(COARSE):
            to = p.high + part_of(whole, COARSE[i - 1])
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
            with_bets(
                p, p.high, p.raise_by, p.raises, p.acted | 1 << me, p.folded | 1 << me, p.line
            )
        )
    if move == CALL:
        after = pay(p, me, to_call(p, me))
        acted = p.acted | 1 << me
        return settle(with_bets(after, p.high, p.raise_by, p.raises, acted, p.folded, p.line))
    to = move - CALL
    after = pay(p, me, to - bet(p, me))
    step, by, acted = to - p.high, p.raise_by, p.acted | 1 << me
    if step >= p.raise_by:
        by, acted = step, 1 << me
    return settle(with_bets(after, to, by, p.raises + 1, acted, p.folded, raised_by(p, me)))


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
    return with_bets(dealt, p.big, p.big, 1, 0, 0, 0)


@kernel
def owes(p: Holdem, seat: int) -> bool:
    """Whether somebody else still in has put more into this street."""
    most = 0
    for other in range(p.seats):
        if is_in(p, other):
            most = max(most, bet(p, other))
    return most > bet(p, seat)


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
        if is_in(p, seat) and behind(p, seat) > 0 and waits and (able > 1 or owes(p, seat)):
            return at_stage(p, p.stage, seat, p.level)
    if able <= 1 or p.stage == RIVER:
        return at_stage(p, ENDED, p.seat, p.level)
    street = at_stage(p, p.stage + 1, p.seats - 1, p.level + p.high)
    unit = p.big
    if p.kind == FIXED and street.stage >= TURN:
        unit = 2 * p.big
    fresh = with_bets(street, 0, unit, 0, 0, p.folded, street_over(p, street.level))
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

    A pot is what the seats paid between two amounts at which somebody still in was all in;
    dead chips are in the first. Chips that do not divide go to the first winner in the order
    of the seats.
    """
    living = 0
    for s in range(p.seats):
        living += 1 if is_in(p, s) else 0
    if living == 1:
        return pot(p) if is_in(p, seat) else 0
    total, floor = 0, -1
    while True:
        ceiling = CHIPS + 1
        for s in range(p.seats):
            if is_in(p, s) and live(p, s) > floor:
                ceiling = min(ceiling, live(p, s))
        if ceiling > CHIPS:
            return total
        total += part_of_pot(p, seat, floor, ceiling)
        floor = ceiling


@kernel
def part_of_pot(p: Holdem, seat: int, floor: int, ceiling: int) -> int:
    """A seat's part of what was paid between two amounts."""
    chips, best, winners, first = 0, -1, 0, -1
    for s in range(p.seats):
        chips += min(live(p, s), ceiling) - min(live(p, s), max(floor, 0))
        chips += dead(p, s) if floor < 0 else 0
        if is_in(p, s) and live(p, s) >= ceiling:
            value = value_of(p, s)
            if value > best:
                best, winners, first = value, 1, s
            elif value == best:
                winners += 1
    if not is_in(p, seat) or live(p, seat) < ceiling or value_of(p, seat) != best:
        return 0
    return chips // winners + (chips % winners if seat == first else 0)


@rule
def payoff(p: Holdem, seat: int) -> float:
    """What a seat won or lost, in big blinds."""
    return (won(p, seat) - paid(p, seat)) / p.big


@kernel
def is_known(p: Holdem) -> bool:
    """Whether the cards of all who are in and the whole board are known."""
    for s in range(p.seats):
        if is_in(p, s) and (hole(p, s, 0) == UNKNOWN or hole(p, s, 1) == UNKNOWN):
            return False
    return board_card(p, BOARD - 1) != UNKNOWN


@rule
def heuristic(p: Holdem, seat: int) -> float:
    """What a seat gets if the hand is shown down now with all its cards, in big blinds."""
    if p.stage == DEAL or not is_known(p):
        return 0.0
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

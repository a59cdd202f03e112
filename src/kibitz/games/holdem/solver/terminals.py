"""What the ends of a hand are worth: folds and showdowns, eight of them at once.

Of a combo, a showdown is worth the reach of the weaker combos less that of the stronger ones
that share no card with it. With villain's combos by strength, running sums give that: all
combos, less those that hold its low card, less those that hold its high card. Combos below
and combos not above are added and the total is subtracted, so ties count for nothing, the
combo itself included. A fold is worth the reach of all combos that share no card.
"""

from typing import NamedTuple

from kibitz.core.bits import int64
from kibitz.core.kernel import kernel
from kibitz.games.holdem.solver.boards import CARDS
from kibitz.games.holdem.solver.lanes import (
    LANES,
    Floats,
    Offsets,
    from_lanes,
    into_lanes,
    load,
    offset,
    splat,
    store,
)
from kibitz.games.holdem.solver.places import FACTS, Seat
from kibitz.games.holdem.solver.program import StreetProgram


class StreetDesk(NamedTuple):
    """The work arrays of one thread for one street and hero."""

    reach: Floats
    values: Floats
    held: Floats  # reach of eight rows, by villain's place
    sums: Floats  # their running sums over villain's places
    card_sums: Floats  # and over the places that hold a card, card by card
    ends: Floats  # values of eight ends, by hero's place


@kernel
def width_of(seat: Seat, board: int) -> int:
    """The part of a row that a board uses, in whole vectors, with at least one zero."""
    return int64(seat.counts[board]) // LANES * LANES + LANES


# Arrays are named before the loops: a field of a tuple that is read inside is counted there.


@kernel
def run_sums(desk: StreetDesk, seat: Seat, board: int) -> None:
    """The running sums over all places."""
    held, sums = desk.held, desk.sums
    total = splat(0.0)
    store(sums, 0, total)
    for place in range(seat.counts[board]):
        total = total + load(held, place * LANES)
        store(sums, (place + 1) * LANES, total)


@kernel
def run_card_sums(desk: StreetDesk, seat: Seat, board: int) -> None:
    """The running sums over the places of each card."""
    held, sums, firsts, by_card = desk.held, desk.card_sums, seat.first_by_card, seat.by_card
    first, places = board * (CARDS + 1), 2 * board * seat.stride
    for card in range(CARDS):
        total = splat(0.0)
        start, end = firsts[first + card], firsts[first + card + 1]
        store(sums, (start + card) * LANES, total)
        for at in range(start, end):
            total = total + load(held, offset(by_card, places + at))
            store(sums, (at + card + 1) * LANES, total)


@kernel
def sum_cards(desk: StreetDesk, seat: Seat, board: int) -> None:
    """The sums of each card alone, where `run_card_sums` puts them, and of all places."""
    held, sums, firsts, by_card = desk.held, desk.card_sums, seat.first_by_card, seat.by_card
    first, places = board * (CARDS + 1), 2 * board * seat.stride
    twice = splat(0.0)
    for card in range(CARDS):
        total = splat(0.0)
        end = firsts[first + card + 1]
        for at in range(firsts[first + card], end):
            total = total + load(held, offset(by_card, places + at))
        store(sums, (end + card) * LANES, total)
        twice = twice + total
    store(desk.sums, seat.counts[board] * LANES, twice * splat(0.5))


@kernel
def show(
    desk: StreetDesk, mine: Seat, board: int, total_at: int, chips: Floats, first: int
) -> None:
    """What showdowns are worth to each place, eight of them."""
    sums, cards, ends, facts = desk.sums, desk.card_sums, desk.ends, mine.facts
    total, won = load(sums, total_at * LANES), load(chips, first)
    row = board * mine.stride
    for place in range(mine.counts[board]):
        f = (row + place) * FACTS
        every = load(sums, offset(facts, f)) + load(sums, offset(facts, f + 1)) - total
        low = load(cards, offset(facts, f + 2)) + load(cards, offset(facts, f + 3))
        high = load(cards, offset(facts, f + 4)) + load(cards, offset(facts, f + 5))
        whole = load(cards, offset(facts, f + 6)) + load(cards, offset(facts, f + 7))
        store(ends, place * LANES, (every - (low + high - whole)) * won)


@kernel
def fold(
    desk: StreetDesk, mine: Seat, board: int, total_at: int, chips: Floats, first: int
) -> None:
    """What folds are worth to each place, eight of them."""
    held, cards, ends, facts = desk.held, desk.card_sums, desk.ends, mine.facts
    total, won = load(desk.sums, total_at * LANES), load(chips, first)
    row = board * mine.stride
    for place in range(mine.counts[board]):
        f = (row + place) * FACTS
        shared = load(cards, offset(facts, f + 6)) + load(cards, offset(facts, f + 7))
        itself = load(held, offset(facts, f + 8))
        store(ends, place * LANES, (total - shared + itself) * won)


@kernel
def end_hands(
    program: StreetProgram, mine: Seat, theirs: Seat, board: int, has_like: bool, desk: StreetDesk
) -> None:
    """Write the value rows of all folds and showdowns on a board.

    `has_like` says that some combos differ by suits alone: sums in another order may differ in
    the last bit, so the first of them stands for all.
    """
    total_at = theirs.counts[board]
    for group in range(len(program.kinds)):
        first = group * LANES
        for column in range(0, width_of(theirs, board), LANES):
            into_lanes(desk.reach, program.held, first, column, desk.held, column * LANES)
        if program.kinds[group, 0]:
            run_sums(desk, theirs, board)
            run_card_sums(desk, theirs, board)
            show(desk, mine, board, total_at, program.shown_chips, first)
            put_rows(desk, mine, board, has_like, program.shown, first)
        else:
            sum_cards(desk, theirs, board)
        if program.kinds[group, 1]:
            fold(desk, mine, board, total_at, program.folded_chips, first)
            put_rows(desk, mine, board, has_like, program.folded, first)


@kernel
def put_rows(
    desk: StreetDesk, mine: Seat, board: int, has_like: bool, rows: Offsets, first: int
) -> None:
    """Write eight ends to their value rows, zeros behind the last place."""
    ends, same, row, width = desk.ends, mine.same, board * mine.stride, width_of(mine, board)
    if has_like:
        for place in range(mine.counts[board]):
            store(ends, place * LANES, load(ends, offset(same, row + place) * LANES))
    for place in range(mine.counts[board], width):
        store(ends, place * LANES, splat(0.0))
    for column in range(0, width, LANES):
        from_lanes(ends, column * LANES, desk.values, rows, first, column)

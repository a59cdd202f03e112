"""The combos of both seats on every board, each known there by its place.

On every board each seat has the combos that are still possible, on the river by strength.
Rows of numbers by place are padded with zeros to whole vectors, with at least one zero at
the end.
"""

from typing import NamedTuple

import numpy as np

from kibitz.core.bits import int64
from kibitz.core.kernel import kernel
from kibitz.games.holdem.cards.combos import COMBO_CARDS, COMBOS
from kibitz.games.holdem.cards.evaluator import keyed, value_with
from kibitz.games.holdem.solver.boards import CARDS, CHANGES, COMBO_AFTER, Boards, Ints
from kibitz.games.holdem.solver.lanes import LANES, Indices, Shorts

RIVER = 5  # cards on the board
FACTS = 9  # numbers of a combo on a board, see `note_facts`
_COMBO_BITS = 11  # of a combo below its value
_LOW_BYTE, _HIGH_BYTE = int64(_COMBO_BITS), int64(_COMBO_BITS + 8)  # of a value
_LOW, _HIGH = (COMBO_CARDS[:, column].astype(np.uint16) for column in (0, 1))


class Seat(NamedTuple):
    """The combos of one seat on the boards of one street; a row of each board in a table."""

    stride: int  # length of a row
    counts: Ints  # combos of each board
    combo: Shorts
    above: Indices  # place on the board before, of each place
    below: Indices  # of each fall: place on this board, of each place on the board before
    same: Shorts  # the first place whose combo differs by a change of suits alone
    by_card: Shorts  # for each card the vectors of places that hold it, in order; two rows long
    first_by_card: Ints  # 53 for each board
    facts: Shorts  # see `note_facts`


@kernel
def most_combos(boards: Ints, combos: Ints) -> int:
    """The most of these combos that are possible on any of the boards."""
    most = 0
    held = np.zeros(CARDS, np.bool_)
    for board in boards:
        for card in range(CARDS):
            held[card] = False
        for card in board:
            held[card] = True
        count = 0
        for combo in combos:
            count += not (held[_LOW[combo]] or held[_HIGH[combo]])
        most = max(most, count)
    return most


def stride_of(boards: Boards, combos: Ints) -> int:
    """The length of rows that hold the combos of any of the boards, and a zero."""
    return (int(most_combos(boards.cards, combos)) // LANES + 1) * LANES


def empty_seat(boards: Boards, stride: int, above: int) -> Seat:
    """The tables of a seat, to be filled; `above` is the stride on the street before."""
    count, falls = len(boards.cards), len(boards.change)
    return Seat(
        stride,
        np.zeros(count, np.int64),
        np.zeros(count * stride, np.uint16),
        np.zeros(count * stride, np.uint32),
        np.zeros(falls * above, np.uint32),
        np.zeros(count * stride, np.uint16),
        np.zeros(count * stride * 2, np.uint16),
        np.zeros(count * (CARDS + 1), np.int64),
        np.zeros(count * stride * FACTS, np.uint16),
    )


@kernel
def sort_by_byte(numbers: Ints, count: int, shift: int, out: Ints) -> None:
    """Write numbers by one of their bytes, equal ones in the order they had."""
    starts = np.zeros(257, np.int64)
    for i in range(count):
        starts[(numbers[i] >> shift & 255) + 1] += 1
    for byte in range(256):
        starts[byte + 1] += starts[byte]
    for i in range(count):
        byte = numbers[i] >> shift & 255
        out[starts[byte]] = numbers[i]
        starts[byte] += 1


@kernel
def list_combos(board: Ints, combos: Ints, seat: Seat, at: int, values: Ints) -> None:
    """Write the combos that are possible on a board, on the river by strength, and `values`."""
    held = np.zeros(CARDS, np.bool_)
    for card in board:
        held[card] = True
    key, mask = keyed(board)
    order, spare = np.empty(len(combos), np.int64), np.empty(len(combos), np.int64)
    count = 0
    for combo in combos:
        low, high = int64(_LOW[combo]), int64(_HIGH[combo])
        if not (held[low] or held[high]):
            value = value_with(key, mask, low, high) if len(board) == RIVER else 0
            order[count] = value << _COMBO_BITS | combo
            count += 1
    if len(board) == RIVER:
        sort_by_byte(order, count, _LOW_BYTE, spare)
        sort_by_byte(spare, count, _HIGH_BYTE, order)
    for place in range(count):
        seat.combo[at * seat.stride + place] = order[place] & ((1 << _COMBO_BITS) - 1)
        values[place] = order[place] >> _COMBO_BITS
    seat.counts[at] = count


@kernel
def list_by_card(seat: Seat, at: int) -> None:
    """Write for each card which places hold it."""
    row, first = at * seat.stride, at * (CARDS + 1)
    sizes = np.zeros(CARDS + 1, np.int64)
    for place in range(seat.counts[at]):
        combo = seat.combo[row + place]
        sizes[_LOW[combo] + 1] += 1
        sizes[_HIGH[combo] + 1] += 1
    for card in range(CARDS):
        sizes[card + 1] += sizes[card]
    for card in range(CARDS + 1):
        seat.first_by_card[first + card] = sizes[card]
    for place in range(seat.counts[at]):
        combo = seat.combo[row + place]
        for card in (int64(_LOW[combo]), int64(_HIGH[combo])):
            seat.by_card[2 * row + sizes[card]] = place * LANES
            sizes[card] += 1


@kernel
def note_places(seat: Seat, at: int, places: Ints) -> None:
    """Write the place of each combo; those that are not there have the place of a zero."""
    for combo in range(COMBOS):
        places[combo] = seat.counts[at]
    for place in range(seat.counts[at]):
        places[seat.combo[at * seat.stride + place]] = place


@kernel
def link_boards(
    boards: Boards, at: int, seat: Seat, parent: Seat, mine: Ints, theirs: Ints
) -> None:
    """Write which places of a board and of the board before are the same combo."""
    above, row = boards.parent[at], at * seat.stride
    for place in range(seat.stride):
        inside = place < seat.counts[at]
        seat.above[row + place] = (
            theirs[seat.combo[row + place]] if inside else parent.counts[above]
        )
    for fall in range(boards.first_fall[at], boards.first_fall[at + 1]):
        out = fall * parent.stride
        for place in range(parent.stride):
            seat.below[out + place] = seat.counts[at]
        for place in range(seat.counts[at]):
            after = COMBO_AFTER[boards.change[fall], seat.combo[row + place]]
            seat.below[out + theirs[after]] = place
    note_same(boards.kept[at], at, seat, mine)


@kernel
def note_same(kept: int, at: int, seat: Seat, places: Ints) -> None:
    """Write for each place the first one that a change of suits makes the same."""
    row = at * seat.stride
    for place in range(seat.stride):
        least = place
        if place < seat.counts[at]:
            for change in range(1, CHANGES):
                if kept >> change & 1:
                    least = min(least, places[COMBO_AFTER[change, seat.combo[row + place]]])
        seat.same[row + place] = least


@kernel
def note_facts(at: int, mine: Seat, values: Ints, theirs: Seat, others: Ints, places: Ints) -> None:
    """Write the facts of each place about the villain's combos, whose values are `others`.

    Running sums over the villain's combos by strength have as many terms as: combos below;
    combos below or equal; both again for those that hold the place's low card, and its high
    card, counted over all cards with a zero before each; all of the low card and of the high
    card; and the villain's place of the same combo. All are kept as offsets of vectors, which
    16 bits hold: there are at most 2 * 1,326 + 52 of them.
    """
    first = at * (CARDS + 1)
    below, equal = 0, 0
    low_ends, high_ends = np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64)
    for place in range(mine.counts[at]):
        value, combo = values[place], mine.combo[at * mine.stride + place]
        out = (at * mine.stride + place) * FACTS
        while below < theirs.counts[at] and others[below] < value:
            below += 1
        while equal < theirs.counts[at] and others[equal] <= value:
            equal += 1
        mine.facts[out] = below * LANES
        mine.facts[out + 1] = equal * LANES
        for side in range(2):
            card = int64(_HIGH[combo] if side else _LOW[combo])
            start = theirs.first_by_card[first + card]
            size = theirs.first_by_card[first + card + 1] - start
            less, most = low_ends[card], high_ends[card]
            while less < size and others[_nth(theirs, at, start + less)] < value:
                less += 1
            while most < size and others[_nth(theirs, at, start + most)] <= value:
                most += 1
            low_ends[card], high_ends[card] = less, most
            mine.facts[out + 2 + 2 * side] = (start + card + less) * LANES
            mine.facts[out + 3 + 2 * side] = (start + card + most) * LANES
            mine.facts[out + 6 + side] = (start + card + size) * LANES
        mine.facts[out + 8] = places[combo] * LANES


@kernel
def _nth(seat: Seat, at: int, number: int) -> int:
    return int64(seat.by_card[2 * at * seat.stride + number]) // LANES


@kernel
def fill_seats(
    boards: Boards, oop: Seat, ip: Seat, above: tuple[Seat, Seat], combos: tuple[Ints, Ints]
) -> None:
    """Fill the tables of both seats on all boards of a street; the root is above itself."""
    places = np.empty((4, COMBOS), np.int64)
    values = np.zeros((2, COMBOS), np.int64)
    last = -1
    for at in range(len(boards.cards)):
        list_combos(boards.cards[at], combos[0], oop, at, values[0])
        list_combos(boards.cards[at], combos[1], ip, at, values[1])
        list_by_card(oop, at)
        list_by_card(ip, at)
        note_places(oop, at, places[0])
        note_places(ip, at, places[1])
        if boards.parent[at] != last:
            last = boards.parent[at]
            note_places(above[0], last, places[2])
            note_places(above[1], last, places[3])
        link_boards(boards, at, oop, above[0], places[0], places[2])
        link_boards(boards, at, ip, above[1], places[1], places[3])
        note_facts(at, oop, values[0], ip, values[1], places[1])
        note_facts(at, ip, values[1], oop, values[0], places[0])

"""The boards of each street, dealt up to suits that nobody can tell apart, and their combos.

A change of suits that leaves the board and both ranges as they are leaves the game as it is:
of cards that such changes turn into each other one is dealt. Each card it stands for is a
fall, with the change that leads there. `kept` of a board is the set of changes that leave
it as it is, one bit each.

On every board each seat has the combos that are still possible, on the river by strength;
a combo is known there by its place in that list. Rows of numbers by place are padded with
zeros to whole vectors, with at least one zero at the end.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64
from kibitz.core.kernel import kernel
from kibitz.games.holdem.cards.combos import COMBO, COMBO_CARDS, COMBOS
from kibitz.games.holdem.cards.evaluator import keyed, value_with
from kibitz.games.holdem.cards.symmetry import SUIT_CHANGES
from kibitz.games.holdem.solver.lanes import LANES, Floats, Indices, Shorts

CARDS, RIVER = 52, 5
CHANGES = len(SUIT_CHANGES)
FACTS = 9  # numbers of a combo on a board, see `Seat.facts`
Ints: TypeAlias = NDArray[np.int64]

_COMBO_BITS = 11  # of a combo below its value
_LOW_BYTE, _HIGH_BYTE = int64(_COMBO_BITS), int64(_COMBO_BITS + 8)  # of a value
_NONE = int64(0)  # a plain 0 as an argument would be compiled separately

CARD_AFTER = SUIT_CHANGES.astype(np.uint16)
_moved = SUIT_CHANGES[:, COMBO_CARDS]
COMBO_AFTER = COMBO[_moved[:, :, 0], _moved[:, :, 1]].astype(np.uint16)
_LOW, _HIGH = (COMBO_CARDS[:, column].astype(np.uint16) for column in (0, 1))


class Boards(NamedTuple):
    """The boards of one street, those of one parent in a run."""

    cards: Ints  # of each board, one row
    kept: Ints
    parent: Ints
    first_child: Ints  # of each board of the street before: its first board here
    first_fall: Ints  # of each board: its first fall; one more at the end
    change: Ints  # of each fall


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
def kept_changes(board: Ints, oop: Floats, ip: Floats) -> int:
    """The changes of suits that leave a board and both ranges as they are, one bit each."""
    kept = 0
    for change in range(CHANGES):
        hits = 0
        for card in board:
            for other in board:
                hits += CARD_AFTER[change, card] == other
        fits = hits == len(board)
        combo = 0
        while fits and combo < COMBOS:
            after = COMBO_AFTER[change, combo]
            fits = oop[combo] == oop[after] and ip[combo] == ip[after]
            combo += 1
        if fits:
            kept |= 1 << change
    return kept


@kernel
def deal_boards(
    cards: Ints, kept: Ints, out: Boards, first_board: int, first_fall: int, above: int
) -> tuple[int, int]:
    """Write the boards that follow one board; return where the next boards and falls begin."""
    board, fall = first_board, first_fall
    for card in range(CARDS):
        if not is_dealt(cards[above], kept[above], card):
            continue
        for place in range(cards.shape[1]):
            out.cards[board, place] = cards[above, place]
        out.cards[board, cards.shape[1]] = card
        out.parent[board] = above
        out.first_fall[board] = fall
        left, seen = 0, 0
        for change in range(CHANGES):
            if kept[above] >> change & 1:
                after = int64(CARD_AFTER[change, card])
                left |= (after == card) << change
                if not seen >> after & 1:
                    seen |= 1 << after
                    out.change[fall] = change
                    fall += 1
        out.kept[board] = left
        board += 1
    return board, fall


@kernel
def is_dealt(board: Ints, kept: int, card: int) -> bool:
    """Whether a card is free, and the least of those it stands for."""
    for other in board:
        if other == card:
            return False
    for change in range(CHANGES):
        if kept >> change & 1 and CARD_AFTER[change, card] < card:
            return False
    return True


@kernel
def deal_street(cards: Ints, kept: Ints, out: Boards) -> tuple[int, int]:
    """Write all boards that follow those of a street; return how many, and how many falls."""
    board, fall = _NONE, _NONE
    for above in range(len(cards)):
        out.first_child[above] = board
        board, fall = deal_boards(cards, kept, out, board, fall, above)
    out.first_child[len(cards)] = board
    out.first_fall[board] = fall
    return board, fall


def root_board(board: tuple[int, ...], oop: Floats, ip: Floats) -> Boards:
    """The spot's own board."""
    cards = np.array([board], np.int64)
    kept = np.array([kept_changes(cards[0], oop, ip)], np.int64)
    zero = np.zeros(1, np.int64)
    return Boards(cards, kept, zero, zero, np.array([0, 1], np.int64), zero)


def next_boards(boards: Boards) -> Boards:
    """The boards of the next street."""
    above, length = boards.cards.shape
    most = above * (CARDS - length)
    out = Boards(
        np.empty((most, length + 1), np.int64),
        np.empty(most, np.int64),
        np.empty(most, np.int64),
        np.empty(above + 1, np.int64),
        np.empty(most + 1, np.int64),
        np.empty(most, np.int64),
    )
    count, falls = deal_street(boards.cards, boards.kept, out)
    return Boards(
        out.cards[:count].copy(),
        out.kept[:count].copy(),
        out.parent[:count].copy(),
        out.first_child,
        out.first_fall[: count + 1].copy(),
        out.change[:falls].copy(),
    )


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

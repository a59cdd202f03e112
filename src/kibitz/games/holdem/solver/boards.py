"""The boards of each street, dealt up to suits that nobody can tell apart.

A change of suits that leaves the board and both ranges as they are leaves the game as it is:
of cards that such changes turn into each other one is dealt. Each card it stands for is a
fall, with the change that leads there. `kept` of a board is the set of changes that leave
it as it is, one bit each.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64
from kibitz.core.kernel import kernel
from kibitz.games.holdem.cards.combos import COMBO, COMBO_CARDS, COMBOS
from kibitz.games.holdem.cards.symmetry import SUIT_CHANGES
from kibitz.games.holdem.solver.lanes import Floats

CARDS = 52
CHANGES = len(SUIT_CHANGES)
Ints: TypeAlias = NDArray[np.int64]
_NONE = int64(0)  # a plain 0 as an argument would be compiled separately

CARD_AFTER = SUIT_CHANGES.astype(np.uint16)
_moved = SUIT_CHANGES[:, COMBO_CARDS]
COMBO_AFTER = COMBO[_moved[:, :, 0], _moved[:, :, 1]].astype(np.uint16)


class Boards(NamedTuple):
    """The boards of one street, those of one parent in a run."""

    cards: Ints  # of each board, one row
    kept: Ints
    parent: Ints
    first_child: Ints  # of each board of the street before: its first board here
    first_fall: Ints  # of each board: its first fall; one more at the end
    change: Ints  # of each fall


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

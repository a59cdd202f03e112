"""A spot laid out for the kernels: its tree, boards and combos, and what both seats learn.

`Layout` is what the spot alone decides; it knows how much memory solving takes before any of
it is taken. `Books` are the regrets and average strategies, `make_desks` the work arrays.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.games.holdem.cards.combos import COMBO_CARDS
from kibitz.games.holdem.cards.ranges import Range
from kibitz.games.holdem.solver.boards import CARDS, Boards, Ints, next_boards, root_board
from kibitz.games.holdem.solver.lanes import LANES, Floats
from kibitz.games.holdem.solver.passes import StreetBook, StreetScene
from kibitz.games.holdem.solver.places import FACTS, Seat, empty_seat, fill_seats, stride_of
from kibitz.games.holdem.solver.program import program_of
from kibitz.games.holdem.solver.spot import STREETS, Spot
from kibitz.games.holdem.solver.terminals import StreetDesk
from kibitz.games.holdem.solver.tree import BettingTree, Budget, build_tree

Doubles: TypeAlias = NDArray[np.float64]
Pair: TypeAlias = tuple[Floats, Floats]
Seats: TypeAlias = tuple[Seat, Seat]
Books: TypeAlias = list[tuple[StreetBook, StreetBook]]  # of each street, both seats
Scenes: TypeAlias = tuple[StreetScene, ...]
Desks: TypeAlias = tuple[StreetDesk, ...]

MEGABYTES = 4000.0  # allowed unless the caller says otherwise
_MEGA = 1e6
_PLACE_BYTES = 2 + 4 + 2 + 4 + 2 * FACTS + 4  # of a combo on a board, tables of `Seat`
_ACTION_BYTES = 8  # regret and strategy of a combo


@dataclass(frozen=True)
class Layout:
    """A spot with its boards and its tree."""

    spot: Spot
    weights: Pair  # of the 1,326 combos, the heaviest 1
    combos: tuple[Ints, Ints]  # those with a weight
    boards: tuple[Boards, ...]  # of each street
    strides: tuple[tuple[int, int], ...]  # length of rows by street and seat
    tree: BettingTree

    @property
    def megabytes(self) -> float:
        """What solving takes."""
        books = sum(8 * size for sizes in self.book_sizes() for size in sizes)
        return (books + _table_bytes(self.boards, self.strides)) / _MEGA

    def chips(self, units: int) -> float:
        """Units of the tree as chips, whole ones as whole numbers."""
        unit = self.tree.unit
        return units / unit if units % unit else units // unit

    def book_sizes(self) -> list[tuple[int, int]]:
        """How many numbers each seat learns on each street, twice: regret and strategy."""
        return [
            (self.block(street, 0) * len(boards.cards), self.block(street, 1) * len(boards.cards))
            for street, boards in enumerate(self.boards)
        ]

    def block(self, street: int, seat: int) -> int:
        """How many numbers a seat learns on one board."""
        return self.tree.action_rows(street, seat) * self.strides[street][seat]

    @cached_property
    def deals(self) -> float:
        """The weight of all pairs of combos that share no card."""
        return compatible(*(w.astype(np.float64) for w in self.weights))

    @cached_property
    def seats(self) -> list[Seats]:
        """The tables of both seats on each street."""
        made: list[Seats] = []
        for street, boards in enumerate(self.boards):
            above = self.strides[max(street - 1, 0)]
            oop, ip = (
                empty_seat(boards, self.strides[street][seat], above[seat]) for seat in (0, 1)
            )
            fill_seats(boards, oop, ip, made[-1] if made else (oop, ip), self.combos)
            made.append((oop, ip))
        return made

    def empty_books(self) -> Books:
        """Nothing learned yet."""
        return [
            (self._book(street, 0), self._book(street, 1)) for street in range(len(self.boards))
        ]

    def _book(self, street: int, seat: int) -> StreetBook:
        size = self.book_sizes()[street][seat]
        block = self.block(street, seat)
        return StreetBook(block, np.zeros(size, np.float32), np.zeros(size, np.float32))

    def scenes(self, books: Books, hero: int) -> Scenes:
        """Every street as `hero` sees it."""
        return tuple(self._scene(books, street, hero) for street in range(len(self.boards)))

    def _scene(self, books: Books, street: int, hero: int) -> StreetScene:
        villain, strides, boards = 1 - hero, self.strides[street], self.boards[street]
        return StreetScene(
            boards,
            self.seats[street][hero],
            self.seats[street][villain],
            books[street][hero],
            books[street][villain],
            program_of(self.tree, street, hero, (strides[hero], strides[villain])),
            1.0 / (CARDS - boards.cards.shape[1] - 4),  # two cards of each seat are known
        )

    def root_weights(self, seat: int) -> Floats:
        """The weights of a seat's combos by their places on the spot's own board."""
        table = self.seats[0][seat]
        return self.weights[seat][table.combo[: table.counts[0]]]


def layout_of(spot: Spot, megabytes: float = MEGABYTES) -> Layout:
    """Lay a spot out, or refuse it where solving takes more than these megabytes."""
    oop, ip = (_weights(one, spot.board) for one in spot.ranges)
    combos = (np.flatnonzero(oop), np.flatnonzero(ip))
    boards = [root_board(spot.board, oop, ip)]
    for _ in STREETS[spot.street + 1 :]:
        boards.append(next_boards(boards[-1]))
    strides = [(stride_of(b, combos[0]), stride_of(b, combos[1])) for b in boards]
    prices = [
        (_ACTION_BYTES * len(b.cards) * mine, _ACTION_BYTES * len(b.cards) * theirs)
        for b, (mine, theirs) in zip(boards, strides, strict=True)
    ]
    refusal = (
        f"solving this takes more than {megabytes:g} megabytes; "
        "take fewer or larger sizes or narrower ranges, or allow more"
    )
    left = megabytes * _MEGA - _table_bytes(tuple(boards), tuple(strides))
    tree = build_tree(spot, Budget(prices, left, refusal))
    return Layout(spot, (oop, ip), combos, tuple(boards), tuple(strides), tree)


def make_desks(scenes: Scenes) -> Desks:
    """New work arrays for one thread and the hero of these scenes."""
    return tuple(_desk(scene) for scene in scenes)


def compatible(one: Doubles, other: Doubles) -> float:
    """The weight of all pairs of combos, one of each, that share no card."""
    by_card = [np.bincount(COMBO_CARDS.ravel(), np.repeat(w, 2), CARDS) for w in (one, other)]
    return float(one.sum() * other.sum() - by_card[0] @ by_card[1] + one @ other)


def _desk(scene: StreetScene) -> StreetDesk:
    program, mine, theirs = scene.program, scene.mine.stride, scene.theirs.stride
    sizes = (
        program.reach_rows * theirs,
        program.value_rows * mine,
        theirs * LANES,
        (theirs + 1) * LANES,
        (2 * theirs + CARDS) * LANES,
        mine * LANES,
    )
    return StreetDesk(*(np.zeros(size, np.float32) for size in sizes))


def _table_bytes(boards: tuple[Boards, ...], strides: tuple[tuple[int, int], ...]) -> float:
    """What the tables of all boards take."""
    pairs = zip(boards, strides, strict=True)
    return float(sum(_PLACE_BYTES * len(b.cards) * (mine + theirs) for b, (mine, theirs) in pairs))


def _weights(whole: Range, board: tuple[int, ...]) -> Floats:
    weights = whole.without(board).weights
    relative: Floats = (weights / weights.max()).astype(np.float32)
    return relative

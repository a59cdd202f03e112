"""The stock of a position: chains and loops joined to nothing else, which matter by their length.

Every stock that a board has room for is a row of one table, numbered from the empty one up.
Nothing but a stock is an ending: whoever must open gives the shortest chain or the shortest
loop; of a chain of three or more the taker may leave two boxes, of a loop four, to make the
giver open again. So the table holds the margin of every ending, too.
"""

from functools import cache

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.games.dots.board import Ints

BOXES, MARGIN, CHAIN, AFTER_CHAIN, LOOP, AFTER_LOOP, ADDED = range(7)  # columns
EMPTY = 0  # the number of the empty stock
LONG = 3  # boxes of a chain of which some can be left
SHORTEST_LOOP = 4
LEFT_OF_CHAIN, LEFT_OF_LOOP = 2, 4
_BITS = 5  # for how many of one kind there are


@kernel
def given(length: int, spare: int, rest: int) -> int:
    """The margin of who opens a chain or loop, where `rest` is that of who opens next."""
    if spare == 0:
        return -length - rest
    return spare - length - abs(spare + rest)


@kernel
def spare_of(length: int, is_loop: bool) -> int:
    """How many boxes of an opened chain or loop can be left."""
    if is_loop:
        return LEFT_OF_LOOP
    return LEFT_OF_CHAIN if length >= LONG else 0


@kernel
def with_part(stock: int, length: int, is_loop: bool, stocks: Ints) -> int:
    """The number of the stock with one more chain or loop."""
    lengths = (stocks.shape[1] - ADDED) // 2
    return stocks[stock, ADDED + length + (lengths if is_loop else 0)]  # type: ignore[no-any-return]


@cache
def stocks_of(boxes: int) -> Ints:
    """The table of all stocks of at most so many boxes, the smaller first.

    Behind the columns named above stands, for a chain of every length and then for a loop of
    every length, the number of the stock that has one more of it.
    """
    sizes = _sizes(boxes)
    numbers = {packed: number for number, packed in enumerate(sizes)}
    table = np.full((len(sizes), ADDED + 2 * (boxes + 1)), -1)
    for packed, number in numbers.items():
        row = table[number]
        row[:ADDED] = 0
        row[BOXES] = sizes[packed]
        for column in _columns(boxes):
            row[column] = numbers.get(packed + _one(column), -1)
        for found, after, columns in (
            (CHAIN, AFTER_CHAIN, range(ADDED, ADDED + boxes + 1)),
            (LOOP, AFTER_LOOP, range(ADDED + boxes + 1, table.shape[1])),
        ):
            held = [column for column in columns if packed // _one(column) % (1 << _BITS)]
            if held:
                row[found] = held[0] - columns[0]
                row[after] = numbers[packed - _one(held[0])]
        row[MARGIN] = _margin(row, table)
    return table


def _columns(boxes: int) -> list[int]:
    """The columns of every chain and of every loop that has room."""
    loops = range(SHORTEST_LOOP, boxes + 1, 2)
    return [ADDED + n for n in range(1, boxes + 1)] + [ADDED + boxes + 1 + n for n in loops]


def _one(column: int) -> int:
    """A single chain or loop, in a packed stock: how many there are of each, five bits apiece."""
    return 1 << _BITS * (column - ADDED)


def _sizes(boxes: int) -> dict[int, int]:
    """The boxes of every packed stock, in ascending order."""
    sizes = {0: 0}
    for column in _columns(boxes):
        length = (column - ADDED) % (boxes + 1)
        for packed, size in list(sizes.items()):
            for count in range(1, (boxes - size) // length + 1):
                sizes[packed + count * _one(column)] = size + count * length
    return dict(sorted(sizes.items(), key=lambda item: item[1]))


def _margin(row: Ints, table: Ints) -> int:
    """The margin of who must open something of a stock; 0 if it is empty."""
    margins = []
    if row[CHAIN]:
        rest = table[row[AFTER_CHAIN], MARGIN]
        margins.append(given(row[CHAIN], spare_of(row[CHAIN], False), rest))
    if row[LOOP]:
        margins.append(given(row[LOOP], LEFT_OF_LOOP, table[row[AFTER_LOOP], MARGIN]))
    return int(max(margins, default=0))

"""Endings of dots and boxes against all ways to open them."""

import numpy as np
import pytest

from kibitz.core.kernel import COMPILED
from kibitz.games.dots.board import DotsBoard
from kibitz.games.dots.solver import Solver
from kibitz.games.dots.stock import BOXES, EMPTY, MARGIN, stocks_of, with_part
from tests.naive.dots_endings import lengths_of, opener_margin, parts_of, random_ending


@pytest.mark.parametrize("size", [(2, 4), (3, 3), (4, 4), (5, 5)])
def test_endings_are_worth_what_their_lengths_say_whatever_is_opened(size):
    """On larger boards than minimax can reach, with some of their chains and loops drawn."""
    board, rng = DotsBoard(*size), np.random.default_rng(11)
    solver = Solver(board, megabytes=1)
    for _ in range(40 if COMPILED else 5):
        rows, columns = size
        parts = parts_of(rows, columns, random_ending(rows, columns, rng))
        parts = [part for part in parts if rng.random() < 0.8]
        free = frozenset().union(*(lines for lines, _ in parts))
        drawn = [line for line in range(board.lines) if frozenset(board.ends(line)) not in free]
        lines = sum(1 << line for line in drawn)
        assert solver.margin(lines) == opener_margin(*lengths_of(parts)), bin(lines)


def all_endings(boxes, parts):
    """Every choice of these parts, each a length and whether it is a loop, with enough boxes."""
    if not parts:
        yield ()
        return
    length, *_ = parts[0]
    for count in range(boxes // length + 1):
        for rest in all_endings(boxes - count * length, parts[1:]):
            yield (parts[0],) * count + rest


def test_every_stock_is_worth_what_opening_anything_in_any_order_gives():
    boxes = 10
    parts = [(length, False) for length in range(1, boxes + 1)]
    parts += [(length, True) for length in range(4, boxes + 1, 2)]
    stocks, seen = stocks_of(boxes), set()
    for ending in all_endings(boxes, parts):
        stock = EMPTY
        for length, is_loop in ending:
            stock = int(with_part(stock, length, is_loop, stocks))
        seen.add(stock)
        chains = tuple(length for length, is_loop in ending if not is_loop)
        loops = tuple(length for length, is_loop in ending if is_loop)
        assert stocks[stock, BOXES] == sum(chains) + sum(loops)
        assert stocks[stock, MARGIN] == opener_margin(chains, loops)
    assert seen == set(range(len(stocks)))

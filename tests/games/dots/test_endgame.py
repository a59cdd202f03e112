"""Endings of dots and boxes against all ways to open them."""

import numpy as np
import pytest

from kibitz.core.kernel import COMPILED
from kibitz.games.dots.board import Board
from kibitz.games.dots.solver import Solver
from tests.naive.dots_endings import lengths_of, opener_margin, parts_of, random_ending


@pytest.mark.parametrize("size", [(2, 4), (3, 3), (4, 4), (5, 5)])
def test_endings_are_worth_what_their_lengths_say_whatever_is_opened(size):
    """On larger boards than minimax can reach, with some of their chains and loops drawn."""
    board, rng = Board(*size), np.random.default_rng(11)
    solver = Solver(board, megabytes=1)
    for _ in range(40 if COMPILED else 5):
        rows, columns = size
        parts = parts_of(rows, columns, random_ending(rows, columns, rng))
        parts = [part for part in parts if rng.random() < 0.8]
        free = frozenset().union(*(lines for lines, _ in parts))
        drawn = [line for line in range(board.lines) if frozenset(board.ends(line)) not in free]
        lines = sum(1 << line for line in drawn)
        assert solver.margin(lines) == opener_margin(*lengths_of(parts)), bin(lines)

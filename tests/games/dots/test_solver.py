"""The solver of dots and boxes against published values and plain minimax."""

import numpy as np
import pytest

from kibitz.core.kernel import COMPILED
from kibitz.games.dots.board import DotsBoard
from kibitz.games.dots.chains import Chains, wanted_chains
from kibitz.games.dots.game import DotsGame
from kibitz.games.dots.moves import image_of, least_image, original_of, start
from kibitz.games.dots.solver import Solver
from kibitz.games.dots.stock import stocks_of
from tests.naive.dots import Minimax

# The first player's margin with best play by both.
PUBLISHED = {(1, 1): -1, (1, 2): 0, (2, 2): 2, (2, 3): -2, (2, 4): 2, (3, 3): -3}
QUICK = [(1, 1), (1, 2), (2, 2)]


@pytest.mark.parametrize("size", PUBLISHED if COMPILED else QUICK)
def test_small_boards_have_their_published_margins(size):
    assert Solver(DotsBoard(*size), megabytes=16).margin(0) == PUBLISHED[size]


@pytest.mark.compiled
def test_two_by_five_is_lost_by_two():
    assert Solver(DotsBoard(2, 5), megabytes=64).margin(0) == -2


@pytest.mark.parametrize("size", [(2, 2), (1, 4), (2, 3), (3, 2)])
def test_every_kind_of_position_is_worth_what_minimax_says(size):
    """Random sets of lines, with boxes to take, chains, loops and joints among them."""
    board, slow = DotsBoard(*size), Minimax(*size)
    solver, rng = Solver(board, megabytes=1), np.random.default_rng(7)
    for _ in range(400 if COMPILED else 40):
        most_free = 10 if COMPILED else 8
        free = rng.permutation(board.lines)[: rng.integers(0, most_free + 1)]
        lines = (1 << board.lines) - 1 - sum(1 << int(line) for line in free)
        drawn = frozenset(
            frozenset(board.ends(line)) for line in range(board.lines) if lines >> line & 1
        )
        assert solver.margin(lines) == slow.margin(drawn), bin(lines)


@pytest.mark.compiled
def test_three_by_three_with_eleven_free_lines_is_worth_what_minimax_says():
    board, slow = DotsBoard(3, 3), Minimax(3, 3)
    solver, rng = Solver(board, megabytes=4), np.random.default_rng(8)
    for _ in range(12):
        free = rng.permutation(board.lines)[:11]
        lines = (1 << board.lines) - 1 - sum(1 << int(line) for line in free)
        drawn = frozenset(
            frozenset(board.ends(line)) for line in range(board.lines) if lines >> line & 1
        )
        assert solver.margin(lines) == slow.margin(drawn), bin(lines)


def test_symmetric_positions_are_one():
    board = DotsBoard(3, 3)
    shape, rng = board.shape(), np.random.default_rng(3)
    frames = np.zeros((2, 4, 30), np.int64)
    assert len(board.symmetries()) == 8
    for _ in range(20):
        lines = int(rng.integers(0, 1 << board.lines)) & int(rng.integers(0, 1 << board.lines))
        found = set()
        for image in board.symmetries():
            turned = sum(1 << image[line] for line in range(board.lines) if lines >> line & 1)
            _, stock, *_ = start(turned, *shape, stocks_of(9), frames)
            found.add((int(least_image(0, shape.grid, frames)[0]), int(stock)))
        assert len(found) == 1


def test_the_image_of_a_move_leads_back_to_it():
    grid = DotsBoard(3, 3).shape().grid
    for symmetry in range(8):
        images = [int(image_of(line, symmetry, grid)) for line in range(len(grid))]
        assert sorted(images) == list(range(len(grid)))
        assert [int(original_of(image, symmetry, grid)) for image in images] == list(range(24))


def test_a_limit_stops_the_solver_without_an_answer():
    solver = Solver(DotsBoard(2, 3), nodes=10, megabytes=1)
    assert solver.margin(0) is None
    assert solver.is_stopped
    assert 10 <= solver.nodes < 20


def test_a_solver_can_be_stopped_and_says_how_far_it_is():
    solver = Solver(DotsBoard(2, 2), megabytes=1)
    assert solver.margin(0) == 2
    asked, path = solver.progress
    assert asked in (2, 3)  # it is two or more, and not three
    assert path[0] == (8, 8)  # twelve lines, and one less at each of the four corners
    solver.stop()
    assert solver.margin(0) is None


def test_chains_and_loops_are_counted():
    game = DotsGame(2, 3)
    assert Chains.of(game.start()) == Chains((), (), 17)
    rows_open = game.parse_position("xxx/..../xxx/..../xxx@1")
    assert Chains.of(rows_open).chains == (3, 3)
    assert Chains.of(rows_open).long_count == 2
    loop = game.parse_position("xxx/x.xx/..x/x.xx/xxx:1-1")
    assert Chains.of(loop) == Chains((), (4,), 0)
    assert Chains.of(loop).text() == "a loop of 4; no safe lines"
    opened = game.parse_position("xxx/x.../xxx/..../xxx")
    assert Chains.of(opened).text() == "3 boxes to take; a chain of 3; no safe lines"


def test_the_long_chain_rule_depends_on_the_dots():
    assert "player 1 wants an even" in wanted_chains(3, 3)
    assert "player 1 wants an odd" in wanted_chains(2, 2)

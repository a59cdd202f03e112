"""Endings that searches stop at: counted chains and loops against all ways to open them."""

import numpy as np
import pytest

from kibitz.core.game import play, policy
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.estimate.estimate import UNSEEN
from kibitz.games.dots.analyst import Chainer, lead
from kibitz.games.dots.board import DotsBoard
from kibitz.games.dots.chains import Chains
from kibitz.games.dots.ending import NO_ENDING, ending_margin
from kibitz.games.dots.rules import Dots, is_safe
from kibitz.games.dots.solver import Solver
from kibitz.search.mcts import Mcts
from kibitz.search.playout import proven_value
from tests.naive.dots_endings import lengths_of, opener_margin, parts_of, random_ending


def drawn_ending(rows, columns, rng):
    """An ending with some of its chains and loops drawn: its lines, and the rest."""
    board = DotsBoard(rows, columns)
    parts = parts_of(rows, columns, random_ending(rows, columns, rng))
    parts = [part for part in parts if rng.random() < 0.8]
    free = frozenset().union(*(lines for lines, _ in parts))
    drawn = [line for line in range(board.lines) if frozenset(board.ends(line)) not in free]
    return sum(1 << line for line in drawn), parts


@pytest.mark.parametrize("size", [(1, 4), (2, 4), (3, 3), (4, 4), (5, 5)])
def test_endings_are_proven_to_be_worth_what_their_lengths_say(size):
    rng = np.random.default_rng(12)
    for _ in range(40 if COMPILED else 5):
        lines, parts = drawn_ending(size[0], size[1], rng)
        margin = opener_margin(*lengths_of(parts))
        assert ending_margin(Dots(lines, 0, 0, 0, *size)) == margin, bin(lines)
        p = Dots(lines, 5, 3, 1, *size)
        assert proven_value(p, 0) == 2 - margin
        assert proven_value(p, 1) == margin - 2


def test_nothing_else_is_taken_for_an_ending():
    """Safe lines drawn at random, to the last or not: whatever is proven, the solver confirms."""
    board, rng, proven = DotsBoard(3, 3), np.random.default_rng(13), 0
    solver = Solver(board, megabytes=1)
    for _ in range(400 if COMPILED else 30):
        lines = 0
        for line in rng.permutation(board.lines)[: rng.integers(15, 25)].tolist():
            if is_safe(Dots(lines, 0, 0, 0, 3, 3), line):
                lines |= 1 << line
        margin = int(ending_margin(Dots(lines, 0, 0, 0, 3, 3)))
        if margin != NO_ENDING:
            proven += 1
            assert margin == solver.margin(lines), bin(lines)
    assert proven > (60 if COMPILED else 3)


def test_a_tree_tries_the_lines_of_a_position_that_is_proven_itself():
    """A search that stopped at such a root would know nothing of its moves."""
    game = make_game("dots(2,2)")
    p = game.parse_position("xx/x.x/../x.x/xx")  # a loop of four
    assert ending_margin(p) == -4
    tree = Mcts(iterations=200, c=0.4).analyse(game, p, 0, 1)
    assert len(tree.options) == 4
    assert all(option.estimate.by != UNSEEN for option in tree.options)


@pytest.mark.compiled
def test_the_expert_solves_a_large_board_once_few_lines_are_safe():
    """More lines of 5x5 are free than are tried anyway; the best of them is worth what the
    position is worth."""
    game, out, luck = make_game("dots(5,5)"), np.empty(60, np.int64), stream(200)
    p, expert = game.start(), Chainer()
    while Chains.of(p).safe_lines > 12:
        p = play(p, policy(p, out, luck))
    assert len(game.legal_moves(p)) > expert.lines
    found = expert.analyse(game, p, int(p.seat), 1)
    assert found.is_exact
    margin = Solver(DotsBoard(5, 5), megabytes=8).margin(int(p.lines))
    assert margin is not None
    assert found.best.estimate.value == lead(p, int(p.seat)) + margin

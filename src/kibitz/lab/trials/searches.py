"""Searches that play by the contract alone, measured where exact values are known."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from kibitz.core.advised import advised
from kibitz.core.game import Game
from kibitz.core.registry import make_game
from kibitz.core.seeds import child
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.question import Question, judged, wandered
from kibitz.estimate.trial import Trial, timed
from kibitz.search.cfr import exploitability, solve_tree
from kibitz.search.gametree import GameTree, build_tree
from kibitz.search.mcts import Mcts
from kibitz.search.minimax import minimax
from kibitz.search.rollout import Rollout

if TYPE_CHECKING:
    from kibitz.estimate.trial import Floats


def trials(seed: int, quick: bool) -> Iterator[Trial]:
    """Every trial of the game."""
    yield from _whole_tree()
    yield from _tic_tac_toe(seed, quick)
    yield from _hidden_cards(seed, quick)


def _whole_tree() -> Iterator[Trial]:
    """Minimax and alpha-beta from the empty board of tic-tac-toe."""
    game = advised(make_game("tictactoe"))
    p, decision = game.start(), "tic-tac-toe, first move"
    (values, positions), seconds = timed(lambda: minimax(game, p), 2)
    analysis, fast = timed(lambda: game.analysts["alphabeta"].analyse(game, p, 0, 0))
    error = max(abs(option.value - values[option.move]) for option in analysis.options)
    known = abs(max(values.values()))  # a draw: known since long before us
    yield Trial(decision, "minimax", seconds, positions, "positions", True, known, "a draw")
    against = "all 9 options as minimax says"
    work = analysis.samples
    yield Trial(decision, "alpha-beta", fast, work, "positions", analysis.is_exact, error, against)


def _tic_tac_toe(seed: int, quick: bool) -> Iterator[Trial]:
    """Monte Carlo, flat and in a tree, by the number of simulations."""
    game, decision = make_game("tictactoe"), "tic-tac-toe, third to fifth move"
    questions = []
    for i in range(12 if quick else 40):
        p = wandered(game, 2 + i % 3, child(seed, i))
        questions.append(Question(p, minimax(game, p)[0]))
    for samples in (10, 100, 1000) if quick else (10, 100, 1000, 10_000):
        flat, tree = Rollout(samples=samples), Mcts(iterations=samples, c=1.0)
        yield judged(decision, f"Monte Carlo, {samples:,} play-outs", game, flat, questions, seed)
        yield judged(decision, f"tree search, {samples:,} play-outs", game, tree, questions, seed)


def _hidden_cards(seed: int, quick: bool) -> Iterator[Trial]:
    """Kuhn poker: what the best answer wins from a seat that always plays the search's move."""
    game, decision = make_game("kuhn"), "Kuhn poker, every decision"
    tree = build_tree(game)
    against = "antes per game that the best response wins beyond its due"
    _played(game, tree, Mcts(iterations=10), seed)  # compiles
    for iterations in (100, 1000) if quick else (100, 1000, 10_000):
        strategy, seconds = _played(game, tree, Mcts(iterations=iterations, c=1.0), seed)
        error, name = exploitability(tree, strategy), f"SO-ISMCTS, {iterations:,} iterations"
        yield Trial(decision, name, seconds, iterations, "iterations", False, error, against)
    rounds = 300 if quick else 3000
    solution, seconds = timed(lambda: solve_tree(game.text, tree, rounds))
    name, each = f"CFR+, {rounds:,} iterations", seconds / tree.infosets
    error = solution.exploitability
    yield Trial(decision, name, each, tree.nodes * rounds, "nodes", False, error, against)


def _played(game: Game, tree: GameTree, analyst: Analyst, seed: int) -> "tuple[Floats, float]":
    """The strategy of a search over all infosets, and its seconds per decision."""
    strategy, seconds = np.zeros(tree.slots), 0.0
    for (seat, *fields), infoset in tree.views.items():
        v = game.position_type(*fields)
        found = analyst.analyse(game, v, seat, child(seed, infoset))
        seconds += found.seconds
        strategy[tree.first_slot[infoset] + tree.moves[infoset].index(found.best.move)] = 1.0
    return strategy, seconds / tree.infosets

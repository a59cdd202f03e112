"""Searches that play by the contract alone, measured where exact values are known."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from kibitz.core.advised import advised
from kibitz.core.game import Game, Position, turn
from kibitz.core.registry import make_game
from kibitz.core.seeds import child
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.question import Question, judged, wandered
from kibitz.estimate.trial import Trial, peak_memory, timed
from kibitz.search.alphabeta import AlphaBeta
from kibitz.search.cfr import exploitability, solve_tree
from kibitz.search.gametree import GameTree, build_tree
from kibitz.search.mcts import Mcts
from kibitz.search.minimax import Minimax, bare_alphabeta, minimax
from kibitz.search.rollout import Rollout

if TYPE_CHECKING:
    from kibitz.estimate.trial import Floats

LATE = 44  # random moves before a position of ultimate tic-tac-toe that is asked about


def trials(seed: int, quick: bool) -> Iterator[Trial]:
    """Every trial of the game."""
    yield from _whole_tree()
    yield from _tic_tac_toe(seed, quick)
    yield from _ultimate(seed, quick)
    yield from _hidden_cards(seed, quick)


def _whole_tree() -> Iterator[Trial]:
    """From the empty board of tic-tac-toe: nothing saved, bounds, bounds in order, and a table."""
    game = advised(make_game("tictactoe"))
    p, decision = game.start(), "tic-tac-toe, first move"
    (values, positions), seconds = timed(lambda: minimax(game, p), 2)
    known = abs(max(values.values()))  # a draw: known since long before us
    memory = peak_memory(lambda: minimax(game, p))
    found = (positions, "positions", True, known, "a draw", None, "b^d", memory)
    yield Trial(decision, "minimax", seconds, *found)
    yield from _orders(game, p, decision)
    solver = game.analysts["alphabeta"]
    analysis, fast = timed(lambda: solver.analyse(game, p, 0, 0))
    error = max(abs(option.value - values[option.move]) for option in analysis.options)
    memory = peak_memory(lambda: solver.analyse(game, p, 0, 0))
    against, exact = "all 9 options as minimax says", analysis.is_exact
    worth = (exact, error, against, None, "positions", memory)
    yield Trial(
        decision, "alpha-beta, order and table", fast, analysis.samples, "positions", *worth
    )


def _orders(game: Game, p: Position, decision: str) -> Iterator[Trial]:
    """Bare alpha-beta, with moves as they are listed and in the game's own order."""
    for name, is_ordered, grows in (("as listed", False, "b^d"), ("in order", True, "b^(d/2)")):
        run = partial(bare_alphabeta, game, p, is_ordered=is_ordered)
        (value, positions), seconds = timed(run)
        found = (positions, "positions", True, abs(value), "a draw", None, grows)
        yield Trial(decision, f"alpha-beta, {name}", seconds, *found, peak_memory(run))


def _ultimate(seed: int, quick: bool) -> Iterator[Trial]:
    """Ultimate tic-tac-toe late in the game, where alpha-beta without limits knows the truth."""
    game, decision = advised(make_game("ultimate")), "ultimate tic-tac-toe, late"
    questions = [_solved(game, child(seed, i)) for i in range(6 if quick else 20)]
    for depth in (2, 4):
        everything, bounded = Minimax(depth=depth), AlphaBeta(depth=depth, megabytes=1)
        for name, made, grows in (
            ("minimax", everything, "b^d"),
            ("alpha-beta", bounded, "b^(d/2)"),
        ):
            told = f"{name}, {depth} moves deep"
            yield judged(decision, told, game, made, questions, seed, "positions", grows)
    for samples in (100, 1000):
        tree = Mcts(iterations=samples)
        name = f"tree search, {samples:,} play-outs"
        yield judged(decision, name, game, tree, questions, seed, grows="play-outs")


def _solved(game: Game, seed: int) -> Question:
    """A late position with the exact value of each move."""
    p = wandered(game, LATE, seed)
    exact = AlphaBeta().analyse(game, p, int(turn(p)), 0)
    return Question(p, {option.move: option.value for option in exact.options})


def _tic_tac_toe(seed: int, quick: bool) -> Iterator[Trial]:
    """Monte Carlo, flat and in a tree, by the number of simulations."""
    game, decision = make_game("tictactoe"), "tic-tac-toe, third to fifth move"
    questions = []
    for i in range(12 if quick else 40):
        p = wandered(game, 2 + i % 3, child(seed, i))
        questions.append(Question(p, minimax(game, p)[0]))
    for samples in (10, 100, 1000) if quick else (10, 100, 1000, 10_000):
        flat, tree = Rollout(samples=samples), Mcts(iterations=samples, c=1.0)
        for name, made in (("Monte Carlo", flat), ("tree search", tree)):
            told = f"{name}, {samples:,} play-outs"
            yield judged(decision, told, game, made, questions, seed, grows="play-outs")


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

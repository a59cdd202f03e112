"""Searches measured at decisions whose exact values are known: small games and heaps."""

import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from kibitz.cli.trial import Floats, Trial, mean, root_mean_square, timed
from kibitz.core.game import OVER, Game, Position, play, sample, turn
from kibitz.core.registry import make_game
from kibitz.core.seeds import child, stream
from kibitz.estimate.analyst import Analyst
from kibitz.games.dots.board import Board
from kibitz.games.dots.solver import Solver
from kibitz.games.nim.theory import NimTheory
from kibitz.search.alphabeta import AlphaBeta
from kibitz.search.cfr import exploitability, solve_tree
from kibitz.search.gametree import GameTree, build_tree
from kibitz.search.grundy import Nimbers
from kibitz.search.heaps import HeapGame
from kibitz.search.mcts import Mcts
from kibitz.search.minimax import minimax
from kibitz.search.rollout import Rollout

KAYLES, KAYLES_LAST_EXCEPTION, KAYLES_PERIOD = "kayles", 70, 12  # Guy and Smith 1956
PUBLISHED_MARGIN = -3  # of the first player on 3x3


class Question(NamedTuple):
    """A position with the exact value of each move."""

    position: Position
    values: dict[int, float]


def search_trials(seed: int, quick: bool) -> Iterator[Trial]:
    """Every search that plays by the contract alone."""
    yield from _whole_tree()
    yield from _tic_tac_toe(seed, quick)
    yield from _dots(seed, quick)
    yield from _hidden_cards(seed, quick)
    yield from _nim()
    yield from _grundy()


def _whole_tree() -> Iterator[Trial]:
    """Minimax and alpha-beta from the empty board of tic-tac-toe."""
    game = make_game("tictactoe")
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
        p = _wandered(game, 2 + i % 3, child(seed, i))
        questions.append(Question(p, minimax(game, p)[0]))
    for samples in (10, 100, 1000) if quick else (10, 100, 1000, 10_000):
        flat, tree = Rollout(samples=samples), Mcts(iterations=samples, c=1.0)
        yield _judged(decision, f"Monte Carlo, {samples:,} play-outs", game, flat, questions, seed)
        yield _judged(decision, f"tree search, {samples:,} play-outs", game, tree, questions, seed)


def _dots(seed: int, quick: bool) -> Iterator[Trial]:
    """Dots and boxes: the solver, the tree and the greedy player, in boxes."""
    board, decision = Board(3, 3), "dots and boxes 3x3, first line"

    def solved() -> tuple[int | None, int]:
        solver = Solver(board, megabytes=4)
        return solver.margin(0), solver.nodes

    (margin, nodes), seconds = timed(solved, 1)
    assert margin is not None
    error, against = abs(margin - PUBLISHED_MARGIN), f"the published margin {PUBLISHED_MARGIN}"
    yield Trial(decision, "solver by chains", seconds, nodes, "positions", True, error, against)
    yield from _drawn_dots(seed, quick)


def _drawn_dots(seed: int, quick: bool) -> Iterator[Trial]:
    """The same some lines later, against the solver."""
    game, decision = make_game("dots(3,3)"), "dots and boxes 3x3, 10 lines drawn"
    questions = []
    for i in range(4 if quick else 12):
        p = _wandered(game, 10, child(seed, 100 + i))
        solved = game.analysts["chains"].analyse(game, p, int(turn(p)), seed)
        assert solved.is_exact
        questions.append(Question(p, {option.move: option.value for option in solved.options}))
    for samples in (100, 1000) if quick else (100, 1000, 10_000):
        tree = Mcts(iterations=samples, c=0.4)
        yield _judged(decision, f"tree search, {samples:,} play-outs", game, tree, questions, seed)
    yield _judged(decision, "greedy", game, game.analysts["greedy"], questions, seed, "options")


def _wandered(game: Game, plies: int, seed: int) -> Position:
    """A position with a choice after so many random moves."""
    luck, out = stream(seed), game.scratch()
    while True:
        p = game.start()
        for _ in range(plies):
            p = play(p, int(sample(p, out, luck))) if turn(p) != OVER else p
        if turn(p) != OVER and len(game.legal_moves(p)) > 1:
            return p


def _judged(
    decision: str,
    algorithm: str,
    game: Game,
    analyst: Analyst,
    questions: list[Question],
    seed: int,
    unit: str = "play-outs",
) -> Trial:
    """How far the value of the best option is off, and how often the move is right."""
    seats = [int(turn(q.position)) for q in questions]
    analyst.analyse(game, questions[0].position, seats[0], seed)
    begun = time.perf_counter()
    found = [
        analyst.analyse(game, question.position, seat, child(seed, i))
        for i, (question, seat) in enumerate(zip(questions, seats, strict=True))
    ]
    seconds = (time.perf_counter() - begun) / len(questions)
    pairs = list(zip(found, questions, strict=True))
    errors = [a.best.value - max(q.values.values()) for a, q in pairs]
    right = mean(q.values[a.best.move] == max(q.values.values()) for a, q in pairs)
    work, is_exact = mean(a.samples for a in found), all(a.is_exact for a in found)
    error, against = root_mean_square(errors), f"{game.unit} in {len(questions)} exact values"
    work = work or mean(len(a.options) for a in found)
    return Trial(decision, algorithm, seconds, work, unit, is_exact, error, against, right)


def _hidden_cards(seed: int, quick: bool) -> Iterator[Trial]:
    """Kuhn poker: what the best answer wins from a seat that always plays the search's move."""
    game, decision = make_game("kuhn"), "Kuhn poker, every decision"
    tree = build_tree(game)
    against = "antes a game that the best answer to it wins more than is due"
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


def _played(game: Game, tree: GameTree, analyst: Analyst, seed: int) -> tuple[Floats, float]:
    """The strategy of a search over all infosets, and its seconds a decision."""
    strategy, seconds = np.zeros(tree.slots), 0.0
    for (seat, *fields), infoset in tree.views.items():
        v = game.position_type(*fields)
        found = analyst.analyse(game, v, seat, child(seed, infoset))
        seconds += found.seconds
        strategy[tree.first_slot[infoset] + tree.moves[infoset].index(found.best.move)] = 1.0
    return strategy, seconds / tree.infosets


def _nim() -> Iterator[Trial]:
    """The nim-sum against search."""
    game = make_game("nim(3,4,5)")
    p, decision = game.start(), "nim 3,4,5"
    theory, seconds = timed(lambda: NimTheory().analyse(game, p, 0, 0), calls=50)
    truth = {o.move: o.value for o in AlphaBeta().analyse(game, p, 0, 0).options}
    error = max(abs(option.value - truth[option.move]) for option in theory.options)
    against = "every option as alpha-beta says"
    work = len(theory.options)
    yield Trial(decision, "nim-sum", seconds, work, "options", True, error, against)


def _grundy() -> Iterator[Trial]:
    """Grundy values: of positions by search against the nim-sum, of heaps against their period."""
    game, decision = make_game("nim(3,4,5)"), "nim 3,4,5"

    def searched() -> tuple[int, int]:
        nimbers = Nimbers(game, megabytes=1)
        return nimbers.value(game.start()), nimbers.nodes

    (value, nodes), seconds = timed(searched)
    error, name = abs(value - (3 ^ 4 ^ 5)), "Grundy by search"
    yield Trial(decision, name, seconds, nodes, "positions", True, error, "the nim-sum")
    heap = HeapGame.named(KAYLES)
    values, seconds = timed(lambda: heap.values(6000))
    late = np.asarray(values)[KAYLES_LAST_EXCEPTION + 1 :]
    strays = int((late[KAYLES_PERIOD:] != late[:-KAYLES_PERIOD]).sum())
    against = f"heaps beyond {KAYLES_LAST_EXCEPTION} that break the period {KAYLES_PERIOD}"
    yield Trial("Kayles to 6,000", "Grundy", seconds, 6000, "heaps", True, strays, against)

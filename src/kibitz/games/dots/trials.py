"""Dots and boxes: the solver, the tree and the greedy player, in boxes."""

from collections.abc import Iterator

from kibitz.core.advised import advised
from kibitz.core.game import turn
from kibitz.core.registry import make_game
from kibitz.core.seeds import child
from kibitz.estimate.question import Question, judged, wandered
from kibitz.estimate.trial import Trial, timed
from kibitz.games.dots.board import DotsBoard
from kibitz.games.dots.solver import Solver
from kibitz.search.mcts import Mcts

PUBLISHED_MARGIN = -3  # of the first player on 3x3


def trials(seed: int, quick: bool) -> Iterator[Trial]:
    """Dots and boxes: the solver, the tree and the greedy player, in boxes."""
    board, decision = DotsBoard(3, 3), "dots and boxes 3x3, first line"

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
    game, decision = advised(make_game("dots(3,3)")), "dots and boxes 3x3, 10 lines drawn"
    questions = []
    for i in range(4 if quick else 12):
        p = wandered(game, 10, child(seed, 100 + i))
        solved = game.analysts["chains"].analyse(game, p, int(turn(p)), seed)
        assert solved.is_exact
        questions.append(Question(p, {option.move: option.value for option in solved.options}))
    for samples in (100, 1000) if quick else (100, 1000, 10_000):
        tree = Mcts(iterations=samples, c=0.4)
        yield judged(decision, f"tree search, {samples:,} play-outs", game, tree, questions, seed)
    yield judged(decision, "greedy", game, game.analysts["greedy"], questions, seed, "options")

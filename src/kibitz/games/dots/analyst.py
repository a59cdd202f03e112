"""Who values the lines of dots and boxes: one that is greedy, and one that solves what it can."""

import time
from dataclasses import dataclass, replace
from typing import ClassVar

from kibitz.core.game import Game, Position, play
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.games.dots.board import DotsBoard
from kibitz.games.dots.chains import Chains, wanted_chains
from kibitz.games.dots.rules import Dots, completed
from kibitz.games.dots.settling import chain_from, settle
from kibitz.games.dots.solver import STOP, Solver
from kibitz.search.limit import check_not_negative, check_positive, check_turn, stopping
from kibitz.search.mcts import Mcts

USUAL_NODES, USUAL_ITERATIONS = 2_000_000, 4000


@dataclass(frozen=True)
class GreedyBoxes(Analyst):
    """Takes every box, then prefers safe lines, then gives as few boxes as it can."""

    name: ClassVar[str] = "greedy"

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        check_turn(game, view, seat)
        options = [self._option(game, view, seat, move) for move in game.legal_moves(view)]
        return Analysis.ranked(seat, options, game.unit, seed=seed, notes=notes(view))

    def _option(self, game: Game, p: Dots, seat: int, move: int) -> Option:
        after = play(p, move)
        shape = DotsBoard(int(p.rows), int(p.columns)).shape()
        to_take = int(settle(int(after.lines), *shape)[1])
        value = lead(after, seat) + (to_take if after.seat == seat else -to_take)
        judged = Estimate.judged(float(value), "boxes to take at once")
        return Option(move, game.move_text(p, move), judged, reason=reason(p, move))


@dataclass(frozen=True)
class Chainer(Analyst):
    """Exact where few lines are free or safe and the work allows; before, by play-outs that end
    where only chains and loops are left, which are counted exactly, or by the greedy rule."""

    name: ClassVar[str] = "chains"
    usual_nodes: ClassVar[int] = USUAL_NODES
    lines: int = 29  # tries to solve where at most so many are free,
    safe: int = 20  # or so many are safe: chains are counted, not searched
    nodes: int | None = None  # positions of the solver
    iterations: int | None = None  # of the tree search where it does not come through
    megabytes: int = 32
    seconds: float | None = None  # half of them for the solver
    greedy: bool = False  # goes by the greedy rule instead of the tree search

    def __post_init__(self) -> None:
        check_not_negative(self.name, lines=self.lines, safe=self.safe)
        check_positive(
            self.name,
            nodes=self.nodes,
            iterations=self.iterations,
            megabytes=self.megabytes,
            seconds=self.seconds,
        )

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        check_turn(game, view, seat)
        began = time.perf_counter()
        exact, nodes = self._solved(game, view, seat)
        if len(exact) < len(game.legal_moves(view)):
            if self.greedy:
                return GreedyBoxes().analyse(game, view, seat, seed)
            guessed = self._tree(time.perf_counter() - began).analyse(game, view, seat, seed)
            options = [
                replace(exact.get(o.move, self._guess(view, o)), loss_error=o.loss_error)
                for o in guessed.options
            ]
            samples, stopped_by = guessed.samples, guessed.stopped_by
        else:
            options, samples, stopped_by = list(exact.values()), nodes, "complete"
        return Analysis.ranked(
            seat,
            options,
            game.unit,
            samples=samples,
            seconds=time.perf_counter() - began,
            seed=seed,
            stopped_by=stopped_by,
            notes=notes(view),
        )

    def _tree(self, spent: float) -> Mcts:
        """The tree search, in the time that is left, but not without any."""
        if self.seconds is None:
            return Mcts(self.iterations or USUAL_ITERATIONS, c=0.4)
        left = max(self.seconds - spent, self.seconds / 4)
        return Mcts(self.iterations, c=0.4, seconds=left)

    def _guess(self, p: Dots, option: Option) -> Option:
        return replace(option, reason=reason(p, option.move))

    def _solved(self, game: Game, p: Dots, seat: int) -> tuple[dict[int, Option], int]:
        """The options that were solved within the limit, and the positions it took."""
        board, legal = DotsBoard(int(p.rows), int(p.columns)), game.legal_moves(p)
        if len(legal) > self.lines and Chains.of(p).safe_lines > self.safe:
            return {}, 0
        usual = USUAL_NODES if self.seconds is None else None
        solver = Solver(board, self.nodes or usual, self.megabytes)
        found, guess = {}, 0
        with stopping(None if self.seconds is None else self.seconds / 2, solver.desk, STOP):
            for move in legal:
                after = play(p, move)
                margin = solver.margin(int(after.lines), guess)
                if margin is None:
                    break
                guess = margin
                value = float(lead(after, seat) + (margin if after.seat == seat else -margin))
                text, why = game.move_text(p, move), reason(p, move)
                found[move] = Option(move, text, Estimate.exact(value), reason=why)
        return found, solver.nodes


def lead(p: Dots, seat: int) -> int:
    """The boxes that a seat has more than the other."""
    return int(p.first - p.second if seat == 0 else p.second - p.first)


def notes(p: Dots) -> tuple[str, ...]:
    """What to know of the chains of a position."""
    return Chains.of(p).text(), wanted_chains(int(p.rows), int(p.columns))


def reason(p: Dots, move: int) -> str:
    """What a line does, in words."""
    boxes = int(completed(p, move))
    if boxes:
        return "completes a box" if boxes == 1 else "completes two boxes"
    shape, lines = DotsBoard(int(p.rows), int(p.columns)).shape(), int(p.lines)
    all_drawn, to_take, _ = map(int, settle(lines, *shape))
    if to_take and all_drawn >> move & 1:
        return "leaves boxes and makes the opponent move"
    chain, inner, length, _ = map(int, chain_from(move, lines, shape.grid))
    if length == 0:
        return "safe" if not to_take else "leaves the boxes there are to take"
    return f"opens a {'loop' if chain == inner else 'chain'} of {length}"

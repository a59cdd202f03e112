"""Exact or depth-limited values of every option in two-seat games without chance or secrets.

Negamax with alpha-beta bounds, fail-soft: a score is from the point of view of the seat to
move, and a seat that moves again keeps its point of view. Deepening goes on until the
limit is reached or every option is proven: a value is proven if its proof rests on
finished games alone, none on a guess at the depth limit. The score of a proven option
tells how soon the game ends, too (see `score`).
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from kibitz.core.game import (
    Game,
    Position,
)
from kibitz.errors import WrongKind
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.search.desk import (
    NODES,
    OUT_OF_NODES,
    STOP,
    Desk,
    new_desk,
)
from kibitz.search.limit import (
    UNLIMITED,
    check_positive,
    check_turn,
    check_zero_sum_for_two,
    stopping,
)
from kibitz.search.negamax import score_options
from kibitz.search.ordering import Lists, Notes, new_notes
from kibitz.search.principal import PROVEN, best_option
from kibitz.search.score import (
    PLIES,
    UNITS,
    ply_of,
    value_of,
)
from kibitz.search.table import (
    Table,
    new_table,
)

TABLE_BYTES_A_NODE = 8  # one position in four is kept


class Memory(NamedTuple):
    """All arrays of one search."""

    table: Table
    lists: Lists
    notes: Notes
    desk: Desk


@dataclass(frozen=True)
class AlphaBeta(Analyst):
    """Alpha-beta with iterative deepening: exact without limits, else as deep as they let."""

    name: ClassVar[str] = "alphabeta"
    depth: int | None = None  # moves ahead
    nodes: int | None = None
    seconds: float | None = None
    megabytes: int = 32  # of the transposition table
    only_best: bool = False  # whether options that are not the best have a bound alone
    scored: ClassVar[Any] = staticmethod(score_options)  # how options are scored to a depth

    def __post_init__(self) -> None:
        check_positive(
            self.name,
            depth=self.depth,
            nodes=self.nodes,
            seconds=self.seconds,
            megabytes=self.megabytes,
        )

    @property
    def of_every_option(self) -> Self:
        return replace(self, only_best=False)

    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        self.check(game)
        check_turn(game, view, seat)
        began = time.perf_counter()
        search = _Search(self, game, view)
        stopped_by = search.run()
        return Analysis(
            seat,
            search.options(),
            game.unit,
            samples=int(search.memory.desk[NODES]),
            seconds=time.perf_counter() - began,
            seed=seed,
            stopped_by=stopped_by,
            notes=(f"searched {_span(search.finished)} deep",),
        )

    def check(self, game: Game) -> None:
        """Refuse a game of another kind."""
        game.demand(self.name, has_chance=False, has_secrets=False)
        check_zero_sum_for_two(self.name, game)
        if self.plies(game) >= PLIES // 2:
            raise WrongKind(f"{self.name} cannot play {game.name}: it lasts too many plies")

    def plies(self, game: Game) -> int:
        """The greatest depth this search may reach in `game`."""
        return min(self.depth or game.most_plies, game.most_plies)

    def table_megabytes(self, game: Game) -> int:
        """No more than the search can fill: a small table is quick to make and to look into."""
        most = self.nodes or UNLIMITED
        if self.depth is not None:
            most = min(most, game.most_moves**self.depth)
        return min(self.megabytes, 1 + (most * TABLE_BYTES_A_NODE >> 20))

    def depths(self, game: Game) -> Iterator[int]:
        """One deeper each time; towards an exact value without limits, twice as deep."""
        is_unlimited = self.depth is self.nodes is self.seconds is None
        depth, most = 1, self.plies(game)
        while depth < most:
            yield depth
            depth = 2 * depth if is_unlimited else depth + 1
        yield most


class _Search:
    """One analysis under way: the scores of the last finished depth, and the proofs."""

    def __init__(self, analyst: AlphaBeta, game: Game, p: Position) -> None:
        self.analyst, self.game, self.p = analyst, game, p
        self.moves = game.legal_moves(p)
        plies = analyst.plies(game) + 2
        self.memory = Memory(
            new_table(analyst.table_megabytes(game)),
            np.empty((2 * plies, game.most_moves), np.int64),
            new_notes(plies),
            new_desk(plies, analyst.nodes, round(game.greatest_payoff * UNITS)),
        )
        self.scores = np.zeros(len(self.moves), np.int64)
        self.proofs = np.zeros(len(self.moves), np.int64)
        self.finished = 0

    def run(self) -> str:
        """Deepen to the limit; returns what ended it."""
        depths = self.analyst.depths(self.game)
        self._deepen(next(depths))  # compiles, too, before the clock starts
        with stopping(self.analyst.seconds, self.memory.desk, STOP):
            for depth in depths:
                if self.proofs.all():
                    break
                if not self._deepen(depth):
                    return "nodes" if self.memory.desk[STOP] == OUT_OF_NODES else "seconds"
        return "complete" if self.proofs.all() else "depth"

    def _deepen(self, depth: int) -> bool:
        """Search to `depth`; a stopped search keeps only what it proved, or the best so far."""
        if self.analyst.only_best and depth > 1:
            return self._narrow(depth)
        scores = self.scores.copy()
        done = self.analyst.scored(self.p, depth, scores, self.proofs, *self.memory)
        if done < len(self.moves):
            self.scores = np.where(self.proofs, scores, self.scores)
            return False
        self.scores, self.finished = scores, depth
        return True

    def _narrow(self, depth: int) -> bool:
        done = best_option(self.p, depth, self.scores, self.proofs, *self.memory)
        if done < len(self.moves):
            return False
        self.finished = depth
        return True

    def options(self) -> tuple[Option, ...]:
        """Best first: the greatest payoff, then the fastest win or the slowest loss."""
        order = sorted(range(len(self.moves)), key=lambda i: (-int(self.scores[i]), self.moves[i]))
        return tuple(self._option(i) for i in order)

    def _option(self, i: int) -> Option:
        move, score, is_proven = self.moves[i], int(self.scores[i]), self.proofs[i] == PROVEN
        text = self.game.move_text(self.p, move)
        value = max(float(value_of(score)), -self.game.greatest_payoff)
        if not is_proven:
            judged = Estimate.judged(value, _span(self.finished))
            seen = f"seen {_span(self.finished)} deep"
            return Option(
                move, text, judged, reason=f"at most, {seen}" if self._is_bound(i) else seen
            )
        if not score:
            return Option(move, text, Estimate.exact(0.0), reason="draws")
        plies = int(ply_of(score))
        return Option(
            move,
            text,
            Estimate.exact(value),
            reason=self._reason(value, plies),
            preference=-plies if value > 0 else plies,
            facts={"plies": plies},
        )

    def _is_bound(self, i: int) -> bool:
        """Whether an option was only shown to be no better than that."""
        return bool(self.analyst.only_best and self.scores[i] < self.scores.max())

    def _reason(self, value: float, plies: int) -> str:
        if abs(value) == self.game.greatest_payoff:
            return f"{'wins' if value > 0 else 'loses'} in {_span(plies)}"
        gain = f"{'gains' if value > 0 else 'gives'} {abs(value):g} {self.game.unit}"
        return f"{gain} in {_span(plies)}"


def _span(plies: int) -> str:
    return "1 ply" if plies == 1 else f"{plies} plies"

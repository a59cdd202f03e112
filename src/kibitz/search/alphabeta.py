"""Exact or depth-limited values of every option in two-seat games without chance or secrets.

Negamax with alpha-beta bounds, fail-soft: a score is from the point of view of the seat to
move, and a seat that moves again keeps its point of view. Deepening goes on until the
limit is reached or every option is proven: a value is proven if its proof rests on
finished games alone, none on a guess at the depth limit. The score of a proven option
tells how soon the game ends, too (see `score`).
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64, signed
from kibitz.core.game import (
    OVER,
    Game,
    Position,
    generic,
    heuristic,
    key,
    moves,
    payoff,
    play,
    turn,
)
from kibitz.core.kernel import kernel
from kibitz.errors import WrongKind
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.search.desk import (
    GREATEST,
    NODES,
    OUT_OF_NODES,
    PROOFS,
    STOP,
    Desk,
    count_node,
    is_fastest_win,
    new_desk,
)
from kibitz.search.frontier import frontier_score
from kibitz.search.limit import (
    UNLIMITED,
    check_positive,
    check_turn,
    check_zero_sum_for_two,
    stopping,
)
from kibitz.search.ordering import NO_MOVE, Lists, Notes, new_notes, next_move, praise, rank_moves
from kibitz.search.score import (
    INFINITE,
    PLIES,
    UNITS,
    from_here,
    from_root,
    ply_of,
    score_of,
    value_of,
)
from kibitz.search.table import (
    EXACT,
    LOWER,
    MOVE,
    NOTE,
    SCORE,
    UPPER,
    Table,
    bound,
    find,
    is_deep_enough,
    keep,
    new_table,
    proven,
)

TABLE_BYTES_A_NODE = 8  # one position in four is kept


class Memory(NamedTuple):
    """All arrays of one search."""

    table: Table
    lists: Lists
    notes: Notes
    desk: Desk


@kernel
def is_settled(score: int, note: int, alpha: int, beta: int) -> bool:
    """Whether a remembered score answers a search with these bounds."""
    kind = bound(note)
    return kind == EXACT or (kind == LOWER and score >= beta) or (kind == UPPER and score <= alpha)


@kernel
def is_answer(table: Table, row: int, alpha: int, beta: int, depth: int, ply: int) -> bool:
    """Whether what the table has in a row answers a search at `ply`."""
    note = table[row, NOTE]
    score = from_root(table[row, SCORE], ply)
    return is_deep_enough(note, depth) and is_settled(score, note, alpha, beta)


@kernel
def judge(
    best: int, best_proof: int, all_proof: int, alpha: int, beta: int, reach: int, greatest: int
) -> tuple[int, int]:
    """What `best` is to the value, EXACT or a bound, and whether that is proven.

    A win is as fast as can be if it comes within `reach`, the last ply that was searched.
    """
    is_won = best_proof == 1 and is_fastest_win(best, int64(0), reach, greatest)
    if is_won or alpha < best < beta:
        return EXACT, 1 if is_won else all_proof
    return (LOWER, best_proof) if best >= beta else (UPPER, all_proof)


@generic
def score_here(
    p: Position,
    me: int,
    alpha: int,
    beta: int,
    depth: int,
    ply: int,
    table: Table,
    lists: Lists,
    notes: Notes,
    desk: Desk,
) -> int:
    """Score of `p` for `me`, the seat to move, searching `depth` moves ahead."""
    if depth <= 1:
        return frontier_score(p, me, beta, ply, desk[GREATEST], lists[2 * ply], desk)
    name = signed(key(p))
    row = find(table, name)
    if row >= 0 and is_answer(table, row, alpha, beta, depth, ply):
        desk[PROOFS + ply] = proven(table[row, NOTE])
        return from_root(table[row, SCORE], ply)
    first = table[row, MOVE] if row >= 0 else int64(NO_MOVE)
    count = moves(p, lists[2 * ply])
    rank_moves(p, me, first, count, ply, lists, notes)
    best, best_move, best_proof, all_proof, floor = -INFINITE, NO_MOVE, 0, 1, alpha
    for i in range(count):
        move = next_move(lists, ply, i, count)
        after = play(p, move)
        you = turn(after)
        count_node(desk)
        if desk[STOP]:
            return 0
        if you == OVER:
            desk[PROOFS + ply + 1] = 1
            score = score_of(payoff(after, me), ply + 1)
        elif you == me:
            score = score_here(
                after, you, floor, beta, depth - 1, ply + 1, table, lists, notes, desk
            )
        else:
            score = -score_here(
                after, you, -beta, -floor, depth - 1, ply + 1, table, lists, notes, desk
            )
        if desk[STOP]:
            return 0
        all_proof &= desk[PROOFS + ply + 1]
        if score > best:
            best, best_move, best_proof = score, move, desk[PROOFS + ply + 1]
            floor = max(floor, best)
        if floor >= beta:
            praise(move, me, depth, ply, notes)
            break
        if is_fastest_win(best, int64(1), ply, desk[GREATEST]):
            break  # won at once

    reach = ply + (depth if best > alpha else 1)  # else only a game finished next is no bound
    kind, proof = judge(best, best_proof, all_proof, alpha, beta, reach, desk[GREATEST])
    keep(table, name, from_here(best, ply), best_move, depth, proof, kind)
    desk[PROOFS + ply] = proof
    return best


@generic
def score_options(
    p: Position,
    depth: int,
    scores: NDArray[np.int64],
    proofs: NDArray[np.int64],
    table: Table,
    lists: Lists,
    notes: Notes,
    desk: Desk,
) -> int:
    """Write the score of every move of `p` searched to `depth`, and whether each is proven.

    A proven move is not searched again. Returns how many were done before a stop.
    """
    me, count, low, high = turn(p), moves(p, lists[0]), int64(-INFINITE), int64(INFINITE)
    for i in range(count):
        if proofs[i]:
            continue
        after = play(p, lists[0, i])
        you = turn(after)
        count_node(desk)
        ply = int64(1)
        if depth > 1 and desk[STOP]:
            return i
        if you == OVER:
            score, desk[PROOFS + 1] = score_of(payoff(after, me), ply), 1
        elif depth <= 1:
            score, desk[PROOFS + 1] = score_of(heuristic(after, me), ply), 0
            desk[STOP] = 0  # the first look at every option is always finished
        elif you == me:
            score = score_here(after, you, low, high, depth - 1, ply, table, lists, notes, desk)
        else:
            score = -score_here(after, you, low, high, depth - 1, ply, table, lists, notes, desk)
        if depth > 1 and desk[STOP]:
            return i
        scores[i], proofs[i] = score, desk[PROOFS + 1]
    return count


@dataclass(frozen=True)
class AlphaBeta(Analyst):
    """Alpha-beta with iterative deepening: exact without limits, else as deep as they let."""

    name: ClassVar[str] = "alphabeta"
    depth: int | None = None  # moves ahead
    nodes: int | None = None
    seconds: float | None = None
    megabytes: int = 32  # of the transposition table
    scored: ClassVar[Any] = staticmethod(score_options)  # how options are scored to a depth

    def __post_init__(self) -> None:
        check_positive(
            self.name,
            depth=self.depth,
            nodes=self.nodes,
            seconds=self.seconds,
            megabytes=self.megabytes,
        )

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
        """Search to `depth`; a stopped search keeps only what it proved."""
        scores = self.scores.copy()
        done = self.analyst.scored(self.p, depth, scores, self.proofs, *self.memory)
        if done < len(self.moves):
            self.scores = np.where(self.proofs, scores, self.scores)
            return False
        self.scores, self.finished = scores, depth
        return True

    def options(self) -> tuple[Option, ...]:
        """Best first: the greatest payoff, then the fastest win or the slowest loss."""
        order = sorted(range(len(self.moves)), key=lambda i: (-int(self.scores[i]), self.moves[i]))
        return tuple(self._option(i) for i in order)

    def _option(self, i: int) -> Option:
        move, score, is_proven = self.moves[i], int(self.scores[i]), bool(self.proofs[i])
        text = self.game.move_text(self.p, move)
        value = float(value_of(score))
        if not is_proven:
            judged = Estimate.judged(value, _span(self.finished))
            return Option(move, text, judged, reason=f"seen {_span(self.finished)} deep")
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

    def _reason(self, value: float, plies: int) -> str:
        if abs(value) == self.game.greatest_payoff:
            return f"{'wins' if value > 0 else 'loses'} in {_span(plies)}"
        gain = f"{'gains' if value > 0 else 'gives'} {abs(value):g} {self.game.unit}"
        return f"{gain} in {_span(plies)}"


def _span(plies: int) -> str:
    return "1 ply" if plies == 1 else f"{plies} plies"

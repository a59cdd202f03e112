"""Minimax that leaves nothing out and remembers nothing, and bare alpha-beta beside it.

They are here to be measured against: what bounds, orders and tables save is what they do not
visit. `Minimax` is also a player, as deep as its limits let it.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64
from kibitz.core.game import (
    OVER,
    Game,
    Position,
    generic,
    heuristic,
    moves,
    payoff,
    play,
    priority,
    turn,
)
from kibitz.search.alphabeta import AlphaBeta
from kibitz.search.desk import PROOFS, STOP, Desk, count_node
from kibitz.search.limit import check_turn, check_zero_sum_for_two
from kibitz.search.ordering import Lists, Notes, next_move
from kibitz.search.score import INFINITE, score_of
from kibitz.search.table import Table

USUAL_POSITIONS = 2_000_000  # enough for all of tic-tac-toe, one move deeper each time


@generic
def minimax_value(
    p: Position, seat: int, ply: int, lists: NDArray[np.int64], nodes: NDArray[np.int64]
) -> float:
    """What `seat` gets from `p` if both sides play their best; counts every position."""
    nodes[0] += 1
    mover = turn(p)
    if mover == OVER:
        return payoff(p, seat)
    best = -np.inf
    for i in range(moves(p, lists[ply])):
        value = minimax_value(play(p, lists[ply, i]), seat, ply + 1, lists, nodes)
        best = max(best, value if mover == seat else -value)
    return best if mover == seat else -best


def minimax(game: Game, p: Position) -> tuple[dict[int, float], int]:
    """The value of every move of `p` for the seat to move, and how many positions it took.

    For two seats, zero-sum, without chance or secrets, and games that are soon over.
    """
    seat = _checked_seat("minimax", game, p)
    lists = np.empty((game.most_plies + 1, game.most_moves), np.int64)
    nodes = np.ones(1, np.int64)  # `p` itself
    values = {
        move: float(minimax_value(play(p, move), seat, int64(0), lists, nodes))
        for move in game.legal_moves(p)
    }
    return values, int(nodes[0])


@generic
def bounded_value(
    p: Position,
    seat: int,
    alpha: float,
    beta: float,
    ply: int,
    is_ordered: bool,
    lists: Lists,
    nodes: NDArray[np.int64],
) -> float:
    """What `seat` gets from `p` as far as it lies between the bounds, without a table."""
    mover = turn(p)
    if mover != OVER and mover != seat:
        return -bounded_value(p, mover, -beta, -alpha, ply, is_ordered, lists, nodes)
    nodes[0] += 1
    if mover == OVER:
        return payoff(p, seat)
    count = moves(p, lists[2 * ply])
    for i in range(count):
        lists[2 * ply + 1, i] = priority(p, lists[2 * ply, i]) * count - i if is_ordered else -i
    for i in range(count):
        after = play(p, next_move(lists, ply, i, count))
        value = bounded_value(after, seat, alpha, beta, ply + 1, is_ordered, lists, nodes)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return alpha


def bare_alphabeta(game: Game, p: Position, *, is_ordered: bool) -> tuple[float, int]:
    """The value of `p` for the seat to move, and how many positions it took.

    Nothing is remembered; moves come as they are listed, or by the game's own `priority`.
    """
    seat = _checked_seat("alpha-beta", game, p)
    lists = np.empty((2 * game.most_plies + 2, game.most_moves), np.int64)
    nodes = np.zeros(1, np.int64)
    value = bounded_value(p, seat, -np.inf, np.inf, int64(0), is_ordered, lists, nodes)
    return float(value), int(nodes[0])


def _checked_seat(who: str, game: Game, p: Position) -> int:
    game.demand(who, has_chance=False, has_secrets=False)
    check_zero_sum_for_two(who, game)
    seat = int(turn(p))
    check_turn(game, p, seat)
    return seat


@generic
def plain_score(p: Position, me: int, depth: int, ply: int, lists: Lists, desk: Desk) -> int:
    """Score of `p` for `me`, the seat to move, looking at everything `depth` moves ahead."""
    best, all_proof = -INFINITE, 1
    for i in range(moves(p, lists[2 * ply])):
        after = play(p, lists[2 * ply, i])
        you = turn(after)
        count_node(desk)
        if desk[STOP]:
            return 0
        if you == OVER:
            score, desk[PROOFS + ply + 1] = score_of(payoff(after, me), ply + 1), 1
        elif depth <= 1:
            score, desk[PROOFS + ply + 1] = score_of(heuristic(after, me), ply + 1), 0
        elif you == me:
            score = plain_score(after, you, depth - 1, ply + 1, lists, desk)
        else:
            score = -plain_score(after, you, depth - 1, ply + 1, lists, desk)
        if desk[STOP]:
            return 0
        all_proof &= desk[PROOFS + ply + 1]
        best = max(best, score)
    desk[PROOFS + ply] = all_proof
    return best


@generic
def plain_options(
    p: Position,
    depth: int,
    scores: NDArray[np.int64],
    proofs: NDArray[np.int64],
    table: Table,
    lists: Lists,
    notes: Notes,
    desk: Desk,
) -> int:
    """As `score_options` of alpha-beta, with nothing left out; table and notes stay as they are."""
    me, count = turn(p), moves(p, lists[0])
    for i in range(count):
        after = play(p, lists[0, i])
        you, ply = turn(after), int64(1)
        count_node(desk)
        if depth > 1 and desk[STOP]:
            return i
        if you == OVER:
            score, desk[PROOFS + 1] = score_of(payoff(after, me), ply), 1
        elif depth <= 1:
            score, desk[PROOFS + 1] = score_of(heuristic(after, me), ply), 0
            desk[STOP] = 0  # the first look at every option is always finished
        elif you == me:
            score = plain_score(after, you, depth - 1, ply, lists, desk)
        else:
            score = -plain_score(after, you, depth - 1, ply, lists, desk)
        if depth > 1 and desk[STOP]:
            return i
        scores[i], proofs[i] = score, desk[PROOFS + 1]
    return count


@dataclass(frozen=True)
class Minimax(AlphaBeta):
    """Minimax, a move deeper each time while its positions last; exact where the game ends."""

    name: ClassVar[str] = "minimax"
    nodes: int | None = USUAL_POSITIONS
    megabytes: int = 1  # it keeps no table; this is the least there is
    scored: ClassVar[Any] = staticmethod(plain_options)

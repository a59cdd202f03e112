"""Negamax with alpha-beta bounds, fail-soft: the scores of positions and of all options of one.

A score is from the point of view of the seat to move, and a seat that moves again keeps its
point of view. It is proven if its proof rests on finished games alone, none on a guess at
the depth limit (see `score` for what else it tells).
"""

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64, signed
from kibitz.core.game import OVER, Position, generic, heuristic, key, moves, payoff, play, turn
from kibitz.core.kernel import kernel
from kibitz.search.desk import GREATEST, PROOFS, STOP, Desk, count_node, is_fastest_win
from kibitz.search.frontier import frontier_score
from kibitz.search.ordering import NO_MOVE, Lists, Notes, next_move, praise, rank_moves
from kibitz.search.score import INFINITE, from_here, from_root, score_of
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
    proven,
)


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

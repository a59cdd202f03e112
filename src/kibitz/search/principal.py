"""The best option alone: what a player needs, in a fraction of the positions.

The move that was best at the last depth is searched first, in full. Any other is only asked
whether it is better, which takes far fewer positions than its value; where it is, it is
searched in full and becomes the one to beat (principal variation search at the root, Marsland
and Campbell 1982). So the best score is a value, and the others are bounds below it.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64
from kibitz.core.game import OVER, Position, generic, moves, payoff, play, turn
from kibitz.core.kernel import kernel
from kibitz.search.desk import PROOFS, STOP, Desk, count_node
from kibitz.search.negamax import score_here
from kibitz.search.ordering import Lists, Notes
from kibitz.search.score import INFINITE, PLIES, score_of
from kibitz.search.table import Table

PROVEN, BOUNDED = 1, 2  # the score is proven, or that it is no more than that


@generic
def score_after(
    after: Position,
    me: int,
    low: int,
    high: int,
    depth: int,
    table: Table,
    lists: Lists,
    notes: Notes,
    desk: Desk,
) -> int:
    """The score for `me` of the position after a move at the root, between these bounds."""
    ply, you = int64(1), turn(after)
    if you == OVER:
        desk[PROOFS + ply] = PROVEN
        return score_of(payoff(after, me), ply)
    if you == me:
        return score_here(after, you, low, high, depth, ply, table, lists, notes, desk)
    return -score_here(after, you, -high, -low, depth, ply, table, lists, notes, desk)


@kernel
def humble(scores: NDArray[np.int64], ranks: NDArray[np.int64], best: int) -> None:
    """Put the options that were not looked at, which still have ranks, below the best if any."""
    for i in range(len(scores)):
        if best > -INFINITE and ranks[i] >= -INFINITE:
            scores[i] = min(scores[i], best - PLIES)


@generic
def best_option(
    p: Position,
    depth: int,
    scores: NDArray[np.int64],
    proofs: NDArray[np.int64],
    table: Table,
    lists: Lists,
    notes: Notes,
    desk: Desk,
) -> int:
    """Find the best move of `p` to `depth`; its score is a value, those of others bound theirs.

    `scores` has those of the last depth, which order the moves. Returns how many were done
    before a stop: the best of them is the best so far.
    """
    me, count, most = turn(p), moves(p, lists[0]), int64(INFINITE)
    best, ranks = -most, scores.copy()
    for done in range(count):
        i = np.argmax(ranks)
        if proofs[i] == PROVEN or (proofs[i] == BOUNDED and scores[i] < best):
            best = max(best, scores[i]) if proofs[i] == PROVEN else best
            ranks[i] = -most - 1
            continue
        after = play(p, lists[0, i])
        count_node(desk)
        high = most if best == -most else best + 1
        score = score_after(after, me, best, high, depth - 1, table, lists, notes, desk)
        if best < score and high < most and not desk[STOP]:
            score = score_after(after, me, best, most, depth - 1, table, lists, notes, desk)
        if desk[STOP]:
            humble(scores, ranks, best)
            return done
        ranks[i] = -most - 1
        is_best = score > best
        scores[i] = score if is_best else min(score, best - PLIES)
        proofs[i] = desk[PROOFS + 1] * (PROVEN if is_best else BOUNDED)
        best = max(best, score)
    return count

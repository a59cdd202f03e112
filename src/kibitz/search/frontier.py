"""The last move of a limited search: most of the positions it ever meets stand here.

They are not ordered and not remembered: that would cost more than the guess itself.
"""

from typing import Any

from kibitz.core.bits import int64
from kibitz.core.game import (
    OVER,
    Moves,
    Position,
    generic,
    heuristic,
    moves,
    payoff,
    play,
    turn,
)
from kibitz.search.desk import (
    MOST_NODES,
    NODES,
    OUT_OF_NODES,
    PROOFS,
    STOP,
    Desk,
    is_fastest_win,
)
from kibitz.search.score import INFINITE, score_of


@generic
def survey(p: Position) -> Any:
    """What the guesses after all moves of `p` have in common, for `heuristic_after`.

    A door for games: one whose guess changes little with a move writes rules of both names.
    """
    return 0


@generic
def heuristic_after(p: Position, move: int, after: Position, common: Any, seat: int) -> float:
    """`heuristic` of the position `after` a move of `p`, whose `survey` is given."""
    return heuristic(after, seat)


@generic
def frontier_score(
    p: Position, me: int, beta: int, ply: int, greatest: int, out: Moves, desk: Desk
) -> int:
    """Score of `p` for `me`, the seat to move, one move ahead."""
    count = moves(p, out)
    if desk[NODES] + count >= desk[MOST_NODES]:
        desk[STOP] = OUT_OF_NODES
        return 0
    common = survey(p)
    best, best_proof, all_proof, tried = -INFINITE, 0, 1, 0
    while tried < count and best < beta and not is_fastest_win(best, int64(1), ply, greatest):
        after = play(p, out[tried])
        if turn(after) == OVER:
            score, proof = score_of(payoff(after, me), ply + 1), 1
        else:
            guess = heuristic_after(p, out[tried], after, common, me)
            score, proof = score_of(guess, ply + 1), 0
        if score > best:
            best, best_proof = score, proof
        all_proof &= proof
        tried += 1
    desk[NODES] += tried
    has_cut = best >= beta or is_fastest_win(best, int64(1), ply, greatest)
    desk[PROOFS + ply] = best_proof if has_cut else all_proof
    return best

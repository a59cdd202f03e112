"""Depth-limited search of the play over sampled worlds, the same worlds for every card."""

import numpy as np

from kibitz.core.bits import int64
from kibitz.core.game import moves, play
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream
from kibitz.games.cribbage.pegging.peg import Peg, is_over
from kibitz.games.cribbage.pegging.sums import RankSums, add_world
from kibitz.games.cribbage.pegging.suspects import Ints, Suspects, suspect


@kernel
def lead(p: Peg, depth: int, alpha: int, beta: int, out: Ints) -> int:
    """Pone's lead in points after the best play of both for `depth` more cards, all seen."""
    if depth == 0 or is_over(p):
        return p.points0 - p.points1
    best = -1000 if p.seat == 0 else 1000
    for i in range(moves(p, out[depth])):
        worth = lead(play(p, int(out[depth, i])), depth - 1, alpha, beta, out)
        if p.seat == 0:
            best = max(best, worth)
            alpha = max(alpha, best)
        else:
            best = min(best, worth)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


@kernel
def in_world(p: Peg, hand: int) -> Peg:
    """The position with the hidden hand of the seat that is not to act."""
    if p.seat == 0:
        return Peg(p.hand0, hand, p.pile, p.total, p.seat, p.points0, p.points1)
    return Peg(hand, p.hand1, p.pile, p.total, p.seat, p.points0, p.points1)


@kernel
def look_ahead(
    p: Peg, depth: int, worlds: int, doubt: Suspects, stream: Stream, sums: RankSums
) -> None:
    """Add the seat's lead after each rank over `worlds` sampled worlds."""
    out, legal = np.empty((depth + 1, 13), np.int64), np.empty(13, np.int64)
    sign, start = 1 if p.seat == 0 else -1, p.points0 - p.points1
    options = moves(p, legal)
    mine = np.empty(options)
    for _ in range(worlds):
        full = in_world(p, doubt.hands[suspect(doubt, stream)])
        for i in range(options):
            next_one = play(full, int(legal[i]))
            after = lead(next_one, int64(depth - 1), int64(-1000), int64(1000), out)
            mine[i] = sign * (after - start)
        add_world(legal[:options], mine, 1.0, sums.points, sums.point_products)

"""Plain minimax to the end of the game: nothing left out, nothing remembered.

It is here to be measured against: what alpha-beta, tables and orders save is what they do
not visit.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64
from kibitz.core.game import OVER, Game, Position, generic, moves, payoff, play, turn
from kibitz.search.limit import check_turn, check_zero_sum_for_two


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
    game.demand("minimax", has_chance=False, has_secrets=False)
    check_zero_sum_for_two("minimax", game)
    seat = int(turn(p))
    check_turn(game, p, seat)
    lists = np.empty((game.most_plies + 1, game.most_moves), np.int64)
    nodes = np.ones(1, np.int64)  # `p` itself
    values = {
        move: float(minimax_value(play(p, move), seat, int64(0), lists, nodes))
        for move in game.legal_moves(p)
    }
    return values, int(nodes[0])

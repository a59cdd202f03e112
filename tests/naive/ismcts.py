"""SO-ISMCTS with a dictionary for a tree: the slow twin of the flat arrays.

It draws from the stream in the same order, so it must visit the same moves.
"""

import math
from dataclasses import dataclass, field

from kibitz.core.game import (
    CHANCE,
    OVER,
    Game,
    Position,
    heuristic,
    payoff,
    play,
    policy,
    sample,
    turn,
    world,
)
from kibitz.core.stream import Stream, below


@dataclass
class Node:
    visits: int = 0
    available: int = 0
    total: float = 0.0
    children: dict[tuple[int, int], "Node"] = field(default_factory=dict)  # by seat and move


def grown(
    game: Game, view: Position, seat: int, iterations: int, c: float, plies: int, stream: Stream
) -> Node:
    """The root of the tree after so many iterations."""
    root = Node()
    for _ in range(iterations):
        iterate(game, root, world(view, seat, stream), c, plies, stream)
    return root


def iterate(game: Game, root: Node, p: Position, c: float, plies: int, stream: Stream) -> None:
    out, node = game.scratch(), root
    path: list[tuple[int, Node]] = []
    while True:
        while turn(p) == CHANCE:
            p = play(p, sample(p, out, stream))
        mover = int(turn(p))
        if mover == OVER or (path and path[-1][1].visits == 0):
            break
        legal = game.legal_moves(p)
        for move in legal:
            if (mover, move) in node.children:
                node.children[mover, move].available += 1
        untried = [move for move in legal if (mover, move) not in node.children]
        if untried:
            move = untried[int(below(stream, len(untried)))]
            node.children[mover, move] = Node(available=1)
        else:
            move = max(legal, key=lambda m: ucb(node.children[mover, m], c))
        node = node.children[mover, move]
        path.append((mover, node))
        p = play(p, move)
    payoffs = played_out(game, p, plies, stream)
    for mover, node in path:
        node.visits += 1
        node.total += payoffs[mover]


def ucb(node: Node, c: float) -> float:
    return node.total / node.visits + c * math.sqrt(math.log(node.available) / node.visits)


def played_out(game: Game, p: Position, plies: int, stream: Stream) -> list[float]:
    """What each seat gets, scaled to [0, 1]."""
    out = game.scratch()
    while turn(p) != OVER and (plies != 0 or turn(p) == CHANCE):
        if turn(p) == CHANCE:
            p = play(p, sample(p, out, stream))
        else:
            p, plies = play(p, policy(p, out, stream)), plies - 1
    worth = payoff if turn(p) == OVER else heuristic
    span = game.greatest_payoff - game.least_payoff
    return [(float(worth(p, seat)) - game.least_payoff) / span for seat in range(game.seats)]

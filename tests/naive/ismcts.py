"""SO-ISMCTS with a dictionary for a tree: the slow twin of the flat arrays.

It draws from the stream in the same order, so it must visit the same moves.
"""

import math
from dataclasses import dataclass, field
from itertools import pairwise

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
    proof: float | None = None  # what the seat that moved here is sure of
    children: dict[tuple[int, int], "Node"] = field(default_factory=dict)  # by seat and move


def grown(
    game: Game,
    view: Position,
    seat: int,
    iterations: int,
    c: float,
    plies: int,
    stream: Stream,
    proofs: bool = False,
) -> Node:
    """The root of the tree after so many iterations, or once every option is proven."""
    root = Node()
    for _ in range(iterations):
        if root.proof is not None:
            break
        iterate(game, root, world(view, seat, stream), c, plies, stream, proofs)
        root.visits += 1
    return root


def iterate(
    game: Game, root: Node, p: Position, c: float, plies: int, stream: Stream, proofs: bool
) -> None:
    out, node = game.scratch(), root
    path: list[tuple[int, Node, Node, int]] = []  # seat, node, its parent and how many moves it has
    while True:
        while turn(p) == CHANCE:
            p = play(p, sample(p, out, stream))
        mover = int(turn(p))
        if mover == OVER or (path and (node.visits == 0 or node.proof is not None)):
            break
        legal, parent = game.legal_moves(p), node
        for move in legal:
            if (mover, move) in node.children:
                node.children[mover, move].available += 1
        untried = [move for move in legal if (mover, move) not in node.children]
        if untried:
            move = untried[int(below(stream, len(untried)))]
            node.children[mover, move] = Node(available=1)
        else:
            known = [m for m in legal if node is root and node.children[mover, m].proof is not None]
            candidates = [m for m in legal if m not in known]
            move = max(candidates, key=lambda m: ucb(parent.children[mover, m], c))
        node = node.children[mover, move]
        path.append((mover, node, parent, len(legal)))
        p = play(p, move)
    if node.proof is not None:
        payoffs = [0.0, 0.0]
        payoffs[path[-1][0]], payoffs[1 - path[-1][0]] = node.proof, 1.0 - node.proof
    else:
        is_end = turn(p) == OVER
        payoffs = played_out(game, p, plies, stream)
        if proofs and is_end:
            node.proof = payoffs[path[-1][0]]
            prove([(-1, root, root, 0), *path])
    for seat, visited, _, _ in path:
        visited.visits += 1
        visited.total += payoffs[seat]


def prove(path: list[tuple[int, Node, Node, int]]) -> None:
    """Prove what follows for the parents of the last node of the path, the root first on it."""
    for above, (mover, _, parent, legal) in list(pairwise(path))[::-1]:
        found = [child.proof for child in parent.children.values() if child.proof is not None]
        is_won = above[0] >= 0 and 1.0 in found
        if not is_won and len(found) < legal:
            return
        parent.proof = max(found) if above[0] == mover else 1.0 - max(found)


def ucb(node: Node, c: float) -> float:
    if node.proof is not None:
        return node.proof
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

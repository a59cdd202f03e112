"""The tree of a Monte Carlo search in two flat arrays, made once and never larger.

A node is reached from its parent by one move of one seat; luck and hidden things are not
branched on, so one node stands for all worlds in which that move could be made. Its
rewards, in [0, 1], are those of the seat that made the move. The children of a node are
a linked list in ascending order of moves.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64
from kibitz.core.game import Moves
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below

Nodes: TypeAlias = NDArray[np.int64]
Rewards: TypeAlias = NDArray[np.float64]

MOVE, SEAT, CHILD, NEXT, VISITS, AVAILABLE = range(6)  # columns of Nodes
TOTAL, SQUARES = range(2)  # columns of Rewards: sums of rewards and of their squares
NODE_BYTES = 64
ROOT, NONE = 0, -1

_LOG_SIZE = 1 << 12
_LOGS = np.log(np.maximum(np.arange(_LOG_SIZE), 1.0))
_LOG2 = float(np.log(2.0))


def new_tree(megabytes: int, most_nodes: int) -> tuple[Nodes, Rewards]:
    """Room for a tree of at most that size, with its root."""
    size = min((megabytes << 20) // NODE_BYTES, most_nodes + 1)
    nodes, rewards = np.empty((size, 6), np.int64), np.empty((size, 2))
    nodes[ROOT] = NONE, NONE, NONE, NONE, 0, 0
    rewards[ROOT] = 0.0
    return nodes, rewards


@kernel
def log(n: int) -> float:
    """The natural logarithm of a count, from a table: the same compiled and not."""
    halvings = 0
    while n >= _LOG_SIZE:
        n >>= 1
        halvings += 1
    return _LOGS[n] + halvings * _LOG2  # type: ignore[no-any-return]


@kernel
def appeal(node: int, c: float, nodes: Nodes, rewards: Rewards) -> float:
    """The upper confidence bound of a node: how good it looks and how little is known of it.

    UCB1 (Auer, Cesa-Bianchi and Fischer 2002) with the times it was available in place of
    its parent's visits (Cowling, Powley and Whitehouse 2012).
    """
    visits = nodes[node, VISITS]
    if visits == 0:
        return np.inf
    return (  # type: ignore[no-any-return]
        rewards[node, TOTAL] / visits + c * np.sqrt(log(nodes[node, AVAILABLE]) / visits)
    )


@kernel
def add_child(parent: int, move: int, seat: int, new: int, nodes: Nodes, rewards: Rewards) -> None:
    """Make `new` a child of `parent`, in its place among its sisters."""
    before, after = NONE, nodes[parent, CHILD]
    while after != NONE and nodes[after, MOVE] < move:
        before, after = after, nodes[after, NEXT]
    nodes[new, MOVE], nodes[new, SEAT] = move, seat
    nodes[new, CHILD], nodes[new, NEXT] = NONE, after
    nodes[new, VISITS], nodes[new, AVAILABLE] = 0, 1
    rewards[new, TOTAL], rewards[new, SQUARES] = 0.0, 0.0
    if before == NONE:
        nodes[parent, CHILD] = new
    else:
        nodes[before, NEXT] = new


@kernel
def descend(
    parent: int,
    seat: int,
    legal: Moves,
    count: int,
    c: float,
    size: int,
    nodes: Nodes,
    rewards: Rewards,
    stream: Stream,
) -> int:
    """The child to follow: a random move not tried before as the node numbered `size`, while
    there is room, else the most appealing one; NONE if there is neither.

    Every child that could be followed is counted as available. Untried moves are gathered
    at the front of `legal`.
    """
    child, best, best_appeal, untried = nodes[parent, CHILD], NONE, -1.0, int64(0)
    for i in range(count):
        move = legal[i]
        while child != NONE and (
            nodes[child, MOVE] < move or (nodes[child, MOVE] == move and nodes[child, SEAT] != seat)
        ):
            child = nodes[child, NEXT]
        if child == NONE or nodes[child, MOVE] != move:
            legal[untried] = move
            untried += 1
            continue
        nodes[child, AVAILABLE] += 1
        hope = appeal(child, c, nodes, rewards)
        if hope > best_appeal:
            best, best_appeal = child, hope
    if untried and size < len(nodes):
        add_child(parent, legal[below(stream, untried)], seat, size, nodes, rewards)
        return size
    return best


@kernel
def back_up(
    path: NDArray[np.int64], length: int, payoffs: Rewards, nodes: Nodes, rewards: Rewards
) -> None:
    """Credit every node on the path with what its seat got."""
    for i in range(length):
        node = path[i]
        reward = payoffs[nodes[node, SEAT]]
        nodes[node, VISITS] += 1
        rewards[node, TOTAL] += reward
        rewards[node, SQUARES] += reward * reward

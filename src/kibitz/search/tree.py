"""The tree of a Monte Carlo search in two flat arrays, made once and never larger.

A node is reached from its parent by one move of one seat; luck and hidden things are not
branched on, so one node stands for all worlds in which that move could be made. Its
rewards, in [0, 1], are those of the seat that made the move. The children of a node are
a linked list in ascending order of moves.

Where two seats play for the opposite and nothing is left to luck or hidden, a node can be
proven (Winands, Björnsson and Saito 2008): its game is over, or one move from it wins all
there is to win, or all moves from it are proven. Its proof is the reward of its seat.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64
from kibitz.core.game import Moves
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below

Nodes: TypeAlias = NDArray[np.int64]
Rewards: TypeAlias = NDArray[np.float64]

MOVE, SEAT, CHILD, NEXT, VISITS, AVAILABLE, LEGAL = range(7)  # columns of Nodes
TOTAL, SQUARES, PROOF = range(3)  # columns of Rewards: sums of rewards and of their squares
NODE_BYTES = 80
UNPROVEN = np.nan
ROOT, NONE = 0, -1

_LOG_SIZE = 1 << 12
_LOGS = np.log(np.maximum(np.arange(_LOG_SIZE), 1.0))
_LOG2 = float(np.log(2.0))


class Tree(NamedTuple):
    """The two arrays."""

    nodes: Nodes
    rewards: Rewards


def new_tree(megabytes: int, most_nodes: int) -> Tree:
    """Room for a tree of at most that size, with its root."""
    size = min((megabytes << 20) // NODE_BYTES, most_nodes + 1)
    nodes, rewards = np.empty((size, 7), np.int64), np.empty((size, 3))
    nodes[ROOT] = NONE, NONE, NONE, NONE, 0, 0, 0
    rewards[ROOT] = 0.0, 0.0, UNPROVEN
    return Tree(nodes, rewards)


@kernel
def log(n: int) -> float:
    """The natural logarithm of a count, from a table: the same compiled and not."""
    halvings = 0
    while n >= _LOG_SIZE:
        n >>= 1
        halvings += 1
    return _LOGS[n] + halvings * _LOG2  # type: ignore[no-any-return]


@kernel
def has_proof(node: int, rewards: Rewards) -> bool:
    """Whether the value of a node is proven."""
    return not np.isnan(rewards[node, PROOF])


@kernel
def appeal(node: int, c: float, nodes: Nodes, rewards: Rewards) -> float:
    """The upper confidence bound of a node: how good it looks and how little is known of it.

    UCB1 (Auer, Cesa-Bianchi and Fischer 2002) with the times it was available in place of
    its parent's visits (Cowling, Powley and Whitehouse 2012). Of a proven node all is known.
    """
    visits = nodes[node, VISITS]
    if has_proof(node, rewards):
        return rewards[node, PROOF]  # type: ignore[no-any-return]
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
    nodes[new, VISITS], nodes[new, AVAILABLE], nodes[new, LEGAL] = 0, 1, 0
    rewards[new, TOTAL], rewards[new, SQUARES], rewards[new, PROOF] = 0.0, 0.0, UNPROVEN
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
    at the front of `legal`. At the root a proven child is not followed again: what is left
    to learn there is in the others.
    """
    nodes[parent, LEGAL] = count
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
        if hope > best_appeal and not (parent == ROOT and has_proof(child, rewards)):
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


@kernel
def proof_of_children(parent: int, nodes: Nodes, rewards: Rewards) -> float:
    """The reward that the seat to move at `parent` is sure of, UNPROVEN where it is not known.

    One child that wins everything is enough, but not at the root, whose options are all
    to be valued.
    """
    best, known = UNPROVEN, 0
    child = nodes[parent, CHILD]
    while child != NONE:
        if has_proof(child, rewards):
            proof, known = rewards[child, PROOF], known + 1
            best = proof if np.isnan(best) or proof > best else best
        child = nodes[child, NEXT]
    wins = parent != ROOT and best == 1.0
    return best if wins or known == nodes[parent, LEGAL] else UNPROVEN


@kernel
def conclude(path: NDArray[np.int64], length: int, nodes: Nodes, rewards: Rewards) -> None:
    """Carry the proof of the last node on the path as far up as it settles anything."""
    for i in range(length - 1, -1, -1):
        parent = path[i - 1] if i > 0 else int64(ROOT)
        proof = proof_of_children(parent, nodes, rewards)
        if np.isnan(proof):
            return
        mover, maker = nodes[path[i], SEAT], nodes[parent, SEAT]
        rewards[parent, PROOF] = proof if mover == maker else 1.0 - proof


def root_children(tree: Tree) -> Iterator[int]:
    """The nodes of the options."""
    child = int(tree.nodes[ROOT, CHILD])
    while child != NONE:
        yield child
        child = int(tree.nodes[child, NEXT])


def root_means(tree: Tree) -> dict[int, float]:
    """The mean reward of every option visited, by its move."""
    return {
        int(tree.nodes[child, MOVE]): float(tree.rewards[child, TOTAL] / tree.nodes[child, VISITS])
        for child in root_children(tree)
    }

"""Single-observer information-set Monte Carlo tree search of the play, over ranks.

Cowling, Powley and Whitehouse (2012): each iteration draws a world, walks one tree of
ranks down by upper confidence bounds that count how often a child was available, and
plays out greedily. Every world is walked once for each card of the root, so that all
options share their worlds. The reward is the difference of pegged points, or the chance
to win where the score decides; the exploration constant is in the same unit.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import moves, play
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below
from kibitz.games.cribbage.pegging.lookahead import in_world
from kibitz.games.cribbage.pegging.peg import Peg, greedy_rank, is_over
from kibitz.games.cribbage.pegging.stakes import Stakes, crib_points, pone_wins
from kibitz.games.cribbage.pegging.sums import RankSums, add_world
from kibitz.games.cribbage.pegging.suspects import Floats, Ints, Suspects, suspect

WIDTH = 13
MOST_DEPTH = 9


class PeggingTree(NamedTuple):
    """Nodes in arrays; node 0 is nobody and stands for "no child"."""

    children: NDArray[np.int32]  # by node and rank
    visits: NDArray[np.int32]
    chances: NDArray[np.int32]  # how often a node could have been chosen
    rewards: Floats  # pone's, summed


@kernel
def blank_tree(nodes: int) -> PeggingTree:
    """A tree with room for so many nodes."""
    children = np.zeros((nodes, WIDTH), np.int32)
    visits, chances = np.zeros(nodes, np.int32), np.ones(nodes, np.int32)
    return PeggingTree(children, visits, chances, np.zeros(nodes))


@kernel
def better_child(p: Peg, out: Ints, count: int, tree: PeggingTree, node: int, c: float) -> int:
    """The legal rank with the highest bound for the seat to act; every legal child is noted."""
    sign = 1.0 if p.seat == 0 else -1.0
    best, bound = 0, -1e300
    for i in range(count):
        child = tree.children[node, out[i]]
        tree.chances[child] += 1
        tried = tree.visits[child]
        worth = sign * tree.rewards[child] / tried
        worth += c * math.sqrt(math.log(tree.chances[child]) / tried)
        if worth > bound:
            best, bound = int(out[i]), worth
    return best


@kernel
def untried(out: Ints, count: int, tree: PeggingTree, node: int, stream: Stream) -> int:
    """A random legal rank without a child, or -1."""
    found, rank = 0, -1
    for i in range(count):
        if tree.children[node, out[i]] == 0:
            found += 1
            if below(stream, found) == 0:
                rank = int(out[i])
    return rank


@kernel
def play_out(p: Peg, stream: Stream) -> Peg:
    """The end of the play if both go on greedily."""
    while not is_over(p):
        p = play(p, greedy_rank(p, stream))
    return p


@kernel
def walk(
    p: Peg, root: int, used: int, c: float, tree: PeggingTree, path: Ints, out: Ints, stream: Stream
) -> tuple[int, Peg]:
    """Walk down from node `root`, add node `used` if there is a new one; path length, the place."""
    node, length = root, 1
    path[0] = root
    while not is_over(p):
        count = moves(p, out)
        rank = untried(out, count, tree, node, stream)
        is_new = rank >= 0
        if is_new:
            tree.children[node, rank] = used
        else:
            rank = better_child(p, out, count, tree, node, c)
        node = int(tree.children[node, rank])
        path[length] = node
        length += 1
        p = play(p, rank)
        if is_new:
            break
    return length, p


@kernel
def explore(
    p: Peg, worlds: int, c: float, doubt: Suspects, stakes: Stakes, stream: Stream, sums: RankSums
) -> None:
    """Add the rewards of the seat to act after each rank over so many worlds.

    The tree is led by points, or by the chance to win where `stakes` is decisive.
    """
    out, path = np.empty(WIDTH, np.int64), np.empty(MOST_DEPTH, np.int64)
    legal = np.empty(WIDTH, np.int64)
    options, start = moves(p, legal), p.points0 - p.points1
    mine, chances = np.empty(options), np.empty(options)
    tree = blank_tree(1 + options * (worlds + 1))
    used = 1 + options
    for _ in range(worlds):
        place = suspect(doubt, stream)
        full = in_world(p, doubt.hands[place])
        crib = crib_points(stakes, stream)
        for i in range(options):
            after = play(full, int(legal[i]))
            length, leaf = walk(after, i + 1, used, c, tree, path, out, stream)
            used = max(used, path[length - 1] + 1)
            end = play_out(leaf, stream)
            points = float(end.points0 - end.points1 - start)
            wins = pone_wins(end, stakes, doubt.keeps[place], p.seat, crib)
            for j in range(length):
                tree.visits[path[j]] += 1
                tree.rewards[path[j]] += wins if stakes.is_decisive else points
            mine[i] = -points if p.seat else points
            chances[i] = 1.0 - wins if p.seat else wins
        add_world(legal[:options], mine, sums.points, sums.point_products)
        add_world(legal[:options], chances, sums.wins, sums.win_products)

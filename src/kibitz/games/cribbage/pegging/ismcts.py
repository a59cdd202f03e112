"""Single-observer information-set Monte Carlo tree search of the play, over ranks.

Cowling, Powley and Whitehouse (2012): each iteration draws a world, walks one tree of
ranks down by upper confidence bounds that count how often a child was available, and
plays out greedily. A card that is new to a tree is thought of as worth what its pile has
been worth so far, less the points it leaves lying. Every world is walked once for each card
of the root, so that all options share their worlds. The reward is the difference of pegged
points, or the chance to win where the score decides; the exploration constant is in the
same unit.

The first worlds of a tree make it grow and are not counted. The values of a tree still
drift as it grows, and its worlds alone do not tell by how much: `sums` allows for it.
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
from kibitz.games.cribbage.table.pile import peg_points
from kibitz.games.cribbage.table.score import VALUES

WIDTH = 13
MOST_DEPTH = 9
WARMING = 4  # of so many worlds of a tree the first makes it grow and is not counted
WIN_C = 0.08  # exploration where rewards are chances to win
POINT_WINS = 0.03  # what a point is worth in chances to win near the end, about


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
def points_at_once(p: Peg, rank: int) -> int:
    """What a rank pegs as it is laid, without a go."""
    return peg_points(p.pile << 4 | rank + 1, p.total + int(VALUES[rank]))


@kernel
def better_child(
    p: Peg,
    out: Ints,
    count: int,
    tree: PeggingTree,
    node: int,
    c: float,
    point: float,
    stream: Stream,
) -> int:
    """The legal rank with the highest bound for the seat to act; every legal child is noted.

    A child stands for one more visit, in which it is worth what the node is worth on average,
    less the points it leaves lying; `point` is what a point is worth in rewards.
    """
    sign = 1.0 if p.seat == 0 else -1.0
    usual, most = sign * tree.rewards[node] / max(tree.visits[node], 1), 0
    for i in range(count):
        most = max(most, points_at_once(p, int(out[i])))
    best, bound, equals = int(out[0]), -1e300, 0
    for i in range(count):
        child, prior = tree.children[node, out[i]], usual
        prior += point * (points_at_once(p, int(out[i])) - most)
        tree.chances[child] += 1
        visits, chances = 1, 2
        if child:
            visits, chances = visits + tree.visits[child], chances + tree.chances[child]
        worth = (sign * tree.rewards[child] + prior) / visits if child else prior
        worth += c * math.sqrt(math.log(chances) / visits)
        if worth > bound:
            best, bound, equals = int(out[i]), worth, 1
        elif worth == bound:
            equals += 1
            if below(stream, equals) == 0:
                best = int(out[i])
    return best


@kernel
def play_out(p: Peg, stream: Stream) -> Peg:
    """The end of the play if both go on greedily."""
    while not is_over(p):
        p = play(p, greedy_rank(p, stream))
    return p


@kernel
def walk(
    p: Peg,
    root: int,
    used: int,
    c: float,
    point: float,
    tree: PeggingTree,
    path: Ints,
    out: Ints,
    stream: Stream,
) -> tuple[int, Peg]:
    """Walk down from node `root`, add node `used` if there is a new one; path length, the place."""
    node, length, is_new = root, 1, False
    path[0] = root
    while not is_over(p) and not is_new:
        rank = better_child(p, out, moves(p, out), tree, node, c, point, stream)
        is_new = tree.children[node, rank] == 0
        if is_new:
            tree.children[node, rank] = used
        node = int(tree.children[node, rank])
        path[length] = node
        length += 1
        p = play(p, rank)
    return length, p


@kernel
def explore(
    p: Peg, worlds: int, c: float, doubt: Suspects, stakes: Stakes, stream: Stream, sums: RankSums
) -> None:
    """Add the rewards of the seat to act after each rank over so many worlds, less the first few.

    The tree is led by points, or by the chance to win where `stakes` is decisive.
    """
    out, path = np.empty(WIDTH, np.int64), np.empty(MOST_DEPTH, np.int64)
    legal = np.empty(WIDTH, np.int64)
    options, start = moves(p, legal), p.points0 - p.points1
    mine, chances = np.empty(options), np.empty(options)
    tree = blank_tree(1 + options * (worlds + 1))
    used, point = 1 + options, POINT_WINS if stakes.is_decisive else 1.0
    for world in range(worlds):
        place = suspect(doubt, stream)
        full = in_world(p, doubt.hands[place])
        crib = crib_points(stakes, stream)
        for i in range(options):
            after = play(full, int(legal[i]))
            length, leaf = walk(after, i + 1, used, c, point, tree, path, out, stream)
            used = max(used, path[length - 1] + 1)
            end = play_out(leaf, stream)
            points = float(end.points0 - end.points1 - start)
            wins = pone_wins(end, stakes, doubt.keeps[place], p.seat, crib)
            for j in range(length):
                tree.visits[path[j]] += 1
                tree.rewards[path[j]] += wins if stakes.is_decisive else points
            mine[i] = -points if p.seat else points
            chances[i] = 1.0 - wins if p.seat else wins
        if world >= worlds // WARMING:
            add_world(legal[:options], mine, 1.0, sums.points, sums.point_products)
            add_world(legal[:options], chances, 1.0, sums.wins, sums.win_products)


@kernel
def counted_worlds(worlds: int) -> int:
    """How many of a tree's worlds count."""
    return worlds - worlds // WARMING

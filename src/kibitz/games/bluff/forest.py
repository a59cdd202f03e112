"""A forest of small decision trees that gives the chance of an event from its signs.

Every tree is complete and DEPTH questions deep: `feature` and `threshold` of its nodes in
rows from the root down, then `leaf`, what it adds to the logarithm of the odds. Trees are
grown one after another, each on a part of the rows and to what the ones before got wrong
(stochastic gradient boosting; Friedman 2002).
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
Slices = NDArray[np.uint8]
Numbers = NDArray[Any]
Pull: TypeAlias = Callable[[Floats], tuple[Floats, Floats]]  # of rows, from their chances so far

DEPTH = 4
NODES, LEAVES = (1 << DEPTH) - 1, 1 << DEPTH
SLICES = 64  # into which the values of a sign are cut at most
TAILS = np.array([0.001, 0.003, 0.006, 0.01])  # shares at which many values are cut, too
SHRINK = 2.0  # rows' weight by which a leaf is held back
EVERY = 3  # a tree is grown on each third row, the next one on the rows beside them


@kernel
def forest_odds(
    signs: Floats, base: float, feature: Numbers, threshold: Numbers, leaf: Numbers
) -> float:
    """The logarithm of the odds that the forest gives; its arrays may be of any width."""
    odds = base
    for tree in range(len(leaf)):
        node = 0
        while node < NODES:
            node = 2 * node + (2 if signs[feature[tree, node]] > threshold[tree, node] else 1)
        odds += leaf[tree, node - NODES]
    return odds


@kernel
def tally(cut: Slices, node: Whole, gradient: Floats, weight: Floats, sums: Floats) -> None:
    """Add up gradients and weights by node, sign and slice."""
    sums[:] = 0.0
    for row in range(len(node)):
        place, g, w = node[row], gradient[row], weight[row]
        for sign in range(cut.shape[1]):
            sums[place, sign, cut[row, sign], 0] += g
            sums[place, sign, cut[row, sign], 1] += w


@kernel
def descend(cut: Slices, node: Whole, feature: Whole, slice_of: Whole) -> None:
    """Move every row from its node of a layer to one of the layer below."""
    for row in range(len(node)):
        place = node[row]
        node[row] = 2 * place + (1 if cut[row, feature[place]] > slice_of[place] else 0)


def edges_of(values: Numbers) -> list[Floats]:
    """For each column, the values at which it may be cut: all where they are few.

    Where they are many, rare ones at both ends are told apart as well.
    """
    return [_edges(column) for column in values.T]


def _edges(column: Numbers) -> Floats:
    known = np.unique(column)
    if len(known) <= SLICES:
        return known[:-1]
    inner = np.linspace(0.0, 1.0, SLICES - 2 * len(TAILS) + 1)[1:-1]
    shares = np.concatenate([TAILS, inner, 1.0 - TAILS])
    return np.unique(np.quantile(column, shares))


def best_splits(sums: Floats, least: float) -> tuple[Whole, Whole]:
    """The sign and slice that part each node best, with at least so much weight on both sides."""
    left = sums.cumsum(axis=2)
    right = left[:, :, -1:, :] - left
    gain = sum(side[..., 0] ** 2 / (side[..., 1] + SHRINK) for side in (left, right))
    gain = np.where((left[..., 1] < least) | (right[..., 1] < least), -1.0, gain)
    flat = gain.reshape(len(gain), -1)
    best, slices = flat.argmax(axis=1), sums.shape[2]
    is_parted = flat.max(axis=1) >= 0.0  # else every row goes to the left
    return np.where(is_parted, best // slices, 0), np.where(is_parted, best % slices, slices)


class Forest(NamedTuple):
    """The trees, and the logarithm of the odds that they start from."""

    base: float
    feature: Whole
    threshold: Floats
    leaf: Floats


def new_forest(base: float, trees: int) -> Forest:
    """A forest in which every row goes to the left and nothing is added."""
    threshold = np.full((trees, NODES), np.inf)
    return Forest(base, np.zeros((trees, NODES), np.int64), threshold, np.zeros((trees, LEAVES)))


def grow_tree(
    forest: Forest,
    tree: int,
    cut: Slices,
    edges: list[Floats],
    pull: tuple[Floats, Floats],
    least: float,
) -> Whole:
    """Ask the questions of one tree that part gradients best; returns the leaf of each row."""
    node = np.zeros(len(cut), np.int64)
    for layer in range(DEPTH):
        sums = np.empty((1 << layer, cut.shape[1], SLICES, 2))
        tally(cut, node, *pull, sums)
        signs, slices = best_splits(sums, least)
        first = (1 << layer) - 1
        forest.feature[tree, first : 2 * first + 1] = signs
        for i, (sign, place) in enumerate(zip(signs, slices, strict=True)):
            if place < len(edges[sign]):
                forest.threshold[tree, first + i] = edges[sign][place]
        descend(cut, node, signs, slices)
    return node


def leaves_of(cut: Slices, edges: list[Floats], forest: Forest, tree: int) -> Whole:
    """The leaf of each row."""
    node = np.zeros(len(cut), np.int64)
    for layer in range(DEPTH):
        nodes = slice((1 << layer) - 1, (2 << layer) - 1)
        asked = zip(forest.feature[tree, nodes], forest.threshold[tree, nodes], strict=True)
        slices = [int(np.searchsorted(edges[sign], edge)) for sign, edge in asked]
        descend(cut, node, forest.feature[tree, nodes].copy(), np.array(slices))
    return node


def chances(odds: Floats) -> Floats:
    """The chances of these logarithms of odds."""
    return 1.0 / (1.0 + np.exp(-odds))


def odds_of(truth: Floats) -> float:
    """The logarithm of the odds of an event that came true so often."""
    return float(np.log(truth.mean() / (1.0 - truth.mean())))


def towards(truth: Floats, worth: Floats | float = 1.0) -> Pull:
    """The pull of every row towards what came true; `worth` weighs the rows."""

    def pull(chance: Floats) -> tuple[Floats, Floats]:
        return worth * (truth - chance), worth * chance * (1.0 - chance)

    return pull


def grown(
    values: Numbers, start: Floats | float, pull: Pull, trees: int, rate: float, least: float
) -> Forest:
    """A forest over rows of signs that follows a pull: the gradient and the weight of each row.

    `start` is the logarithm of the odds to begin with: one, or each row's own, to which the forest
    then adds.
    """
    edges = edges_of(values)
    columns = zip(edges, values.T, strict=True)
    cut = np.stack([np.searchsorted(edge, column) for edge, column in columns], 1).astype(np.uint8)
    parts = [cut[first::EVERY].copy() for first in range(EVERY)]
    forest = new_forest(start if isinstance(start, float) else 0.0, trees)
    odds = np.zeros(len(values)) + start
    for tree in range(trees):
        part = slice(tree % EVERY, None, EVERY)
        gradient, weight = (each[part].copy() for each in pull(chances(odds)))
        node = grow_tree(forest, tree, parts[tree % EVERY], edges, (gradient, weight), least)
        pulled = np.bincount(node, weight, LEAVES) + SHRINK
        forest.leaf[tree] = rate * np.bincount(node, gradient, LEAVES) / pulled
        odds += forest.leaf[tree][leaves_of(cut, edges, forest, tree)]
    return forest

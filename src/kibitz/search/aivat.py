"""Less luck in the result of a match: the control variates of AIVAT (Burch and others 2018).

Wherever the law of what happened is known, at chance and at the moves of seats whose
strategy we know, the value of what came is replaced by the mean over what could have come.
Each correction has mean zero for any value function, so the result is unbiased however
bad the values are; the better they are, the less luck is left. Imaginary observations
(averaging over cards that a known seat could have held as well) are not used.
"""

from collections.abc import Iterable

import numpy as np

from kibitz.core.game import CHANCE, OVER
from kibitz.search.cfr import Strategy, node_values
from kibitz.search.gametree import Floats, GameTree


def corrected_payoffs(
    tree: GameTree, values: Floats, strategy: Strategy, known: Iterable[int]
) -> Floats:
    """At each finished node, what it counts for seat 0 once the known luck is taken out.

    `values` are any guesses at the worth of nodes for seat 0; `strategy` is played by the
    seats in `known`. Nodes that are not finished are 0.
    """
    seats = {CHANCE, *known}
    luck = np.zeros(tree.nodes)
    for node in range(tree.nodes):
        count = int(tree.flat.children[node])
        if count == 0:
            continue
        first = int(tree.flat.first_child[node])
        span = slice(first, first + count)
        luck[span] = luck[node]
        if int(tree.flat.seat[node]) in seats:
            luck[span] += values[span] - float(_odds(tree, strategy, node) @ values[span])
    return np.where(tree.flat.seat == OVER, tree.flat.payoff - luck, 0.0)


def _odds(tree: GameTree, strategy: Strategy, node: int) -> Floats:
    """The law by which a node's children come."""
    first, count = int(tree.flat.first_child[node]), int(tree.flat.children[node])
    if tree.flat.infoset[node] < 0:
        return tree.flat.chance[first : first + count]
    start = int(tree.first_slot[tree.flat.infoset[node]])
    return strategy[start : start + count]


def chances(tree: GameTree, strategy: Strategy) -> Floats:
    """How likely each node is when both seats play `strategy`."""
    odds = np.ones(tree.nodes)
    for node in range(tree.nodes):
        count = int(tree.flat.children[node])
        if count:
            first = int(tree.flat.first_child[node])
            odds[first : first + count] = odds[node] * _odds(tree, strategy, node)
    return odds


def mean_and_variance(tree: GameTree, strategy: Strategy, payoffs: Floats) -> tuple[float, float]:
    """The exact mean and variance of what a finished node counts, over all games."""
    odds = chances(tree, strategy)[tree.flat.seat == OVER]
    counted = payoffs[tree.flat.seat == OVER]
    mean = float(odds @ counted)
    return mean, float(odds @ (counted - mean) ** 2)


def guesses(tree: GameTree, strategy: Strategy) -> Floats:
    """The worth of every node for seat 0 if both played `strategy`: good guesses."""
    return node_values(tree, strategy, 0)[0]

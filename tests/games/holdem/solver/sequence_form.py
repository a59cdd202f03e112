"""The exact value of a small river spot by linear programming over sequences.

Koller, Megiddo and von Stengel (1996): the first seat's realization plan x and the values v of
the second seat's decisions, so that v is at most what x leaves to every action of his. It knows
the tree and the evaluator for single hands; it shares nothing else with the solver.
"""

from typing import Any

import numpy as np
from scipy.optimize import linprog

from kibitz.games.holdem.cards.combos import COMBO_CARDS
from kibitz.games.holdem.cards.evaluator import evaluate
from kibitz.games.holdem.solver.tree import FOLD, ON, SHOWDOWN, build_tree

START = (-1, 0)  # the sequence before a seat's first action


def value_by_program(spot):
    """What the spot is worth to the first seat, in chips with its share of the pot."""
    tree = build_tree(spot).streets[0]
    parents: dict[int, tuple[int, int]] = {}
    ends: list[Any] = []
    follow(tree, tree.entries[0].first, (START, START), parents, ends)
    weights = [one.without(spot.board).weights for one in spot.ranges]
    combos = [np.flatnonzero(w) for w in weights]
    sequences = [[START], [START]]
    for number, decision in enumerate(tree.decisions):
        sequences[decision.seat] += [(number, a) for a in range(len(decision.actions))]
    x = {key: i for i, key in enumerate((c, s) for c in combos[0] for s in sequences[0])}
    y = {key: i for i, key in enumerate((c, s) for c in combos[1] for s in sequences[1])}
    payoff, deals = payoffs(spot, weights, combos, ends, x, y)
    plan, start = constraints(tree, 0, combos[0], parents, x)
    answers, first = constraints(tree, 1, combos[1], parents, y)
    size = len(first)
    result = linprog(
        np.concatenate([np.zeros(len(x)), -first]),
        np.hstack([-payoff.T, answers.T]),
        np.zeros(len(y)),
        np.hstack([plan, np.zeros((len(start), size))]),
        start,
        [(0, None)] * len(x) + [(None, None)] * size,
        method="highs",
    )
    return spot.pot / 2 - result.fun / deals


def follow(tree, number, last, parents, ends):
    """Note each decision's sequences, and each end with both seats' last sequences."""
    decision = tree.decisions[number]
    parents[number] = last[decision.seat]
    for action, step in enumerate(decision.steps):
        after = list(last)
        after[decision.seat] = (number, action)
        if step.kind == ON:
            follow(tree, step.target, tuple(after), parents, ends)
        else:
            ends.append((tuple(after), step, decision.seat))


def payoffs(spot, weights, combos, ends, x, y):
    out, deals = np.zeros((len(x), len(y))), 0.0
    for mine in combos[0]:
        for theirs in combos[1]:
            if set(COMBO_CARDS[mine]) & set(COMBO_CARDS[theirs]):
                continue
            weight = weights[0][mine] * weights[1][theirs]
            deals += weight
            hands = [evaluate([*spot.board, *map(int, COMBO_CARDS[c])]) for c in (mine, theirs)]
            sign = int(np.sign(hands[0] - hands[1]))
            for (one, other), step, seat in ends:
                won = sign if step.kind == SHOWDOWN else (1 if seat else -1)
                assert step.kind in (FOLD, SHOWDOWN)
                chips = spot.pot / 2 + step.chips
                out[x[mine, one], y[theirs, other]] += weight * won * chips
    return out, deals


def constraints(tree, seat, combos, parents, index):
    """A plan starts with 1, and the actions of a decision share what leads to it."""
    rows, right = [], []
    for combo in combos:
        row = np.zeros(len(index))
        row[index[combo, START]] = 1
        rows.append(row)
        right.append(1.0)
        for number, decision in enumerate(tree.decisions):
            if decision.seat == seat:
                row = np.zeros(len(index))
                row[index[combo, parents[number]]] = -1
                for action in range(len(decision.actions)):
                    row[index[combo, (number, action)]] = 1
                rows.append(row)
                right.append(0.0)
    return np.array(rows), np.array(right)

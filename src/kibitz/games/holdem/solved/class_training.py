"""Fit what classes are worth after the flop: `python -m kibitz.games.holdem.solved.class_training`.

Each example is a flop, two ranges of classes and a depth, all at random; the flop is solved
(`flop`), and the mean value of every class is set against the terms of `preflop`.
"""

import json
import sys

import numpy as np
from numpy.typing import NDArray

from kibitz.games.holdem.cards.combos import CLASS_OF, CLASSES
from kibitz.games.holdem.cards.tables import CARDS
from kibitz.games.holdem.solved.flop import solve_flop
from kibitz.games.holdem.solved.menus import FLOP_ALONE
from kibitz.games.holdem.solved.pairs import board_pairs
from kibitz.games.holdem.solved.preflop import EDGE_TERMS, FILE, class_edges, figures
from kibitz.games.holdem.solved.worth import depth_powers

Doubles = NDArray[np.float64]
EXAMPLES, SEED = 400, 11
POT = 1000.0
SHALLOW, DEEP = 0.2, 100.0  # stacks in pots
ITERATIONS = 30
LEAST_WEIGHT = 0.02
SHIFT = 0.02  # ridge


def random_classes(rng: np.random.Generator) -> Doubles:
    """A range before the flop: the better classes, with some taste for others."""
    own = figures().astype(np.float64)
    score = own[1] + 0.03 * rng.normal() * own[3] - 0.03 * rng.random() * own[5]
    score += rng.normal(0, 0.02, CLASSES)
    edge = np.quantile(score, rng.uniform(0, 0.85))
    weights = 1 / (1 + np.exp(-(score - edge) / 0.02))
    if rng.random() < 0.3:  # the best ones raised instead
        cap = np.quantile(score, rng.uniform(0.8, 1.0))
        weights *= 1 / (1 + np.exp((score - cap) / 0.02))
    clipped: Doubles = np.clip(weights, LEAST_WEIGHT, 1.0)
    return clipped


def terms_of(theirs: Doubles, seat: int) -> Doubles:
    """The terms for every class of a seat against the part of each class in a range."""
    own, edge = figures().astype(np.float64), class_edges().astype(np.float64)
    columns = []
    for first, second in EDGE_TERMS:
        mine, other = (first, second) if seat == 0 else (second, first)
        signed = edge if seat == 0 else -edge
        columns.append(own[mine] * (signed @ (own[other] * theirs)))
    single, all_theirs = list(own), [np.full(CLASSES, row @ theirs) for row in own]
    oop, ip = (single, all_theirs) if seat == 0 else (all_theirs, single)
    return np.stack([*columns, *oop, *ip[1:]], axis=1)


def example(rng: np.random.Generator) -> tuple[Doubles, Doubles, Doubles]:
    """Terms times depths, shares of the pot of the first seat, and weights of the classes."""
    board = tuple(int(card) for card in rng.choice(CARDS, 3, replace=False))
    pairs = board_pairs(board)
    kinds = CLASS_OF[pairs.combos]
    ranges = [random_classes(rng) for _ in range(2)]
    depth = float(np.exp(rng.uniform(np.log(SHALLOW), np.log(DEEP))))
    stack = float(max(round(POT * depth), 1))
    weights = [ranges[seat][kinds].astype(np.float32) for seat in (0, 1)]
    game = solve_flop(board, (weights[0], weights[1]), POT, stack, FLOP_ALONE, ITERATIONS)
    rows, shares, masses = [], [], []
    powers = depth_powers(stack / POT).astype(np.float64)
    for seat in (0, 1):
        beside = pairs.unblocked(weights[1 - seat][None])[0]
        worth = game.mean_values(seat) / beside / POT + 0.5
        count = np.bincount(kinds, minlength=CLASSES)
        mean = np.bincount(kinds, worth, CLASSES) / np.maximum(count, 1)
        mass = np.bincount(kinds, weights[1 - seat], CLASSES)
        terms = terms_of(mass / mass.sum(), seat)
        rows.append((terms[:, :, None] * powers).reshape(CLASSES, -1))
        shares.append(mean if seat == 0 else 1 - mean)
        masses.append(count * (ranges[seat] + 0.1))
    return np.concatenate(rows), np.concatenate(shares), np.concatenate(masses)


def fit_classes(examples: int, seed: int) -> Doubles:
    """The numbers of the terms."""
    rng = np.random.default_rng(seed)
    size = (len(EDGE_TERMS) + 2 * len(figures()) - 1) * len(depth_powers(1.0))
    square, product = np.zeros((size, size)), np.zeros(size)
    for number in range(examples):
        rows, shares, weights = example(rng)
        square += rows.T @ (weights[:, None] * rows)
        product += rows.T @ (weights * shares)
        sys.stderr.write(f"\r{number + 1} of {examples} flops")
    square += SHIFT * np.diag(np.diag(square)) / examples
    found: Doubles = np.linalg.solve(square, product).astype(np.float64)
    return found.reshape(-1, len(depth_powers(1.0)))


def main(examples: int) -> None:
    """Fit, and write the numbers that are part of the package."""
    found = [[float(f"{number:.5g}") for number in row] for row in fit_classes(examples, SEED)]
    edges, count = len(EDGE_TERMS), len(figures())
    kept = {
        "examples": examples,
        "edges": found[:edges],
        "oop": found[edges : edges + count],
        "ip": [[0.0] * 3, *found[edges + count :]],
    }
    FILE.write_text(json.dumps(kept))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else EXAMPLES)

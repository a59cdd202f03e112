"""Fit what hands are worth after the flop: `python -m kibitz.games.holdem.solved.training`.

Each example is a flop, two ranges, a depth and one turn card, all at random; the turn is
solved, and the value of every combo is set against the terms of `worth`. What the turn card
changes is noise that no figure of the flop can tell, so the fit is the mean over turn cards.
"""

import json
import sys

import numpy as np
from numpy.typing import NDArray

from kibitz.games.holdem.cards.combos import COMBO_CARDS, COMBOS
from kibitz.games.holdem.cards.ranges import Range
from kibitz.games.holdem.cards.tables import CARDS
from kibitz.games.holdem.solved.menus import FROM_TURN
from kibitz.games.holdem.solved.pairs import BoardPairs, Singles, board_pairs
from kibitz.games.holdem.solved.worth import (
    EDGE_TERMS,
    FIGURES,
    FILE,
    PLAIN_TERMS,
    depth_powers,
    figures_of,
)
from kibitz.games.holdem.solver.solution import solution_of
from kibitz.games.holdem.solver.solver import SpotSolver
from kibitz.games.holdem.solver.spot import Spot

Doubles = NDArray[np.float64]
EXAMPLES, SEED = 240, 7
POT = 1000.0
SHALLOW, DEEP = 0.2, 50.0  # stacks in pots
TARGET, ITERATIONS = 1.0, 80
LEAST_WEIGHT = 0.02  # so that every combo has a value
SHIFT = 0.02  # ridge


def random_range(pairs: BoardPairs, rng: np.random.Generator) -> Doubles:
    """A range as betting makes them: more of some strengths than of others, draws apart."""
    knots = np.linspace(0, 1, 6)
    weights = np.interp(pairs.strength, knots, rng.beta(0.7, 0.7, len(knots)))
    weights += rng.normal(0, 1.5) * (pairs.spread - pairs.spread.mean()) + rng.normal(
        0, 0.1, len(weights)
    )
    return np.clip(weights, LEAST_WEIGHT, 1.0)


def terms_of(pairs: BoardPairs, ranges: tuple[Singles, Singles], seat: int) -> Doubles:
    """The terms of `worth` for every combo of a seat against the other's range, a column each.

    For the second seat they are the first's, taken away from the whole pot.
    """
    theirs, sign = ranges[1 - seat], 1 if seat == 0 else -1
    figures = figures_of(pairs, theirs)
    rows = figures_of(pairs, ranges[seat]) * theirs
    edged, plain = sign * (rows @ pairs.edge.T), pairs.unblocked(rows)
    total = plain[0]
    columns = []
    for terms, sums in ((EDGE_TERMS, edged), (PLAIN_TERMS, plain)):
        for first, second in terms:
            mine, other = (first, second) if seat == 0 else (second, first)
            columns.append(figures[mine] * sums[other] / total)
    return np.stack(columns, axis=1).astype(np.float64)


def example(rng: np.random.Generator) -> tuple[Doubles, Doubles, Doubles]:
    """Terms times depths, shares of the pot, and weights of the combos of both seats."""
    cards = tuple(int(card) for card in rng.choice(CARDS, 4, replace=False))
    pairs = board_pairs(cards[:3])
    depth = float(np.exp(rng.uniform(np.log(SHALLOW), np.log(DEEP))))
    ranges = [random_range(pairs, rng) for _ in range(2)]
    is_left = ~(COMBO_CARDS[pairs.combos] == cards[3]).any(axis=1)
    whole = [np.zeros(COMBOS), np.zeros(COMBOS)]
    for seat in (0, 1):
        whole[seat][pairs.combos] = ranges[seat] * is_left
    stack = float(max(round(depth * POT), 1))
    solver = SpotSolver(Spot(cards, Range(whole[0]), Range(whole[1]), POT, stack, FROM_TURN))
    *_, last = solver.run(TARGET, ITERATIONS)
    node = solution_of(solver, last).node()
    rows, shares, weights = [], [], []
    powers = depth_powers(stack / POT).astype(np.float64)
    left = [(weights * is_left).astype(np.float32) for weights in ranges]
    for seat in (0, 1):
        terms = terms_of(pairs, (left[0], left[1]), seat)
        share = node.values[seat][pairs.combos] / POT
        share = share if seat == 0 else 1.0 - share
        good = is_left & ~np.isnan(share)
        rows.append((terms[good][:, :, None] * powers).reshape(int(good.sum()), -1))
        shares.append(share[good])
        weights.append(ranges[seat][good] + 0.1)
    return np.concatenate(rows), np.concatenate(shares), np.concatenate(weights)


def fit(examples: int, seed: int) -> tuple[Doubles, float]:
    """The numbers of the terms, and the part of the variance that they leave."""
    rng = np.random.default_rng(seed)
    size = (len(EDGE_TERMS) + len(PLAIN_TERMS)) * len(depth_powers(1.0))
    square, product, left, total = np.zeros((size, size)), np.zeros(size), 0.0, 0.0
    for number in range(examples):
        rows, shares, weights = example(rng)
        square += rows.T @ (weights[:, None] * rows)
        product += rows.T @ (weights * shares)
        total += float(weights @ (shares - 0.5) ** 2)
        left += float(weights @ shares**2)
        sys.stderr.write(f"\r{number + 1} of {examples} turns")
    square += SHIFT * np.diag(np.diag(square)) / examples
    found: Doubles = np.linalg.solve(square, product).astype(np.float64)
    left += float(found @ square @ found) - 2 * float(found @ product)
    return found.reshape(-1, len(depth_powers(1.0))), left / total


def main(examples: int) -> None:
    """Fit, and write the numbers that are part of the package."""
    found, left = fit(examples, SEED)
    rows = [[float(f"{number:.5g}") for number in row] for row in found]
    FILE.write_text(json.dumps({"examples": examples, "left": round(left, 4), "numbers": rows}))
    sys.stderr.write(f"\n{left:.3f} of the variance is left; {FIGURES} figures\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else EXAMPLES)

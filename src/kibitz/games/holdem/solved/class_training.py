"""Fit what classes are worth after the flop: `python -m kibitz.games.holdem.solved.class_training`.

Each example is a flop, two ranges of classes and a depth, all at random; the flop is solved
(`flop`), and the mean value of every class is set against the terms of `preflop`. What a flop
changes of a class's equity is zero on average over flops: it is a term of its own that takes
the luck of the flops out of the fit, and is not kept. What figures do not tell of a class is
a term of its own, held near zero.
"""

import json
import sys

import numpy as np
from numpy.typing import NDArray

from kibitz.games.holdem.cards.combos import CLASS_OF, CLASSES
from kibitz.games.holdem.cards.tables import CARDS
from kibitz.games.holdem.solved.class_figures import class_deals, class_edges, figures
from kibitz.games.holdem.solved.class_worth import CLASS_DEPTHS
from kibitz.games.holdem.solved.flop import solve_flop
from kibitz.games.holdem.solved.menus import FLOP_ALONE
from kibitz.games.holdem.solved.pairs import BoardPairs, Singles, board_pairs
from kibitz.games.holdem.solved.preflop import EDGE_TERMS, FILE
from kibitz.games.holdem.solved.street import StreetGame
from kibitz.games.holdem.solved.worth import depth_powers

Doubles = NDArray[np.float64]
EXAMPLES, SEED = 300, 11
POT = 1000.0
SHALLOW, DEEP = 0.2, 100.0  # stacks in pots
ITERATIONS = 30
HELD = 330  # combos of each range: enough to stand for all
LEAST_WEIGHT = 0.02
SHIFT = 0.02  # ridge
CLASS_SHIFTS = (60.0, 360.0)  # the same for single classes, by powers of the depth


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
    held = np.zeros(len(kinds), np.float32)
    held[rng.choice(len(kinds), HELD, replace=False)] = 1
    weights = [ranges[seat][kinds].astype(np.float32) * held for seat in (0, 1)]
    game = solve_flop(board, (weights[0], weights[1]), POT, stack, FLOP_ALONE, ITERATIONS)
    powers = depth_powers(stack / POT).astype(np.float64)
    parts = [_seat_example(game, pairs, weights, seat, held, powers) for seat in (0, 1)]
    terms, shares, masses = (np.concatenate(list(part)) for part in zip(*parts, strict=True))
    return terms, shares, masses


def _seat_example(
    game: StreetGame,
    pairs: BoardPairs,
    weights: list[Singles],
    seat: int,
    held: Singles,
    powers: Doubles,
) -> tuple[Doubles, Doubles, Doubles]:
    kinds, theirs = CLASS_OF[pairs.combos], weights[1 - seat]
    beside = pairs.unblocked(theirs[None])[0]
    count = np.bincount(kinds, held, CLASSES)

    def mean(values: Singles) -> Doubles:
        sums = np.bincount(kinds, values * held, CLASSES)
        return np.asarray(sums / np.maximum(count, 1))

    share = mean(game.mean_values(seat) / beside / POT + 0.5)
    edge = mean(pairs.edged(theirs[None])[0] / beside)
    mass = np.bincount(kinds, theirs, CLASSES)
    met = class_deals() * mass
    before = (class_edges() * met).sum(axis=1) / met.sum(axis=1)
    luck = (edge - before) * (1 if seat == 0 else -1)
    terms = np.column_stack([terms_of(mass / mass.sum(), seat), luck])
    rows = (terms[:, :, None] * powers).reshape(CLASSES, -1)
    own, other = np.eye(CLASSES), np.tile(mass / mass.sum(), (CLASSES, 1))
    single = np.column_stack([own, other] if seat == 0 else [other, own])
    rest = (single[:, :, None] * powers[:CLASS_DEPTHS]).reshape(CLASSES, -1)
    counted: Doubles = np.bincount(kinds, weights[seat] + 0.3 * held, CLASSES).astype(np.float64)
    return np.column_stack([rows, rest]), share if seat == 0 else 1 - share, counted


def fit_classes(examples: int, seed: int) -> tuple[Doubles, Doubles]:
    """The numbers of the terms, and those of single classes."""
    rng = np.random.default_rng(seed)
    terms = (len(EDGE_TERMS) + 2 * len(figures())) * len(depth_powers(1.0))
    size = terms + 2 * CLASSES * CLASS_DEPTHS
    square, product = np.zeros((size, size)), np.zeros(size)
    for number in range(examples):
        rows, shares, weights = example(rng)
        square += rows.T @ (weights[:, None] * rows)
        product += rows.T @ (weights * shares)
        sys.stderr.write(f"\r{number + 1} of {examples} flops")
    square[:terms, :terms] += SHIFT * np.diag(np.diag(square[:terms, :terms])) / examples
    square[terms:, terms:] += np.diag(np.tile(CLASS_SHIFTS, 2 * CLASSES))
    found: Doubles = np.linalg.solve(square, product).astype(np.float64)
    return found[:terms].reshape(-1, len(depth_powers(1.0))), found[terms:].reshape(
        -1, CLASS_DEPTHS
    )


def main(examples: int) -> None:
    """Fit, and write the numbers that are part of the package."""
    found, single = (_rounded(part) for part in fit_classes(examples, SEED))
    edges, count = len(EDGE_TERMS), len(figures())
    kept = {
        "examples": examples,
        "edges": found[:edges],
        "oop": found[edges : edges + count],
        "ip": [[0.0] * 3, *found[edges + count : -1]],
        "oop_classes": single[:CLASSES],
        "ip_classes": single[CLASSES:],
    }
    FILE.write_text(json.dumps(kept))


def _rounded(rows: Doubles) -> list[list[float]]:
    return [[float(f"{number:.4g}") for number in row] for row in rows]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else EXAMPLES)

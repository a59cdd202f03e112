"""Fit what ranges change of classes' shares.

`python -m kibitz.games.holdem.solved.range_training [FOLDER]` writes the numbers of `class_worth`.

Before the flop is solved at many depths and with many sizes of raises; an end of the betting is
drawn, and a flop after it is played on (`played`) with the ranges that come there, some of them
widened as those of people who err. What every class got, luck taken out, is set against the terms
of `class_worth`. A second round solves before the flop by what the first one found, so that the
ranges are those which the fit itself leads to.

It takes about a quarter of an hour of processor time. With a folder the flops of each whole round
are kept there, and a further run takes them from it.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np

from kibitz.games.holdem.cards.combos import CLASS_SIZES, CLASSES, COMBOS
from kibitz.games.holdem.solved.class_figures import class_edges
from kibitz.games.holdem.solved.class_worth import (
    CLASS_DEPTHS,
    EDGE_TERMS,
    FILE,
    PLAIN_TERMS,
    TERMS,
    Doubles,
    RangeNumbers,
    floored,
    met_parts,
    range_figures,
)
from kibitz.games.holdem.solved.played import ClassWords, FlopEnd, PlayedFlop, flop_ends
from kibitz.games.holdem.solved.preflop import shares_at, solve_classes
from kibitz.games.holdem.solved.preflop_tree import ALMOST, Blinds, preflop_street
from kibitz.games.holdem.solved.worth import DEPTHS, depth_powers

ROUNDS = ((777_001, 600), (777_002, 300))  # seeds, and how many flops are played on
BIG = 20
USUAL, USUALLY = (20.0, 100.0), (0.2, 0.3)  # depths in blinds, and how often they are taken
SHALLOW, DEEP = 8.0, 220.0
EACH = 6  # flops after one solution
ITERATIONS = 40  # of a flop
WIDE = 0.35  # of the ranges are widened
EVENLY = 0.4  # part of the weights that all hands share, held or not
SHIFT, CLASS_SHIFT = 0.03, 0.3  # ridges
NOTHING = RangeNumbers.of(np.zeros((TERMS, DEPTHS)), np.zeros((2, CLASSES, CLASS_DEPTHS)))


class SeatExample(NamedTuple):
    """What a flop says of the classes of a seat: ranges that met, and what was got there."""

    seat: int
    stack_to_pot: float
    weights: tuple[Doubles, Doubles]
    words: ClassWords

    @property
    def parts(self) -> Doubles:
        return met_parts(self.weights[1 - self.seat])

    def known(self) -> Doubles:
        """The shares of the classes that do not depend on ranges."""
        table = shares_at(self.stack_to_pot).astype(np.float64)
        table = table if self.seat == 0 else 1 - table.T
        known: Doubles = (self.parts * table).sum(axis=1)
        return known

    def counted(self) -> Doubles:
        """How much each class counts: those that are held, and all others a little."""
        held = CLASS_SIZES * self.weights[self.seat]
        counted: Doubles = (1 - EVENLY) * held / held.sum() + EVENLY * CLASS_SIZES / COMBOS
        return counted

    def terms(self) -> Doubles:
        """The terms of every class, times the powers of the depth; then single classes."""
        both = range_figures(self.weights[1]), range_figures(self.weights[0])
        mine, theirs, parts = both[self.seat], both[1 - self.seat], self.parts
        edged = parts * class_edges() if self.seat == 0 else -parts * class_edges()
        columns = []
        for terms, met in ((EDGE_TERMS, edged), (PLAIN_TERMS, parts)):
            for pair in terms:
                own, other = pair if self.seat == 0 else pair[::-1]
                columns.append(mine[own] * (met @ theirs[other]))
        powers = depth_powers(self.stack_to_pot).astype(np.float64)
        rows = (np.stack(columns, axis=1)[:, :, None] * powers).reshape(CLASSES, -1)
        both_classes = [np.eye(CLASSES), parts] if self.seat == 0 else [parts, np.eye(CLASSES)]
        single = np.column_stack(both_classes)[:, :, None] * powers[:CLASS_DEPTHS]
        return np.column_stack([rows, single.reshape(CLASSES, -1)])


def examples(seed: int, count: int, fitted: RangeNumbers) -> Iterator[Doubles]:
    """Flops that were played on: depth, then for each seat its weights and what is said of it."""
    rng, made = np.random.default_rng(seed), 0
    while made < count:
        ends = random_ends(rng, fitted)
        if not ends:
            continue
        odds = np.array([end.likely for end in ends]) ** 0.5
        for number in rng.choice(len(ends), EACH, p=odds / odds.sum()).tolist():
            if made < count:
                yield _example(ends[number], rng)
                made += 1


def random_ends(rng: np.random.Generator, fitted: RangeNumbers) -> list[FlopEnd]:
    """The ends of a betting before the flop at some depth, perhaps with raises of other sizes."""
    drawn = float(np.exp(rng.uniform(np.log(SHALLOW), np.log(DEEP))))
    depth = float(rng.choice([*USUAL, drawn], p=[*USUALLY, 1 - sum(USUALLY)]))
    stack, moves = round(depth * BIG), _random_raises(rng)
    if max(moves, default=0) > ALMOST * stack:
        moves = ()
    blinds, weights = Blinds(BIG // 2, BIG, 0, stack), np.ones((2, CLASSES), np.float32)
    street = preflop_street(blinds, moves)
    game = solve_classes(blinds, street, (weights[0], weights[1]), fitted)
    return list(flop_ends(game, 0, stack))


def _random_raises(rng: np.random.Generator) -> tuple[int, ...]:
    """In half of all cases what is raised to by whom is none of the usual sizes."""
    if rng.random() >= 0.5:
        return ()
    first = int(BIG * rng.uniform(2, 4.2))
    second = int(first + max(first - BIG, 2 * first * rng.uniform(0.6, 1.3)))
    lines = ((first,), (first, second), (0, first), (0, first, second))
    place = int(np.searchsorted([0.4, 0.8, 0.9], rng.random(), side="right"))
    return lines[place]


def _example(end: FlopEnd, rng: np.random.Generator) -> Doubles:
    mine, theirs = (_perhaps_widened(row, rng) for row in end.weights)
    end = end._replace(weights=(mine, theirs))
    flop = PlayedFlop(end, float(BIG), rng, ITERATIONS)
    rows = [np.stack([end.weights[seat], *flop.words(seat)]) for seat in (0, 1)]
    return np.concatenate([[end.stack / end.pot], np.ravel(rows)])


def _perhaps_widened(weights: Doubles, rng: np.random.Generator) -> Doubles:
    if rng.random() < WIDE:
        weights = weights ** rng.uniform(0.4, 1) * (1 - rng.uniform(0, 0.3)) + rng.uniform(0, 0.15)
    return floored(weights)


def seat_examples(row: Doubles) -> list[SeatExample]:
    """Both seats of an example."""
    figures = row[1:].reshape(2, -1, CLASSES)
    weights = figures[0, 0], figures[1, 0]
    return [
        SeatExample(seat, float(row[0]), weights, ClassWords(*figures[seat, 1:])) for seat in (0, 1)
    ]


class FitSums(NamedTuple):
    """What a least-squares fit adds up."""

    square: Doubles
    product: Doubles

    @classmethod
    def empty(cls) -> Self:
        size = TERMS * DEPTHS + 2 * CLASSES * CLASS_DEPTHS
        return cls(np.zeros((size, size)), np.zeros(size))

    def add(self, row: Doubles) -> None:
        """Add an example; shares are those of the first seat."""
        for found in seat_examples(row):
            terms, weights = found.terms(), found.counted()
            more = found.words.errors(found.known())
            self.square[:] += terms.T @ (weights[:, None] * terms)
            self.product[:] += terms.T @ (weights * (more if found.seat == 0 else -more))

    def numbers(self, flops: int) -> tuple[Doubles, Doubles]:
        """The numbers of the terms, and of single classes, a row for each."""
        shift = np.full(len(self.product), CLASS_SHIFT)
        count = TERMS * DEPTHS
        shift[:count] = SHIFT * np.diag(self.square)[:count] / flops
        found: Doubles = np.linalg.solve(self.square + np.diag(shift), self.product).astype(float)
        return found[:count].reshape(TERMS, DEPTHS), found[count:].reshape(-1, CLASS_DEPTHS)


def main(folder: Path | None) -> None:
    """Fit round by round, and write the numbers that are part of the package."""
    sums, fitted, flops = FitSums.empty(), NOTHING, 0
    for number, (seed, count) in enumerate(ROUNDS, 1):
        for row in _kept(folder, number, seed, count, fitted):
            sums.add(row)
            flops += 1
            sys.stderr.write(f"\r{flops} flops")
        terms, classes = (_rounded(part) for part in sums.numbers(flops))
        fitted = RangeNumbers.of(np.array(terms), _by_seat(np.array(classes)))
    FILE.write_text(json.dumps({"flops": flops, "terms": terms, "classes": classes}))


def _kept(
    folder: Path | None, number: int, seed: int, count: int, fitted: RangeNumbers
) -> Iterator[Doubles]:
    """The examples of a round, from a file where there is a whole one."""
    path = None if folder is None else folder / f"round{number}.npy"
    if path is not None and path.exists():
        yield from np.load(path).astype(np.float64)
        return
    rows = []
    for row in examples(seed, count, fitted):
        rows.append(row)
        yield row
    if path is not None:
        np.save(path, np.array(rows, np.float32))


def _by_seat(classes: Doubles) -> Doubles:
    return classes.reshape(2, CLASSES, CLASS_DEPTHS)


def _rounded(rows: Doubles) -> list[list[float]]:
    return [[float(f"{number:.4g}") for number in row] for row in rows]


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)

"""Endings of dots and boxes by their lengths alone, with every chain or loop tried."""

from functools import cache

import numpy as np

from tests.naive.dots import Line, boxes_of, lines_of

Lengths = tuple[int, ...]


@cache
def opener_margin(chains: Lengths, loops: Lengths) -> int:
    """The margin of who must open one of these, ascending, with nothing else on the board."""
    values = []
    for i, length in enumerate(chains):
        rest = opener_margin(chains[:i] + chains[i + 1 :], loops)
        values.append(-taker_margin(length, 2 if length >= 3 else 0, rest))
    for i, length in enumerate(loops):
        rest = opener_margin(chains, loops[:i] + loops[i + 1 :])
        values.append(-taker_margin(length, 4, rest))
    return max(values, default=0)


def taker_margin(length: int, left: int, rest: int) -> int:
    """Takes all and must open next, or leaves some to the opponent, who then must."""
    takes_all = length + rest
    return max(takes_all, length - 2 * left - rest) if left else takes_all


def random_ending(rows: int, columns: int, rng: np.random.Generator) -> frozenset[Line]:
    """Safe lines drawn until none is left and every box lacks two."""
    lines, boxes = lines_of(rows, columns), boxes_of(rows, columns)
    while True:
        drawn: frozenset[Line] = frozenset()
        for i in rng.permutation(len(lines)):
            after = drawn | {lines[i]}
            if all(len(box - after) >= 2 for box in boxes if lines[i] in box):
                drawn = after
        if all(len(box - drawn) == 2 for box in boxes):
            return drawn


def parts_of(rows: int, columns: int, drawn: frozenset[Line]) -> list[tuple[frozenset[Line], int]]:
    """The chains and loops of an ending, each as its free lines and the number of its boxes."""
    todo = [box - drawn for box in boxes_of(rows, columns)]
    parts = []
    while todo:
        free, count = todo.pop(), 1
        while joined := next((box for box in todo if box & free), None):
            todo.remove(joined)
            free, count = free | joined, count + 1
        parts.append((free, count))
    return parts


def lengths_of(parts: list[tuple[frozenset[Line], int]]) -> tuple[Lengths, Lengths]:
    """The lengths of the chains and of the loops, which have as many free lines as boxes."""
    chains = sorted(count for free, count in parts if len(free) > count)
    loops = sorted(count for free, count in parts if len(free) == count)
    return tuple(chains), tuple(loops)

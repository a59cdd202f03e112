"""What a hand is worth after the flop's betting, by pairs of combos: learned from solved turns.

The share of the pot that a combo of the first seat gets against a combo of the other is a sum
of products: their edge, or 1, times a figure of the one, times a figure of the other, times a
number that depends on how deep the stacks are. Figures are powers of a combo's equity against
the range that the other seat brings to the flop, its spread (see `pairs`), and their product.
Such a sum is linear in the weights at the end of the betting, so a street that ends in it is a
game of matrices. The numbers are fitted to solutions of turns
with one card dealt at random (`training`), and are part of the package.
"""

import json
from functools import cache
from pathlib import Path

import numpy as np

from kibitz.games.holdem.solved.pairs import BoardPairs, Singles

FILE = Path(__file__).with_name("worth.json")
# Figures of a combo: 1, equity, its square and sixth power, spread, spread times equity.
FIGURES = 6
_ONE, _EQUITY, _SQUARE, _SIXTH, _SPREAD, _BOTH = range(FIGURES)
EDGED = (_ONE, _EQUITY, _SIXTH, _SPREAD)  # those that multiply an edge
EDGE_TERMS = tuple(
    (mine, theirs)
    for mine in EDGED
    for theirs in EDGED
    if _SPREAD not in (mine, theirs) or _ONE in (mine, theirs)
)
PLAIN_TERMS = (
    (_ONE, _ONE),
    *((figure, _ONE) for figure in range(1, FIGURES)),
    *((_ONE, figure) for figure in range(1, FIGURES)),
    (_EQUITY, _EQUITY),
    (_SIXTH, _SIXTH),
    (_SIXTH, _EQUITY),
    (_EQUITY, _SIXTH),
    (_SPREAD, _EQUITY),
    (_EQUITY, _SPREAD),
)
TERMS = len(EDGE_TERMS) + len(PLAIN_TERMS)
DEPTHS = 3  # powers of the depth
DEEPEST = 20.0  # pots: whole solutions confirm the numbers up to here; deeper is as here
_TINY = 1e-9


def figures_of(pairs: BoardPairs, theirs: Singles) -> Singles:
    """The figures of every combo of a flop against a range, a row each."""
    beside = pairs.unblocked(theirs[None])[0]
    e = (1 + pairs.edged(theirs[None])[0] / np.maximum(beside, _TINY)) / 2
    p = pairs.spread
    figures: Singles = np.stack([np.ones_like(e), e, e**2, e**6, p, p * e]).astype(np.float32)
    return figures


def depth_powers(stack_to_pot: float) -> Singles:
    """1, the depth and its square; the depth grows with the logarithm of the stack."""
    depth = float(np.log1p(stack_to_pot))
    return np.array([1.0, depth, depth * depth], np.float32)


@cache
def numbers() -> Singles:
    """The fitted numbers: a row for each term, a column for each power of the depth."""
    return np.array(json.loads(FILE.read_text())["numbers"], np.float32)


def term_numbers(stack_to_pot: float) -> tuple[Singles, Singles]:
    """The numbers of the edge's terms and of the plain ones at a depth, by both figures."""
    fitted = numbers() @ depth_powers(min(stack_to_pot, DEEPEST))
    edged, plain = np.zeros((2, FIGURES, FIGURES), np.float32)
    for (mine, theirs), number in zip(EDGE_TERMS, fitted, strict=False):
        edged[mine, theirs] = number
    for (mine, theirs), number in zip(PLAIN_TERMS, fitted[len(EDGE_TERMS) :], strict=True):
        plain[mine, theirs] = number
    return edged, plain

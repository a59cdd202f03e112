"""What classes get of the pot after a flop, by the ranges that meet there: learned by playing on.

A share that depends on two classes alone (`preflop.shares_at`) cannot know who holds what else:
in a limped pot, where the best hands have raised, what is left of good hands is worth more. So
figures of a class count here that depend on the range it meets, powers of its equity against
that above all. As on the flop (`worth`) the change of a share is a sum of products, the edge of
two classes or 1 times a figure of the one and a figure of the other, times a number that depends
on how deep the stacks are. What figures do not tell of a class is a number of its own.
"""

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.games.holdem.cards.combos import CLASSES
from kibitz.games.holdem.solved.class_figures import class_deals, class_edges, figures
from kibitz.games.holdem.solved.pairs import Singles
from kibitz.games.holdem.solved.worth import DEPTHS, depth_powers

Doubles = NDArray[np.float64]
Pairs: TypeAlias = tuple[tuple[int, int], ...]
FILE = Path(__file__).with_name("ranges.json")
CLASS_DEPTHS = 2  # powers of the depth that single classes know
FLOOR = 0.002  # of the heaviest weight, so that every class counts
_TINY = 1e-30
# Figures of a class: 1, equity, its square and sixth power, then those that no range changes.
FIGURES = 10
_ONE, _EQUITY, _SQUARE, _SIXTH, _SUITED, _PAIR, _GAP, _LOW, _CONNECTED, _PAIRED = range(FIGURES)
_EDGED = (_ONE, _EQUITY, _SIXTH)
_BESIDE = (
    (_SQUARE, _ONE),
    (_SUITED, _ONE),
    (_PAIR, _ONE),
    (_LOW, _ONE),
    (_SUITED, _EQUITY),
    (_PAIR, _EQUITY),
)
_CROSSED = (
    *((figure, _EQUITY) for figure in (_SQUARE, _SUITED, _PAIR, _GAP, _LOW, _CONNECTED, _PAIRED)),
    *((figure, _SIXTH) for figure in (_EQUITY, _SQUARE, _SUITED, _PAIR, _LOW, _CONNECTED, _PAIRED)),
)


def _turned(pairs: Pairs) -> Pairs:
    return tuple((theirs, mine) for mine, theirs in pairs)


EDGE_TERMS: Pairs = (
    *((mine, theirs) for mine in _EDGED for theirs in _EDGED),
    *((figure, figure) for figure in (_SQUARE, _SUITED, _PAIR)),
    *_BESIDE,
    *_turned(_BESIDE),
)
PLAIN_TERMS: Pairs = (
    *((figure, _ONE) for figure in range(FIGURES)),
    *((_ONE, figure) for figure in range(1, FIGURES)),
    *((figure, figure) for figure in (_EQUITY, _SQUARE, _SIXTH, _LOW)),
    *_CROSSED,
    *_turned(_CROSSED),
)
TERMS = len(EDGE_TERMS) + len(PLAIN_TERMS)


class RangeNumbers(NamedTuple):
    """The fitted numbers: for each power of the depth a square of both figures; single classes."""

    edged: Doubles  # [power, figure of the first seat, of the second]
    plain: Doubles
    classes: Doubles  # [seat, class, power]

    @classmethod
    def of(cls, terms: Doubles, classes: Doubles) -> "RangeNumbers":
        """From a row of numbers for each term."""
        squares = np.zeros((2, DEPTHS, FIGURES, FIGURES))
        for (mine, theirs), row in zip(EDGE_TERMS, terms, strict=False):
            squares[0, :, mine, theirs] = row
        for (mine, theirs), row in zip(PLAIN_TERMS, terms[len(EDGE_TERMS) :], strict=True):
            squares[1, :, mine, theirs] = row
        return cls(squares[0], squares[1], classes)


@cache
def numbers() -> RangeNumbers:
    """The fitted numbers that are part of the package."""
    kept = json.loads(FILE.read_text())
    terms, classes = (np.array(kept[name], np.float64) for name in ("terms", "classes"))
    return RangeNumbers.of(terms, classes.reshape(2, CLASSES, CLASS_DEPTHS))


def floored(weights: Singles | Doubles) -> Doubles:
    """Weights with a heaviest of 1, none of them nothing."""
    heaviest = max(float(weights.max()), _TINY)
    return np.maximum(weights / heaviest, FLOOR).astype(np.float64)


def met_parts(theirs: Doubles) -> Doubles:
    """The part of each class among those that each class meets: a row for each."""
    met = class_deals() * theirs
    parts: Doubles = met / met.sum(axis=1, keepdims=True)
    return parts


def range_figures(theirs: Doubles) -> Doubles:
    """The figures of every class against a range, a row each."""
    own = figures().astype(np.float64)
    equity = (1 + (class_edges() * met_parts(theirs)).sum(axis=1)) / 2
    powers = [np.ones(CLASSES), equity, equity**2, equity**6]
    return np.stack([*powers, *own[4:9], own[5] * equity])


def changes_at(
    weights: tuple[Doubles, Doubles], stack_to_pot: float, fitted: RangeNumbers
) -> Doubles:
    """What two ranges change of the share of each class of seat 0 against each of seat 1."""
    mine, theirs = range_figures(weights[1]), range_figures(weights[0])
    powers = depth_powers(stack_to_pot).astype(np.float64)
    edged, plain = (np.tensordot(powers, part, 1) for part in (fitted.edged, fitted.plain))
    first, second = fitted.classes @ powers[:CLASS_DEPTHS]
    single = first[:, None] + second[None, :]
    changes: Doubles = class_edges() * (mine.T @ edged @ theirs) + mine.T @ plain @ theirs + single
    return changes

"""The 13 x 13 square of starting hands, from the ace down: pairs on the diagonal, suited above."""

from collections.abc import Mapping
from typing import TypeVar

from kibitz.core.sheet import Cells

T = TypeVar("T")
RANKS = tuple("AKQJT98765432")
SIDE = len(RANKS)


def square(title: str, shares: Mapping[str, float]) -> Cells:
    """Which hands are played how often; those never played are dots."""
    from kibitz.games.holdem.cards.combos import CLASS_TEXTS

    heats = [shares.get(name, 0.0) or None for name in CLASS_TEXTS]
    texts = [name if shares.get(name) else "·" for name in CLASS_TEXTS]
    return Cells(title, _rows(heats), _rows(texts))


def stacks_square(title: str, stacks: Mapping[str, float], most: float) -> Cells:
    """A number of big blinds for each hand."""
    from kibitz.games.holdem.cards.combos import CLASS_TEXTS

    heats = [stacks[name] / most or None for name in CLASS_TEXTS]
    texts = [f"{stacks[name]:g}" if stacks[name] else "" for name in CLASS_TEXTS]
    return Cells(title, _rows(heats), _rows(texts), RANKS, RANKS)


def _rows(cells: list[T]) -> tuple[tuple[T, ...], ...]:
    return tuple(tuple(cells[row * SIDE : (row + 1) * SIDE]) for row in range(SIDE))

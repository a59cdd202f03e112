"""The 13 x 13 square of starting hands, from the ace down: pairs on the diagonal, suited above."""

from collections.abc import Mapping
from typing import TypeVar

from kibitz.core.sheet import Cells

T = TypeVar("T")
SIDE = 13
WHOLE = 0.9995  # a share that is shown as the whole class


def square(title: str, shares: Mapping[str, float]) -> Cells:
    """Which hands are played how often; a digit behind a hand stands for so many tenths."""
    from kibitz.games.holdem.cards.combos import CLASS_TEXTS

    heats = [shares.get(name, 0.0) or None for name in CLASS_TEXTS]
    texts = [_text(name, shares.get(name, 0.0)) for name in CLASS_TEXTS]
    return Cells(title, _rows(heats), _rows(texts))


def stacks_square(title: str, stacks: Mapping[str, float], most: float) -> Cells:
    """A number of big blinds for each hand, with a plus where it is the most there is."""
    from kibitz.games.holdem.cards.combos import CLASS_TEXTS

    heats = [stacks[name] / most or None for name in CLASS_TEXTS]
    texts = [f"{name} {_stack_text(stacks[name], most)}" for name in CLASS_TEXTS]
    return Cells(title, _rows(heats), _rows(texts))


def _rows(cells: list[T]) -> tuple[tuple[T, ...], ...]:
    return tuple(tuple(cells[row * SIDE : (row + 1) * SIDE]) for row in range(SIDE))


def _text(name: str, share: float) -> str:
    if not share:
        return "·"
    return name if share >= WHOLE else f"{name} {min(9, max(1, round(share * 10)))}"


def _stack_text(stack: float, most: float) -> str:
    if not stack:
        return "-"
    return f"{most:g}+" if stack >= most else f"{stack:g}"

"""Things on a card table as marks of a scene: rows of cards, backs, empty places, buttons.

A card is 5 wide to 7 high; rows are squeezed to overlap where they would be too wide.
"""

from collections.abc import Sequence
from typing import NamedTuple

from kibitz.core.cards import card_text, card_words
from kibitz.core.scene import Card, Group, Rect, Shape, Text

HEIGHT = 7 / 5  # of a card, for a width of 1


class Face(NamedTuple):
    """A card to lay down: what it shows, and what a click on it does."""

    card: str | None  # as cards are written, a rank alone, or None for a back
    label: str = ""
    move: str | None = None
    pick: str | None = None
    is_raised: bool = False
    role: str = "ink"


BACK = Face(None, "a face-down card", role="back")


def face(card: int | None) -> Face:
    """One of the 52 cards, or a back, with its name for a screen reader."""
    if card is None:
        return BACK
    return Face(card_text(card), card_words(card))


def row_step(count: int, width: float, gap: float, most: float) -> float:
    """From one card of a row to the next, so that all of them fit into `most`."""
    if count < 2:
        return width + gap
    return min(width + gap, (most - width) / (count - 1))


def row_width(count: int, width: float, gap: float, most: float = 1e9) -> float:
    """How wide a row of cards is."""
    return width + (count - 1) * row_step(count, width, gap, most) if count else 0.0


def row(
    cards: Sequence[Face], x: float, y: float, width: float, gap: float = 4.0, most: float = 1e9
) -> list[Shape]:
    """Cards from left to right, squeezed into `most`; a negative gap makes them overlap."""
    step = row_step(len(cards), width, gap, most)
    return [laid(card, x + i * step, y, width) for i, card in enumerate(cards)]


def laid(card: Face, x: float, y: float, width: float) -> Card:
    """One card with its upper left corner there."""
    return Card(
        x,
        y,
        width,
        card.card,
        is_raised=card.is_raised,
        role=card.role,
        label=card.label,
        move=card.move,
        pick=card.pick,
    )


def empty_place(x: float, y: float, width: float, label: str = "") -> Rect:
    """Where a card will lie."""
    return Rect(x, y, width, width * HEIGHT, width / 12, role="empty", label=label)


def button(x: float, y: float, width: float, words: str, move: str, height: float = 44.0) -> Group:
    """Something to press that plays a move."""
    ground = Rect(x, y, width, height, 8.0, role="highlight")
    text = Text(x + width / 2, y + height / 2, words, 16.0, "middle", is_strong=True)
    return Group((ground, text), label=words, move=move)


def buttons(
    plays: Sequence[tuple[str, str]], x: float, y: float, width: float, gap: float = 10.0
) -> list[Shape]:
    """A row of buttons of moves and their words that fills `width`."""
    each = (width - gap * (len(plays) - 1)) / max(1, len(plays))
    return [
        button(x + i * (each + gap), y, each, words, move) for i, (move, words) in enumerate(plays)
    ]

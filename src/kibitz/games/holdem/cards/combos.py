"""Two cards of one's own: the 1,326 combos, and the 169 classes that suits do not tell apart.

A combo is the index of its cards low < high in the order of the integers: COMBO[a, b].
A class is a place in the 13x13 picture, row * 13 + column, ranks from the ace down: pairs
on the diagonal, suited above it, offsuit below.
"""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from kibitz.core.cards import card_text
from kibitz.games.holdem.cards.tables import CARDS, RANK_LETTERS, RANKS, rank_of

COMBOS, CLASSES = 1326, 169
COMBO_CARDS: NDArray[np.int64] = np.array(list(combinations(range(CARDS), 2)), np.int64)
COMBO: NDArray[np.int64] = np.full((CARDS, CARDS), -1, np.int64)
for _index, (_low, _high) in enumerate(COMBO_CARDS):
    COMBO[_low, _high] = COMBO[_high, _low] = _index


def class_of(combo: int) -> int:
    """The class of a combo."""
    a, b = (int(card) for card in COMBO_CARDS[combo])
    high, low = max(rank_of(a), rank_of(b)), min(rank_of(a), rank_of(b))
    row, column = RANKS - 1 - high, RANKS - 1 - low
    return row * RANKS + column if a & 3 == b & 3 else column * RANKS + row


CLASS_OF: NDArray[np.int64] = np.array([class_of(combo) for combo in range(COMBOS)])
CLASS_SIZES: NDArray[np.int64] = np.bincount(CLASS_OF, minlength=CLASSES)


def class_text(place: int) -> str:
    """`AKs`, `AKo`, `77`."""
    row, column = divmod(place, RANKS)
    letters = RANK_LETTERS[::-1]
    if row == column:
        return letters[row] * 2
    if row < column:
        return f"{letters[row]}{letters[column]}s"
    return f"{letters[column]}{letters[row]}o"


CLASS_TEXTS = tuple(class_text(place) for place in range(CLASSES))
CLASS_BY_TEXT = {text: place for place, text in enumerate(CLASS_TEXTS)}


def combo_text(combo: int) -> str:
    """`AhKh`, the higher rank first."""
    a, b = sorted((int(c) for c in COMBO_CARDS[combo]), key=lambda c: (-rank_of(c), c & 3))
    return card_text(a) + card_text(b)

"""What five, six or seven cards are worth: a value that orders all hands, ties included.

>>> from kibitz.core.cards import parse_cards
>>> value_name(evaluate(parse_cards("AhKhQhJhTh2c2d")))
'straight flush'

In kernels a hand is a key and a mask, both sums over its cards (see `tables`): start
from EMPTY_KEY and 0, add CARD_KEYS[card] and CARD_MASKS[card].
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64
from kibitz.core.cards import card_text
from kibitz.core.kernel import kernel
from kibitz.errors import BadValue
from kibitz.games.holdem.tables import (
    CARD_KEYS,
    CARD_MASKS,
    CARDS,
    CATEGORIES,
    EMPTY_KEY,
    FLUSH_BITS,
    FLUSHES,
    OFFSETS,
    PLACE_BITS,
    RANK_KEYS,
    RANKED,
    ROW_BITS,
    SUM_SHIFT,
    Values,
    rank_of,
)

_U0, _U1, _U4, _U13 = (np.uint64(n) for n in (0, 1, 4, (1 << 13) - 1))
_SUM, _COLUMN = np.uint64(SUM_SHIFT), np.uint64(SUM_SHIFT + ROW_BITS)
_ROW = np.uint64((1 << ROW_BITS) - 1)


@kernel
def ranked_value(key: np.uint64) -> int:
    """The value of a hand of five to seven cards by its ranks alone."""
    return RANKED[OFFSETS[(key >> _SUM) & _ROW] + (key >> _COLUMN)]  # type: ignore[no-any-return]


@kernel
def flush_value(key: np.uint64, mask: np.uint64) -> int:
    """The value of a hand that has five cards of a suit."""
    suits = (key & FLUSH_BITS) >> np.uint64(3)
    while not suits & _U1:
        suits >>= _U4
        mask >>= np.uint64(16)
    return FLUSHES[mask & _U13]  # type: ignore[no-any-return]


@kernel
def hand_value(key: np.uint64, mask: np.uint64) -> int:
    """The value of a hand of five to seven cards."""
    if key & FLUSH_BITS:
        return flush_value(key, mask)
    return ranked_value(key)


@kernel
def evaluate_rows(cards: NDArray[np.uint8], out: Values) -> None:
    """Write the value of each row of five or six cards to `out`."""
    for row in range(cards.shape[0]):
        key, mask = EMPTY_KEY, _U0
        for column in range(cards.shape[1]):
            key += CARD_KEYS[cards[row, column]]
            mask |= CARD_MASKS[cards[row, column]]
        out[row] = hand_value(key, mask)


@kernel
def evaluate_sevens(cards: NDArray[np.uint8], out: Values) -> None:
    """Write the value of each row of seven cards to `out`: unrolled, five times as fast."""
    keys, masks = CARD_KEYS, CARD_MASKS
    for row in range(len(out)):
        c = cards[row]
        low = EMPTY_KEY + keys[c[0]] + keys[c[1]] + keys[c[2]]
        key = low + keys[c[3]] + keys[c[4]] + keys[c[5]] + keys[c[6]]
        if key & FLUSH_BITS:
            mask = masks[c[0]] | masks[c[1]] | masks[c[2]] | masks[c[3]]
            out[row] = flush_value(key, mask | masks[c[4]] | masks[c[5]] | masks[c[6]])
        else:
            out[row] = ranked_value(key)


def evaluate_batch(cards: NDArray[np.uint8]) -> Values:
    """The values of many hands, one a row of five, six or seven cards, checked."""
    if cards.ndim != 2 or not 5 <= cards.shape[1] <= 7:
        raise BadValue(f"hands are rows of 5 to 7 cards, not an array of shape {cards.shape}")
    rows = np.ascontiguousarray(cards, np.uint8)
    if rows.size and int(rows.max()) >= CARDS:
        raise BadValue(f"{int(rows.max())} is no card; cards run from 0 to {CARDS - 1}")
    out = np.empty(len(rows), np.uint16)
    if rows.shape[1] == 7:
        evaluate_sevens(rows, out)
    else:
        evaluate_rows(rows, out)
    return out


_SUMS: list[int] = [RANK_KEYS[rank_of(card)] for card in range(CARDS)]
_COUNTS: list[int] = [1 << 4 * (card & 3) for card in range(CARDS)]
_MASK_LIST: list[int] = CARD_MASKS.tolist()
_RANKED_LIST: list[int] = RANKED.tolist()
_OFFSET_LIST: list[int] = OFFSETS.tolist()
_FLUSH_LIST: list[int] = FLUSHES.tolist()


def evaluate(cards: Sequence[int]) -> int:
    """The value of five to seven different cards; plain Python, quickest for a single hand."""
    if len(cards) != 7:
        suits = sum(map(_COUNTS.__getitem__, cards))
        ranks = sum(map(_SUMS.__getitem__, cards))
    else:  # written out: it is what people call in loops
        a, b, c, d, e, f, g = cards
        s, r = _COUNTS, _SUMS
        suits = s[a] + s[b] + s[c] + s[d] + s[e] + s[f] + s[g]
        ranks = r[a] + r[b] + r[c] + r[d] + r[e] + r[f] + r[g]
    if suits + 0x3333 & 0x8888:
        return _python_flush(cards)
    return _RANKED_LIST[_OFFSET_LIST[ranks & 8191] + (ranks >> ROW_BITS)]


def _python_flush(cards: Sequence[int]) -> int:
    mask = 0
    for card in cards:
        mask |= _MASK_LIST[card]
    return max(_FLUSH_LIST[mask >> shift & 8191] for shift in (0, 16, 32, 48))


def checked_evaluate(cards: Sequence[int]) -> int:
    """The value of five to seven cards that may be wrong: too few, too many or twice."""
    if not 5 <= len(cards) <= 7:
        raise BadValue(f"a hand to evaluate has 5 to 7 cards, not {len(cards)}")
    for i, card in enumerate(cards):
        if not 0 <= card < CARDS:
            raise BadValue(f"{card} is no card; cards run from 0 to {CARDS - 1}")
        if card in cards[:i]:
            raise BadValue(f"the card {card_text(card)} stands twice in the hand")
    return evaluate(cards)


def category_of(value: int) -> int:
    """0 for a high card up to 8 for a straight flush."""
    return int64(value) >> PLACE_BITS


def value_name(value: int) -> str:
    """The name of a value's category."""
    return CATEGORIES[category_of(value)]

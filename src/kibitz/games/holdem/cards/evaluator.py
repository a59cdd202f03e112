"""What five, six or seven cards are worth: a value that orders all hands, ties included.

>>> from kibitz.core.cards import parse_cards
>>> value_name(evaluate(parse_cards("AhKhQhJhTh2c2d")))
'straight flush'

In kernels a hand is a key and a mask, both sums over its cards (see `tables`): start
from EMPTY_KEY and 0, add CARD_KEYS[card] and CARD_MASKS[card].
"""

from array import array
from collections.abc import Sequence
from functools import cache, reduce
from operator import getitem
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64
from kibitz.core.cards import card_text
from kibitz.core.kernel import kernel
from kibitz.errors import BadValue
from kibitz.games.holdem.cards.tables import (
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
    RANKS,
    ROW_BITS,
    SUITS,
    SUM_SHIFT,
    Ints,
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
def keyed(cards: Ints) -> tuple[np.uint64, np.uint64]:
    """The key and the mask of some cards, to which more may be added."""
    key, mask = EMPTY_KEY, _U0
    for card in cards:
        key += CARD_KEYS[card]
        mask |= CARD_MASKS[card]
    return key, mask


@kernel
def value_with(key: np.uint64, mask: np.uint64, a: int, b: int) -> int:
    """The value of two cards with a board."""
    return int64(
        hand_value(key + CARD_KEYS[a] + CARD_KEYS[b], mask | CARD_MASKS[a] | CARD_MASKS[b])
    )


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
    """The values of many hands, one per row of five, six or seven cards, checked."""
    if cards.ndim != 2 or not 5 <= cards.shape[1] <= 7:
        raise BadValue(f"hands are rows of 5 to 7 cards, not an array of shape {cards.shape}")
    rows = np.ascontiguousarray(cards, np.uint8)
    if rows.size and int(rows.max()) >= CARDS:
        raise BadValue(f"{int(rows.max())} is not a card; cards run from 0 to {CARDS - 1}")
    out = np.empty(len(rows), np.uint16)
    if rows.shape[1] == 7:
        evaluate_sevens(rows, out)
    else:
        evaluate_rows(rows, out)
    return out


# One hand from Python: tuples in tuples, looked up card by card, spare most of the adding,
# and arrays are small enough to stay near the processor.

_BITS = [[1 << rank_of(c) if c & 3 == suit else 0 for c in range(CARDS)] for suit in range(SUITS)]
_SUMS = [RANK_KEYS[rank_of(card)] for card in range(CARDS)]
_RANKED, _FLUSHES = array("H", RANKED.tobytes()), array("H", FLUSHES.tobytes())
_OFFSETS = array("I", OFFSETS.tobytes())


@cache
def _flush_tree(suits: tuple[int, ...], most: int) -> Any:
    """Tuples by the next card until there are `most`: the bits of a flush's suit, or None."""
    if sum(suits) == most:
        return _BITS[suits.index(max(suits))] if max(suits) >= 5 else None
    more = (tuple(n + (suit == s) for s, n in enumerate(suits)) for suit in range(SUITS))
    return tuple(_flush_tree(counts, most) for counts in more) * RANKS  # suits alternate


@cache
def _sum_tree(total: int, left: int) -> Any:
    """Tuples by the next of `left` cards: the sum of their rank keys."""
    return tuple(_sum_tree(total + key, left - 1) for key in _SUMS) if left else total


_FLUSH_OF = {most: _flush_tree((0, 0, 0, 0), most) for most in (5, 6, 7)}
_FLUSH, _THREE = _FLUSH_OF[7], _sum_tree(0, 3)


def evaluate(cards: Sequence[int]) -> int:
    """The value of five to seven different cards; plain Python, quickest for a single hand."""
    if len(cards) != 7:
        return _evaluate_fewer(cards)
    a, b, c, d, e, f, g = cards
    bits: list[int] | None = _FLUSH[a][b][c][d][e][f][g]
    if bits is not None:
        return _FLUSHES[bits[a] + bits[b] + bits[c] + bits[d] + bits[e] + bits[f] + bits[g]]
    total: int = _THREE[a][b][c] + _THREE[d][e][f] + _SUMS[g]
    return _RANKED[_OFFSETS[total & 8191] + (total >> ROW_BITS)]


def _evaluate_fewer(cards: Sequence[int]) -> int:
    bits: list[int] | None = reduce(getitem, cards, _FLUSH_OF[len(cards)])
    if bits is not None:
        return _FLUSHES[sum(bits[card] for card in cards)]
    total = sum(_SUMS[card] for card in cards)
    return _RANKED[_OFFSETS[total & 8191] + (total >> ROW_BITS)]


def checked_evaluate(cards: Sequence[int]) -> int:
    """The value of five to seven cards that may be wrong: too few, too many or twice."""
    if not 5 <= len(cards) <= 7:
        raise BadValue(f"a hand to evaluate has 5 to 7 cards, not {len(cards)}")
    for i, card in enumerate(cards):
        if not 0 <= card < CARDS:
            raise BadValue(f"{card} is not a card; cards run from 0 to {CARDS - 1}")
        if card in cards[:i]:
            raise BadValue(f"the card {card_text(card)} appears twice in the hand")
    return evaluate(cards)


def category_of(value: int) -> int:
    """0 for a high card up to 8 for a straight flush."""
    return int64(value) >> PLACE_BITS


def value_name(value: int) -> str:
    """The name of a value's category."""
    return CATEGORIES[category_of(value)]

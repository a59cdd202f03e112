"""Who wins, by dealing at random: for many opponents and wide ranges.

Hands that are ranges are drawn together and drawn again where they clash, so each
possible deal comes up as often as its weight says; random opponents and the rest of the
board then come from the cards that are left.
"""

import numpy as np

from kibitz.core.bits import int64
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below, uniform
from kibitz.games.holdem.combos import COMBO_CARDS
from kibitz.games.holdem.evaluator import hand_value
from kibitz.games.holdem.runouts import BOARD, Floats, tally
from kibitz.games.holdem.tables import (
    CARD_KEYS,
    CARD_MASKS,
    CARDS,
    EMPTY_KEY,
    Ints,
)

_U0, _U1 = np.uint64(0), np.uint64(1)
MOST_TRIES = 100_000  # to draw ranges that do not clash


@kernel
def draw_combo(combos: Ints, heights: Floats, start: int, end: int, stream: Stream) -> int:
    """A combo of the range in rows start to end; `heights` are its weights added up."""
    if end - start == 1:
        return combos[start]  # type: ignore[no-any-return]
    ticket = uniform(stream) * heights[end - 1]
    low, high = start, end - 1
    while low < high:
        middle = (low + high) // 2
        if heights[middle] > ticket:
            high = middle
        else:
            low = middle + 1
    return combos[low]  # type: ignore[no-any-return]


@kernel
def draw_ranges(
    combos: Ints, heights: Floats, starts: Ints, used: np.uint64, deal: Ints, stream: Stream
) -> np.uint64:
    """Draw one combo for each range, none twice the same card; 0 if that seems impossible."""
    for _ in range(MOST_TRIES):
        taken, clash = used, False
        for i in range(len(starts) - 1):
            combo = draw_combo(combos, heights, starts[i], starts[i + 1], stream)
            a, b = COMBO_CARDS[combo, 0], COMBO_CARDS[combo, 1]
            bits = _U1 << np.uint64(a) | _U1 << np.uint64(b)
            if taken & bits:
                clash = True
                break
            taken |= bits
            deal[2 * i], deal[2 * i + 1] = a, b
        if not clash:
            return taken
    return _U0


@kernel
def draw_card(taken: np.uint64, stream: Stream) -> int:
    """A card that is not among the taken ones."""
    card = below(stream, CARDS)
    while taken >> np.uint64(card) & _U1:
        card = below(stream, CARDS)
    return card


@kernel
def sample_deals(
    combos: Ints,
    heights: Floats,
    starts: Ints,
    opponents: int,
    board: Ints,
    dead: Ints,
    samples: int,
    stream: Stream,
    sets: Floats,
    categories: Floats,
) -> int:
    """Deal `samples` times and tally the winners; return how many deals succeeded."""
    ranges = len(starts) - 1
    deal, values = np.empty(2 * ranges, np.int64), np.empty(ranges + opponents, np.int64)
    used, start_key, start_mask = _U0, EMPTY_KEY, _U0
    for card in dead:
        used |= _U1 << np.uint64(card)
    for card in board:
        used |= _U1 << np.uint64(card)
        start_key += CARD_KEYS[card]
        start_mask |= CARD_MASKS[card]
    for done in range(samples):
        taken = draw_ranges(combos, heights, starts, used, deal, stream)
        if taken == _U0:
            return done
        key, mask = start_key, start_mask
        for _ in range(BOARD - len(board)):
            card = draw_card(taken, stream)
            taken |= _U1 << np.uint64(card)
            key += CARD_KEYS[card]
            mask |= CARD_MASKS[card]
        for i in range(ranges):
            a, b = deal[2 * i], deal[2 * i + 1]
            values[i] = value_with(key, mask, a, b)
        for i in range(ranges, ranges + opponents):
            a = draw_card(taken, stream)
            taken |= _U1 << np.uint64(a)
            b = draw_card(taken, stream)
            taken |= _U1 << np.uint64(b)
            values[i] = value_with(key, mask, a, b)
        tally(values, 1.0, sets, categories)
    return samples


@kernel
def value_with(key: np.uint64, mask: np.uint64, a: int, b: int) -> int:
    """The value of two cards with a board."""
    return int64(
        hand_value(key + CARD_KEYS[a] + CARD_KEYS[b], mask | CARD_MASKS[a] | CARD_MASKS[b])
    )

"""Who wins, by dealing at random: for many opponents and ranges with weights (see `duel`).

Hands that are ranges are drawn together and drawn again where they clash, so each
possible deal comes up as often as its weight says; random opponents and the rest of the
board then come from the cards that are left.
"""

import numpy as np

from kibitz.core.bits import int64
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below, draw, uniform
from kibitz.games.holdem.cards.evaluator import keyed, value_with
from kibitz.games.holdem.cards.tables import (
    CARD_KEYS,
    CARD_MASKS,
    CARDS,
    Ints,
)
from kibitz.games.holdem.equity.runouts import BOARD, Floats, tally

_U0, _U1, _U32, _LOW32 = (np.uint64(n) for n in (0, 1, 32, 0xFFFFFFFF))
MOST_TRIES = 100_000  # to draw ranges that do not clash


@kernel
def draw_row(heights: Floats, start: int, end: int, stream: Stream) -> int:
    """A row of a range, from start to end; `heights` are its weights added up."""
    ticket = uniform(stream) * heights[end - 1]
    low, high = start, end - 1
    while low < high:
        middle = (low + high) // 2
        if heights[middle] > ticket:
            high = middle
        else:
            low = middle + 1
    return low


@kernel
def draw_ranges(
    cards: Ints, heights: Floats, starts: Ints, used: np.uint64, deal: Ints, stream: Stream
) -> np.uint64:
    """Draw one combo for each range, no card twice; give the cards taken, 0 if it clashes."""
    taken = used
    for i in range(len(starts) - 1):
        row = starts[i]
        if starts[i + 1] - row > 1:
            row = draw_row(heights, row, starts[i + 1], stream)
        a, b = cards[row, 0], cards[row, 1]
        both = CARD_MASKS[a] | CARD_MASKS[b]
        if taken & both:
            return _U0
        taken |= both
        deal[2 * i], deal[2 * i + 1] = a, b
    return taken


@kernel
def draw_card(taken: np.uint64, stream: Stream) -> int:
    """A card that is not among the taken ones."""
    card = below(stream, CARDS)
    while taken & CARD_MASKS[card]:
        card = below(stream, CARDS)
    return card


@kernel
def sample_deals(
    cards: Ints,
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
    """Deal `samples` times and tally the winners; return how many deals succeeded.

    Rows starts[i] to starts[i + 1] of `cards` are the combos of range i.
    """
    ranges = len(starts) - 1
    deal, values = np.empty(2 * ranges, np.int64), np.empty(ranges + opponents, np.int64)
    start_key, start_mask = keyed(board)
    used = start_mask | keyed(dead)[1]
    for done in range(samples):
        taken, tries = _U0, 0
        while taken == _U0 and tries < MOST_TRIES:
            taken = draw_ranges(cards, heights, starts, used, deal, stream)
            tries += 1
        if taken == _U0:
            return done
        key, mask = start_key, start_mask
        for _ in range(BOARD - len(board)):
            card = draw_card(taken, stream)
            taken |= CARD_MASKS[card]
            key += CARD_KEYS[card]
            mask |= CARD_MASKS[card]
        for i in range(ranges):
            a, b = deal[2 * i], deal[2 * i + 1]
            values[i] = value_with(key, mask, a, b)
        for i in range(ranges, ranges + opponents):
            a = draw_card(taken, stream)
            taken |= CARD_MASKS[a]
            b = draw_card(taken, stream)
            taken |= CARD_MASKS[b]
            values[i] = value_with(key, mask, a, b)
        tally(values, 1.0, sets, categories)
    return samples


@kernel
def below_half(half: np.uint64, n: int, stream: Stream) -> int:
    """A whole number below n from 32 random bits, each exactly as likely (Lemire 2019)."""
    size = np.uint64(n)
    product = half * size
    if product & _LOW32 < size and product & _LOW32 < (_LOW32 - size + _U1) % size:
        return below(stream, n)
    return int64(product >> _U32)


@kernel
def shuffle_front(deck: Ints, count: int, stream: Stream) -> None:
    """Bring random cards to the first places of the deck; one draw of 64 bits serves two."""
    left, bits = len(deck), _U0
    for j in range(count):
        bits = draw(stream) if j & 1 == 0 else bits << _U32
        place = j + below_half(bits >> _U32, left - j, stream)
        card = deck[place]
        deck[place] = deck[j]
        deck[j] = card


@kernel
def sample_fixed(
    deal: Ints,
    opponents: int,
    board: Ints,
    deck: Ints,
    samples: int,
    stream: Stream,
    sets: Floats,
    categories: Floats,
) -> None:
    """The same for hands that are all known: the rest of the deck is shuffled as far as needed.

    A shuffle may begin from any order, so that of the last sample will do.
    """
    hands = len(deal) // 2
    values = np.empty(hands + opponents, np.int64)
    start_key, start_mask = keyed(board)
    falling = BOARD - len(board)
    for _ in range(samples):
        shuffle_front(deck, falling + 2 * opponents, stream)
        key, mask = start_key, start_mask
        for j in range(falling):
            key += CARD_KEYS[deck[j]]
            mask |= CARD_MASKS[deck[j]]
        for i in range(hands):
            values[i] = value_with(key, mask, deal[2 * i], deal[2 * i + 1])
        for i in range(opponents):
            j = falling + 2 * i
            values[hands + i] = value_with(key, mask, deck[j], deck[j + 1])
        tally(values, 1.0, sets, categories)

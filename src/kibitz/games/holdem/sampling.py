"""Who wins, by dealing at random: for many opponents and wide ranges.

Hands that are ranges are drawn together and drawn again where they clash, so each
possible deal comes up as often as its weight says; random opponents and the rest of the
board then come from the cards that are left.
"""

from typing import NamedTuple

import numpy as np

from kibitz.core.bits import int64
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below, draw, uniform
from kibitz.games.holdem.combos import COMBO_CARDS
from kibitz.games.holdem.evaluator import hand_value
from kibitz.games.holdem.runouts import BOARD, Floats, tally
from kibitz.games.holdem.tables import (
    CARD_KEYS,
    CARD_MASKS,
    CARDS,
    EMPTY_KEY,
    Ints,
    Keys,
)

_U0, _U1, _U32, _LOW32 = (np.uint64(n) for n in (0, 1, 32, 0xFFFFFFFF))
MOST_TRIES = 100_000  # to draw ranges that do not clash


class Duel(NamedTuple):
    """One known hand against a random one, by keys and masks.

    `pairs` and `singles` are those of the cards that may come, two at once and one.
    """

    hand: tuple[np.uint64, np.uint64]
    board: tuple[np.uint64, np.uint64]  # with EMPTY_KEY
    falling: int
    pairs: tuple[Keys, Keys]
    singles: tuple[Keys, Keys]


def duel_of(hand: Ints, board: Ints, deck: Ints) -> Duel:
    """Two cards against two of the deck, with the rest of the board from it, too."""
    pairs = COMBO_CARDS[np.isin(COMBO_CARDS, deck).all(axis=1)]
    (key, mask), (board_key, board_mask) = _added(hand), _added(board)
    both = CARD_KEYS[pairs].sum(axis=1), CARD_MASKS[pairs].sum(axis=1)
    shown = (EMPTY_KEY + board_key, board_mask)
    one = CARD_KEYS[deck], CARD_MASKS[deck]
    return Duel((key, mask), shown, BOARD - len(board), both, one)


def _added(cards: Ints) -> tuple[np.uint64, np.uint64]:
    """Key and mask of some cards, none of which stands twice."""
    return np.uint64(CARD_KEYS[cards].sum()), np.uint64(CARD_MASKS[cards].sum())


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
        bits = _U1 << np.uint64(a) | _U1 << np.uint64(b)
        if taken & bits:
            return _U0
        taken |= bits
        deal[2 * i], deal[2 * i + 1] = a, b
    return taken


@kernel
def draw_card(taken: np.uint64, stream: Stream) -> int:
    """A card that is not among the taken ones."""
    card = below(stream, CARDS)
    while taken >> np.uint64(card) & _U1:
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
    used, start_key, start_mask = _U0, EMPTY_KEY, _U0
    for card in dead:
        used |= _U1 << np.uint64(card)
    for card in board:
        used |= _U1 << np.uint64(card)
        start_key += CARD_KEYS[card]
        start_mask |= CARD_MASKS[card]
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
def free_row(half: np.uint64, masks: Keys, taken: np.uint64, stream: Stream) -> np.uint64:
    """A row of `masks` that has none of the taken cards, each as likely; first by 32 bits."""
    row = np.uint64(below_half(half, len(masks), stream))
    while masks[row] & taken:
        row = np.uint64(below(stream, len(masks)))
    return row


@kernel
def sample_duel(duel: Duel, samples: int, stream: Stream, sets: Floats) -> None:
    """One known hand against a random one: cards are drawn two at once."""
    my_key, my_mask = duel.hand
    pair_keys, pair_masks = duel.pairs
    single_keys, single_masks = duel.singles
    wins, ties = 0, 0
    for _ in range(samples):
        key, mask = duel.board
        bits = draw(stream)
        row = free_row(bits >> _U32, pair_masks, mask, stream)
        his_key, his_mask = pair_keys[row], pair_masks[row]
        taken = mask | his_mask
        bits &= _LOW32
        if duel.falling & 1:
            row = free_row(bits, single_masks, taken, stream)
            key += single_keys[row]
            mask |= single_masks[row]
            taken |= mask
        if duel.falling > 1:
            bits = draw(stream)
            row = free_row(bits >> _U32, pair_masks, taken, stream)
            key += pair_keys[row]
            mask |= pair_masks[row]
            taken |= mask
        if duel.falling > 3:
            row = free_row(bits & _LOW32, pair_masks, taken, stream)
            key += pair_keys[row]
            mask |= pair_masks[row]
        ours = int64(hand_value(key + my_key, mask | my_mask))
        theirs = int64(hand_value(key + his_key, mask | his_mask))
        wins += 1 if ours > theirs else 0
        ties += 1 if ours == theirs else 0
    sets[1] += wins
    sets[2] += samples - wins - ties
    sets[3] += ties


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
    start_key, start_mask = EMPTY_KEY, _U0
    for card in board:
        start_key += CARD_KEYS[card]
        start_mask |= CARD_MASKS[card]
    falling = BOARD - len(board)
    is_duel, wins, ties = hands + opponents == 2 and len(categories) == 0, 0, 0
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
        if is_duel:  # counted without a branch that is hard to foresee
            wins += 1 if values[0] > values[1] else 0
            ties += 1 if values[0] == values[1] else 0
        else:
            tally(values, 1.0, sets, categories)
    if is_duel:
        sets[1] += wins
        sets[2] += samples - wins - ties
        sets[3] += ties


@kernel
def value_with(key: np.uint64, mask: np.uint64, a: int, b: int) -> int:
    """The value of two cards with a board."""
    return int64(
        hand_value(key + CARD_KEYS[a] + CARD_KEYS[b], mask | CARD_MASKS[a] | CARD_MASKS[b])
    )

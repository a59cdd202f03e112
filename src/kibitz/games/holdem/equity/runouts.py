"""Who wins over all runouts, counted exactly without dealing each of them.

Suits matter only where somebody makes a flush, and a board makes a flush possible in one
suit at most. So all boards are first counted by their ranks (6,175 patterns stand for
1,712,304 boards, each with the number of ways its suits can fall), as if no flush
existed. Then, suit by suit, the boards that give some hand a flush are taken back and
counted again with it: the cards of that suit one by one, the others by rank. Two hands
before the flop cost some 30,000 comparisons instead of 1.7 million.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import count_bits, int64
from kibitz.core.kernel import kernel
from kibitz.games.holdem.cards.evaluator import keyed, ranked_value
from kibitz.games.holdem.cards.tables import (
    CARD_KEYS,
    CARD_MASKS,
    FLUSHES,
    PLACE_BITS,
    RANK_KEYS,
    RANKS,
    SUITS,
    SUM_SHIFT,
    Ints,
    Keys,
    rank_multisets,
)

Floats: TypeAlias = NDArray[np.float64]

BOARD = 5
MOST_PATTERNS = 6175
_SUM = np.uint64(SUM_SHIFT)
_U0, _U1, _RANK_BITS = np.uint64(0), np.uint64(1), np.uint64((1 << 13) - 1)

# Patterns of n ranks stand in rows PATTERN_START[n] to PATTERN_START[n + 1].
_patterns = [rank_multisets(size) for size in range(BOARD + 1)]
PATTERN_START: Ints = np.cumsum([0, *map(len, _patterns)])
_counts = np.concatenate(_patterns)
PATTERN_KEYS: Keys = (_counts @ np.array(RANK_KEYS) << SUM_SHIFT).astype(np.uint64)
PATTERN_RANKS: NDArray[np.int8] = np.full((len(_counts), BOARD), -1, np.int8)
PATTERN_TIMES: NDArray[np.int8] = np.zeros((len(_counts), BOARD), np.int8)
for _row, _line in enumerate(_counts):
    _ranks = np.flatnonzero(_line)
    PATTERN_RANKS[_row, : len(_ranks)] = _ranks
    PATTERN_TIMES[_row, : len(_ranks)] = _line[_ranks]
CHOOSE: Ints = np.array(
    [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]]
)
_sets = np.arange(1 << RANKS)
_sizes = np.bitwise_count(_sets)
# Sets of n ranks stand in rows SET_START[n] to SET_START[n + 1].
RANK_SETS: Keys = np.concatenate([_sets[_sizes == n] for n in range(BOARD + 1)]).astype(np.uint64)
SET_START: Ints = np.cumsum([0, *((_sizes == n).sum() for n in range(BOARD + 1))])
SET_KEYS: Keys = np.array(
    [
        sum(RANK_KEYS[r] for r in range(RANKS) if s >> r & 1) << SUM_SHIFT
        for s in RANK_SETS.tolist()
    ],
    np.uint64,
)


@kernel
def list_patterns(size: int, left: Ints, keys: Keys, ways: Ints) -> int:
    """Write the patterns of `size` ranks that can fall, with the ways their suits can; count them.

    `left` says how many cards of each rank there are to fall.
    """
    count = 0
    for pattern in range(PATTERN_START[size], PATTERN_START[size + 1]):
        product = 1
        for i in range(size):
            times = PATTERN_TIMES[pattern, i]
            if times == 0:
                break
            product *= CHOOSE[left[PATTERN_RANKS[pattern, i]], times]
        if product:
            keys[count] = PATTERN_KEYS[pattern]
            ways[count] = product
            count += 1
    return count


@kernel
def winners(values: Ints) -> int:
    """The set of hands that hold the best value, as bits."""
    best, found = -1, 0
    for i in range(len(values)):
        if values[i] > best:
            best, found = values[i], 1 << i
        elif values[i] == best:
            found |= 1 << i
    return found


@kernel
def tally(values: Ints, weight: float, sets: Floats, categories: Floats) -> None:
    """Add `weight` to the set of winners and to each hand's category, where those are wanted."""
    sets[winners(values)] += weight
    for i in range(len(categories)):
        categories[i, values[i] >> PLACE_BITS] += weight


@kernel
def count_by_rank(
    hands: Keys, falls: Keys, ways: Ints, weight: float, sets: Floats, categories: Floats
) -> None:
    """Count all boards as if there were no flushes."""
    values = np.empty(len(hands), np.int64)
    for j in range(len(falls)):
        for i in range(len(hands)):
            values[i] = ranked_value(hands[i] + falls[j])
        tally(values, weight * ways[j], sets, categories)


@kernel
def recount_flushes(
    hands: Keys,
    suited: Keys,
    cards: np.uint64,
    falling: int,
    falls: Keys,
    ways: Ints,
    weight: float,
    sets: Floats,
    categories: Floats,
) -> None:
    """Count again the boards on which `falling` more of a suit's `cards` make some flush.

    `suited` are the ranks that each hand and the board have of that suit; `falls` and
    `ways` are the patterns of the cards of other suits.
    """
    plain, flushed = np.empty(len(hands), np.int64), np.empty(len(hands), np.int64)
    for row in range(SET_START[falling], SET_START[falling + 1]):
        chosen = RANK_SETS[row]
        if chosen & ~cards:
            continue
        for j in range(len(falls)):
            for i in range(len(hands)):
                value = ranked_value(hands[i] + SET_KEYS[row] + falls[j])
                plain[i] = value
                flushed[i] = max(int64(value), int64(FLUSHES[suited[i] | chosen]))
            tally(plain, -weight * ways[j], sets, categories)
            tally(flushed, weight * ways[j], sets, categories)


@kernel
def count_runouts(
    hands: Keys, masks: Keys, left: Keys, falling: int, weight: float, sets: Floats, cats: Floats
) -> None:
    """Add `weight` for every board to the set of its winners.

    `hands` and `masks` are the keys and masks of each hand with the board so far; `left`
    are the ranks that are left of each suit; `falling` cards are to come.
    """
    ranks, others = np.empty(RANKS, np.int64), np.empty(RANKS, np.int64)
    keys, ways = np.empty(MOST_PATTERNS, np.uint64), np.empty(MOST_PATTERNS, np.int64)
    suited = np.empty(len(hands), np.uint64)
    count_ranks(left, -1, ranks)
    count = list_patterns(falling, ranks, keys, ways)
    count_by_rank(hands, keys[:count], ways[:count], weight, sets, cats)
    for suit in range(SUITS):
        count_ranks(left, suit, others)
        fewest = fewest_for_a_flush(masks, suit, suited)
        for same in range(fewest, falling + 1):
            count = list_patterns(falling - same, others, keys, ways)
            recount_flushes(
                hands, suited, left[suit], same, keys[:count], ways[:count], weight, sets, cats
            )


@kernel
def count_ranks(left: Keys, without: int, ranks: Ints) -> None:
    """Count the cards that are left of each rank, without those of one suit."""
    for rank in range(RANKS):
        ranks[rank] = 0
        for suit in range(SUITS):
            if suit != without:
                ranks[rank] += int64(left[suit] >> np.uint64(rank) & _U1)


@kernel
def fewest_for_a_flush(masks: Keys, suit: int, suited: Keys) -> int:
    """How many more cards of a suit make some flush; writes each hand's ranks of it."""
    most = 0
    for i in range(len(masks)):
        suited[i] = masks[i] >> np.uint64(16 * suit) & _RANK_BITS
        most = max(most, count_bits(suited[i]))
    return max(0, BOARD - most)


@kernel
def duel_by_rank(mine: np.uint64, yours: np.uint64, falls: Keys, ways: Ints, out: Ints) -> None:
    """Count all boards of two hands as if there were no flushes: wins of the first, and ties."""
    win, tie = 0, 0
    for j in range(len(falls)):
        a, b = ranked_value(mine + falls[j]), ranked_value(yours + falls[j])
        win += ways[j] if a > b else 0
        tie += ways[j] if a == b else 0
    out[0] += win
    out[1] += tie


@kernel
def recount_duel(
    hands: Keys, suited: Keys, cards: np.uint64, same: int, falls: Keys, ways: Ints, out: Ints
) -> None:
    """Count again the boards on which `same` more of a suit's `cards` make some flush."""
    win, tie = 0, 0
    for row in range(SET_START[same], SET_START[same + 1]):
        chosen = RANK_SETS[row]
        if chosen & ~cards:
            continue
        mine, yours = hands[0] + SET_KEYS[row], hands[1] + SET_KEYS[row]
        my_flush, your_flush = FLUSHES[suited[0] | chosen], FLUSHES[suited[1] | chosen]
        for j in range(len(falls)):
            a, b = ranked_value(mine + falls[j]), ranked_value(yours + falls[j])
            x, y = max(a, my_flush), max(b, your_flush)
            win += (ways[j] if x > y else 0) - (ways[j] if a > b else 0)
            tie += (ways[j] if x == y else 0) - (ways[j] if a == b else 0)
    out[0] += win
    out[1] += tie


@kernel
def rank_duel(hands: Keys, left: Keys, falling: int, out: Ints) -> None:
    """Count the boards of two hands as if there were no flushes."""
    ranks = np.empty(RANKS, np.int64)
    keys, ways = np.empty(MOST_PATTERNS, np.uint64), np.empty(MOST_PATTERNS, np.int64)
    count_ranks(left, -1, ranks)
    count = list_patterns(falling, ranks, keys, ways)
    duel_by_rank(hands[0], hands[1], keys[:count], ways[:count], out)


@kernel
def flush_duel(hands: Keys, masks: Keys, left: Keys, falling: int, out: Ints) -> None:
    """Put right the boards on which one of two hands has a flush."""
    others, suited = np.empty(RANKS, np.int64), np.empty(2, np.uint64)
    keys, ways = np.empty(MOST_PATTERNS, np.uint64), np.empty(MOST_PATTERNS, np.int64)
    for suit in range(SUITS):
        count_ranks(left, suit, others)
        for same in range(fewest_for_a_flush(masks, suit, suited), falling + 1):
            count = list_patterns(falling - same, others, keys, ways)
            recount_duel(hands, suited, left[suit], same, keys[:count], ways[:count], out)


@kernel
def set_up(deal: Ints, board: Ints, dead: Ints, hands: Keys, masks: Keys, left: Keys) -> None:
    """Write the keys and masks of the hands of a deal with the board, and what is left."""
    left[:] = _RANK_BITS
    key, mask = keyed(board)
    for card in dead:
        remove(left, card)
    for card in board:
        remove(left, card)
    for i in range(len(hands)):
        a, b = deal[2 * i], deal[2 * i + 1]
        hands[i] = key + CARD_KEYS[a] + CARD_KEYS[b]
        masks[i] = mask | CARD_MASKS[a] | CARD_MASKS[b]
        remove(left, a)
        remove(left, b)


@kernel
def remove(left: Keys, card: int) -> None:
    """Take a card from those that are left."""
    suit = card & 3
    left[suit] &= ~(CARD_MASKS[card] >> np.uint64(16 * suit))


@kernel
def sum_runouts(
    deals: Ints, weights: Floats, board: Ints, dead: Ints, sets: Floats, categories: Floats
) -> None:
    """Add up all runouts of each deal: a row of `deals` holds two cards for each hand."""
    count = deals.shape[1] // 2
    hands, masks = np.empty(count, np.uint64), np.empty(count, np.uint64)
    left = np.empty(SUITS, np.uint64)
    for row in range(len(deals)):
        set_up(deals[row], board, dead, hands, masks, left)
        falling = BOARD - len(board)
        count_runouts(hands, masks, left, falling, weights[row], sets, categories)


@kernel
def duels(deals: Ints, board: Ints, dead: Ints, out: Ints) -> None:
    """Write the wins of the first hand and the ties of each deal of two hands to `out`.

    Deals of the same ranks that follow each other share the count without flushes.
    """
    hands, masks = np.empty(2, np.uint64), np.empty(2, np.uint64)
    left, plain = np.empty(SUITS, np.uint64), np.zeros(2, np.int64)
    mine, yours = _U0, _U0
    falling = BOARD - len(board)
    for row in range(len(deals)):
        set_up(deals[row], board, dead, hands, masks, left)
        if hands[0] >> _SUM != mine or hands[1] >> _SUM != yours:
            mine, yours = hands[0] >> _SUM, hands[1] >> _SUM
            plain[:] = 0
            rank_duel(hands, left, falling, plain)
        out[row] = plain
        flush_duel(hands, masks, left, falling, out[row])

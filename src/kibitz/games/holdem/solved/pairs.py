"""A board by pairs of combos: each one's equity against each other, over all runouts.

The combos of a board are those that it leaves. Equities are exact: every card to come is
dealt. Beside the equities stand two figures of each combo against all others: `strength`,
the part of them that it beats in the end, as a rank from 0 to 1, and `spread`, how far that
depends on the cards to come.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.games.holdem.cards.combos import COMBO_CARDS
from kibitz.games.holdem.cards.evaluator import hand_value
from kibitz.games.holdem.cards.tables import CARD_KEYS, CARD_MASKS, CARDS, EMPTY_KEY

Ints: TypeAlias = NDArray[np.int64]
Singles: TypeAlias = NDArray[np.float32]
Values: TypeAlias = NDArray[np.uint16]
_LARGEST = 1 << 16
_KEPT = 6  # boards in memory, a few megabytes each
_HAND, _BOARD = 2, 5  # cards


@dataclass(frozen=True)
class BoardPairs:
    """The combos of a board, what each gets against each other, and how good each looks."""

    combos: Ints  # those that the board leaves
    edge: Singles  # [i, j]: 2 * equity - 1; 0 where they share a card
    holds: Singles  # [card, i]: 1 where combo i holds the card
    strength: Singles
    spread: Singles

    def edged(self, reach: Singles) -> Singles:
        """For rows of weights: for every combo the sum of its edges over the others."""
        sums: Singles = reach @ self.edge.T
        return sums

    def unblocked(self, reach: Singles) -> Singles:
        """For rows of weights: for every combo the weight of those that share no card."""
        by_card = reach @ self.holds.T
        left: Singles = reach.sum(axis=1, keepdims=True) - by_card @ self.holds + reach
        return left


@kernel
def write_values(runouts: Ints, combos: Ints, board: Ints, out: Values) -> None:
    """The value of every combo on every runout; 0 where it meets the runout."""
    key, seen = EMPTY_KEY, np.uint64(0)
    for card in board:
        key += CARD_KEYS[card]
        seen |= CARD_MASKS[card]
    for row in range(len(runouts)):
        whole, mask = key, seen
        for card in runouts[row]:
            whole += CARD_KEYS[card]
            mask |= CARD_MASKS[card]
        for i in range(len(combos)):
            low, high = combos[i, 0], combos[i, 1]
            mine = CARD_MASKS[low] | CARD_MASKS[high]
            value = np.uint16(0)
            if mine & mask == np.uint64(0):
                value = np.uint16(hand_value(whole + CARD_KEYS[low] + CARD_KEYS[high], mask | mine))
            out[row, i] = value


@kernel
def count_wins(values: Values, out: NDArray[np.int16]) -> None:
    """For each combo and each other: 2 for a runout that it wins, 1 for a tie.

    Runouts that meet the other combo count as won: they are as many for every pair.
    """
    for i in range(values.shape[1]):
        row = out[i]
        for runout in range(len(values)):
            mine = values[runout, i]
            if mine == 0:
                continue
            theirs = values[runout]
            for j in range(len(row)):
                row[j] += np.int16(theirs[j] < mine) + np.int16(theirs[j] <= mine)


@kernel
def rank_combos(values: Values, mean: Singles, square: Singles) -> None:
    """Mean and mean square, over the runouts, of the part of all combos that each beats."""
    counts = np.empty(_LARGEST, np.int64)
    top = np.max(values) + 1
    dealt = np.zeros(values.shape[1], np.int64)
    for runout in range(len(values)):
        row = values[runout]
        counts[:top] = 0
        for i in range(len(row)):
            counts[row[i]] += 1
        below, total = 0, len(row) - counts[0]
        for value in range(1, top):
            own = counts[value]
            if own > 0:
                counts[value] = 2 * below + own
                below += own
        for i in range(len(row)):
            if row[i] > 0:
                part = counts[row[i]] / (2.0 * total)
                mean[i] += part
                square[i] += part * part
                dealt[i] += 1
    for i in range(len(mean)):
        mean[i] /= dealt[i]
        square[i] /= dealt[i]


@lru_cache(maxsize=_KEPT)
def board_pairs(board: tuple[int, ...]) -> BoardPairs:
    """The pairs of a flop, turn or river."""
    left = [card for card in range(CARDS) if card not in board]
    combos = np.flatnonzero(~np.isin(COMBO_CARDS, board).any(axis=1))
    cards = COMBO_CARDS[combos]
    more = _BOARD - len(board)
    runouts = np.array(list(combinations(left, more)), np.int64).reshape(
        comb(len(left), more), more
    )
    values = np.empty((len(runouts), len(combos)), np.uint16)
    write_values(runouts, cards, np.array(board, np.int64), values)
    wins = np.zeros((len(combos), len(combos)), np.int16)
    count_wins(values, wins)
    mean, square = np.zeros((2, len(combos)), np.float32)
    rank_combos(values, mean, square)
    spread = np.sqrt(np.maximum(square - mean**2, 0))
    edge = _edges(wins, cards, comb(len(left) - 2 * _HAND, more), comb(len(left) - _HAND, more))
    return BoardPairs(combos, edge, _holds(cards), _ranks(mean), spread)


def _edges(wins: NDArray[np.int16], cards: Ints, shared: int, own: int) -> Singles:
    """From counts, over the runouts that two hands and that one hand leave."""
    equity = (wins.astype(np.float32) - 2 * (own - shared)) / (2 * shared)
    edge = np.asarray(2 * equity - 1, np.float32)
    for column in (0, 1):
        for other in (0, 1):
            edge[cards[:, column, None] == cards[None, :, other]] = 0
    return edge


def _holds(cards: Ints) -> Singles:
    held = np.zeros((CARDS, len(cards)), np.float32)
    for column in (0, 1):
        held[cards[:, column], np.arange(len(cards))] = 1
    return held


def _ranks(mean: Singles) -> Singles:
    """The place of each mean among all, from 0 to 1; equal ones share theirs."""
    ordered = np.sort(mean)
    low, high = (np.searchsorted(ordered, mean, side) for side in ("left", "right"))
    return ((low + high) / (2 * len(mean))).astype(np.float32)

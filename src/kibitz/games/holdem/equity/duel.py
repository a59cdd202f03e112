"""Two hands dealt at random very often: one that is known against any of some others.

Sixty-four random bits make a deal: the other hand, two pairs of board cards and a single
one are drawn on their own, and the deal counts if no card stands in it twice. So no branch
depends on luck but those on flushes, and the processor works on several deals at once.
What a shorter board does not need is drawn from NOTHING, a list of one row.
"""

from typing import NamedTuple, TypeAlias

import numpy as np

from kibitz.core.bits import int64
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, draw
from kibitz.games.holdem.cards.combos import COMBO_CARDS
from kibitz.games.holdem.cards.evaluator import hand_value
from kibitz.games.holdem.cards.tables import CARD_KEYS, CARD_MASKS, CARDS, EMPTY_KEY, Ints, Keys
from kibitz.games.holdem.equity.runouts import BOARD, Floats

_U0, _U1, _U32, _LOW32 = (np.uint64(n) for n in (0, 1, 32, 0xFFFFFFFF))


def _rows(cards: Ints) -> Keys:
    """Key and mask of the cards of each row."""
    return np.stack([CARD_KEYS[cards].sum(axis=1), CARD_MASKS[cards].sum(axis=1)], axis=1)


PAIRS, SINGLES = _rows(COMBO_CARDS), _rows(np.arange(CARDS)[:, None])
NOTHING: Keys = np.zeros((1, 2), np.uint64)


class Duel(NamedTuple):
    """What can be dealt: rows of a key and a mask, each row of a list as likely."""

    hand: tuple[np.uint64, np.uint64]  # key and mask of the known hand
    board: tuple[np.uint64, np.uint64]  # of the board so far, with EMPTY_KEY
    others: Keys
    first: Keys
    second: Keys
    single: Keys


Deal: TypeAlias = tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]


def duel_of(hand: int, others: Ints, board: Ints, dead: Ints) -> Duel:
    """A combo against those of `others` that it leaves; the rest of the board may be any."""
    falling, on_board = BOARD - len(board), _rows(board[None])[0]
    known = PAIRS[hand, 1] | on_board[1] | _rows(dead[None])[0, 1]
    pairs, theirs, singles = (
        rows[rows[:, 1] & known == 0] for rows in (PAIRS, PAIRS[others], SINGLES)
    )
    return Duel(
        (PAIRS[hand, 0], PAIRS[hand, 1]),
        (EMPTY_KEY + on_board[0], on_board[1]),
        theirs,
        pairs if falling > 1 else NOTHING,
        pairs if falling > 3 else NOTHING,
        singles if falling & 1 else NOTHING,
    )


@kernel
def two_rows(half: np.uint64, m: int, n: int) -> tuple[np.uint64, np.uint64, np.uint64]:
    """A row of m, a row of n, and the rest, from 32 random bits.

    Where the rest is no less than 2**32 % (m * n) each two are exactly as likely
    (Brackett-Rozinsky and Lemire, Batched Ranged Random Integer Generation, 2025).
    """
    high = half * np.uint64(m)
    low = (high & _LOW32) * np.uint64(n)
    return high >> _U32, low >> _U32, low & _LOW32


@kernel
def least_rests(duel: Duel) -> tuple[np.uint64, np.uint64]:
    """The least rests of the two halves with which a deal is fair."""
    a, b = len(duel.others) * len(duel.first), len(duel.second) * len(duel.single)
    return (_LOW32 + _U1) % np.uint64(a), (_LOW32 + _U1) % np.uint64(b)


@kernel
def deal(duel: Duel, bits: np.uint64, least: tuple[np.uint64, np.uint64]) -> Deal:
    """Whether a deal counts, 1 or 0; key and mask of the board, and of the other hand."""
    i, j, rest = two_rows(bits >> _U32, len(duel.others), len(duel.first))
    k, n, more = two_rows(bits & _LOW32, len(duel.second), len(duel.single))
    other, a, b, c = duel.others[i, 1], duel.first[j, 1], duel.second[k, 1], duel.single[n, 1]
    key = duel.first[j, 0] + duel.second[k, 0] + duel.single[n, 0]
    mask = a | b | c
    differ = a + b + c + other == mask | other  # a sum of sets is their union if none meet
    counts = _U1 if differ & (rest >= least[0]) & (more >= least[1]) else _U0
    return counts, key, mask, duel.others[i, 0], other


@kernel
def sample_duel(duel: Duel, samples: int, stream: Stream, sets: Floats) -> None:
    """Deal until `samples` deals have counted, and add up who won them.

    A deal that does not count is compared, too, as a tie of nothing: that is quicker than
    going round it.
    """
    (my_key, my_mask), (board_key, board_mask) = duel.hand, duel.board
    least = least_rests(duel)
    done, wins, ties = 0, 0, 0
    while done < samples:
        counts, key, mask, other_key, other_mask = deal(duel, draw(stream), least)
        key += board_key
        mask |= board_mask
        ours = int64(hand_value((key + my_key) * counts, mask | my_mask))
        theirs = int64(hand_value((key + other_key) * counts, mask | other_mask))
        done += int64(counts)
        wins += 1 if ours > theirs else 0
        ties += int64(counts) if ours == theirs else 0
    sets[1] += wins
    sets[2] += samples - wins - ties
    sets[3] += ties

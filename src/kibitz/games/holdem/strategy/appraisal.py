"""What one strategy wins from another, by hands played in a kernel; and how safe the base is.

The best answer to a strategy is learned from deals as any answer is, so what it wins is
less than what could be won, and only spots and buckets are told apart: a lower bound on
what the strategy can lose.
"""

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.core.seeds import child, stream
from kibitz.core.stream import Stream
from kibitz.estimate.estimate import Estimate
from kibitz.games.holdem.cards.tables import CARDS
from kibitz.games.holdem.strategy.buckets import write_buckets
from kibitz.games.holdem.strategy.playouts import Sides, play_on
from kibitz.games.holdem.strategy.regrets import (
    NOBODY,
    Floats,
    Ints,
    begun,
    deal_nine,
    share_of_first,
)
from kibitz.games.holdem.strategy.spots import ROWS
from kibitz.games.holdem.strategy.strategies import balanced, check_strategy, find_answer
from kibitz.games.holdem.strategy.training import STACKS, starts
from kibitz.games.holdem.table.betting import Betting
from kibitz.games.holdem.table.position import FIXED, NO_LIMIT

PIECE = 1000  # pairs until a kernel returns, so that an interrupt is heard


@kernel
def play_pairs(
    begin: Ints, one: Floats, other: Floats, cards: Ints, out: Floats, luck: Stream
) -> None:
    """Play each deal with both seatings; write what `one` wins a hand.

    `cards` is the deck as the deals before left it.
    """
    ranks, buckets = np.empty((4, 2)), np.empty((4, 2), np.int64)
    b: Betting = begun(begin)
    for pair in range(len(out)):
        deal_nine(cards, luck)
        write_buckets(cards, ranks, buckets)
        share, total = share_of_first(cards), 0.0
        for me in range(2):
            mine = share if me == 0 else 1.0 - share
            total += play_on(b, NOBODY, NOBODY, Sides(me, one, other), buckets, mine, luck)
        out[pair] = total / 2.0


def strategy_duel(kind: int, one: Floats, other: Floats, pairs: int, seed: int) -> Estimate:
    """What a strategy wins from another, in big blinds a hand, with 100 big blinds each."""
    for table in (one, other):
        check_strategy(table)
    begin, cards, luck = starts(kind, STACKS[:1])[0], np.arange(CARDS), stream(seed)
    out = np.empty(pairs)
    for at in range(0, pairs, PIECE):
        play_pairs(begin, one, other, cards, out[at : at + PIECE], luck)
    return Estimate(float(out.mean()), float(out.std(ddof=1) / np.sqrt(pairs)), pairs)


def loss_to_best_answer(kind: int, deals: int, pairs: int, seed: int) -> Estimate:
    """What an answer that knows the balanced strategy wins from it."""
    kind = FIXED if kind == FIXED else NO_LIMIT
    base = balanced(kind)
    best = find_answer(kind, STACKS[0], base, np.ones(ROWS), deals)
    return strategy_duel(kind, best, base, pairs, child(seed, deals))

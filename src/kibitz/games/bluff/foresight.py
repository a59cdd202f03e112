"""Foresight: every option played to the end in worlds where the seats have likely habits.

Each world is a deal that fits the view, in which the claim on the table is a lie as often as
the belief says, with a habit for each other seat drawn by what was seen of it. The same
worlds, with the same luck, serve all options. Half of the options are dropped after each
stage (sequential halving; Karnin, Koren and Somekh 2013), so that most play-outs go to those
hard to tell apart.
"""

import numpy as np

from kibitz.core.bits import int64
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, reseed, seed62
from kibitz.games.bluff.habits import TRUTHFUL, Floats
from kibitz.games.bluff.layout import (
    ASKED,
    CARDS,
    FIELDS,
    NOBODY,
    RANKS,
    SEATS,
    Ints,
)
from kibitz.games.bluff.quick import play_on, quick_answer, quick_cards
from kibitz.games.bluff.rules import cards_of, make_move, share_of
from kibitz.games.bluff.shortlist import list_worthwhile
from kibitz.games.bluff.world import doubt, draw_habits, redeal
from kibitz.search.playout import TO_THE_END

THOUGHT_OF, HANDICAP = 30.0, 0.03  # play-outs before any, and what an option wins less in them
COUNT, TOTAL, SQUARES, STAGE = range(4)  # columns of sums; the stage that an option reached


@kernel
def is_honest(a: Ints, move: int, stream: Stream) -> bool:
    """Whether a truthful seat would make this move."""
    if a[ASKED] != NOBODY:
        return quick_answer(a, int64(TRUTHFUL), stream) == move
    return quick_cards(a, int64(TRUTHFUL), stream) == cards_of(move)


@kernel
def worth(sums: Floats, i: int, honest: int) -> float:
    """What an option wins, with play-outs thought of in which it wins less than the honest one."""
    if i == honest:
        return sums[i, TOTAL] / sums[i, COUNT]  # type: ignore[no-any-return]
    prior = sums[honest, TOTAL] / sums[honest, COUNT] - HANDICAP
    return (sums[i, TOTAL] + THOUGHT_OF * prior) / (sums[i, COUNT] + THOUGHT_OF)  # type: ignore[no-any-return]


@kernel
def keep_best(order: Ints, kept: int, sums: Floats) -> int:
    """Sort the options kept behind the honest one, best first; returns half of them all."""
    for i in range(2, kept):
        for j in range(i, 1, -1):
            this, other = order[j], order[j - 1]
            if worth(sums, this, order[0]) <= worth(sums, other, order[0]):
                break
            order[j], order[j - 1] = other, this
    return max((kept + 1) // 2, 2)


@kernel
def try_options(
    v: Ints,
    seat: int,
    moves: Ints,
    order: Ints,
    worlds: int,
    sums: Floats,
    stream: Stream,
) -> None:
    """Play the options in `order` once in each of so many worlds."""
    w, a, habits = np.empty(FIELDS, np.int64), np.empty(FIELDS, np.int64), np.empty(SEATS, np.int64)
    unseen, pack, luck = np.empty(RANKS, np.int64), np.empty(CARDS, np.int64), stream.copy()
    lie = doubt(v, seat)
    for _ in range(worlds):
        draw_habits(v, seat, habits, stream)
        redeal(v, seat, lie, w, unseen, pack, stream)
        seed = seed62(stream)
        for i in order:
            a[:] = w
            reseed(luck, seed)
            make_move(a, moves[i])
            play_on(a, habits, TO_THE_END, luck)
            won = share_of(a, seat)
            sums[i, COUNT] += 1.0
            sums[i, TOTAL] += won
            sums[i, SQUARES] += won * won


@kernel
def foresee(v: Ints, seat: int, moves: Ints, playouts: int, sums: Floats, stream: Stream) -> int:
    """Spend so many play-outs on the moves; fills `sums`, returns which is the honest one."""
    order, kept = np.arange(len(moves)), len(moves)
    for i in range(len(moves)):
        if is_honest(v, moves[i], stream):
            order[0], order[i] = i, 0
    stages = 1
    while 1 << stages < kept:
        stages += 1
    for stage in range(stages):
        worlds = max(playouts // (stages * kept), 1)
        try_options(v, seat, moves, order[:kept], worlds, sums, stream)
        for i in order[:kept]:
            sums[i, STAGE] = stage
        kept = min(keep_best(order, kept, sums), kept)
    return order[0]  # type: ignore[no-any-return]


@kernel
def best_foreseen(
    v: Ints, seat: int, playouts: int, out: Ints, sums: Floats, stream: Stream
) -> int:
    """The move that wins most; `out` and `sums` are scratch."""
    count = list_worthwhile(v, out)
    sums[:count] = 0.0
    honest = foresee(v, seat, out[:count], playouts, sums, stream)
    best = honest
    for i in range(count):
        is_kept = sums[i, STAGE] == sums[honest, STAGE]
        if is_kept and worth(sums, i, honest) > worth(sums, best, honest):
            best = i
    return out[best]  # type: ignore[no-any-return]

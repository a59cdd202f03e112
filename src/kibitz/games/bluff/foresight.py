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
def keep_best(order: Ints, stay: int, kept: int, sums: Floats) -> int:
    """Sort the options behind those that stay, best first; returns half of them all."""
    for i in range(stay + 1, kept):
        for j in range(i, stay, -1):
            this, other = order[j], order[j - 1]
            if worth(sums, this, order[0]) <= worth(sums, other, order[0]):
                break
            order[j], order[j - 1] = other, this
    return max((kept + 1) // 2, stay + 1)


@kernel
def try_options(
    v: Ints,
    seat: int,
    moves: Ints,
    order: Ints,
    worlds: int,
    sums: Floats,
    products: Floats,
    stream: Stream,
) -> None:
    """Play the options in `order` once in each of so many worlds."""
    shares = np.empty(len(moves))
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
            shares[i] = share_of(a, seat)
            sums[i, COUNT] += 1.0
            sums[i, TOTAL] += shares[i]
            sums[i, SQUARES] += shares[i] * shares[i]
        if len(products):
            add_products(order, shares, products)


@kernel
def add_products(order: Ints, shares: Floats, products: Floats) -> None:
    """Add what each two options won in one world, multiplied: by that differences are known."""
    for i in order:
        for j in order:
            products[i, j] += shares[i] * shares[j]


@kernel
def put_first(order: Ints, option: int, place: int) -> None:
    """Move an option to a place at the front."""
    for i in range(place, len(order)):
        if order[i] == option:
            order[place], order[i] = order[i], order[place]


@kernel
def foresee(
    v: Ints,
    seat: int,
    moves: Ints,
    asked: int,
    playouts: int,
    sums: Floats,
    products: Floats,
    stream: Stream,
) -> int:
    """Spend so many play-outs on the moves; fills `sums`, returns which is the honest one.

    That one is never dropped, nor is the option `asked`, unless it is negative. `products` may
    be empty where nobody wants them.
    """
    order, kept, stay = np.arange(len(moves)), len(moves), 1
    for i in range(len(moves)):
        if is_honest(v, moves[i], stream):
            put_first(order, i, 0)
    if asked >= 0 and asked != order[0]:
        put_first(order, asked, 1)
        stay = 2
    stages = 1
    while 1 << stages < kept:
        stages += 1
    for stage in range(stages):
        worlds = max(playouts // (stages * kept), 1)
        try_options(v, seat, moves, order[:kept], worlds, sums, products, stream)
        for i in order[:kept]:
            sums[i, STAGE] = stage
        kept = min(keep_best(order, stay, kept, sums), kept)
    return order[0]  # type: ignore[no-any-return]


@kernel
def best_foreseen(
    v: Ints, seat: int, playouts: int, out: Ints, sums: Floats, stream: Stream
) -> int:
    """The move that wins most; `out` and `sums` are scratch."""
    count = list_worthwhile(v, out)
    sums[:count] = 0.0
    honest = foresee(v, seat, out[:count], int64(-1), playouts, sums, np.empty((0, 0)), stream)
    best = honest
    for i in range(count):
        is_kept = sums[i, STAGE] == sums[honest, STAGE]
        if is_kept and worth(sums, i, honest) > worth(sums, best, honest):
            best = i
    return out[best]  # type: ignore[no-any-return]

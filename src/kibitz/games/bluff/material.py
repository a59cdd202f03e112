"""What the belief is learnt from: claims of one card in games of every company of players.

Beliefs that a company seldom comes to must be right as well. So as many claims are kept of each
tenth of beliefs as of any other, where there are so many, and each stands for those that were
not kept. Few are then kept of one game: its claims hang together, and who has seen few games takes
their luck for a law.
"""

import sys
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.core.seeds import stream as stream_of
from kibitz.core.stream import Stream, below, seed62
from kibitz.games.bluff.belief import belief, bluff_rate
from kibitz.games.bluff.contest import TENTHS, best_move
from kibitz.games.bluff.forest import Floats, Whole
from kibitz.games.bluff.game import BluffGame
from kibitz.games.bluff.layout import (
    ACTOR,
    ASKED,
    CLAIMED,
    FIELDS,
    KNOWN,
    NOBODY,
    PLAYED,
    RANK,
    SEATS,
    SHOWN,
    TOLD,
    WINNER,
    Ints,
    count_of,
    opened,
)
from kibitz.games.bluff.rules import MOST_MOVES, deal, hide, make_move
from kibitz.games.bluff.signs import NAMES, fill_signs
from kibitz.games.bluff.unseen import unseen_of_rank
from kibitz.games.bluff.values import HONEST, MODELLING, NAIVE

Singles = NDArray[np.float32]

LIE, RATE, SIGNS = 0, 1, 2  # places in a row: a lie or not, lies at will of the seat, the signs
WIDTH = SIGNS + len(NAMES)


def companies(players: int) -> Iterator[tuple[int, ...]]:
    """Every company of so many players."""
    return combinations_with_replacement((HONEST, NAIVE, MODELLING), players)


class Material(NamedTuple):
    """Claims with what their listeners saw, a row each."""

    signs: Singles
    lies: Floats  # 1 or 0
    rates: Floats  # of the claimant's lies at will, as `bluff_rate` has them
    company: Whole  # its number
    stands_for: Floats  # how many claims of that company


@kernel
def is_open(v: Ints, seat: int) -> bool:
    """Whether the claim before `seat` is of one card that he has not located."""
    known = v[KNOWN + SEATS * seat + v[ACTOR]]
    is_located = count_of(known, v[RANK]) > 0
    return bool(v[CLAIMED] == 1 and not is_located and unseen_of_rank(v, seat, v[RANK]) > 0)


@kernel
def place_of(count: int, room: int, stream: Stream) -> int:
    """Where the newest of `count` rows is kept, if below `room`: each is as likely kept as any."""
    return count - 1 if count <= room else below(stream, count)


@kernel
def keep_claim(a: Ints, v: Ints, seat: int, rows: Singles, counts: Ints, stream: Stream) -> None:
    """Keep the claim that `seat` sees as `v` among those of its tenth, if it is drawn."""
    tenth = min(int(belief(v, seat) * TENTHS), TENTHS - 1)
    counts[tenth] += 1
    place = place_of(counts[tenth], rows.shape[1], stream)
    if place < rows.shape[1]:
        seen, actor = np.empty(len(NAMES)), v[ACTOR]
        fill_signs(v, seat, seen)
        rows[tenth, place, LIE] = 1.0 - count_of(a[PLAYED], a[RANK])
        rows[tenth, place, RATE] = bluff_rate(v[TOLD + actor], v[SHOWN + actor])
        rows[tenth, place, SIGNS:] = seen


@kernel
def collect(
    start: Ints, ways: Ints, games: int, rows: Singles, counts: Ints, stream: Stream, luck: Stream
) -> None:
    """Play games and keep claims in `rows` by tenths of beliefs; `counts` are those drawn.

    Which ones are kept is `luck`, apart from that of the games.
    """
    out, values, players = np.empty(MOST_MOVES, np.int64), np.empty(MOST_MOVES), len(ways)
    a, v = np.empty(FIELDS, np.int64), np.empty(FIELDS, np.int64)
    for number in range(games):
        a[:] = start
        deal(a, seed62(stream), players, 1)
        while a[WINNER] == NOBODY:
            seat = a[ACTOR] if a[ASKED] == NOBODY else a[ASKED]
            v[:] = a
            hide(v, seat, players)
            if a[ASKED] != NOBODY and is_open(v, seat):
                keep_claim(a, v, seat, rows, counts, luck)
            way = ways[(seat + number) % players]
            make_move(a, best_move(v, seat, way, out, values, stream))


def material(players: int, games: int, room: int, seed: int) -> Material:
    """Claims of so many games of each company, at most `room` of each tenth of beliefs."""
    parts, start = [], opened(BluffGame(players).start())
    for number, ways in enumerate(companies(players)):
        rows = np.empty((TENTHS, room, WIDTH), np.float32)
        counts = np.zeros(TENTHS, np.int64)
        streams = (stream_of(seed, players, number, part) for part in (0, 1))
        collect(start, np.array(ways, np.int64), games, rows, counts, *streams)
        tenths = zip(rows, counts.tolist(), strict=True)
        parts += [_part(kept[:count], number, count) for kept, count in tenths]
        sys.stderr.write(f"\r{players} players, company {number + 1} ")
    return Material(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _part(rows: Singles, company: int, count: int) -> Material:
    """The claims that were kept of `count` in one tenth."""
    each = count / max(len(rows), 1)
    lies, rates = rows[:, LIE].astype(np.float64), rows[:, RATE].astype(np.float64)
    whole = np.full(len(rows), company), np.full(len(rows), each)
    return Material(rows[:, SIGNS:].copy(), lies, rates, *whole)

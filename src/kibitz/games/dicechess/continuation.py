"""How play goes on at random: a roll from a set by weight, and a turn drawn exactly.

A turn is uniform over the legal paths, or over the distinct boards they lead to. Listing all
paths to draw one is slow, so `draw_path` draws a pair of micro-moves in proportion to how many
there are and accepts it in proportion to the moves it leaves for the third die, up to a bound
that none exceeds. That is uniform over the paths of three dice. Where it accepts nothing for
long (there may be no such path), the walk through all paths decides.
"""

import numpy as np

from kibitz.core.bits import count_bits, int64
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below, draw
from kibitz.games.dicechess.board import (
    ChessBoard,
    count_micro_moves,
    is_quiet,
    micro_moves,
    moved,
    spent,
    turned,
)
from kibitz.games.dicechess.dice import ROLL_OF, ZERO, roll_at, rolls_weight
from kibitz.games.dicechess.turns import (
    CAPTURE,
    CODE,
    CODE_BITS,
    NONE,
    Walk,
    advance,
    board_at,
    board_hash,
    ending,
    enter,
    path_at,
)

TRIES = 24
QUIET_MOST = 127
OVER_PATHS, OVER_POSITIONS, OVER_PATHS_BY_WALK = range(3)
_U0 = np.uint64(0)
_UP_TO_RANK4 = np.uint64(0xFFFFFFFF)
_UP_TO_RANK5 = np.uint64(0xFFFFFFFFFF)


@kernel
def draw_roll(rolls: np.uint64, stream: Stream) -> int:
    """A roll of a set, by weight."""
    return roll_at(rolls, below(stream, rolls_weight(rolls)))


@kernel
def most_third_moves(b: ChessBoard, pool: int) -> int:
    """No fewer than the micro-moves that the last die can have after any two.

    A knight reaches 8 squares at most, a bishop 13, a rook 14, a queen 27, a king 8. A pawn has
    4 moves, but 12 next to the last rank, which two steps reach from rank 5; from rank 6 it
    may be another piece by then.
    """
    pawns = b.pawns & b.mine
    promoted = min(int64(2), count_bits(pawns & ~_UP_TO_RANK5))
    most = 0
    if pool & 0x3:
        near = count_bits(pawns & ~_UP_TO_RANK4)
        most = 12 * near + 4 * (count_bits(pawns) - near)
    if pool & 0xC:
        most = max(most, 8 * (count_bits(b.knights & b.mine) + promoted))
    if pool & 0x30:
        most = max(most, 13 * (count_bits(b.bishops & b.mine) + promoted))
    if pool & 0xC0:
        most = max(most, 14 * (count_bits(b.rooks & b.mine) + promoted))
    if pool & 0x300:
        most = max(most, 27 * (count_bits(b.queens & b.mine) + promoted))
    if pool & 0xC00:
        most = max(most, int64(8))
    return most


@kernel
def draw_path(b: ChessBoard, pool: int, walk: Walk, stream: Stream) -> int:
    """A legal path that takes no king, each as likely; 0 is a pass.

    For rolls with which the king cannot be taken.
    """
    firsts, counts, seconds = walk.lists[0], walk.lists[3], walk.lists[1]
    count = micro_moves(b, pool, firsts)
    if count == 0:
        return 0
    if ROLL_OF[pool] < 0:
        return draw_path_by_walk(b, pool, walk, stream)
    pairs = 0
    for i in range(count):
        counts[i] = count_micro_moves(moved(b, firsts[i]), pool - spent(b, firsts[i]))
        pairs += counts[i]
    bound = most_third_moves(b, pool)
    for _ in range(TRIES if pairs else 0):
        ticket, i = below(stream, pairs), 0
        while ticket >= counts[i]:
            ticket -= counts[i]
            i += 1
        after, left = moved(b, firsts[i]), pool - spent(b, firsts[i])
        micro_moves(after, left, seconds)
        pair = firsts[i] | seconds[ticket] << CODE_BITS
        left -= spent(after, seconds[ticket])
        after, choice = moved(after, seconds[ticket]), below(stream, bound)
        if left == 0:  # castling spent two dice
            if choice == 0:
                return pair  # type: ignore[no-any-return]
        elif choice < count_micro_moves(after, left):
            micro_moves(after, left, seconds)
            return pair | seconds[choice] << 2 * CODE_BITS  # type: ignore[no-any-return]
    return draw_path_by_walk(b, pool, walk, stream)


@kernel
def draw_path_by_walk(b: ChessBoard, pool: int, walk: Walk, stream: Stream) -> int:
    """The same by going through all paths: each replaces the one kept with its due chance."""
    most, seen, kept = NONE, 0, 0
    enter(walk, ZERO, b, pool, ZERO)
    bunch = advance(walk)
    while bunch:
        for i in range(bunch):
            dice = ending(walk, i)
            if dice != CAPTURE and dice > most:
                most, seen = dice, 0
            if dice == most:
                seen += 1
                if below(stream, seen) == 0:
                    kept = path_at(walk, i)
        bunch = advance(walk)
    return kept


@kernel
def draw_position(b: ChessBoard, pool: int, walk: Walk, stream: Stream) -> int:
    """A legal path, each distinct board it can end on as likely: the least under a random hash."""
    most, kept, least, salt = NONE, 0, _U0, draw(stream)
    enter(walk, ZERO, b, pool, ZERO)
    bunch = advance(walk)
    while bunch:
        for i in range(bunch):
            dice = ending(walk, i)
            if dice != CAPTURE and dice >= most:
                rank = board_hash(turned(board_at(walk, i)), salt)
                if dice > most or rank < least:
                    most, least, kept = dice, rank, path_at(walk, i)
        bunch = advance(walk)
    return kept


@kernel
def followed(b: ChessBoard, path: int) -> ChessBoard:
    """The board after all micro-moves of a path, not yet turned round."""
    while path:
        b = moved(b, path & CODE)
        path >>= CODE_BITS
    return b


@kernel
def quiet_after(b: ChessBoard, path: int, quiet: int) -> int:
    """The clock of quiet micro-moves after a path."""
    while path:
        quiet = min(quiet + 1, QUIET_MOST) if is_quiet(b, path & CODE) else 0
        b = moved(b, path & CODE)
        path >>= CODE_BITS
    return quiet

"""All turns of a roll: the paths of micro-moves, and which of them the maximum rule allows.

A path is complete when the king is taken, no dice are left, or none of them can be played.
Rule 3: a path that takes the king is legal; any other is legal if it spends as many dice as
the best path that takes no king. A path stands in one integer, 15 bits a micro-move, the
first lowest; micro-moves are never 0, so its length shows.

`Walk` goes through the complete paths in ascending order, a bunch at a time: those that
differ in their last micro-move alone. Whoever counts, lists or draws turns does so on top of it.
Who wants the boards alone goes on with `advance_anew`, which leaves out most paths to a board
that an earlier one leads to: two micro-moves that could as well be made the other way round are
made in ascending order.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import unsigned
from kibitz.core.game import Moves
from kibitz.core.kernel import kernel
from kibitz.games.dicechess.attacks import BETWEEN
from kibitz.games.dicechess.board import (
    FIELDS,
    MOST_MICRO_MOVES,
    RANK6,
    ChessBoard,
    is_castling,
    micro_moves,
    moved,
    next_micro_move,
    spent,
    takes_king,
)
from kibitz.games.dicechess.dice import ZERO, pool_size

MOST_DICE = 3
CODE_BITS = 15
CODE = (1 << CODE_BITS) - 1
NONE, CAPTURE = -1, 4  # in place of dice: no path, and one that takes the king
_ODD, _U29 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(29)
_U0, _U1 = np.uint64(0), np.uint64(1)
_POOL, _NEXT, _COUNT, _PATH, _SIZE = range(5)
_LEVEL, _FIRST, _DICE = range(3)
_KINGS = 5  # their column of the boards


@kernel
def most_dice(b: ChessBoard, pool: int) -> int:
    """The most dice that a complete path without king capture spends, NONE if all take the king.

    It calls itself: hand in no literal pool.
    """
    if pool == 0:
        return 0
    size, most = pool_size(pool), NONE
    code = next_micro_move(b, pool, ZERO)
    if code == 0:
        return 0
    while code != 0 and most < size:
        if not takes_king(b, code):
            left = pool - spent(b, code)
            rest = most_dice(moved(b, code), left)
            if rest != NONE:
                most = max(most, size - pool_size(left) + rest)
        code = next_micro_move(b, pool, code)
    return most


class Walk(NamedTuple):
    """Where a walk through the paths of a roll is; row d is the state after d micro-moves."""

    boards: NDArray[np.uint64]
    lists: Moves
    state: Moves  # columns: pool, next in the list, length of the list, path so far, dice
    bunch: Moves  # its level, the first of its micro-moves in the list there, and its dice


@kernel
def new_walk() -> Walk:
    """Room for one walk."""
    return Walk(
        np.zeros((MOST_DICE + 1, FIELDS), np.uint64),
        np.zeros((MOST_DICE + 1, MOST_MICRO_MOVES), np.int64),
        np.zeros((MOST_DICE + 1, 5), np.int64),
        np.zeros(3, np.int64),
    )


@kernel
def store(boards: NDArray[np.uint64], row: int, b: ChessBoard) -> None:
    """Write a board into a row of an array."""
    boards[row, 0], boards[row, 1], boards[row, 2] = b.pawns, b.knights, b.bishops
    boards[row, 3], boards[row, 4], boards[row, 5] = b.rooks, b.queens, b.kings
    boards[row, 6], boards[row, 7], boards[row, 8] = b.mine, b.targets, b.rights


@kernel
def load(boards: NDArray[np.uint64], row: int) -> ChessBoard:
    """The board in a row of an array."""
    return ChessBoard(
        boards[row, 0],
        boards[row, 1],
        boards[row, 2],
        boards[row, 3],
        boards[row, 4],
        boards[row, 5],
        boards[row, 6],
        boards[row, 7],
        boards[row, 8],
    )


@kernel
def enter(walk: Walk, level: int, b: ChessBoard, pool: int, path: int) -> None:
    """Come to a board `level` micro-moves deep and list what can be played there."""
    store(walk.boards, level, b)
    states = walk.state
    states[level, _POOL], states[level, _NEXT], states[level, _PATH] = pool, 0, path
    states[level, _COUNT] = micro_moves(b, pool, walk.lists[level])
    states[level, _SIZE] = pool_size(pool)
    walk.bunch[_LEVEL] = level


@kernel
def advance(walk: Walk) -> int:
    """Go to the next bunch of complete paths and return how many there are, 0 at the end.

    Of those the i-th ends as `ending` says, is `path_at` and leads to `board_at`.
    """
    states, lists, boards = walk.state, walk.lists, walk.boards
    level = walk.bunch[_LEVEL]
    while level >= 0:
        first, count, deeper = states[level, _NEXT], states[level, _COUNT], level + 1
        if first == count:
            level -= 1
        elif states[level, _SIZE] == 1:  # the last die ends all
            return bunched(walk, level, first, count - first, states[0, _SIZE])
        else:
            code, b = lists[level, first], load(boards, level)
            pool = states[level, _POOL] - spent(b, code)
            if pool == 0 or takes_king(b, code):  # castling spends two dice
                return bunched(walk, level, first, ZERO + 1, states[0, _SIZE])
            path = states[level, _PATH] | code << CODE_BITS * level
            enter(walk, deeper, moved(b, code), pool, path)
            if states[deeper, _COUNT] == 0:
                played = states[0, _SIZE] - states[deeper, _SIZE]
                return bunched(walk, level, first, ZERO + 1, played)
            states[level, _NEXT] += 1
            level = deeper
    return 0


@kernel
def advance_anew(walk: Walk) -> int:
    """The same as `advance`, but without paths that a swap of two micro-moves puts before them.

    Every board is still reached, by the first of the paths that lead to it. For rolls that take
    no king.
    """
    states, lists, boards = walk.state, walk.lists, walk.boards
    level = walk.bunch[_LEVEL]
    while level >= 0:
        first, count, deeper = states[level, _NEXT], states[level, _COUNT], level + 1
        if first == count:
            level -= 1
        elif states[level, _SIZE] == 1:
            return bunched(walk, level, first, count - first, states[0, _SIZE])
        else:
            code, b = lists[level, first], load(boards, level)
            pool = states[level, _POOL] - spent(b, code)
            if pool == 0:
                return bunched(walk, level, first, ZERO + 1, states[0, _SIZE])
            path = states[level, _PATH] | code << CODE_BITS * level
            enter(walk, deeper, moved(b, code), pool, path)
            if states[deeper, _COUNT] == 0:
                played = states[0, _SIZE] - states[deeper, _SIZE]
                return bunched(walk, level, first, ZERO + 1, played)
            states[level, _NEXT] += 1
            states[deeper, _COUNT] = thinned(b, code, lists[deeper], states[deeper, _COUNT])
            level = deeper
    return 0


@kernel
def thinned(b: ChessBoard, code: int, follow: Moves, count: int) -> int:
    """Take from the micro-moves that `follow` a code on `b` those to be made before it."""
    if is_castling(b, code) or takes_in_passing(b, code):
        return count
    start, goal = code >> 9, code >> 3 & 63
    passed, kept = BETWEEN[start, goal], 0
    for i in range(count):
        later = follow[i]
        if later > code or not is_free_of(b, later, start, goal, passed):
            follow[kept] = later
            kept += 1
    return kept


@kernel
def is_free_of(b: ChessBoard, later: int, start: int, goal: int, passed: np.uint64) -> bool:
    """Whether a micro-move that follows one from `start` to `goal` could come before it.

    That is so if another man makes it, neither comes in the way of the other, and it needs no
    square that the first one leaves. `passed` are the squares between `start` and `goal`.
    """
    begin, end = later >> 9, later >> 3 & 63
    if begin == goal or end == start or is_castling(b, later) or takes_in_passing(b, later):
        return False
    left = BETWEEN[begin, end] >> unsigned(start) & _U1
    return left == _U0 and passed >> unsigned(end) & _U1 == _U0  # type: ignore[no-any-return]


@kernel
def takes_in_passing(b: ChessBoard, code: int) -> bool:
    """Whether a micro-move goes where pawns take en passant; it may be one that does."""
    enters = _U1 << unsigned(code >> 3 & 63)
    return b.targets & RANK6 & enters != _U0  # type: ignore[no-any-return]


@kernel
def bunched(walk: Walk, level: int, first: int, count: int, dice: int) -> int:
    """Note the bunch of `count` paths from the `first` in the list of a level; return `count`."""
    bunch = walk.bunch
    bunch[_LEVEL], bunch[_FIRST], bunch[_DICE] = level, first, dice
    walk.state[level, _NEXT] = first + count
    return count


@kernel
def last_code(walk: Walk, i: int) -> int:
    """The last micro-move of the i-th path of the bunch."""
    return walk.lists[walk.bunch[_LEVEL], walk.bunch[_FIRST] + i]  # type: ignore[no-any-return]


@kernel
def ending(walk: Walk, i: int) -> int:
    """The dice that the i-th path of the bunch spends, CAPTURE if it takes the king."""
    entered = _U1 << unsigned(last_code(walk, i) >> 3 & 63)
    if walk.boards[walk.bunch[_LEVEL], _KINGS] & entered != _U0:
        return CAPTURE
    return walk.bunch[_DICE]  # type: ignore[no-any-return]


@kernel
def path_at(walk: Walk, i: int) -> int:
    """The i-th path of the bunch."""
    level = walk.bunch[_LEVEL]
    return walk.state[level, _PATH] | last_code(walk, i) << CODE_BITS * level  # type: ignore[no-any-return]


@kernel
def board_at(walk: Walk, i: int) -> ChessBoard:
    """The board at the end of the i-th path of the bunch, before it is turned round."""
    return moved(load(walk.boards, walk.bunch[_LEVEL]), last_code(walk, i))


@kernel
def can_take_king(walk: Walk, b: ChessBoard, pool: int) -> bool:
    """Whether some path takes the king: the plain search."""
    enter(walk, ZERO, b, pool, ZERO)
    count = advance(walk)
    while count:
        for i in range(count):
            if ending(walk, i) == CAPTURE:
                return True
        count = advance(walk)
    return False


@kernel
def board_hash(b: ChessBoard, salt: np.uint64) -> np.uint64:
    """64 bits of a board: others with another salt."""
    mixed = salt
    for field in (b.pawns, b.knights, b.bishops, b.rooks, b.queens, b.kings):
        mixed = (mixed ^ field) * _ODD
        mixed ^= mixed >> _U29
    for field in (b.mine, b.targets, b.rights):
        mixed = (mixed ^ field) * _ODD
        mixed ^= mixed >> _U29
    return mixed


@kernel
def is_same(boards: NDArray[np.uint64], first: int, second: int) -> bool:
    """Whether two rows hold the same board."""
    differing = np.uint64(0)
    for field in range(FIELDS):
        differing |= boards[first, field] ^ boards[second, field]
    return differing == np.uint64(0)  # type: ignore[no-any-return]


@kernel
def mark_distinct(boards: NDArray[np.uint64], count: int, slots: Moves, first: Moves) -> int:
    """For each of `count` boards the first that is equal to it; return how many differ.

    `slots` is a table of boards by hash, at least twice as long as `count`, a power of two.
    """
    slots[:] = -1
    mask, distinct = np.uint64(len(slots) - 1), 0
    for i in range(count):
        at = board_hash(load(boards, i), _ODD) & mask
        while slots[at] >= 0 and not is_same(boards, slots[at], i):
            at = (at + np.uint64(1)) & mask
        if slots[at] < 0:
            slots[at] = i
            distinct += 1
        first[i] = slots[at]
    return distinct

"""The judge's turn: the best board that a roll leads to, found in a kernel.

The sketch ranks all boards, and the judge looks at those that rank first.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import Inputs, Moves
from kibitz.core.kernel import kernel
from kibitz.games.dicechess.board import FIELDS, ChessBoard, turned
from kibitz.games.dicechess.dice import ZERO
from kibitz.games.dicechess.features import FEATURES, board_features
from kibitz.games.dicechess.sketch import Sketch, board_guess
from kibitz.games.dicechess.turns import (
    CAPTURE,
    NONE,
    Walk,
    advance_anew,
    board_at,
    board_hash,
    ending,
    enter,
    load,
    new_walk,
    path_at,
    store,
)
from kibitz.search.learning.net import Net, judged

KEPT = 24  # boards that the judge looks at
MOST_BOARDS = 1 << 13  # of one roll; more come up once in thousands of games
_U0, _U1, _U20 = np.uint64(0), np.uint64(1), np.uint64(20)


class Room(NamedTuple):
    """Room to choose a turn in."""

    walk: Walk
    boards: NDArray[np.uint64]
    paths: Moves
    ranks: Moves
    slots: NDArray[np.uint64]
    kept: Moves
    x: Inputs
    hidden: Inputs


@kernel
def new_room(net: Net) -> Room:
    """Room for choosing turns by a net."""
    return Room(
        new_walk(),
        np.empty((MOST_BOARDS, FIELDS), np.uint64),
        np.empty(MOST_BOARDS, np.int64),
        np.empty(MOST_BOARDS, np.int64),
        np.empty(4 * MOST_BOARDS, np.uint64),
        np.empty(KEPT, np.int64),
        np.zeros(FEATURES, np.float32),
        np.zeros_like(net.outer),
    )


@kernel
def distinct_turns(b: ChessBoard, pool: int, sketch: Sketch, room: Room) -> int:
    """Write the boards that legal turns lead to, turned round, each once, with a path and a rank.

    For rolls that take no king. Boards are told apart by 64 bits of each.
    """
    walk, slots = room.walk, room.slots
    most, count, mask = NONE, 0, np.uint64(len(slots) - 1)
    enter(walk, ZERO, b, pool, ZERO)
    bunch = advance_anew(walk)
    while bunch:
        for i in range(bunch):
            dice = ending(walk, i)
            if dice == CAPTURE or dice < most:
                continue
            if dice > most:
                most, count = dice, 0
                slots[:] = _U0
            after = board_at(walk, i)
            mark = board_hash(after, _U1) | _U1
            at = (mark >> _U20) & mask
            while slots[at] != _U0 and slots[at] != mark:
                at = (at + _U1) & mask
            if slots[at] == _U0 and count < MOST_BOARDS:
                slots[at] = mark
                store(room.boards, count, turned(after))
                room.paths[count], room.ranks[count] = path_at(walk, i), board_guess(after, sketch)
                count += 1
        bunch = advance_anew(walk)
    return count


@kernel
def keep_best(ranks: Moves, count: int, kept: Moves) -> int:
    """Write the indices of those that rank first, as many as fit; returns how many."""
    size, least = 0, 0
    for i in range(count):
        if size < len(kept):
            kept[size] = i
            size += 1
        elif ranks[i] > ranks[kept[least]]:
            kept[least] = i
        else:
            continue
        if size == len(kept):
            for k in range(size):
                if ranks[kept[k]] < ranks[kept[least]]:
                    least = k
    return size


@kernel
def best_board(turns: int, net: Net, room: Room) -> tuple[int, float]:
    """Of so many boards the one the judge likes best, and its worth to the side that moved."""
    best, chosen = -1.0, ZERO
    for k in range(keep_best(room.ranks, turns, room.kept)):
        worth = 1.0 - board_worth(load(room.boards, room.kept[k]), net, room)
        if worth > best:
            best, chosen = worth, room.kept[k]
    return chosen, best


@kernel
def board_worth(b: ChessBoard, net: Net, room: Room) -> float:
    """The judge's share of the points for the side about to roll."""
    return judged(net, room.x, board_features(b, room.x), room.hidden)

"""Which move a search looks at first: the better the guess, the more it can leave out.

First the move that was best here before, then by the game's own word `priority`, then
moves that refuted a sister position (killers), then moves that refuted often (history).
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import Position, generic, priority
from kibitz.core.kernel import kernel

Lists: TypeAlias = NDArray[np.int64]  # two rows a ply: its moves and their ranks
Notes: TypeAlias = NDArray[np.int64]  # history and killers

HISTORY_SIZE = 1 << 10  # of each seat; moves that agree in their low bits share an entry
KILLERS = 2 * HISTORY_SIZE  # from here on two killers a ply
NO_MOVE = -1

_HISTORY_TOP = 1 << 30
_KILLER = 1 << 32
_PRIORITY = 1 << 34
_PRIORITY_TOP = 1 << 24
_FIRST = 1 << 62


def new_notes(plies: int) -> Notes:
    """Empty notes for a search of at most so many plies."""
    notes = np.zeros(KILLERS + 2 * plies, np.int64)
    notes[KILLERS:] = NO_MOVE
    return notes


@kernel
def _experience(move: int, seat: int, ply: int, notes: Notes) -> int:
    rank = notes[seat * HISTORY_SIZE + (move & (HISTORY_SIZE - 1))]
    if move == notes[KILLERS + 2 * ply]:
        rank += 2 * _KILLER
    elif move == notes[KILLERS + 2 * ply + 1]:
        rank += _KILLER
    return rank  # type: ignore[no-any-return]


@generic
def rank_moves(
    p: Position, seat: int, first: int, count: int, ply: int, lists: Lists, notes: Notes
) -> None:
    """Rank the `count` moves of ply `ply`, the move `first` before all others."""
    for i in range(count):
        move = lists[2 * ply, i]
        if move == first:
            lists[2 * ply + 1, i] = _FIRST
        else:
            urgency = min(max(priority(p, move), -_PRIORITY_TOP), _PRIORITY_TOP)
            lists[2 * ply + 1, i] = urgency * _PRIORITY + _experience(move, seat, ply, notes)


@kernel
def next_move(lists: Lists, ply: int, i: int, count: int) -> int:
    """Bring a highest-ranked of the moves from `i` on to place `i`, and the one there to its."""
    ranks, best = 2 * ply + 1, i
    top = lists[ranks, i]
    for j in range(i + 1, count):
        rank = lists[ranks, j]
        best = j if rank > top else best
        top = max(rank, top)
    move = lists[2 * ply, best]
    lists[2 * ply, best], lists[ranks, best] = lists[2 * ply, i], lists[ranks, i]
    lists[2 * ply, i], lists[ranks, i] = move, top
    return move  # type: ignore[no-any-return]


@kernel
def praise(move: int, seat: int, depth: int, ply: int, notes: Notes) -> None:
    """Note that `move` refuted the position at `ply`."""
    entry = seat * HISTORY_SIZE + (move & (HISTORY_SIZE - 1))
    notes[entry] = min(notes[entry] + depth * depth, _HISTORY_TOP)
    killers = KILLERS + 2 * ply
    if notes[killers] != move:
        notes[killers + 1] = notes[killers]
        notes[killers] = move

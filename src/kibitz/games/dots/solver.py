"""Exact values of dots and boxes, in boxes still to come for the seat to move.

A position with boxes to take is settled first (see `settling`). If k of the boxes may be left
to the opponent and the position after them is worth v to whoever moves, the choice is
between k + v and -(k + v), as the same lines end up drawn: it is worth |k + v|.

Where only chains and loops are left their lengths tell the value (see `endgame`). What
remains is a search over positions without boxes to take. A line there is safe, or it
opens a chain or loop; of the lines that open one chain a single one is tried, in a chain
of two the middle one, after which nothing can be left. Alpha-beta with a table, modulo the
symmetries of the board and the equal outer lines of corner boxes.
"""

import numpy as np

from kibitz.core.bits import count_bits, int64, unsigned
from kibitz.core.kernel import kernel
from kibitz.games.dots.board import Board, Ints
from kibitz.games.dots.endgame import endgame_margin, given, spare_of
from kibitz.games.dots.memory import (
    EXACT,
    LOWER,
    UPPER,
    canonical,
    find,
    is_settled,
    keep,
    new_table,
    note_kind,
    note_line,
    note_value,
)
from kibitz.games.dots.settling import chain_from, index_of, settle

NODES, MOST_NODES, STOP, ASKED, DONE, TRIED = range(6)  # places of a desk
HISTORY = 8  # from here on: how often each line was best
NO_LINE = 63
MANY_BOXES = 6  # left, for which a look at what is known of every line pays
CHAIN_LINES, BOTH_ENDS = 2, 2  # that a box in a chain lacks; ends joined to other boxes


def new_desk(nodes: int | None, lines: int) -> Ints:
    """The counters of a search that stops after so many positions."""
    desk = np.zeros(HISTORY + lines, np.int64)
    desk[MOST_NODES] = nodes or 1 << 62
    return desk


@kernel
def opening_lines(lines: int, boxes: Ints) -> int:
    """The free lines of all boxes that lack two: each opens a chain or loop."""
    opening = int64(0)
    for box in range(len(boxes)):
        free = boxes[box] & ~lines
        if count_bits(unsigned(free)) == CHAIN_LINES:
            opening |= free
    return opening


@kernel
def candidates(
    lines: int, first: int, row: Ints, boxes: Ints, beside: Ints, twins: Ints, desk: Ints
) -> int:
    """Write the lines worth trying, the most promising first; returns how many.

    Each is written as its rank, whether it is safe, and its number. Of chains that nothing
    else is joined to only the shortest need be opened, and of such loops, too.
    """
    todo = ((1 << len(beside)) - 1) & ~lines
    for corner in range(len(twins)):
        pair = 1 << twins[corner, 0] | 1 << twins[corner, 1]
        if todo & pair == pair:
            todo &= ~(1 << twins[corner, 1])
    count, shortest_chain, shortest_loop = 0, 99, 99
    opening = opening_lines(lines, boxes)
    safe, todo = todo & ~opening, todo & opening
    while safe:
        line = index_of(safe & -safe)
        safe &= safe - 1
        count = insert(line, desk[HISTORY + line], 1, first, row, count)
    chain_line, loop_line = int64(-1), int64(-1)
    while todo:
        line = index_of(todo & -todo)
        todo &= todo - 1
        chain, inner, length, joints = chain_from(line, lines, boxes, beside)
        todo &= ~chain
        if length == 2:
            line = index_of(inner)
        if inner == chain:
            if length < shortest_loop:
                shortest_loop, loop_line = length, line
        elif joints == 0:
            if length < shortest_chain:
                shortest_chain, chain_line = length, line
        else:
            count = insert(line, -length, 0, first, row, count)
    if chain_line >= 0:
        count = insert(chain_line, -shortest_chain, 0, first, row, count)
    if loop_line >= 0:
        count = insert(loop_line, -shortest_loop, 0, first, row, count)
    return count


@kernel
def insert(line: int, rank: int, safe: int, first: int, row: Ints, count: int) -> int:
    """Put a line in its place among those ranked so far; returns how many there are now."""
    if line == first:
        rank = int64(1 << 40)
    at = count
    while at > 0 and row[at - 1] >> 7 < rank:
        row[at] = row[at - 1]
        at -= 1
    row[at] = rank << 7 | safe << 6 | line
    return count + 1


@kernel
def boxes_left(lines: int, boxes: Ints) -> tuple[int, bool]:
    """How many boxes are not complete, and whether some line of them opens nothing or joins."""
    left, has_joint = 0, False
    for box in range(len(boxes)):
        free = boxes[box] & ~lines
        left += free != 0
        has_joint |= count_bits(unsigned(free)) > CHAIN_LINES
    return left, has_joint


@kernel
def opened(line: int, lines: int, boxes: Ints, beside: Ints) -> tuple[int, int, int]:
    """What follows if a line opens a chain: the lines then drawn, the boxes taken, and how many
    of them could be left. Only a chain with both ends at one box can open more."""
    chain, inner, length, joints = chain_from(line, lines, boxes, beside)
    if joints == BOTH_ENDS:
        return settle(lines | 1 << line, boxes, beside)
    return lines | chain, length, spare_of(length, chain == inner)


@kernel
def known_best(
    lines: int, beta: int, count: int, row: Ints, images: Ints, twins: Ints, table: Ints
) -> tuple[int, int]:
    """A safe line that the table knows to be worth `beta` or more, behind its value; else the
    value is less than `beta`."""
    for i in range(count):
        line = row[i] & 63
        if row[i] >> 6 & 1:
            note = find(table, canonical(lines | 1 << line, images, twins))
            if note and note_kind(note) != LOWER and -note_value(note) >= beta:
                return -note_value(note), line
    return beta - 1, int64(NO_LINE)


@kernel
def margin(
    lines: int,
    alpha: int,
    beta: int,
    ply: int,
    boxes: Ints,
    beside: Ints,
    images: Ints,
    twins: Ints,
    table: Ints,
    lists: Ints,
    desk: Ints,
) -> int:
    """The margin still to come for the mover of a settled position: exact between alpha and
    beta, else a bound on that side."""
    left, has_joint = boxes_left(lines, boxes)
    if left <= alpha or -left >= beta or left == 0:
        return left if left <= alpha else -left
    if not has_joint:
        desk[NODES] += 1
        return endgame_margin(lines, boxes, beside, lists[ply], lists[ply + 1])
    lines = canonical(lines, images, twins)
    note = find(table, lines)
    if note and is_settled(note, alpha, beta):
        return note_value(note)
    before = desk[NODES]
    desk[NODES] += 1
    if desk[NODES] >= desk[MOST_NODES]:
        desk[STOP] = 1
        return 0
    first = note_line(note) if note else int64(NO_LINE)
    count = candidates(lines, first, lists[ply], boxes, beside, twins, desk)
    if left >= MANY_BOXES:
        best, line = known_best(lines, beta, count, lists[ply], images, twins, table)
        if best >= beta:
            desk[HISTORY + line] += left * left
            keep(table, lines, best, LOWER, line, int64(1))
            return best
    best, best_line, floor = -left - 1, int64(NO_LINE), alpha
    for i in range(count):
        if ply == 0:
            desk[ASKED], desk[DONE], desk[TRIED] = beta, i, count
        line = lists[ply, i] & 63
        after, taken, spare = lines | 1 << line, int64(0), int64(0)
        if not lists[ply, i] >> 6 & 1:
            after, taken, spare = opened(line, lines, boxes, beside)
        reach = spare - taken - floor
        low, high = -taken - beta, -taken - floor
        if spare:
            low, high = -reach - spare, reach - spare
        odd = (left - taken) & 1  # as the margin to come is
        if spare and reach <= odd:
            value = spare - taken - odd  # whatever follows
        else:
            rest = margin(
                after, low, high, ply + 1, boxes, beside, images, twins, table, lists, desk
            )
            value = given(taken, spare, rest)
        if desk[STOP]:
            return 0
        if value > best:
            best, best_line = value, line
            floor = max(floor, best)
        if floor >= beta:
            desk[HISTORY + line] += left * left
            break
    kind = LOWER if best >= beta else EXACT if best > alpha else UPPER
    keep(table, lines, best, kind, best_line, desk[NODES] - before)
    return best


@kernel
def exact_margin(
    lines: int,
    guess: int,
    boxes: Ints,
    beside: Ints,
    images: Ints,
    twins: Ints,
    table: Ints,
    lists: Ints,
    desk: Ints,
) -> int:
    """The margin still to come for the mover of any position; 0 if the search was stopped.

    Narrow searches from a guess on, each of which says higher or lower (Plaat 1996, MTD-f).
    """
    after, taken, spare = settle(lines, boxes, beside)
    most = int64(len(boxes))
    low, high, value = -most, most, guess
    while low < high and not desk[STOP]:
        beta = value + 1 if value == low else value
        ply = int64(0)
        value = margin(after, beta - 1, beta, ply, boxes, beside, images, twins, table, lists, desk)
        if value >= beta:
            low = value
        else:
            high = value
    return taken + low if spare == 0 else taken - spare + abs(spare + low)


class Solver:
    """The exact values of one board's positions, remembered from one question to the next."""

    def __init__(self, board: Board, nodes: int | None = None, megabytes: int = 32) -> None:
        self.board = board
        self.desk = new_desk(nodes, board.lines)
        self.table = new_table(megabytes)
        self._lists = np.zeros((board.lines + 1, board.lines), np.int64)

    @property
    def nodes(self) -> int:
        """How many positions were searched."""
        return int(self.desk[NODES])

    @property
    def is_stopped(self) -> bool:
        """Whether the limit was reached: then nothing more is answered."""
        return bool(self.desk[STOP])

    @property
    def progress(self) -> tuple[int, int, int]:
        """What is being searched: whether the margin reaches the first number, with so many
        of so many first lines done. For another thread than the one that waits."""
        return int(self.desk[ASKED]), int(self.desk[DONE]), int(self.desk[TRIED])

    def stop(self) -> None:
        """End a search that runs in another thread."""
        self.desk[STOP] = 1

    def margin(self, lines: int, guess: int = 0) -> int | None:
        """What the mover will get more than the opponent from here on; None when stopped."""
        tables = (*self.board.shape(), self.table, self._lists, self.desk)
        found = int(exact_margin(int64(lines), int64(guess), *tables))
        return None if self.is_stopped else found

"""Exact values of dots and boxes, in boxes still to come for the seat to move.

A position with boxes to take is settled first. All of them are taken, but the last two of
a chain, or the last four of a loop, may be left to the opponent to make him move next; the
lines that end up drawn are the same. So if those are k boxes and the position after them
is worth v to whoever moves, the choice is between k + v and -(k + v): it is worth |k + v|.

What remains is a search over positions without boxes to take. A line there is safe, or it
opens a chain or loop; of the lines that open one chain a single one is tried, in a chain
of two the middle one, after which nothing can be left. Alpha-beta with a table, modulo the
symmetries of the board and the equal outer lines of corner boxes.
"""

import numpy as np

from kibitz.core.bits import count_bits, int64, unsigned
from kibitz.core.kernel import kernel
from kibitz.core.stream import mix
from kibitz.games.dots.board import MIRRORS, OUTSIDE, Board, Ints

NODES, MOST_NODES, STOP, ASKED, DONE, TRIED = range(6)  # places of a desk
HISTORY = 8  # from here on: how often each line was best

KEY, NOTE = range(2)  # columns of a table
LOWER, UPPER, EXACT = 1, 2, 3
_BIAS = 64  # makes a value positive
_NO_LINE = 63
FORCED, PAIR, LOOP = 1, 2, 4  # what can be done about a box to take


def new_table(megabytes: int) -> Ints:
    """An empty table of at most that size; its rows are a power of two."""
    return np.zeros((1 << ((megabytes << 20) // 16).bit_length() - 1, 2), np.int64)


def new_desk(nodes: int | None, lines: int) -> Ints:
    """The counters of a search that stops after so many positions."""
    desk = np.zeros(HISTORY + lines, np.int64)
    desk[MOST_NODES] = nodes or 1 << 62
    return desk


@kernel
def free_count(box: int, lines: int, boxes: Ints) -> int:
    """How many lines of a box are free; many outside the board."""
    if box == OUTSIDE:
        return 9
    return count_bits(unsigned(boxes[box] & ~lines))


@kernel
def index_of(bit: int) -> int:
    """The line of a set with a single one."""
    return count_bits(unsigned(bit - 1))


@kernel
def across(line: int, box: int, beside: Ints) -> int:
    """The box on the other side of a line."""
    return beside[line, 0] + beside[line, 1] - box  # type: ignore[no-any-return]


@kernel
def judge(box: int, lines: int, boxes: Ints, beside: Ints) -> tuple[int, int]:
    """What to do about a box that lacks one line: FORCED to take it, or the last of a PAIR or
    LOOP that may be left; and the line that takes it."""
    free = boxes[box] & ~lines
    line = index_of(free)
    second = across(line, box, beside)
    if free_count(second, lines, boxes) != 2:
        return FORCED, line
    free = boxes[second] & ~lines & ~free
    third = across(index_of(free), second, beside)
    count = free_count(third, lines, boxes)
    if count > 2:
        return PAIR, line
    if count == 1:
        return FORCED, line
    free = boxes[third] & ~lines & ~free
    fourth = across(index_of(free), third, beside)
    return (LOOP if free_count(fourth, lines, boxes) == 1 else FORCED), line


@kernel
def settle(lines: int, boxes: Ints, beside: Ints) -> tuple[int, int, int]:
    """Take every box there is to take: the lines then drawn, the boxes taken, and how many of
    the last of them (0, 2 or 4) could be left."""
    taken, left = 0, 0
    while True:
        forced, pair, other_pair, loop = -1, -1, -1, -1
        for box in range(len(boxes)):
            if free_count(box, lines, boxes) != 1:
                continue
            verdict, line = judge(box, lines, boxes, beside)
            if verdict == FORCED:
                forced = line
                break
            if verdict == LOOP:
                loop = line
            elif pair < 0:
                pair = line
            else:
                other_pair = line
        if forced >= 0:
            line = forced
        elif loop >= 0 and pair >= 0:
            line = loop
        elif other_pair >= 0:
            line = other_pair
        elif pair >= 0:
            line, left = pair, max(left, PAIR)
        elif loop >= 0:
            line, left = loop, LOOP
        else:
            return lines, taken, left
        lines |= 1 << line
        for side in range(2):
            box = beside[line, side]
            if box != OUTSIDE and boxes[box] & ~lines == 0:
                taken += 1


@kernel
def with_even_corners(lines: int, twins: Ints) -> int:
    """The same with the first outer line of a corner box drawn where one of the two is."""
    for corner in range(len(twins)):
        one, other = twins[corner, 0], twins[corner, 1]
        swap = lines >> other & ~(lines >> one) & 1
        lines ^= swap << one | swap << other
    return lines


@kernel
def canonical(lines: int, images: Ints, twins: Ints) -> int:
    """The least of the sets of lines that are worth the same by symmetry."""
    least = lines = with_even_corners(lines, twins)
    for symmetry in range(1, len(images)):
        image, rest, byte = int64(0), lines, 0
        while rest:
            image |= images[symmetry, byte, rest & 255]
            rest >>= 8
            byte += 1
        if symmetry >= MIRRORS:  # the others keep flat lines flat
            image = with_even_corners(image, twins)
        least = min(least, image)
    return least


@kernel
def chain_from(line: int, lines: int, boxes: Ints, beside: Ints) -> tuple[int, int, int, int]:
    """The chain that a free line would open: its free lines, those of them between two of its
    boxes, the number of its boxes, which is 0 if the line is safe, and how many of its ends
    are joined to other boxes that are not complete."""
    chain, inner, count, joints = 0, 0, 0, 0
    for side in range(2):
        at, box = line, beside[line, side]
        while free_count(box, lines, boxes) == 2:
            free = boxes[box] & ~lines
            inner |= chain & free
            chain |= free
            count += 1
            at = index_of(free & ~(1 << at))
            if at == line:
                return chain, inner, count, 0  # round a loop
            box = across(at, box, beside)
        joints += box != OUTSIDE
    return chain, inner, count, joints


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
    chain_line, loop_line = int64(-1), int64(-1)
    while todo:
        line = index_of(todo & -todo)
        todo &= todo - 1
        chain, inner, length, joints = chain_from(line, lines, boxes, beside)
        todo &= ~chain
        if length == 2:
            line = index_of(inner)
        if length and inner == chain:
            if length < shortest_loop:
                shortest_loop, loop_line = length, line
        elif length and joints == 0:
            if length < shortest_chain:
                shortest_chain, chain_line = length, line
        elif length:
            count = insert(line, -length, 0, first, row, count)
        else:
            count = insert(line, desk[HISTORY + line], 1, first, row, count)
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
def find(table: Ints, lines: int) -> int:
    """The note on a position, or 0."""
    row = int64(mix(lines)) & (len(table) - 2)
    if table[row, KEY] == lines:
        return table[row, NOTE]  # type: ignore[no-any-return]
    return table[row + 1, NOTE] if table[row + 1, KEY] == lines else 0


@kernel
def keep(table: Ints, lines: int, value: int, kind: int, line: int, work: int) -> None:
    """Remember a position: in the first row of its pair unless more work stands there."""
    row = int64(mix(lines)) & (len(table) - 2)
    if table[row, KEY] != lines and table[row, NOTE] >> 16 > work:
        row += 1
    table[row, KEY] = lines
    table[row, NOTE] = work << 16 | line << 10 | (value + _BIAS) << 2 | kind


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
    left = 0
    for box in range(len(boxes)):
        left += boxes[box] & ~lines != 0
    if left == 0:
        return 0
    if left <= alpha:
        return left
    if -left >= beta:
        return -left
    lines = canonical(lines, images, twins)
    note, first = find(table, lines), int64(_NO_LINE)
    if note:
        value, kind = (note >> 2 & 255) - _BIAS, note & 3
        if kind == EXACT or (kind == LOWER and value >= beta) or (kind == UPPER and value <= alpha):
            return value
        first = note >> 10 & 63
    before = desk[NODES]
    desk[NODES] += 1
    if desk[NODES] >= desk[MOST_NODES]:
        desk[STOP] = 1
    best, best_line, floor = -left - 1, int64(_NO_LINE), alpha
    count = candidates(lines, first, lists[ply], boxes, beside, twins, desk)
    for i in range(count):
        if ply == 0:
            desk[ASKED], desk[DONE], desk[TRIED] = beta, i, count
        line = lists[ply, i] & 63
        after, taken, spare = lines | 1 << line, 0, 0
        if not lists[ply, i] >> 6 & 1:
            after, taken, spare = settle(after, boxes, beside)
        if taken == 0:
            value = -margin(
                after, -beta, -floor, ply + 1, boxes, beside, images, twins, table, lists, desk
            )
        elif spare == 0:
            value = -taken - margin(
                after,
                -taken - beta,
                -taken - floor,
                ply + 1,
                boxes,
                beside,
                images,
                twins,
                table,
                lists,
                desk,
            )
        elif spare - taken - floor <= 0:
            value = spare - taken  # whatever follows
        else:
            reach = spare - taken - floor
            value = (
                spare
                - taken
                - abs(
                    spare
                    + margin(
                        after,
                        -reach - spare,
                        reach - spare,
                        ply + 1,
                        boxes,
                        beside,
                        images,
                        twins,
                        table,
                        lists,
                        desk,
                    )
                )
            )
        if desk[STOP]:
            return 0
        if value > best:
            best, best_line = value, line
            floor = max(floor, best)
        if floor >= beta:
            desk[HISTORY + line] += left * left
            break
    kind = LOWER if best >= beta else EXACT if best > alpha else UPPER
    keep(table, lines, best, kind, best_line, min(desk[NODES] - before, 1 << 40))
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

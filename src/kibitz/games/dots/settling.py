"""Taking boxes: which must be taken, which may be left, and the chains that a line opens.

All boxes there are to take are taken, but the last two of a chain, or the last four of a
loop, may be left to the opponent to make him move next. Where several chains are open, all
but one are taken whole; a pair is kept to be left rather than a loop.
"""

from kibitz.core.bits import count_bits, unsigned
from kibitz.core.kernel import kernel
from kibitz.games.dots.board import OUTSIDE, Ints

FORCED, PAIR, LOOP = 1, 2, 4  # what can be done about a box to take


@kernel
def free_count(box: int, lines: int) -> int:
    """How many lines of a box are free; none outside the board."""
    return count_bits(unsigned(box & ~lines))


@kernel
def index_of(bit: int) -> int:
    """The line of a set with a single one."""
    return count_bits(unsigned(bit - 1))


@kernel
def across(line: int, box: int, grid: Ints) -> int:
    """The box on the other side of a line."""
    return grid[line, 0] ^ grid[line, 1] ^ box  # type: ignore[no-any-return]


@kernel
def judge(box: int, lines: int, grid: Ints) -> tuple[int, int]:
    """What to do about a box that lacks one line: FORCED to take it, or the last of a PAIR or
    LOOP that may be left; and the line that takes it."""
    free = box & ~lines
    line = index_of(free)
    second = across(line, box, grid)
    if free_count(second, lines) != 2:
        return FORCED, line
    free = second & ~lines & ~free
    third = across(index_of(free), second, grid)
    count = free_count(third, lines)
    if third == OUTSIDE or count > 2:
        return PAIR, line
    if count == 1:
        return FORCED, line
    free = third & ~lines & ~free
    fourth = across(index_of(free), third, grid)
    return (LOOP if free_count(fourth, lines) == 1 else FORCED), line


@kernel
def settle(lines: int, boxes: Ints, grid: Ints) -> tuple[int, int, int]:
    """Take every box there is to take: the lines then drawn, the boxes taken, and how many of
    the last of them (0, 2 or 4) could be left."""
    taken, left = 0, 0
    while True:
        forced, pair, other_pair, loop = -1, -1, -1, -1
        for i in range(len(boxes)):
            if free_count(boxes[i], lines) != 1:
                continue
            verdict, line = judge(boxes[i], lines, grid)
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
            taken += grid[line, side] != OUTSIDE and grid[line, side] & ~lines == 0


@kernel
def chain_from(line: int, lines: int, grid: Ints) -> tuple[int, int, int, int]:
    """The chain that a free line would open: its free lines, those of them between two of its
    boxes, the number of its boxes, which is 0 if the line is safe, and how many of its ends
    are joined to other boxes that are not complete."""
    chain, inner, count, joints = 0, 0, 0, 0
    for side in range(2):
        at, box = line, grid[line, side]
        while free_count(box, lines) == 2:
            free = box & ~lines
            inner |= chain & free
            chain |= free
            count += 1
            at = index_of(free & ~(1 << at))
            if at == line:
                return chain, inner, count, 0  # round a loop
            box = across(at, box, grid)
        joints += box != OUTSIDE
    return chain, inner, count, joints

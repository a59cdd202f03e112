"""Endings of dots and boxes: chains and loops apart from each other, counted exactly.

Once every free line opens something and nothing is to be taken, the position is a stock of
chains and loops (see `stock`), if none of them is joined to another box. Whoever must open
gives the shortest chain or the shortest loop, so a table over how many of both are gone has
the value. Searches stop at such positions: `proven_value` is a door of theirs.
"""

import numpy as np

from kibitz.core.bits import count_bits, unsigned
from kibitz.core.game import rule
from kibitz.core.kernel import kernel
from kibitz.games.dots.board import Ints
from kibitz.games.dots.rules import Dots, boxes_beside, line_count
from kibitz.games.dots.settling import index_of
from kibitz.games.dots.stock import LEFT_OF_LOOP, given, spare_of

NO_ENDING = -128  # no margin of any board


@kernel
def can_open(p: Dots, line: int) -> bool:
    """Whether a free line is on a box that lacks two lines, and on none that lacks one."""
    one, other = boxes_beside(p, line)
    first, second = count_bits(unsigned(one & ~p.lines)), count_bits(unsigned(other & ~p.lines))
    return first != 1 and second != 1 and (first == 2 or second == 2)


@kernel
def walk(p: Dots, line: int, side: int) -> tuple[int, int, bool]:
    """Along a chain from a line to one side: its free lines, its boxes, and whether it leads out
    of the board or back to the line."""
    chain, count, at = 1 << line, 0, line
    box = boxes_beside(p, line)[side]
    while count_bits(unsigned(box & ~p.lines)) == 2:
        count += 1
        at = index_of(box & ~p.lines & ~(1 << at))
        chain |= 1 << at
        if at == line:
            return chain, count, True
        one, other = boxes_beside(p, at)
        box = one ^ other ^ box
    return chain, count, box == 0


@kernel
def count_parts(p: Dots, chains: Ints, loops: Ints) -> bool:
    """Count by their lengths the chains and loops of a position whose lines all open one; whether
    none is joined to another box."""
    free = (1 << line_count(p.rows, p.columns)) - 1 & ~p.lines
    while free:
        line = index_of(free & -free)
        chain, count, is_loose = walk(p, line, 1)
        if chain != 1 << line and count == count_bits(unsigned(chain)):
            loops[count] += 1  # as many lines as boxes
            free &= ~chain
            continue
        more, length, is_loose_too = walk(p, line, 0)
        if not (is_loose and is_loose_too):
            return False
        chains[count + length] += 1
        free &= ~(chain | more)
    return True


@kernel
def opener_margin(chains: Ints, loops: Ints) -> int:
    """The margin of who must open one of so many chains and loops of each length."""
    lines, rings = sorted_lengths(chains), sorted_lengths(loops)
    margins = np.zeros((len(lines) + 1, len(rings) + 1), np.int64)
    for i in range(len(lines), -1, -1):
        for j in range(len(rings), -1, -1):
            best = NO_ENDING
            if i < len(lines):
                spare = spare_of(lines[i], False)
                best = max(best, given(lines[i], spare, margins[i + 1, j]))
            if j < len(rings):
                best = max(best, given(rings[j], LEFT_OF_LOOP, margins[i, j + 1]))
            if best > NO_ENDING:
                margins[i, j] = best
    return margins[0, 0]  # type: ignore[no-any-return]


@kernel
def sorted_lengths(counts: Ints) -> Ints:
    """Every length as often as it is counted, ascending."""
    lengths, at = np.zeros(counts.sum(), np.int64), 0
    for length in range(len(counts)):
        for _ in range(counts[length]):
            lengths[at] = length
            at += 1
    return lengths


@kernel
def ending_margin(p: Dots) -> int:
    """What the seat to move will get more than the other from here on; NO_ENDING where there is
    more than an ending."""
    boxes = p.rows * p.columns
    for line in range(line_count(p.rows, p.columns)):
        if not p.lines >> line & 1 and not can_open(p, line):
            return NO_ENDING
    chains, loops = np.zeros(boxes + 1, np.int64), np.zeros(boxes + 1, np.int64)
    if not count_parts(p, chains, loops):
        return NO_ENDING
    return opener_margin(chains, loops)


@rule
def proven_value(p: Dots, seat: int) -> float:
    """The margin of an ending, boxes already taken included; nan elsewhere."""
    margin = ending_margin(p)
    if margin == NO_ENDING:
        return np.nan
    first = p.first - p.second + (margin if p.seat == 0 else -margin)
    return float(first if seat == 0 else -first)

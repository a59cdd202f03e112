"""The moves of a settled position that are worth trying, and what they lead to.

A line is safe, or it opens a chain. Of the lines that open one chain a single one is tried, in
a chain of two the middle one, after which nothing can be left; of the stock, the shortest
chain and the shortest loop; of twins, the first. Frames hold for each ply the moves with their
ranks, the lines and the stock that each safe one leads to, and the images of the lines.
"""

from kibitz.core.bits import count_bits, int64, unsigned
from kibitz.core.kernel import kernel
from kibitz.games.dots.board import IMAGES, TWIN, Ints
from kibitz.games.dots.settling import chain_from, index_of, settle
from kibitz.games.dots.stock import (
    AFTER_CHAIN,
    AFTER_LOOP,
    CHAIN,
    EMPTY,
    LOOP,
    spare_of,
    with_part,
)

MOVE, AFTER, STOCK, IMAGE, KEY, ROW = range(6)  # rows of a frame
FIELDS = 6
OPEN_CHAIN, OPEN_LOOP, NO_MOVE = 64, 65, 127  # moves that are no lines
RANK = 7  # where the rank begins in what is written of a move
FIRST = 1 << 40  # a rank before all others
CHAIN_LINES, BOTH_ENDS = 2, 2  # that a box in a chain lacks; ends joined to other boxes


@kernel
def census(lines: int, boxes: Ints) -> tuple[int, int]:
    """How many boxes are not complete, and the free lines of those that lack two: each opens a
    chain or loop."""
    left, opening = 0, int64(0)
    for box in range(len(boxes)):
        free = boxes[box] & ~lines
        left += free != 0
        if count_bits(unsigned(free)) == CHAIN_LINES:
            opening |= free
    return left, opening


@kernel
def imagine(ply: int, drawn: int, grid: Ints, frames: Ints) -> None:
    """Write the images of the lines of a ply with some more drawn to the next ply."""
    symmetries = grid.shape[1] - IMAGES
    for symmetry in range(symmetries):
        frames[ply + 1, IMAGE, symmetry] = frames[ply, IMAGE, symmetry]
    while drawn:
        line = index_of(drawn & -drawn)
        drawn &= drawn - 1
        for symmetry in range(symmetries):
            frames[ply + 1, IMAGE, symmetry] |= grid[line, IMAGES + symmetry]


@kernel
def least_image(ply: int, grid: Ints, frames: Ints) -> tuple[int, int]:
    """The least of the images of the lines, and the symmetry that gives it."""
    key, found = frames[ply, IMAGE, 0], 0
    for symmetry in range(1, grid.shape[1] - IMAGES):
        if frames[ply, IMAGE, symmetry] < key:
            key, found = frames[ply, IMAGE, symmetry], symmetry
    return key, found


@kernel
def image_of(move: int, symmetry: int, grid: Ints) -> int:
    """A move as it is written down for the image of its position."""
    return move if move >= OPEN_CHAIN else index_of(grid[move, IMAGES + symmetry])


@kernel
def original_of(move: int, symmetry: int, grid: Ints) -> int:
    """The move whose image this is; the inverse of `image_of`."""
    if move >= OPEN_CHAIN:
        return move
    line = 0
    while grid[line, IMAGES + symmetry] != 1 << move:
        line += 1
    return line


@kernel
def ranked(move: int, rank: int, first: int) -> int:
    """What is written of a move: its rank, and itself so that of equals the first is chosen."""
    if move == first:
        rank = int64(FIRST)
    return rank << RANK | (NO_MOVE - move)


@kernel
def safe_moves(
    lines: int,
    stock: int,
    opening: int,
    first: int,
    answer: int,
    ply: int,
    grid: Ints,
    stocks: Ints,
    frames: Ints,
) -> int:
    """Write the safe lines and what they lead to; returns how many. The fewer safe lines one
    leaves, the better its rank; before them come the best line so far and the latest answer."""
    every, count = (1 << len(grid)) - 1, 0
    todo = every & ~lines & ~opening
    while todo:
        line = index_of(todo & -todo)
        todo &= todo - 1
        if grid[line, TWIN] & ~lines:
            continue
        after, more, unsafe = lines | 1 << line, stock, opening
        for side in range(2):
            free = grid[line, side] & ~after
            if count_bits(unsigned(free)) == CHAIN_LINES:
                unsafe |= free
                chain, inner, length, joints = chain_from(index_of(free & -free), after, grid)
                if joints == 0:
                    after |= chain
                    more = with_part(more, length, chain == inner, stocks)
        rank = -count_bits(unsigned(every & ~after & ~unsafe))
        if line == answer:
            rank = int64(FIRST - 1)
        frames[ply, MOVE, count] = ranked(line, rank, first)
        frames[ply, AFTER, count], frames[ply, STOCK, count] = after, more
        count += 1
    return count


@kernel
def opening_moves(
    lines: int,
    stock: int,
    opening: int,
    first: int,
    count: int,
    ply: int,
    grid: Ints,
    stocks: Ints,
    frames: Ints,
) -> int:
    """Write behind the moves so far those that open something; returns how many there are now.
    The shorter the better."""
    while opening:
        line = index_of(opening & -opening)
        chain, inner, length, _ = chain_from(line, lines, grid)
        opening &= ~chain
        if length == 2:
            line = index_of(inner)
        frames[ply, MOVE, count] = ranked(line, -length, first)
        count += 1
    if stocks[stock, CHAIN]:
        rank = -stocks[stock, CHAIN]
        frames[ply, MOVE, count] = ranked(int64(OPEN_CHAIN), rank, first)
        count += 1
    if stocks[stock, LOOP]:
        rank = -stocks[stock, LOOP]
        frames[ply, MOVE, count] = ranked(int64(OPEN_LOOP), rank, first)
        count += 1
    return count


@kernel
def prefer(at: int, ply: int, frames: Ints) -> None:
    """Rank the move at a place before all others."""
    frames[ply, MOVE, at] = (FIRST + 1) << RANK | frames[ply, MOVE, at] & NO_MOVE


@kernel
def choose(at: int, count: int, ply: int, frames: Ints) -> tuple[int, int, int]:
    """Bring the best of the moves from a place on to that place; returns it, and the lines and
    the stock it leads to if it is safe."""
    best = at
    for i in range(at + 1, count):
        if frames[ply, MOVE, i] > frames[ply, MOVE, best]:
            best = i
    for field in range(IMAGE):
        held = frames[ply, field, at]
        frames[ply, field, at] = frames[ply, field, best]
        frames[ply, field, best] = held
    move = NO_MOVE - (frames[ply, MOVE, at] & NO_MOVE)
    return move, frames[ply, AFTER, at], frames[ply, STOCK, at]


@kernel
def is_safe(move: int, opening: int) -> bool:
    """Whether a move is a line that opens nothing."""
    return move < OPEN_CHAIN and not opening >> move & 1


@kernel
def stored(lines: int, stock: int, boxes: Ints, grid: Ints, stocks: Ints) -> tuple[int, int]:
    """The lines and the stock once every chain and loop joined to nothing else is in it."""
    for i in range(len(boxes)):
        free = boxes[i] & ~lines
        if count_bits(unsigned(free)) == CHAIN_LINES:
            chain, inner, length, joints = chain_from(index_of(free & -free), lines, grid)
            if joints == 0:
                lines |= chain
                stock = with_part(stock, length, chain == inner, stocks)
    return lines, stock


@kernel
def opened(
    move: int, lines: int, stock: int, boxes: Ints, grid: Ints, stocks: Ints
) -> tuple[int, int, int, int]:
    """What follows if a move opens something: the lines then drawn, the stock, the boxes taken,
    and how many of them could be left."""
    if move == OPEN_CHAIN:
        taken = stocks[stock, CHAIN]
        return lines, stocks[stock, AFTER_CHAIN], taken, spare_of(taken, False)
    if move == OPEN_LOOP:
        taken = stocks[stock, LOOP]
        return lines, stocks[stock, AFTER_LOOP], taken, spare_of(taken, True)
    chain, _, taken, joints = chain_from(move, lines, grid)
    after, spare = lines | chain, spare_of(taken, False)
    if joints == BOTH_ENDS:  # perhaps at one box, which is then opened as well
        after, taken, spare = settle(lines | 1 << move, boxes, grid)
    after, stock = stored(after, stock, boxes, grid, stocks)
    return after, stock, taken, spare


@kernel
def start(
    lines: int, boxes: Ints, grid: Ints, stocks: Ints, frames: Ints
) -> tuple[int, int, int, int]:
    """The settled position that any lines lead to: its lines and stock, the boxes taken on the
    way, and how many of them could be left. Writes its images to ply 0."""
    lines, taken, spare = settle(lines, boxes, grid)
    for line in range(len(grid)):
        if lines >> line & 1 and grid[line, TWIN] & ~lines:
            lines ^= 1 << line | grid[line, TWIN]
    lines, stock = stored(lines, int64(EMPTY), boxes, grid, stocks)
    for symmetry in range(grid.shape[1] - IMAGES):
        frames[0, IMAGE, symmetry] = 0
        for line in range(len(grid)):
            if lines >> line & 1:
                frames[0, IMAGE, symmetry] |= grid[line, IMAGES + symmetry]
    return lines, stock, taken, spare

"""The end of a game of dots and boxes: nothing but chains and loops, worth what their lengths say.

Where no box lacks three lines or more, every line opens a chain or a loop, and none hangs on
another. Whoever must open gives the shortest chain or the shortest loop; of a chain of three
or more the taker may leave two boxes, of a loop four, to make the giver open again.
"""

from kibitz.core.bits import int64
from kibitz.core.kernel import kernel
from kibitz.games.dots.board import Ints
from kibitz.games.dots.settling import chain_from, index_of

LONG = 3  # boxes of a chain of which some can be left
LEFT_OF_CHAIN, LEFT_OF_LOOP = 2, 4


@kernel
def given(length: int, spare: int, rest: int) -> int:
    """The margin of who opens a chain or loop, where `rest` is that of who opens next."""
    if spare == 0:
        return -length - rest
    return spare - length - abs(spare + rest)


@kernel
def spare_of(length: int, is_loop: bool) -> int:
    """How many boxes of an opened chain or loop can be left."""
    if is_loop:
        return LEFT_OF_LOOP
    return LEFT_OF_CHAIN if length >= LONG else 0


@kernel
def list_lengths(
    lines: int, boxes: Ints, beside: Ints, chains: Ints, loops: Ints
) -> tuple[int, int]:
    """Write the lengths of all chains and of all loops in ascending order; returns how many."""
    todo, chain_count, loop_count = ((1 << len(beside)) - 1) & ~lines, 0, 0
    while todo:
        chain, inner, length, _ = chain_from(index_of(todo & -todo), lines, boxes, beside)
        todo &= ~chain
        if chain == inner:
            loop_count = insert_length(length, loops, loop_count)
        else:
            chain_count = insert_length(length, chains, chain_count)
    return chain_count, loop_count


@kernel
def insert_length(length: int, row: Ints, count: int) -> int:
    """Put a length in its place; returns how many there are now."""
    at = count
    while at > 0 and row[at - 1] > length:
        row[at] = row[at - 1]
        at -= 1
    row[at] = length
    return count + 1


@kernel
def endgame_margin(lines: int, boxes: Ints, beside: Ints, row: Ints, values: Ints) -> int:
    """The margin of who must open something; `row` and `values` are scratch.

    Backwards over how many chains and loops are opened already: `values[j]` is the margin
    with the chains from i on and the loops from j on still closed.
    """
    loops = row[len(row) // 2 :]
    chain_count, loop_count = list_lengths(lines, boxes, beside, row, loops)
    for i in range(chain_count, -1, -1):
        for j in range(loop_count, -1, -1):
            best = int64(-len(boxes))
            if i == chain_count and j == loop_count:
                best = int64(0)
            if i < chain_count:
                best = max(best, given(row[i], spare_of(row[i], False), values[j]))
            if j < loop_count:
                best = max(best, given(loops[j], LEFT_OF_LOOP, values[j + 1]))
            values[j] = best
    return values[0]  # type: ignore[no-any-return]

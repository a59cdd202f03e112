"""What one seat knows of the enemy's waters, as arrays that kernels can work on.

`marks` says for each cell whether it was shot at and hit; a cell aimed at in a salvo that has not
fallen is as unknown as the others, but not to be shot at again. `facts` has one row per ship.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.games.battleship.board import (
    LONGEST,
    fits_board,
    high_bit,
    holds,
    low_bit,
    step_of,
)
from kibitz.games.battleship.rules import (
    FIRSTS,
    FIT_BITS,
    FITS,
    HIGH_HITS,
    HIGH_SHOTS,
    LASTS,
    LOW_HITS,
    LOW_SHOTS,
    NAMED,
    SILENT,
    SINKS,
    Battle,
    byte,
    fits_of,
    length_of,
    ship_count,
)

Ints: TypeAlias = NDArray[np.int64]

UNKNOWN, MISS, HIT, AIMED = range(4)  # marks
LENGTH, SINK, FIT, FIRST, LAST = range(5)  # columns of facts; cells are -1 where unknown
FACTS = 5


class Sight(NamedTuple):
    marks: Ints
    facts: Ints
    rows: int
    cols: int
    rules: int


@kernel
def sight_of(p: Battle, seat: int) -> Sight:
    """What `seat` knows of the other's fleet."""
    cells, ships = p.rows * p.cols, ship_count(p.lengths)
    marks, facts = np.zeros(cells, np.int64), np.empty((ships, FACTS), np.int64)
    for cell in range(cells):
        if holds(p[LOW_HITS + seat], p[HIGH_HITS + seat], cell):
            marks[cell] = HIT
        elif holds(p[LOW_SHOTS + seat], p[HIGH_SHOTS + seat], cell):
            marks[cell] = MISS
        elif seat == p.seat and holds(p.low_aimed, p.high_aimed, cell):
            marks[cell] = AIMED
    for ship in range(ships):
        facts[ship, LENGTH] = length_of(p.lengths, ship)
        facts[ship, SINK] = byte(p[SINKS + seat], ship) - 1
        facts[ship, FIT] = p[FITS + seat] >> FIT_BITS * ship & (1 << FIT_BITS) - 1
        facts[ship, FIRST] = byte(p[FIRSTS + seat], ship) - 1
        facts[ship, LAST] = byte(p[LASTS + seat], ship) - 1
    return Sight(marks, facts, p.rows, p.cols, p.rules)


@kernel
def clear(sight: Sight) -> None:
    """Forget all shots."""
    sight.marks[:] = UNKNOWN
    sight.facts[:, FIT] = 0
    sight.facts[:, SINK] = -1
    sight.facts[:, FIRST] = -1
    sight.facts[:, LAST] = -1


@kernel
def note_hit(sight: Sight, cell: int, ship: int, is_down: bool) -> None:
    """Enter a hit on `ship` with what the rules announce of it."""
    sight.marks[cell] = HIT
    facts = sight.facts
    if is_down and not sight.rules & SILENT:
        low, high = 0, 0
        for other in range(len(sight.marks)):
            if sight.marks[other] == HIT:
                low |= low_bit(other)
                high |= high_bit(other)
        facts[ship, SINK] = cell
        facts[ship, FIT] = fits_of(low, high, cell, facts[ship, LENGTH], sight.rows, sight.cols)
    if sight.rules & NAMED:
        if facts[ship, FIRST] < 0 or cell < facts[ship, FIRST]:
            facts[ship, FIRST] = cell
        facts[ship, LAST] = max(facts[ship, LAST], cell)


@kernel
def explains(sight: Sight, ship: int, code: int) -> bool:
    """Whether `ship` can stand there, by what was announced of it and of its cells."""
    rows, cols, facts = sight.rows, sight.cols, sight.facts
    length = facts[ship, LENGTH]
    if not fits_board(code, length, rows, cols):
        return False
    first, step = code % (rows * cols), step_of(code, rows, cols)
    hits, strange = 0, 0  # hits that belong to other ships, where hits are named
    for i in range(length):
        cell = first + i * step
        if sight.marks[cell] == MISS:
            return False
        if sight.marks[cell] == HIT:
            hits += 1
            if cell < facts[ship, FIRST] or cell > facts[ship, LAST]:
                strange += 1
    if sight.rules & NAMED and not _is_named_so(first, step, length, strange, facts[ship]):
        return False
    if sight.rules & SILENT:
        return True
    if facts[ship, SINK] < 0:
        return bool(hits < length)
    return _is_fit(first, step, length, facts[ship, SINK], facts[ship, FIT])


@kernel
def _is_named_so(first: int, step: int, length: int, strange: int, fact: Ints) -> bool:
    """Whether the ship covers both ends of its named hits, and no hit of another ship."""
    if strange or fact[FIRST] < 0:
        return strange == 0
    ends = 0
    for i in range(length):
        if first + i * step == fact[FIRST]:
            ends += 1
        if first + i * step == fact[LAST]:
            ends += 1
    return ends == 2


@kernel
def _is_fit(first: int, step: int, length: int, sink: int, fit: int) -> bool:
    """Whether the placement is among those the ship could have when it sank."""
    for i in range(length):
        if first + i * step == sink:
            return (fit >> i + (LONGEST if step > 1 else 0) & 1) != 0
    return False

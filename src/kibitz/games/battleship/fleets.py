"""Fleets that explain everything announced: all of them, or a weighted sample.

Ships are taken in one fixed order that depends on the fleet alone: the sunk ones first;
then, while a hit is unexplained, the ship on the lowest such cell; then the rest in order.
So every fleet is met exactly once, and a fleet built by random choices has the chance
1 / product of the numbers of choices: that product is its weight.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import int64, lowest_bit, unsigned
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below
from kibitz.games.battleship.board import (
    HALF,
    MOST_SHIPS,
    halo,
    high_bit,
    high_body,
    holds,
    low_bit,
    low_body,
)
from kibitz.games.battleship.rules import TOUCH
from kibitz.games.battleship.sight import HIT, LENGTH, SINK, Ints, Sight, explains

Floats: TypeAlias = NDArray[np.float64]

CODE, LOW, HIGH, LOW_HALO, HIGH_HALO = range(5)  # columns of placements
SHIP_SHIFT = 8  # a choice is ship << 8 | index of its placement
INDEX = 255
DEPTH, FOUND, SEEN = range(3)  # places in the progress of an enumeration
UNFINISHED = -1


class Choices(NamedTuple):
    """Every placement of every ship that the announcements allow, each by itself."""

    placements: Ints  # [ship, index, column]
    counts: Ints  # [ship]
    dry: Ints  # [ship, n]: indices of the placements that cover no hit
    dry_counts: Ints  # [ship]
    covering: Ints  # [cell, n]: choices that cover a hit cell
    covering_counts: Ints  # [cell]
    low_hits: int
    high_hits: int
    sunk: int  # bits of ships


class State(NamedTuple):
    """A fleet under construction: what is chosen, and what it leaves blocked and covered."""

    chosen: Ints  # [ship]: index of the placement, -1 if none
    depths: Ints  # [depth, 4]: low and high blocked, low and high covered before that depth
    lists: Ints  # [depth, n]: choices open at that depth
    tops: Ints  # [depth, 2]: how many are open, the next to try
    progress: Ints  # of an enumeration: its depth, fleets found, choices seen


@kernel
def choices_of(sight: Sight) -> Choices:
    """The placements that `sight` allows."""
    ships, cells = len(sight.facts), sight.rows * sight.cols
    placements = np.empty((ships, 2 * cells, 5), np.int64)
    counts = np.zeros(ships, np.int64)
    dry, dry_counts = np.empty((ships, 2 * cells), np.int64), np.zeros(ships, np.int64)
    covering = np.empty((cells, 16 * MOST_SHIPS), np.int64)
    covering_counts = np.zeros(cells, np.int64)
    low_hits, high_hits, sunk = int64(0), int64(0), int64(0)
    for cell in range(cells):
        if sight.marks[cell] == HIT:
            low_hits |= low_bit(cell)
            high_hits |= high_bit(cell)
    for ship in range(ships):
        if sight.facts[ship, SINK] >= 0:
            sunk |= 1 << ship
        length = sight.facts[ship, LENGTH]
        for code in range(2 * cells):
            if explains(sight, ship, code):
                row = placements[ship, counts[ship]]
                row[CODE] = code
                low, high = (
                    low_body(code, length, sight.rows, sight.cols),
                    high_body(code, length, sight.rows, sight.cols),
                )
                row[LOW], row[HIGH] = low, high
                row[LOW_HALO], row[HIGH_HALO] = low, high
                if not sight.rules & TOUCH:
                    row[LOW_HALO], row[HIGH_HALO] = halo(low, high, sight.rows, sight.cols)
                if low & low_hits | high & high_hits:
                    wet = (low & low_hits, high & high_hits)
                    _index(covering, covering_counts, wet[0], wet[1], ship, counts)
                else:
                    dry[ship, dry_counts[ship]] = counts[ship]
                    dry_counts[ship] += 1
                counts[ship] += 1
    seen = (low_hits, high_hits, sunk)
    return Choices(placements, counts, dry, dry_counts, covering, covering_counts, *seen)


@kernel
def _index(
    covering: Ints, covering_counts: Ints, low: int, high: int, ship: int, counts: Ints
) -> None:
    """Enter the next placement of `ship` under every hit cell it covers."""
    for cell in range(len(covering_counts)):
        if holds(low, high, cell):
            covering[cell, covering_counts[cell]] = ship << SHIP_SHIFT | counts[ship]
            covering_counts[cell] += 1


@kernel
def new_state(choices: Choices) -> State:
    """No ship chosen yet."""
    ships, most = choices.placements.shape[0], choices.placements.shape[1]
    return State(
        np.full(ships, -1, np.int64),
        np.zeros((ships + 1, 4), np.int64),
        np.empty((ships + 1, max(most, 16 * MOST_SHIPS)), np.int64),
        np.zeros((ships + 1, 2), np.int64),
        np.zeros(3, np.int64),
    )


@kernel
def forced_choices(choices: Choices, state: State, depth: int) -> int:
    """List what explains the next announcement; -1 if all of them are explained."""
    chosen, before = state.chosen, state.depths
    low, high = before[depth, 0], before[depth, 1]
    for ship in range(len(chosen)):
        if choices.sunk >> ship & 1 and chosen[ship] < 0:
            return _free(choices, ship, low, high, state.lists[depth])
    low_open = choices.low_hits & ~before[depth, 2]
    high_open = choices.high_hits & ~before[depth, 3]
    if not low_open | high_open:
        return -1
    cell = lowest_bit(unsigned(low_open)) if low_open else HALF + lowest_bit(unsigned(high_open))
    count = 0
    for i in range(choices.covering_counts[cell]):
        choice = choices.covering[cell, i]
        ship = choice >> SHIP_SHIFT
        if chosen[ship] < 0 and _is_clear(choices, ship, choice & INDEX, low, high):
            state.lists[depth, count] = choice
            count += 1
    return count


@kernel
def next_ship(state: State) -> int:
    """The first ship that is not chosen."""
    ship = 0
    while state.chosen[ship] >= 0:
        ship += 1
    return ship


@kernel
def open_choices(choices: Choices, state: State, depth: int) -> int:
    """List what the next ship may do at `depth`; returns how many choices there are."""
    count = forced_choices(choices, state, depth)
    if count >= 0:
        return count
    low, high = state.depths[depth, 0], state.depths[depth, 1]
    return _free(choices, next_ship(state), low, high, state.lists[depth])


@kernel
def _free(choices: Choices, ship: int, low: int, high: int, out: Ints) -> int:
    """List the placements of one ship outside the blocked cells."""
    count = 0
    for i in range(choices.counts[ship]):
        if _is_clear(choices, ship, i, low, high):
            out[count] = ship << SHIP_SHIFT | i
            count += 1
    return count


@kernel
def _is_clear(choices: Choices, ship: int, index: int, low: int, high: int) -> bool:
    """Whether a placement has no cell among the blocked ones."""
    placements = choices.placements
    return bool((placements[ship, index, LOW] & low | placements[ship, index, HIGH] & high) == 0)


@kernel
def choose(choices: Choices, state: State, depth: int, choice: int) -> None:
    """Put a ship; the next depth knows what it blocks and covers."""
    ship, index = choice >> SHIP_SHIFT, choice & INDEX
    placements, depths = choices.placements, state.depths
    depths[depth + 1, 0] = depths[depth, 0] | placements[ship, index, LOW_HALO]
    depths[depth + 1, 1] = depths[depth, 1] | placements[ship, index, HIGH_HALO]
    depths[depth + 1, 2] = depths[depth, 2] | placements[ship, index, LOW]
    depths[depth + 1, 3] = depths[depth, 3] | placements[ship, index, HIGH]
    state.chosen[ship] = index


@kernel
def covers_all(choices: Choices, state: State, depth: int) -> bool:
    """Whether the ships chosen explain every hit."""
    low, high = state.depths[depth, 2], state.depths[depth, 3]
    return bool((choices.low_hits & ~low | choices.high_hits & ~high) == 0)


@kernel
def enumerate_fleets(
    choices: Choices, state: State, tally: Floats, budget: int, stop_at_first: bool
) -> int:
    """Count in `tally[ship, index]` the fleets with each placement; returns how many there are.

    It gives up, UNFINISHED, when it has looked at `budget` choices.
    """
    begin_fleets(choices, state)
    return count_fleets(choices, state, tally, budget, stop_at_first)


@kernel
def begin_fleets(choices: Choices, state: State) -> None:
    """Get ready to count fleets."""
    state.chosen[:] = -1
    state.progress[:] = 0
    state.tops[0, 0], state.tops[0, 1] = open_choices(choices, state, 0), 0


@kernel
def count_fleets(
    choices: Choices, state: State, tally: Floats, budget: int, stop_at_first: bool
) -> int:
    """Go on counting until `budget` choices have been looked at in all; UNFINISHED if there
    are more."""
    progress, ships = state.progress, len(state.chosen)
    depth, found, seen = progress[DEPTH], progress[FOUND], progress[SEEN]
    while depth >= 0:
        if state.tops[depth, 1] == state.tops[depth, 0]:
            depth -= 1
            if depth >= 0:
                last = state.lists[depth, state.tops[depth, 1] - 1]
                state.chosen[last >> SHIP_SHIFT] = -1
            continue
        if seen >= budget:
            progress[DEPTH], progress[FOUND], progress[SEEN] = depth, found, seen
            return UNFINISHED
        choice = state.lists[depth, state.tops[depth, 1]]
        state.tops[depth, 1] += 1
        seen += 1
        choose(choices, state, depth, choice)
        depth += 1
        if depth < ships:
            state.tops[depth, 0], state.tops[depth, 1] = open_choices(choices, state, depth), 0
            continue
        if covers_all(choices, state, depth):
            found += 1
            for ship in range(ships):
                tally[ship, state.chosen[ship]] += 1.0
            if stop_at_first:
                return int64(found)
        depth -= 1
        state.chosen[choice >> SHIP_SHIFT] = -1
    return int64(found)


@kernel
def random_fleet(choices: Choices, state: State, stream: Stream) -> float:
    """Build one fleet by random choices; returns its weight, 0 if it came to a dead end."""
    weight = 1.0
    state.chosen[:] = -1
    for depth in range(len(state.chosen)):
        count = forced_choices(choices, state, depth)
        if count < 0:
            return weight * random_rest(choices, state, depth, stream)
        if count == 0:
            return 0.0
        choose(choices, state, depth, state.lists[depth, below(stream, count)])
        weight *= count
    return weight if covers_all(choices, state, len(state.chosen)) else 0.0


@kernel
def random_rest(choices: Choices, state: State, depth: int, stream: Stream) -> float:
    """Put the ships that have nothing to explain; returns their part of the weight.

    Every hit being explained, they cover none. They are put without looking: a collision is
    a dead end, which costs less than to list the free places of each.
    """
    weight, placements, chosen = 1.0, choices.placements, state.chosen
    low, high = state.depths[depth, 0], state.depths[depth, 1]
    for ship in range(len(chosen)):
        if chosen[ship] >= 0:
            continue
        count = choices.dry_counts[ship]
        if count == 0:
            return 0.0
        index = choices.dry[ship, below(stream, count)]
        if placements[ship, index, LOW] & low | placements[ship, index, HIGH] & high:
            return 0.0
        low |= placements[ship, index, LOW_HALO]
        high |= placements[ship, index, HIGH_HALO]
        chosen[ship] = index
        weight *= count
    return weight

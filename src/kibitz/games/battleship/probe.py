"""Probes beside open hits: the chance to hit what was hit before, and twice that of the rest.

The ways in which ships explain all that was announced are few, and are counted; the ships
that explain nothing lie in any of their places without a hit, unaware of each other. So each
cell has a chance to hit a ship that was hit before. A miss there is not lost if another ship
could have lain on the cell: rollouts of the pattern map on played games show that, with two to
four ships afloat, this chance is worth about twice as much as the other.
"""

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.games.battleship.fleets import (
    SHIP_SHIFT,
    Choices,
    Floats,
    State,
    choices_of,
    choose,
    forced_choices,
    new_state,
)
from kibitz.games.battleship.posterior import spread
from kibitz.games.battleship.sight import UNKNOWN, Sight

OTHERS = 2.0  # the worth of a chance to hit another ship
LIKELY = 0.5  # of the greatest chance, for a probe
SURE = 1.0 - 1e-9
MOST_CHOICES = 4000  # looked at; where there are more, no probe is judged


@kernel
def dry_ways(choices: Choices, state: State) -> float:
    """In how many ways the ships not chosen lie where nothing is hit, unaware of each other."""
    ways = 1.0
    for ship in range(len(state.chosen)):
        if state.chosen[ship] < 0:
            ways *= choices.dry_counts[ship]
    return ways


@kernel
def count_explanations(choices: Choices, state: State, tally: Floats) -> float:
    """Count in `tally[ship, index]` the ways to explain all announcements with each placement;
    returns how many there are, 0 if it takes too many choices to tell."""
    tops, total, seen, depth = state.tops, 0.0, 0, 0
    state.chosen[:] = -1
    tops[0, 0], tops[0, 1] = forced_choices(choices, state, 0), 0
    while depth >= 0:
        if tops[depth, 1] >= tops[depth, 0]:
            depth -= 1
            if depth >= 0:
                state.chosen[state.lists[depth, tops[depth, 1] - 1] >> SHIP_SHIFT] = -1
            continue
        choice = state.lists[depth, tops[depth, 1]]
        tops[depth, 1] += 1
        seen += 1
        if seen > MOST_CHOICES:
            return 0.0
        choose(choices, state, depth, choice)
        left = forced_choices(choices, state, depth + 1)
        if left >= 0:
            depth += 1
            tops[depth, 0], tops[depth, 1] = left, 0
            continue
        total += _enter(choices, state, tally)
        state.chosen[choice >> SHIP_SHIFT] = -1
    return total


@kernel
def _enter(choices: Choices, state: State, tally: Floats) -> float:
    """Add the ways of one explanation to the placements it has; returns how many they are."""
    ways = dry_ways(choices, state)
    for ship in range(len(state.chosen)):
        if state.chosen[ship] >= 0:
            tally[ship, state.chosen[ship]] += ways
    return ways


@kernel
def fill_others(choices: Choices, sight: Sight, heat: Floats) -> None:
    """Write how many ships each cell would have if none of those afloat was hit."""
    tally = np.zeros(choices.placements.shape[:2])
    for ship in range(len(choices.dry_counts)):
        for n in range(choices.dry_counts[ship]):
            tally[ship, choices.dry[ship, n]] = 1.0 / choices.dry_counts[ship]
    spread(choices, sight, tally, 1.0, heat)


@kernel
def fill_probe(sight: Sight, heat: Floats) -> None:
    """Write what a probe of each cell is worth; leaves `heat` alone if that cannot be told."""
    choices = choices_of(sight)
    state, tally = new_state(choices), np.zeros(choices.placements.shape[:2])
    total = count_explanations(choices, state, tally)
    if total == 0.0:
        return
    spread(choices, sight, tally, total, heat)
    greatest = 0.0
    for cell in range(len(heat)):
        if sight.marks[cell] == UNKNOWN:
            greatest = max(greatest, heat[cell])
    if greatest > SURE:
        return
    others = np.empty(len(heat))
    fill_others(choices, sight, others)
    for cell in range(len(heat)):
        if heat[cell] > LIKELY * greatest:
            heat[cell] += OTHERS * others[cell]

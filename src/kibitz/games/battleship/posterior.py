"""The chance that each cell holds a ship, given everything announced: exact, or sampled.

All fleets that the rules allow are taken as equally likely beforehand. While few fleets
explain the announcements they are all counted; else fleets are built at random and
weighted; how many equal ones they are worth is reported.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core.blocks import blocks
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream
from kibitz.games.battleship.board import step_of
from kibitz.games.battleship.fleets import (
    CODE,
    UNFINISHED,
    Choices,
    Floats,
    State,
    begin_fleets,
    choices_of,
    count_fleets,
    enumerate_fleets,
    new_state,
    random_fleet,
)
from kibitz.games.battleship.sight import LENGTH, Sight

TRIES = 32  # attempts for each fleet wanted
FLEETS, WEIGHT, SQUARES, BUILT, SCALE, LARGEST = range(6)  # places in the totals of a map
CHOICES_AT_ONCE = 1 << 10  # looked at, to begin with


@kernel
def sample_fleets(
    choices: Choices,
    state: State,
    attempts: int,
    samples: int,
    tally: Floats,
    squares: Floats,
    totals: Floats,
    stream: Stream,
) -> None:
    """Add weighted fleets to `tally[ship, index]` and the squares of their weights to `squares`,
    with the sums of both to `totals`, until there are `samples` of them or the attempts are
    over."""
    for _ in range(attempts):
        weight = random_fleet(choices, state, stream)
        if weight == 0.0:
            continue
        if totals[SCALE] == 0.0:
            totals[SCALE] = weight  # the first, so that sums stay moderate
        weight /= totals[SCALE]
        for ship in range(len(state.chosen)):
            tally[ship, state.chosen[ship]] += weight
            squares[ship, state.chosen[ship]] += weight * weight
        totals[WEIGHT] += weight
        totals[SQUARES] += weight * weight
        totals[LARGEST] = max(totals[LARGEST], weight)
        totals[BUILT] += 1.0
        if totals[BUILT] == samples:
            break


@kernel
def spread(choices: Choices, sight: Sight, tally: Floats, total: float, heat: Floats) -> None:
    """Turn the tally of placements into the chance of every cell."""
    heat[:] = 0.0
    if total == 0.0:
        return
    for ship in range(len(choices.counts)):
        for index in range(choices.counts[ship]):
            share = tally[ship, index] / total
            if share > 0.0:
                code = choices.placements[ship, index, CODE]
                step = step_of(code, sight.rows, sight.cols)
                for i in range(sight.facts[ship, LENGTH]):
                    heat[code % len(heat) + i * step] += share


@kernel
def fill_posterior(
    sight: Sight, budget: int, samples: int, heat: Floats, totals: Floats, stream: Stream
) -> None:
    """Write the chance of every cell to `heat`, and to `totals` how it was found.

    `totals[FLEETS]` is the number of fleets where all were counted, else -1.
    """
    choices = choices_of(sight)
    state, tally = new_state(choices), np.zeros(choices.placements.shape[:2])
    totals[:] = 0.0
    totals[FLEETS] = enumerate_fleets(choices, state, tally, budget, False)
    if totals[FLEETS] >= 0.0:
        totals[WEIGHT] = totals[FLEETS]
    else:
        tally[:] = 0.0
        squares = np.zeros(tally.shape)
        sample_fleets(choices, state, TRIES * samples, samples, tally, squares, totals, stream)
    spread(choices, sight, tally, totals[WEIGHT], heat)


@dataclass(frozen=True)
class ProbabilityMap:
    """The chance of every cell with its standard error, and how it was found."""

    heat: NDArray[np.float64]
    errors: NDArray[np.float64]
    is_exact: bool
    fleets: int | None  # counted, where exact
    samples: int
    effective_samples: float


def probability_map(sight: Sight, budget: int, samples: int, stream: Stream) -> ProbabilityMap:
    """The chance of every cell: exact if `budget` choices suffice, else from `samples` fleets."""
    heat, totals, choices = np.zeros(len(sight.marks)), np.zeros(6), choices_of(sight)
    state, tally = new_state(choices), np.zeros(choices.placements.shape[:2])
    fleets = _counted(choices, state, tally, budget)
    if fleets != UNFINISHED:
        spread(choices, sight, tally, float(fleets), heat)
        return ProbabilityMap(heat, np.zeros(len(heat)), True, fleets, 0, 0.0)
    tally[:] = 0.0
    squares, squared = np.zeros(tally.shape), np.zeros(len(heat))
    for attempts in blocks(TRIES * samples):
        sample_fleets(choices, state, attempts, samples, tally, squares, totals, stream)
        if totals[BUILT] == samples:
            break
    spread(choices, sight, tally, totals[WEIGHT], heat)
    spread(choices, sight, squares, totals[SQUARES], squared)
    effective = totals[WEIGHT] ** 2 / totals[SQUARES] if totals[SQUARES] else 0.0
    errors = _errors(heat, squared, totals)
    return ProbabilityMap(heat, errors, False, None, int(totals[BUILT]), float(effective))


def _errors(heat: Floats, squared: Floats, totals: Floats) -> Floats:
    """The standard errors of ratios of weights, where `squared` has each cell's share of the
    squared weights.

    One more fleet as heavy as the heaviest is thought of, half of it on the cell: no few
    fleets make a chance sure.
    """
    if not totals[BUILT]:
        return np.full(len(heat), 0.5)
    spreads = squared * (1.0 - heat) ** 2 + np.maximum(1.0 - squared, 0.0) * heat**2
    doubt = 0.5 * totals[LARGEST]
    return np.asarray(np.sqrt(totals[SQUARES] * spreads + doubt**2) / totals[WEIGHT])


def _counted(choices: Choices, state: State, tally: Floats, budget: int) -> int:
    """How many fleets there are, UNFINISHED if `budget` choices do not tell."""
    begin_fleets(choices, state)
    allowed, fleets = 0, UNFINISHED
    for more in blocks(budget, first=CHOICES_AT_ONCE):
        allowed += more
        fleets = int(count_fleets(choices, state, tally, allowed, False))
        if fleets != UNFINISHED:
            break
    return fleets

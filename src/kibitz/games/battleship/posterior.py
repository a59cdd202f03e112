"""The chance that each cell holds a ship, given everything announced: exact, or sampled.

All fleets that the rules allow are taken as equally likely beforehand. While few fleets
explain the announcements they are all counted; else fleets are built at random and
weighted; how many equal ones they are worth is reported.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream
from kibitz.games.battleship.board import step_of
from kibitz.games.battleship.fleets import (
    CODE,
    Choices,
    Floats,
    State,
    choices_of,
    enumerate_fleets,
    new_state,
    random_fleet,
)
from kibitz.games.battleship.sight import LENGTH, Sight

TRIES = 32  # attempts for each fleet wanted
FLEETS, WEIGHT, SQUARES, BUILT = range(4)  # places in the totals of a map


@kernel
def sample_fleets(
    choices: Choices, state: State, samples: int, tally: Floats, totals: Floats, stream: Stream
) -> None:
    """Add `samples` weighted fleets to `tally[ship, index]`, with their sums to `totals`."""
    scale = 0.0  # the first weight, so that sums stay moderate
    for _ in range(TRIES * samples):
        weight = random_fleet(choices, state, stream)
        if weight == 0.0:
            continue
        if scale == 0.0:
            scale = weight
        weight /= scale
        for ship in range(len(state.chosen)):
            tally[ship, state.chosen[ship]] += weight
        totals[WEIGHT] += weight
        totals[SQUARES] += weight * weight
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
        sample_fleets(choices, state, samples, tally, totals, stream)
    spread(choices, sight, tally, totals[WEIGHT], heat)


@dataclass(frozen=True)
class ProbabilityMap:
    """The chance of every cell, with how it was found."""

    heat: NDArray[np.float64]
    is_exact: bool
    fleets: int | None  # counted, where exact
    samples: int
    effective_samples: float

    def error(self, chance: float) -> float:
        """The standard error of one chance: that of as many equal samples as are effective."""
        if self.is_exact or not self.effective_samples:
            return 0.0 if self.is_exact else 0.5
        return float(np.sqrt(max(chance * (1.0 - chance), 0.0) / self.effective_samples))


def probability_map(sight: Sight, budget: int, samples: int, stream: Stream) -> ProbabilityMap:
    """The chance of every cell: exact if `budget` choices suffice, else from `samples` fleets."""
    heat, totals = np.zeros(len(sight.marks)), np.zeros(4)
    fill_posterior(sight, budget, samples, heat, totals, stream)
    if totals[FLEETS] >= 0:
        return ProbabilityMap(heat, True, int(totals[FLEETS]), 0, 0.0)
    effective = totals[WEIGHT] ** 2 / totals[SQUARES] if totals[SQUARES] else 0.0
    return ProbabilityMap(heat, False, None, int(totals[BUILT]), float(effective))

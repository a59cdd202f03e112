"""What battleship works out: maps of chances."""

from collections.abc import Iterator
from functools import partial

import numpy as np

from kibitz.core.registry import make_game
from kibitz.core.seeds import stream as stream_of
from kibitz.estimate.trial import Trial, is_best, root_mean_square, timed, without_rounding
from kibitz.games.battleship.density import density_map
from kibitz.games.battleship.posterior import probability_map
from kibitz.games.battleship.sight import sight_of

SHOTS = "A1,C8,E2,G6,H9,J4,B5,F3/D4,D5,D6,D7,D8,H2,H3,H4,H5/1@D8,2@H5"  # 3, 3 and 2 are afloat
AFLOAT = 8  # cells of the ships afloat


def trials(seed: int, quick: bool) -> Iterator[Trial]:
    """Battleship: the chance of every cell, exact, sampled and by density."""
    game, decision = make_game("battleship"), "battleship, where to shoot?"
    sight = sight_of(game.parse_position(SHOTS), 0)
    unknown = np.flatnonzero(sight.marks == 0)
    exact, seconds = timed(lambda: probability_map(sight, 1 << 60, 1, stream_of(seed)), 1)
    truth = exact.heat[unknown]
    error, against = without_rounding(float(truth.sum()) - AFLOAT), f"{AFLOAT} cells in all"
    fleets = exact.fleets or 0
    name = "posterior, all fleets"
    yield Trial(decision, name, seconds, fleets, "fleets", exact.is_exact, error, against)
    for samples in (100, 1000) if quick else (100, 1000, 10_000):
        sampled = partial(probability_map, sight, 0, samples)
        found, seconds = timed(lambda draw=sampled: draw(stream_of(seed)))  # type: ignore[misc]
        error = root_mean_square(found.heat[unknown] - truth)
        right = is_best(found.heat[unknown], truth)
        name, against = f"posterior, {samples:,} fleets", f"exact chances of {len(unknown)} cells"
        yield Trial(decision, name, seconds, samples, "fleets", False, error, against, right)
    density, seconds = timed(lambda: density_map(sight)[unknown], calls=100)
    error = float(truth.max() - truth[int(np.argmax(density))])
    against, right = "chance to hit lost by its shot", is_best(density, truth)
    yield Trial(
        decision, "density map", seconds, len(unknown), "cells", False, error, against, right
    )

"""Worlds of battleship: an enemy fleet drawn among those that explain every announcement.

All fleets are taken as equally likely. A world is picked by its weight among a few built
at random, which comes near that law; the probability map is where it holds exactly.
"""

import numpy as np

from kibitz.core.game import rule
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, uniform
from kibitz.games.battleship.fleets import (
    CODE,
    Choices,
    State,
    choices_of,
    enumerate_fleets,
    new_state,
    random_fleet,
)
from kibitz.games.battleship.rules import BYTE, FLEET, HIDDEN, Battle, byte, with_fleets
from kibitz.games.battleship.sight import sight_of

WANTED, TRIES = 8, 64  # fleets to pick among, attempts to build them
EVERYTHING = 1 << 60


@kernel
def packed_fleet(choices: Choices, state: State) -> int:
    """The ships chosen, as a position holds them."""
    fleet = 0
    for ship in range(len(state.chosen)):
        fleet |= choices.placements[ship, state.chosen[ship], CODE] + 1 << BYTE * ship
    return fleet


@kernel
def drawn_fleet(choices: Choices, state: State, stream: Stream) -> int:
    """A fleet by its weight among a few; 0 if none explains what was announced."""
    fleet, total, found = 0, 0.0, 0
    for _ in range(TRIES):
        weight = random_fleet(choices, state, stream)
        if weight > 0.0:
            total += weight
            found += 1
            if uniform(stream) * total < weight:
                fleet = packed_fleet(choices, state)
            if found == WANTED:
                break
    if found == 0:
        tally = np.zeros(choices.placements.shape[:2])
        if enumerate_fleets(choices, state, tally, EVERYTHING, True):
            fleet = packed_fleet(choices, state)
    return fleet


@rule
def world(v: Battle, seat: int, stream: Stream) -> Battle:
    enemy = 1 - seat
    if byte(v[FLEET + enemy], 0) != HIDDEN:
        return v
    choices = choices_of(sight_of(v, seat))
    fleet = drawn_fleet(choices, new_state(choices), stream)
    fleet0 = fleet if enemy == 0 else v.fleet0
    fleet1 = fleet if enemy == 1 else v.fleet1
    return with_fleets(v, fleet0, fleet1)

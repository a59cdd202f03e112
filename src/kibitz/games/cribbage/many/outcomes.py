"""Simulated hands of three and four, and their laws, from which the tables are made."""

from typing import NamedTuple

import numpy as np

from kibitz.core.seeds import generator, stream
from kibitz.core.stream import Stream
from kibitz.games.cribbage.many.hands import Floats, Ints
from kibitz.games.cribbage.many.lore import ManyLore, plain_lore
from kibitz.games.cribbage.many.selfplay import MOST_EVENTS, ROLES, ManyStyle, hands_of
from kibitz.games.cribbage.many.winning import ThreeLaw
from kibitz.games.cribbage.table.rules import DEAL, NONE, TARGET, Cribbage
from kibitz.games.cribbage.winning.outcomes import Outcomes
from kibitz.games.cribbage.winning.winning import NEVER, Law, law_of


class PlayedHands(NamedTuple):
    """Hands played out."""

    events: Ints  # in order, behind their number
    kept: Ints  # by role
    net: Floats  # by role, pegged less what the others pegged


def fresh_table(players: int) -> Cribbage:
    """A table before the first deal, by seat 0."""
    return Cribbage(DEAL, players, 0, 0, 0, NONE, *[0] * 19)


def played(players: int, hands: int, style: ManyStyle, lore: ManyLore, seed: int) -> PlayedHands:
    """Hands of players of one style."""
    seeds = generator(seed, players).integers(0, 1 << 62, hands)
    return played_deals(players, seeds, style, lore, stream(seed, players, 1))


def played_deals(
    players: int, seeds: Ints, style: ManyStyle, lore: ManyLore, luck: Stream
) -> PlayedHands:
    """A hand of players of one style for each seed of a deal."""
    events = np.zeros((len(seeds), MOST_EVENTS + 1), np.int64)
    kept, points = np.zeros((len(seeds), ROLES), np.int64), np.zeros((len(seeds), ROLES), np.int64)
    styles, plain = np.array([style] * players, np.int64), plain_lore(players)
    hands_of(fresh_table(players), seeds, styles, lore, plain, luck, events, kept, points)
    return PlayedHands(events, kept, net_points(points, players))


def net_points(points: Ints, players: int) -> Floats:
    """What each role pegged for its side, less the mean of the other sides."""
    if players == 4:
        side = (points[:, [0, 1]] + points[:, [2, 3]]).astype(np.float64)
        return np.asarray((side - side[:, ::-1])[:, [0, 1, 0, 1]])
    three = points[:, :3].astype(np.float64)
    return np.asarray(1.5 * three - 0.5 * three.sum(axis=1, keepdims=True))


def law_of_four(events: Ints) -> Law:
    """The law of hands of four players, in which pone stands for the other side."""
    points, side = events[:, 1:] // ROLES, events[:, 1:] % 2
    gains = np.where(side == 0, points, -points)
    return law_of(Outcomes(np.hstack([events[:, :1], gains]), np.zeros((0, 3), np.int64)))


def law_of_three(events: Ints) -> ThreeLaw:
    """The law of hands of three players."""
    roles, points = events[:, 1:] % ROLES, events[:, 1:] // ROLES
    times = np.full((3, TARGET + 1, len(events)), NEVER, np.int16)
    totals = np.zeros((3, len(events)), np.int64)
    for role in range(3):
        sums = np.where(roles == role, points, 0).cumsum(axis=1)
        totals[role] = sums[:, -1]
        for needed in range(1, TARGET + 1):
            reached = sums >= needed
            times[role, needed] = np.where(reached.any(axis=1), reached.argmax(axis=1), NEVER)
    return ThreeLaw(times, totals)

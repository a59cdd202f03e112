"""What regard for the score lifts near the end of three, smoothed over what each player needs.

A lift u of a role moves its chance p by p (1 - p) u, so that the hopeless stay hopeless. It is
taken for a sum of smooth parts: those that depend on what one player needs, those that depend
on what two do, and one that depends on all three (a Gaussian process with an additive kernel).
What one player needs may so be told apart point by point, where all three together are known
from too few hands for that. Spreads and lengths of the parts are those under which hands like
the ones of the table were likeliest.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from kibitz.games.cribbage.many.hands import Floats, Ints
from kibitz.games.cribbage.many.lore import NODES, SIZE
from kibitz.games.cribbage.winning.criterion import AWARE
from kibitz.games.cribbage.winning.nearend import distance

SPREADS = (0.03, 0.06, 0.06, 0.15)  # of the parts that depend on nobody, on one, two and three
LENGTHS = (1.0, 1.5, 0.55)  # over which the parts of one, two and three change, in `distance`
MOST = 0.9  # of a lift
NOISE = 0.8  # what is left of the variance of a hand's end once its luck is taken out
FARTHEST = 43  # points that a player may need where hands are played
LEAST = 0.01  # of p (1 - p), where a hand says something of a lift
AT_ONCE = 2_000  # places that are looked at together


class Changes(NamedTuple):
    """By starting place: what each role needs, how many hands, and what they changed."""

    needs: Ints
    counts: Floats
    plain: Floats  # chances of each role by the plain law
    more: Floats  # mean by role of how much more a hand was worth


def likeness(length: float) -> Floats:
    """How alike two nodes are to a part that changes over such a length."""
    at = distance(NODES.astype(np.float64)) / length
    return np.asarray(np.exp(-0.5 * (at[:, None] - at) ** 2))


def covariances(some: Ints, others: Ints) -> Floats:
    """How lifts of some places go with those of others; places are numbers of nodes by role."""
    first, second, third = (likeness(length) for length in LENGTHS)
    found = np.full((len(some), len(others)), SPREADS[0] ** 2)
    one, two, three = (
        [table[np.ix_(some[:, role], others[:, role])] for role in range(3)]
        for table in (first, second, third)
    )
    found += SPREADS[1] ** 2 * (one[0] + one[1] + one[2])
    found += SPREADS[2] ** 2 * (two[0] * two[1] + two[0] * two[2] + two[1] * two[2])
    found += SPREADS[3] ** 2 * three[0] * three[1] * three[2]
    return found


def roots_and_pulls(found: Changes, role: int) -> tuple[Floats, Floats]:
    """By place, the root of what its hands weigh, and its lift times that root.

    Where a role is all but lost or won, hands say nothing of its lift.
    """
    steps = found.plain[:, role] * (1.0 - found.plain[:, role])
    roots = np.sqrt(found.counts * np.where(steps > LEAST, steps, 0.0) / NOISE)
    return roots, roots * found.more[:, role] / np.maximum(steps, LEAST)


def whitened(found: Changes, role: int) -> tuple[Floats, Floats]:
    """The covariances of what was seen, in its errors, and what was seen."""
    places = np.searchsorted(NODES, found.needs)
    roots, pulls = roots_and_pulls(found, role)
    return roots[:, None] * covariances(places, places) * roots + np.eye(len(roots)), pulls


def likelihood(found: Changes, role: int) -> float:
    """The log likelihood of what was seen of a role, but for a constant."""
    matrix, pulls = whitened(found, role)
    lower = np.linalg.cholesky(matrix)
    part = np.linalg.solve(lower, pulls)
    return float(-0.5 * part @ part - np.log(np.diag(lower)).sum())


def smoothed(found: Changes, targets: Ints) -> Floats:
    """The lift of each role at some places, by what each role needs there."""
    places, wanted = np.searchsorted(NODES, found.needs), np.searchsorted(NODES, targets)
    pulls = []
    for role in range(3):
        matrix, seen = whitened(found, role)
        roots, _ = roots_and_pulls(found, role)
        pulls.append(roots * np.linalg.solve(matrix, seen))
    parts = [covariances(some, places) @ np.array(pulls).T for some in in_parts(wanted)]
    return np.asarray(np.clip(np.concatenate(parts), -MOST, MOST))


def in_parts(places: Ints) -> Iterator[Ints]:
    """The places, so many at once."""
    for start in range(0, len(places), AT_ONCE):
        yield places[start : start + AT_ONCE]


def lifts_at_nodes(found: Changes) -> Floats:
    """The lifts at every node of the table; 0 where points decide.

    Who is farther away than hands are played from is taken to be as far as that.
    """
    nodes = np.stack(np.meshgrid(NODES, NODES, NODES, indexing="ij"), axis=-1).reshape(-1, 3)
    lifts, near = np.zeros((SIZE**3, 3)), nodes.min(axis=1) <= AWARE
    lifts[near] = smoothed(found, np.minimum(nodes[near], FARTHEST))
    return lifts

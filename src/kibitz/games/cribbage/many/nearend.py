"""What regard for the score changes near the end, with three players.

As for two (`winning.nearend`): hands of experts from scores near the end, the change against
the plain law, the luck of the deals taken out by a quick player, and a table filled a few times
over. A change is smoothed over all three distances from the end at once: not the change itself,
but its ratio to p (1 - p), so that the hopeless stay hopeless. With four, where the same was
tried, 15,000 hands showed no change that foretold that of other hands.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.core.seeds import generator, stream
from kibitz.games.cribbage.many.hands import Floats, Ints
from kibitz.games.cribbage.many.lore import NODES, SIZE, ManyLore, plain_lore
from kibitz.games.cribbage.many.outcomes import (
    fresh_table,
    law_of_three,
    played,
    played_deals,
)
from kibitz.games.cribbage.many.selfplay import (
    BY_HEART,
    MODEL,
    ROLES,
    RULE,
    WEIGH,
    ManyStyle,
    hands_from,
)
from kibitz.games.cribbage.many.weighing import TO_THE_END
from kibitz.games.cribbage.many.winning import (
    ThreeLaw,
    chances_after,
    sweep_three,
    three_worth,
    win_three,
)
from kibitz.games.cribbage.table.rules import TARGET
from kibitz.games.cribbage.winning.criterion import AWARE
from kibitz.games.cribbage.winning.nearend import (
    ASIDE,
    NearHands,
    distance,
    kept_hands,
    spread_scores,
)

PLAYERS = 3
PIECES, PIECE_SEED = 7, 7300
PIECE = 5_000  # hands, give or take what is rounded
EACH = 6  # hands from the same scores
FAST = ManyStyle(MODEL, WEIGH, 64, TO_THE_END, AWARE, 128)
QUICK = ManyStyle(BY_HEART, RULE, 0, 0, 0, 0)
QUICK_HANDS, QUICK_SEED = 12_000, 7301
ROUNDS = 3  # of filling the table
WIDTH, WIDEST = 0.4, 1.2  # of the smoothing one point from the end, and anywhere; in `distance`
SPREAD = 0.3  # that a lift is thought to have, before any hand is seen
MOST = 0.9  # of a lift
NOISE = 0.85  # what is left of the variance of a hand's end once its luck is taken out


def starting_scores(piece: int, seed: int = PIECE_SEED) -> Ints:
    """The scores by role that a piece starts from: the more often the nearer to the end."""
    steps = np.gradient(distance(NODES.astype(np.float64)))
    return spread_scores(NODES, steps, PLAYERS, PIECE, EACH, generator(seed, PLAYERS, piece, 0))


def near_hands(lore: ManyLore, piece: int, seed: int = PIECE_SEED) -> NearHands:
    """One piece of the hands: scores by role, and events of the quick player."""
    scores = starting_scores(piece, seed)
    seeds = generator(seed, PLAYERS, piece, 1).integers(0, 1 << 62, len(scores))
    ends, styles = np.zeros_like(scores), np.array([FAST] * PLAYERS, np.int64)
    luck, plain = stream(seed, PLAYERS, piece, 2), plain_lore(PLAYERS)
    hands_from(fresh_table(PLAYERS), scores, seeds, styles, lore, plain, luck, ends)
    quick = played_deals(PLAYERS, seeds, QUICK, lore, stream(seed, PLAYERS, piece, 3))
    return NearHands(scores, ends, quick.events)


def aware_table(events: Ints, lore: ManyLore, folder: Path) -> Floats:
    """The table of winning of experts who look at the score near the end, laid out in one row.

    `events` are those of hands played for points; the folder keeps hands near the end.
    """
    law = law_of_three(events)
    win = win_three(law)
    lore = lore._replace(win=win.astype(np.float32).astype(np.float64))
    hands = kept_hands(folder, "three", PIECES, lambda piece: near_hands(lore, piece))
    quick = law_of_three(played(PLAYERS, QUICK_HANDS, QUICK, lore, QUICK_SEED).events)
    for _ in range(ROUNDS):
        sweep_three(law, lifts_at_nodes(changes_of_three(hands, law, quick, win)), win)
    return win


@kernel
def worth_of_end(ends: Ints, win: Floats, out: Floats) -> None:
    """Write the chances of roles 0 and 1 by the scores after a hand, which may have won."""
    if max(ends[0], ends[1], ends[2]) >= TARGET:
        out[0] = 1.0 if ends[0] >= TARGET else 0.0
        out[1] = 1.0 if ends[1] >= TARGET else 0.0
        return
    needs = (TARGET - ends[0], TARGET - ends[1], TARGET - ends[2])
    out[0], out[1] = chances_after(needs, win)


@kernel
def worth_of_events(events: Ints, scores: Ints, win: Floats, out: Floats) -> None:
    """Write the chances of roles 0 and 1 if events, behind their number, come from these scores."""
    ends = scores.copy()
    for event in events[1 : events[0] + 1]:
        ends[event % ROLES] += event // ROLES
        if ends[event % ROLES] >= TARGET:
            break
    worth_of_end(ends, win, out)


@kernel
def write_worths(hands: NearHands, win: Floats, came: Floats, quick: Floats) -> None:
    """Write what each hand was worth to roles 0 and 1, and the quick player's in its place."""
    for i in range(len(came)):
        worth_of_end(hands.ends[i], win, came[i])
        worth_of_events(hands.gains[i], hands.scores[i], win, quick[i])


@kernel
def write_means(law: ThreeLaw, places: Ints, win: Floats, out: Floats) -> None:
    """Write what a law is worth to roles 0 and 1 from some places, by what each role needs."""
    for i in range(len(places)):
        needs = (int(places[i, 0]), int(places[i, 1]), int(places[i, 2]))
        three_worth(law, needs, win, out[i])


@kernel
def add_planes(
    here: Floats, width: Floats, at: Floats, weights: Floats, pulls: Floats, normal: Floats
) -> None:
    """Add the normal equations of planes around a place, fitted to others that are near it.

    Rows and columns of `normal` are the constant and the three slopes; the last column is the
    right side. Weights and pulls come by place and role.
    """
    plane = np.ones(4)
    for i in range(len(at)):
        square = 0.0
        for axis in range(3):
            plane[axis + 1] = (at[i, axis] - here[axis]) / width[axis]
            square += plane[axis + 1] ** 2
        if square > 12.0:
            continue
        near = np.exp(-0.5 * square)
        for role in range(3):
            for a in range(4):
                for b in range(4):
                    normal[role, a, b] += near * weights[i, role] * plane[a] * plane[b]
                normal[role, a, 4] += near * pulls[i, role] * plane[a]


@kernel
def write_planes(
    targets: Floats, widths: Floats, at: Floats, weights: Floats, pulls: Floats, normals: Floats
) -> None:
    """Write the normal equations around each target."""
    for i in range(len(targets)):
        add_planes(targets[i], widths[i], at, weights, pulls, normals[i])


def with_third(two: Floats) -> Floats:
    """Columns of roles 0 and 1 and of what is left for role 2."""
    return np.column_stack([two, 1.0 - two.sum(axis=1)])


def without_luck(more: Floats, luck: Floats) -> Floats:
    """What is left of each column once the luck, by columns, is taken out by regression."""
    return np.asarray(more - luck @ np.linalg.solve(luck.T @ luck, luck.T @ more))


class Changes(NamedTuple):
    """By starting place: what each role needs, how many hands, and what they changed."""

    needs: Ints
    counts: Floats
    plain: Floats  # chances of each role by the plain law
    more: Floats  # mean by role of how much more a hand was worth


def changes_of_three(hands: NearHands, plain: ThreeLaw, quick: ThreeLaw, win: Floats) -> Changes:
    """How much more hands were worth than the plain law says, their luck taken out."""
    came, lucky = np.empty((len(hands.scores), 2)), np.empty((len(hands.scores), 2))
    write_worths(hands, win, came, lucky)
    needs, where = np.unique(TARGET - hands.scores, axis=0, return_inverse=True)
    where = where.ravel()
    expected, usual = np.empty((len(needs), 2)), np.empty((len(needs), 2))
    write_means(plain, needs, win, expected)
    write_means(quick, needs, win, usual)
    more = without_luck(came - expected[where], lucky - usual[where])
    counts = np.bincount(where).astype(np.float64)
    means = np.column_stack([np.bincount(where, column) / counts for column in more.T])
    third = -means.sum(axis=1, keepdims=True)
    return Changes(needs, counts, with_third(expected), np.hstack([means, third]))


def smoothed(found: Changes, targets: Ints) -> Floats:
    """The lift of each role at some places, by planes fitted around each.

    A lift u moves a chance p by p (1 - p) u, and what is left of the luck of a hand has the
    variance p (1 - p) times `NOISE`; u itself is thought to be about `SPREAD`.
    """
    weights = found.counts[:, None] * found.plain * (1.0 - found.plain) / NOISE
    pulls = found.counts[:, None] * found.more / NOISE
    here = distance(targets.astype(np.float64))
    widths = np.minimum(WIDTH * here / np.log(1 + ASIDE), WIDEST)
    normals = np.zeros((len(targets), 3, 4, 5))
    write_planes(here, widths, distance(found.needs.astype(np.float64)), weights, pulls, normals)
    left = normals[..., :4] + np.eye(4) / SPREAD**2
    return np.clip(np.linalg.solve(left, normals[..., 4:])[..., 0, 0], -MOST, MOST)


def lifts_at_nodes(found: Changes) -> Floats:
    """The lifts at every node of the table; 0 where points decide."""
    nodes = np.stack(np.meshgrid(NODES, NODES, NODES, indexing="ij"), axis=-1).reshape(-1, 3)
    lifts, near = np.zeros((SIZE**3, 3)), nodes.min(axis=1) <= AWARE
    lifts[near] = smoothed(found, nodes[near])
    return lifts

"""What regard for the score changes near the end, with three players.

As for two (`winning.nearend`): hands of experts from scores near the end, the change against
the plain law, the luck of the deals taken out by a quick player, and a table filled a few times
over. Changes are smoothed by `lifts`. The experts of the first hands believe in the table by
points alone; those of the later ones, which alone make the table that ships, in the table that
came of the first. With four, where the same was tried, 15,000 hands showed no change that
foretold that of other hands.
"""

from functools import partial
from pathlib import Path

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.core.seeds import generator, stream
from kibitz.games.cribbage.advice.levels import MANY_EXPERT
from kibitz.games.cribbage.many.hands import Floats, Ints
from kibitz.games.cribbage.many.ladder import many_style
from kibitz.games.cribbage.many.lifts import FARTHEST, Changes, lifts_at_nodes
from kibitz.games.cribbage.many.lore import NODES, ManyLore, plain_lore
from kibitz.games.cribbage.many.outcomes import (
    fresh_table,
    law_of_three,
    played,
    played_deals,
)
from kibitz.games.cribbage.many.selfplay import (
    BY_HEART,
    ROLES,
    RULE,
    ManyStyle,
    hands_from,
)
from kibitz.games.cribbage.many.winning import (
    ThreeLaw,
    chances_after,
    sweep_three,
    three_worth,
    win_three,
)
from kibitz.games.cribbage.table.rules import TARGET
from kibitz.games.cribbage.winning.nearend import (
    NearHands,
    distance,
    kept_hands,
    spread_scores,
)

PLAYERS = 3
BELIEFS = (("three_first", 2, 7310), ("three", 8, 7320))  # names, pieces and seeds of the hands
PIECE = 5_000  # hands, give or take what is rounded
EACH, CLOSE_EACH = 15, 10  # hands from the same scores
WIDE, CLOSE = 4, 16  # so many pieces do; in later ones all need few points, each as often
EXPERT = many_style(MANY_EXPERT)
QUICK = ManyStyle(BY_HEART, RULE, 0, 0, 0, 0)
QUICK_HANDS, QUICK_SEED = 12_000, 7301
ROUNDS = 3  # of filling the table


def starting_scores(piece: int, seed: int) -> Ints:
    """The scores by role that a piece starts from: the more often the nearer to the end."""
    rng = generator(seed, PLAYERS, piece, 0)
    if piece >= WIDE:
        close = NODES[NODES <= CLOSE]
        return spread_scores(close, np.ones(len(close)), PLAYERS, PIECE, CLOSE_EACH, rng)
    need = NODES[NODES <= FARTHEST]
    steps = np.gradient(distance(need.astype(np.float64)))
    return spread_scores(need, steps, PLAYERS, PIECE, EACH, rng)


def near_hands(lore: ManyLore, seed: int, piece: int) -> NearHands:
    """One piece of the hands: scores by role, and events of the quick player."""
    scores = starting_scores(piece, seed)
    seeds = generator(seed, PLAYERS, piece, 1).integers(0, 1 << 62, len(scores))
    ends, styles = np.zeros_like(scores), np.array([EXPERT] * PLAYERS, np.int64)
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
    quick = law_of_three(played(PLAYERS, QUICK_HANDS, QUICK, lore, QUICK_SEED).events)
    for name, pieces, seed in BELIEFS:
        believing = lore._replace(win=win.astype(np.float32).astype(np.float64))
        hands = kept_hands(folder, name, pieces, partial(near_hands, believing, seed))
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


def with_third(two: Floats) -> Floats:
    """Columns of roles 0 and 1 and of what is left for role 2."""
    return np.column_stack([two, 1.0 - two.sum(axis=1)])


def without_luck(more: Floats, luck: Floats) -> Floats:
    """What is left of each column once the luck, by columns, is taken out by regression."""
    return np.asarray(more - luck @ np.linalg.solve(luck.T @ luck, luck.T @ more))


def changes_of_three(hands: NearHands, plain: ThreeLaw, quick: ThreeLaw, win: Floats) -> Changes:
    """How much more hands were worth than the plain law says, their luck taken out.

    The quick player's luck says the more of theirs the farther the end is.
    """
    came, lucky = np.empty((len(hands.scores), 2)), np.empty((len(hands.scores), 2))
    write_worths(hands, win, came, lucky)
    needs, where = np.unique(TARGET - hands.scores, axis=0, return_inverse=True)
    where = where.ravel()
    expected, usual = np.empty((len(needs), 2)), np.empty((len(needs), 2))
    write_means(plain, needs, win, expected)
    write_means(quick, needs, win, usual)
    luck = lucky - usual[where]
    far = distance(needs.min(axis=1).astype(np.float64))[where, None]
    more = without_luck(came - expected[where], np.hstack([luck, luck * far]))
    counts = np.bincount(where).astype(np.float64)
    means = np.column_stack([np.bincount(where, column) / counts for column in more.T])
    third = -means.sum(axis=1, keepdims=True)
    return Changes(needs, counts, with_third(expected), np.hstack([means, third]))

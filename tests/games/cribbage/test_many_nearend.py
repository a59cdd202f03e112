"""The table of three near the end: what hands change is found again, and kept in bounds."""

import numpy as np
import pytest

from kibitz.games.cribbage.many import nearend
from kibitz.games.cribbage.many.lifts import (
    FARTHEST,
    NOISE,
    Changes,
    covariances,
    lifts_at_nodes,
    likelihood,
    smoothed,
)
from kibitz.games.cribbage.many.lore import NODES, SIZE
from kibitz.games.cribbage.many.nearend import changes_of_three, starting_scores, worth_of_events
from kibitz.games.cribbage.many.outcomes import law_of_three
from kibitz.games.cribbage.many.winning import lift, read_three, win_three
from kibitz.games.cribbage.table.rules import TARGET
from kibitz.games.cribbage.winning.criterion import AWARE
from kibitz.games.cribbage.winning.nearend import NearHands


def worth(events, scores, win):
    out = np.empty(2)
    worth_of_events(np.array([len(events), *events, 99]), np.array(scores), win, out)
    return out.tolist()


def test_whoever_of_three_reaches_121_first_has_won_and_else_the_deal_passes_left():
    win = np.tile([0.5, 0.3], SIZE**3)
    events = [
        4 * points + role for role, points in ((0, 2), (1, 1), (2, 3), (1, 9), (2, 4), (0, 8))
    ]
    assert worth(events, (119, 119, 119), win) == [1, 0]  # his heels
    assert worth(events, (118, 120, 118), win) == [0, 1]  # the leader pegs first
    assert worth(events, (118, 119, 118), win) == [0, 0]  # the third does
    assert worth(events, (112, 111, 117), win) == [0, 1]  # and the leader counts first
    # Nobody: the leader deals, the third leads, and the dealer has the rest.
    assert worth(events, (90, 90, 90), win) == pytest.approx([0.2, 0.5])


def test_a_lift_moves_chances_and_leaves_what_is_sure():
    chances = np.array([0.2, 0.5])
    lift(chances, np.array([0.5, 0.0, 0.0]))
    assert chances.tolist() == pytest.approx([0.28 / 1.08, 0.5 / 1.08])
    for sure in ([1.0, 0.0], [0.0, 1.0], [0.0, 0.0]):
        chances = np.array(sure)
        lift(chances, np.array([0.8, -0.5, 0.3]))
        assert chances.tolist() == sure


def test_hands_near_the_end_start_where_chances_to_win_decide():
    scores = starting_scores(0, 1)
    assert len(scores) == pytest.approx(nearend.PIECE, rel=0.08)
    assert scores.max(axis=1).min() >= TARGET - AWARE
    assert scores.min() == TARGET - FARTHEST
    assert scores.max() == TARGET - 1


def made_up_hands(count, seed):
    """Events of made-up hands of three: heels, some pegging, three counts and a crib."""
    rng = np.random.default_rng(seed)
    roles = [0, 1, 2, 0, 1, 2, 1, 2, 0, 0]
    highest = [2, 3, 3, 4, 3, 3, 14, 14, 14, 9]
    points = np.stack([rng.integers(0, most + 1, count) for most in highest], axis=1)
    return np.column_stack([np.full(count, len(roles)), 4 * points + np.array(roles)])


def ends_of(events, scores):
    ends = scores.copy()
    for event in events[1:].tolist():
        ends[event % 4] = min(ends[event % 4] + event // 4, TARGET)
        if ends[event % 4] == TARGET:
            break
    return ends


@pytest.mark.compiled
def test_changes_of_three_are_found_again_though_most_of_the_hands_is_luck():
    # The hands near the end are of the same law, but some that the dealer loses are won: so many
    # that the dealer's odds are half as high again.
    law, count = law_of_three(made_up_hands(2000, 1)), 12_000
    win, rng = win_three(law, 1), np.random.default_rng(3)
    needs = rng.integers(1, 13, (count // 6, 3)).repeat(6, axis=0)
    scores, events = TARGET - needs, made_up_hands(count, 2)
    ends = np.array([ends_of(e, s) for e, s in zip(events, scores, strict=True)])
    before = np.array([read_three(win, tuple(row), 0) for row in needs.tolist()])
    won = raised(before) - before > (1 - before) * rng.random(count)
    ends[won & (ends.max(axis=1) == TARGET)] = [TARGET, 100, 100]
    found = changes_of_three(NearHands(scores, ends, events), law, law, win)
    assert np.allclose(found.more.sum(axis=1), 0)
    at = np.array([[a, b, b] for a in (3, 7, 10) for b in (4, 7, 9)])
    lifts, before = smoothed(found, at), np.array([read_three(win, tuple(row), 0) for row in at])
    off = before * (1 - before) * lifts[:, 0] - (raised(before) - before)
    # Each rests on some 600 hands: 4 sigma are 0.08.
    assert np.abs(off).max() < 0.08
    assert abs(off.mean()) < 0.03
    assert lifts[:, 1:].mean() < -0.1


def raised(chance):
    """A chance whose odds are half as high again."""
    return 1.5 * chance / (1 + 0.5 * chance)


def test_a_change_that_is_the_same_everywhere_is_smoothed_into_itself():
    needs = np.array([(a, b, c) for a in NODES[:20:2] for b in NODES[:20:2] for c in NODES[:20:2]])
    plain = np.tile([0.4, 0.35, 0.25], (len(needs), 1))
    shift = np.array([0.2, -0.1, -0.1])
    found = Changes(needs, np.full(len(needs), 1e4), plain, plain * (1 - plain) * shift)
    assert smoothed(found, needs[::97]) == pytest.approx(np.tile(shift, (11, 1)), abs=0.01)


def test_a_lift_that_comes_with_the_last_point_is_not_smeared_over_others():
    needs = np.array([(a, b, c) for a in NODES[:6] for b in NODES[1:9:2] for c in NODES[1:9:2]])
    plain = np.tile([0.4, 0.35, 0.25], (len(needs), 1))
    shift = np.where(needs[:, :1] == 1, [[0.5, -0.25, -0.25]], 0.0)
    found = Changes(needs, np.full(len(needs), 1e4), plain, plain * (1 - plain) * shift)
    lifts = smoothed(found, np.array([[1, 4, 6], [2, 4, 6], [4, 4, 6]]))
    assert lifts[0] == pytest.approx([0.5, -0.25, -0.25], abs=0.05)
    assert np.abs(lifts[1:]).max() < 0.05


def test_lifts_drawn_as_they_are_thought_of_are_likelier_than_lifts_twice_as_large():
    needs = np.array([(a, b, c) for a in NODES[:16:3] for b in NODES[:16:3] for c in NODES[:16:3]])
    plain, counts = np.tile([0.4, 0.35, 0.25], (len(needs), 1)), np.full(len(needs), 2000.0)
    places = np.searchsorted(NODES, needs)
    errors = np.diag(NOISE / (counts * 0.24))
    rng = np.random.default_rng(4)
    drawn = rng.multivariate_normal(np.zeros(len(needs)), covariances(places, places) + errors)
    likely = [
        likelihood(Changes(needs, counts, plain, 0.24 * times * drawn[:, None]), 0)
        for times in (1.0, 2.0)
    ]
    assert likely[0] > likely[1] + 50  # halves of 216 squares of about 1, or of about 4


def test_where_points_decide_nothing_changes_and_one_hand_says_little_of_places_far_away():
    needs, third = np.array([[1, 1, 1]]), np.full((1, 3), 1 / 3)
    lifts = lifts_at_nodes(Changes(needs, np.ones(1), third, np.array([[0.5, -0.25, -0.25]])))
    nodes = lifts.reshape(SIZE, SIZE, SIZE, 3)
    far = np.flatnonzero(NODES > AWARE)[0]
    assert not nodes[far:, far:, far:].any()
    assert 0 < nodes[0, 0, 0, 0] < 0.1
    assert np.abs(nodes[-1, -1, 0]).max() < 0.2 * nodes[0, 0, 0, 0]
    assert nodes[-1, 0, 0].tolist() == nodes[NODES.tolist().index(FARTHEST), 0, 0].tolist()

"""Chances to win of three and four: laws they must obey, a plain twin, and hands that came."""

import math

import numpy as np
import pytest

from kibitz.core.kernel import COMPILED
from kibitz.errors import BadValue
from kibitz.games.cribbage.many.lore import NODES, SIZE, many_lore
from kibitz.games.cribbage.many.outcomes import law_of_three, net_points, played
from kibitz.games.cribbage.many.tables import STRONG
from kibitz.games.cribbage.many.winning import many_chances, sweep_three
from kibitz.games.cribbage.table.rules import TARGET
from kibitz.games.cribbage.throwing.endgame import keep_of


def three_way():
    """The chances of dealer, leader and third by nodes of what the three need."""
    two = many_lore(3).win.reshape(SIZE, SIZE, SIZE, 2)
    return np.concatenate([two, 1 - two.sum(axis=3, keepdims=True)], axis=3)


def test_chances_of_three_are_chances():
    chances = three_way()
    assert chances.min() > -1e-6
    assert chances.max() < 1 + 1e-6


def test_nobody_is_better_off_with_fewer_points():
    chances = three_way()
    for role in range(3):
        for axis in range(3):  # a step along an axis: somebody needs more
            steps = np.diff(chances[..., role], axis=axis)
            # What hands near the end change is noisy: it is seen in what the others' points do.
            noise = 1e-4 if axis == role else 0.015
            assert (steps * (1 if axis == role else -1)).max() < noise
    four = many_lore(4).win.reshape(TARGET, TARGET)
    assert np.diff(four, axis=0).min() > -1e-6
    assert np.diff(four, axis=1).max() < 1e-6


def test_chances_add_up_and_even_scores_favour_the_dealer_of_four():
    for scores in ([0, 0, 0], [100, 90, 110], [37, 64, 81], [120, 120, 120], [3, 117], [0, 0]):
        assert sum(many_chances(scores)) == pytest.approx(1)
    assert 0.5 < many_chances([0, 0])[0] < 0.6
    assert min(many_chances([0, 0, 0])) > 0.25


def test_near_the_end_the_dealer_of_three_wins_about_as_often_as_experts_did():
    # Games of experts from each, with seeds that made no table. By hands played for points alone
    # the dealer was said to win 0.597 at 119-119-110, nearly six errors less.
    for scores, came, games in (([116, 116, 116], 0.309, 1000), ([119, 119, 110], 0.740, 400)):
        said = many_chances(scores)[0]
        assert abs(said - came) < 4 * math.sqrt(said * (1 - said) / games)


def test_between_two_nodes_a_chance_lies_between_them():
    low, high = (TARGET - int(NODES[k]) for k in (-3, -4))
    middle = many_chances([(low + high) // 2, 50, 50])[0]
    assert many_chances([low, 50, 50])[0] < middle < many_chances([high, 50, 50])[0]


def test_bad_scores_are_refused():
    for scores in ([0], [121, 0], [0, -1, 0], [1, 2, 3, 4]):
        with pytest.raises(BadValue, match="scores"):
            many_chances(scores)


def slow_winner(needs, gains):
    """Who of three wins if every hand brings the same gains in order: (role, points)."""
    needs = list(needs)
    names = [0, 1, 2]
    while True:
        for role, points in gains:
            needs[names[role]] -= points
            if needs[names[role]] <= 0:
                return names[role]
        names = names[1:] + names[:1]


def test_the_table_of_three_says_who_wins_where_nothing_is_left_to_chance():
    gains = [(2, 1), (1, 4), (2, 3), (0, 6)]
    events = np.array([[4] + [4 * points + role for role, points in gains]])
    law = law_of_three(events)
    assert law.totals[:, 0].tolist() == [6, 4, 4]
    win = np.zeros(2 * SIZE**3)
    sweep_three(law, np.zeros((SIZE**3, 3)), win)
    close = range(0, 14, 1 if COMPILED else 4)  # nodes of one point each
    for i in close:
        for j in close:
            for k in close:
                place = 2 * ((i * SIZE + j) * SIZE + k)
                wanted = slow_winner((i + 1, j + 1, k + 1), gains)
                assert win[place : place + 2].tolist() == [wanted == 0, wanted == 1]


def test_what_is_pegged_net_adds_up_to_nothing():
    points = np.array([[3, 1, 5, 0], [0, 2, 2, 7]])
    three = net_points(points, 3)
    assert three[0].tolist() == [0, -3, 3]
    assert net_points(points, 4)[1].tolist() == [-7, 7, -7, 7]


@pytest.mark.compiled
@pytest.mark.parametrize("players", [3, 4])
def test_what_a_keep_is_said_to_peg_comes_in_fresh_hands(players):
    """Experts of fewer worlds play them; the mean of each role is within four errors."""
    lore, hands = many_lore(players), 800
    found = played(players, hands, STRONG._replace(worlds=16), lore, 515)
    for role in range(players):
        said = lore.pegging[role][[int(keep_of(int(kept))) for kept in found.kept[:, role]]]
        off = found.net[:, role] - said
        assert abs(off.mean()) < 4 * off.std() / math.sqrt(hands)

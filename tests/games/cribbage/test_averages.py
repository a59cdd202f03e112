"""Self-play against the published averages."""

import pytest

from kibitz.games.cribbage.winning.averages import PUBLISHED, averages, first_dealer_wins
from kibitz.games.cribbage.winning.selfplay import GREEDY, UNIFORM_CRIB, Style

QUICK = Style(UNIFORM_CRIB, GREEDY, 0, 0, 0.0, 0)  # weaker, but many games tell far more
SLACK = 0.06  # points between our players and those behind the published figures


@pytest.mark.compiled
def test_good_players_score_the_published_averages_of_a_deal():
    for name, average in averages(1200).items():
        assert abs(average.value - PUBLISHED[name]) < 4 * average.error + SLACK, name


def test_the_parts_of_a_deal_add_up():
    found = {name: average.value for name, average in averages(4).items()}
    assert found["pone in all"] == pytest.approx(found["pone pegs"] + found["pone's hand"])
    parts = found["dealer pegs"] + found["dealer's hand"] + found["the crib"]
    assert found["dealer in all"] == pytest.approx(parts + 2 / 13)


@pytest.mark.compiled
def test_the_first_dealer_wins_a_little_more_often():
    found = first_dealer_wins(4000, QUICK)
    assert abs(found.value - 0.560) < 4 * found.error + 0.01

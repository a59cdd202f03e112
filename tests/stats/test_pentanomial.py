"""Counts of pairs against the formulas of the mean and against simulation."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.seeds import generator
from kibitz.errors import BadValue
from kibitz.stats.elo import expected_score
from kibitz.stats.pentanomial import Pentanomial

counts = st.tuples(*[st.integers(1, 1000)] * 5)


@given(counts)
def test_score_and_error_are_those_of_the_listed_pairs(counts):
    listed = np.repeat([0, 0.25, 0.5, 0.75, 1], counts)
    results = Pentanomial(counts)
    assert results.score == pytest.approx(listed.mean())
    assert results.error == pytest.approx(listed.std() / math.sqrt(len(listed)))
    assert results.games == 2 * len(listed)
    assert expected_score(results.elo) == pytest.approx(results.score)


@given(counts)
def test_swapping_the_players_turns_every_sign(counts):
    one, other = Pentanomial(counts), Pentanomial(counts[::-1])
    assert one.elo == pytest.approx(-other.elo, abs=1e-9)
    assert one.nelo == pytest.approx(-other.nelo, abs=1e-9)
    assert one.los == pytest.approx(1 - other.los, abs=1e-6)
    low, high = one.elo_interval()
    assert other.elo_interval() == pytest.approx((-high, -low), abs=1e-4)


def test_an_empty_cell_counts_as_a_small_number_also_in_the_total():
    results = Pentanomial((0, 1, 2, 0, 0))
    assert results.total == pytest.approx(3.003)
    assert results.samples == 3
    assert Pentanomial((0, 1, 2, 0, 0), small=1e-4).total == pytest.approx(3.0003)


def test_counts_come_from_scores_and_add_up():
    results = Pentanomial.of_scores([0, 0.5, 0.5, 1, 0.25])
    assert results.counts == (1, 1, 2, 0, 1)
    assert results.plus(results).counts == (2, 2, 4, 0, 2)
    with pytest.raises(BadValue, match=r"pair score 0\.3"):
        Pentanomial.of_scores([0.3])
    with pytest.raises(BadValue, match="pairs and of games"):
        results.plus(Pentanomial((1, 2, 3)))


@pytest.mark.parametrize("text", ["1,2", "1,2,3,4", "1,2,-3,4,5", "a,b,c", "1,2,3,4,5.5", ""])
def test_text_that_is_not_counts_is_refused(text):
    with pytest.raises(BadValue, match="results"):
        Pentanomial.parse(text)


def test_the_interval_covers_the_truth_95_times_in_100():
    """4-sigma bound: 2,000 matches of 400 pairs, true coverage within 0.95 +- 0.0195."""
    law = np.array([0.05, 0.2, 0.4, 0.25, 0.1])
    truth = law @ [0, 0.25, 0.5, 0.75, 1]
    matches = generator(11).multinomial(400, law, size=2000)
    inside = 0
    for row in matches.tolist():
        low, high = Pentanomial(tuple(row)).score_interval()
        inside += bool(low <= truth <= high)
    assert abs(inside / 2000 - 0.95) < 4 * math.sqrt(0.95 * 0.05 / 2000)

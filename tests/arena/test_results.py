"""Results one by one and in columns: the same points, the same lines of JSON."""

import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.arena.batch import Batch
from kibitz.arena.ledger import Plan
from kibitz.arena.result import Failure, GameResult, PairResult
from kibitz.arena.tally import FAILURES_KEPT, Tally
from kibitz.errors import BadRecord

payoffs = st.floats(-3, 3).map(lambda x: round(x, 1))
failures = st.none() | st.builds(Failure, st.integers(0, 1), st.just("crashed"), st.just("Ow."))
games = st.builds(
    GameResult,
    st.tuples(payoffs, payoffs),
    st.integers(0, 9),
    failures,
    st.tuples(st.integers(0, 5), st.integers(0, 5)),
    st.tuples(st.just(0.25), st.just(0.5)),
)
pairs = st.lists(st.tuples(games, games), min_size=1, max_size=8)


@settings(max_examples=40)
@given(pairs)
def test_columns_say_what_the_pairs_say(pairs):
    batch = Batch.of((0, 1), 4, pairs)
    single = [pair.result for pair in batch.pairs()]
    assert [pair.games for pair in single] == pairs
    assert [pair.index for pair in single] == list(range(4, 4 + len(pairs)))
    assert batch.half_points().tolist() == [pair.half_points for pair in single]
    assert [list(g.points) for p in single for g in p.games] == batch.points().reshape(
        -1, 2
    ).tolist()


@settings(max_examples=40)
@given(pairs, st.integers(1, 5), st.integers(0, 7))
def test_a_tally_does_not_depend_on_how_the_pairs_are_cut(pairs, every, before):
    batch = Batch.of((0, 1), 0, pairs)
    whole, cut, totals = Tally(), Tally(), []
    whole.add(batch)
    for part in batch.split(every, before):
        cut.add(part)
        totals.append(before + cut.pairs)
    assert whole == cut
    assert all(total % every == 0 for total in totals[:-1])


@settings(max_examples=40)
@given(pairs)
def test_a_pair_survives_json(pairs):
    pair = PairResult((0, 1), 3, pairs[0])
    assert PairResult.from_fields(json.loads(json.dumps(pair.to_fields()))) == pair


@pytest.mark.parametrize(
    "fields", [{}, {"players": [0, 1], "index": 1, "games": [{}]}, {"index": "x"}]
)
def test_what_is_no_pair_is_refused(fields):
    with pytest.raises(BadRecord, match="is not the result of a pair"):
        PairResult.from_fields(fields)
    with pytest.raises(BadRecord, match="is not a plan"):
        Plan.from_fields(fields)


@pytest.mark.parametrize("missing", ["decisions", "seconds"])
def test_decisions_and_their_seconds_come_together_or_not_at_all(missing):
    game = {"payoffs": [1, -1], "plies": 3, "decisions": [2, 1], "seconds": [0.5, 0.5]}
    fields = {"players": [0, 1], "index": 0, "games": [dict(game), dict(game)]}
    assert PairResult.from_fields(fields).games[1].decisions == (2, 1)
    del fields["games"][1][missing]  # type: ignore[index]
    with pytest.raises(BadRecord, match="is not the result of a pair"):
        PairResult.from_fields(fields)


def test_more_than_two_players_share_the_points():
    assert GameResult((3.0, 1.0, 1.0), 9).points == (1.0, 0.25, 0.25)


def test_failures_are_counted_all_and_told_a_few():
    lost = GameResult((-1.0, 1.0), 0, Failure(0, "stalled", "slow"), (0, 0), (0.0, 0.0))
    tally = Tally()
    tally.add(Batch.of((0, 1), 0, [(lost, lost)] * 15))
    assert tally.failed == {(0, "stalled"): 30}
    assert len(tally.failures) == FAILURES_KEPT
    assert tally.games == (30, 0, 0)
    assert tally.first_seat == (15, 0, 15)  # whoever failed sat first in every other game


def test_the_interval_of_the_payoff_is_students():
    values = [0.5, 1.5, -2.0, 3.0, 0.0]
    rows = [tuple(GameResult((v, -v), 1, None, (1, 1), (0.0, 0.0)) for _ in (0, 1)) for v in values]
    tally = Tally()
    tally.add(Batch.of((0, 1), 0, rows))
    mean, error = np.mean(values), np.std(values, ddof=1) / np.sqrt(len(values))
    assert tally.payoff == pytest.approx(mean)
    assert tally.payoff_interval() == pytest.approx(
        (mean - 2.776445 * error, mean + 2.776445 * error)
    )


def paid(*values):
    """A tally of pairs whose games pay the first player these."""
    rows = [tuple(GameResult((v, -v), 1, None, (1, 1), (0.0, 0.0)) for _ in (0, 1)) for v in values]
    tally = Tally()
    for index, row in enumerate(rows):
        tally.add(Batch.of((0, 1), index, [row]))
    return tally


def test_the_interval_of_the_payoff_stays_within_what_the_game_can_pay():
    low, high = paid(2.0, 2.0, -1.0).payoff_interval(possible=(-2.0, 2.0))
    assert (low, high) == (-2.0, 2.0)
    assert paid(0.5).payoff_interval(possible=(-2.0, 2.0)) == (-2.0, 2.0)


def test_payoffs_all_alike_have_the_interval_of_the_rule_of_three():
    """Others of a share p stay unseen in six pairs with probability (1 - p)^6 = 0.05."""
    share = 1 - 0.05 ** (1 / 6)
    tally = paid(*[0.1] * 6)
    low, high = tally.payoff_interval(possible=(-2.0, 2.0))
    assert low == pytest.approx(0.1 - share * 2.1)
    assert high == pytest.approx(0.1 + share * 1.9)
    assert tally.payoff_interval() == (-math.inf, math.inf)

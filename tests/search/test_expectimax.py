"""Expectimax against a sum by hand and a plain twin."""

from contextlib import contextmanager

import pytest

from kibitz.core.game import play
from kibitz.core.kernel import COMPILED
from kibitz.errors import BadValue, WrongKind
from kibitz.estimate.estimate import Kind
from kibitz.games.kuhn.game import KuhnGame
from kibitz.games.kuhn.rules import HIDDEN, Kuhn
from kibitz.search.expectimax import Expectimax
from kibitz.search.mcts import Mcts
from tests.naive.expectimax import mean_value
from tests.toys.deal import DRAW, STOP, Deal, DealGame
from tests.toys.race import RUN, STAY, Race, RaceGame
from tests.toys.trio import Trio, TrioGame

RACE = RaceGame()
TO_THE_END = 1000  # decisions: more than there are


def test_a_last_roll_is_worth_the_sum_by_hand():
    # One roll is left: behind by 2 after this move the other runs 1 or 2 (5 chances in 6).
    p = Race(2, 3, 0, 3, 1)
    analysis = Expectimax(depth=TO_THE_END).analyse(RACE, p, 0, 0)
    # RUN to 5: seat 1 at 3 rolls 1 (stays behind: -), 2 (lands on 5, sends back), 3 (goal).
    assert analysis.option(RUN).value == pytest.approx((3 * 0.5 + 2 * -0.5 + 1 * -1.0) / 6)
    # STAY at 2: seat 1 stays in front or reaches the goal with a 3.
    assert analysis.option(STAY).value == pytest.approx((5 * -0.5 + 1 * -1.0) / 6)
    assert analysis.is_exact
    assert analysis.stopped_by == "complete"


@pytest.mark.parametrize("depth", [1, 2, 3, None])
@pytest.mark.parametrize("places", [(0, 0), (2, 3), (4, 1), (3, 5)])
@pytest.mark.parametrize("seat", [0, 1])
def test_every_option_is_worth_what_the_plain_twin_says(depth, places, seat):
    p = Race(places[0], places[1], seat, 2, 4 if COMPILED else 3)
    analysis = Expectimax(depth=depth or TO_THE_END).analyse(RACE, p, seat, 0)
    for option in analysis.options:
        truth = mean_value(RACE, play(p, option.move), seat, depth and depth - 1)
        assert option.value == pytest.approx(truth, abs=1e-12)
        assert option.estimate.kind in (Kind.EXACT, Kind.JUDGED)


def test_bounds_on_payoffs_cut_off_rolls_that_cannot_matter():
    p, unbounded = Race(3, 3, 0, 1, 4), RaceGame()
    unbounded.least_payoff, unbounded.greatest_payoff = -1e6, 1e6
    deep = Expectimax(depth=TO_THE_END)
    known, unknown = (deep.analyse(game, p, 0, 0) for game in (RACE, unbounded))
    assert unknown.samples == 1912
    assert known.samples <= 743  # 757 without the cut below alpha, 803 without that above beta
    for option in known.options:
        assert option.value == pytest.approx(unknown.option(option.move).value, abs=1e-9)


def test_an_option_is_exact_only_if_no_leaf_was_guessed():
    p = Race(5, 0, 0, 1, 4)
    analysis = Expectimax(depth=1).analyse(RACE, p, 0, 0)
    assert analysis.best.move == RUN
    assert analysis.best.estimate.is_exact
    assert analysis.option(STAY).estimate.by == "1 decision"
    assert analysis.stopped_by == "depth"


@pytest.mark.parametrize(
    ("game", "p", "why"),
    [
        (KuhnGame(), Kuhn(2, HIDDEN, 1), "expectimax cannot play kuhn: it has hidden cards"),
        (TrioGame(), Trio(4, 0), "expectimax cannot play trio: it has 3 seats, not two"),
        (DealGame(), Deal(0, 4), "expectimax cannot play deal: its chance has too many outcomes"),
    ],
)
def test_a_game_of_another_kind_is_refused_by_name(game, p, why):
    with pytest.raises(WrongKind, match=why):
        Expectimax().analyse(game, p, 0, 0)


def test_a_deal_that_cannot_be_listed_is_sampled_by_mcts():
    analysis = Mcts(iterations=400).analyse(DealGame(), Deal(0, 4), 0, 1)
    assert analysis.option(STOP).value == pytest.approx(0.4)
    drawn = analysis.option(DRAW)
    assert abs(drawn.value - 0.5) < 0.1  # numbers 0 to 10 are even; 4 sigma of 350 draws


def test_seconds_are_spent_on_looking_deeper_until_the_value_is_exact(monkeypatch):
    p = Race(2, 3, 0, 2, 4)
    whole = Expectimax(seconds=60.0).analyse(RACE, p, 0, 0)
    assert whole.is_exact
    assert whole.options == Expectimax(depth=TO_THE_END).analyse(RACE, p, 0, 0).options

    @contextmanager
    def over_at_once(seconds, flags, place):
        flags[place] = 1
        yield

    monkeypatch.setattr("kibitz.search.expectimax.stopping", over_at_once)
    hurried = Expectimax(seconds=60.0).analyse(RACE, p, 0, 0)
    assert (hurried.stopped_by, hurried.by) == ("seconds", "1 decision")
    assert hurried.options == Expectimax(depth=1).analyse(RACE, p, 0, 0).options


def test_a_depth_that_makes_no_sense_is_refused():
    with pytest.raises(BadValue, match="depth 0 of expectimax is not positive"):
        Expectimax(depth=0)

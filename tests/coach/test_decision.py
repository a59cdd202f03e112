"""One decision: what its loss weighs, in which unit, and what of it is open."""

import pytest

from kibitz.coach.decision import judge
from kibitz.coach.scale import LUCKY_POINT, OPEN_POINT
from kibitz.core.coached import coached
from kibitz.core.registry import make_game
from kibitz.estimate.estimate import UNSEEN, Analysis, Estimate, Option

GAME = coached(make_game("tictactoe"))
START = GAME.start()


def option(move, value, win=None, loss_error=None):
    worth = Estimate.sampled(value, 0.5, 100)
    chance = None if win is None else Estimate.sampled(win, 0.01, 100)
    return Option(move, f"{move}", worth, win=chance, loss_error=loss_error)


def judged(analysis, move):
    return judge(GAME, analysis, START, move, 1, 0, "move")


def test_wins_run_from_minus_one_to_one_and_weigh_by_half():
    options = [option(0, 0.4, loss_error=0.0), option(1, 0.0, loss_error=0.02)]
    found = judged(Analysis.ranked(0, options, "wins"), 1)
    error = 0.01 / OPEN_POINT
    assert found.open_error == pytest.approx(error)
    loss = 0.2 / OPEN_POINT
    assert found.weight == pytest.approx(loss - error**2 / loss)
    assert found.win_loss == pytest.approx(0.2)
    assert found.random_weight == pytest.approx(loss / 2)  # one of two moves at random


@pytest.mark.parametrize(
    ("table", "lost"), [("bluff(2)", -1.0), ("bluff", -1 / 3), ("cribbage(players=3)", -0.5)]
)
def test_at_a_larger_table_the_same_chance_is_less_of_a_payoff_and_weighs_as_much(table, lost):
    game, span = coached(make_game(table)), 1.0 - lost
    options = [
        option(0, lost + 0.5 * span, loss_error=0.0),
        option(1, lost + 0.4 * span, loss_error=0.01 * span),
    ]
    found = judge(game, Analysis.ranked(0, options, "wins"), game.start(), 1, 1, 0, "move")
    error, loss = 0.01 / LUCKY_POINT, 0.1 / LUCKY_POINT
    assert found.win_before == pytest.approx(0.5)
    assert found.win_loss == pytest.approx(0.1)
    assert found.open_error == pytest.approx(error)
    assert found.weight == pytest.approx(loss - error**2 / loss)
    assert found.random_weight == pytest.approx(loss / 2)  # one of two moves at random


@pytest.mark.parametrize(
    ("chance", "is_decided"), [(0.009, True), (0.011, False), (0.989, False), (0.991, True)]
)
def test_a_game_for_four_is_decided_by_the_chance_and_not_by_the_payoff(chance, is_decided):
    game = coached(make_game("bluff"))
    options = [option(0, 4 / 3 * chance - 1 / 3), option(1, 4 / 3 * (chance - 0.005) - 1 / 3)]
    found = judge(game, Analysis.ranked(0, options, "wins"), game.start(), 0, 1, 0, "move")
    assert found.is_decided == is_decided


def test_points_weigh_as_they_are_and_a_loss_within_its_error_weighs_nothing():
    options = [option(0, 2.0), option(1, 0.5, loss_error=0.5), option(2, 1.8, loss_error=0.5)]
    analysis = Analysis.ranked(0, options, "points")
    assert judged(analysis, 1).weight == pytest.approx(1.5 - 0.25 / 1.5)
    assert judged(analysis, 2).weight == 0.0


def test_an_option_that_nobody_looked_at_leaves_the_errors_of_the_others_as_they_are():
    options = [option(0, 2.0), option(1, 0.5, loss_error=0.5), option(2, 1.8, loss_error=0.5)]
    unseen = Option(3, "3", Estimate.judged(0.5, UNSEEN), loss_error=2.0)
    analysis = Analysis.ranked(0, [*options, unseen], "points")
    assert judged(analysis, 1).weight == pytest.approx(1.5 - 0.25 / 1.5)
    assert judged(analysis, 2).weight == 0.0


def test_a_move_that_wins_more_often_than_the_best_in_points_loses_no_wins():
    analysis = Analysis.ranked(0, [option(0, 2.0, 0.5), option(1, 0.5, 0.6)], "points")
    assert judged(analysis, 1).win_loss == 0.0


def test_the_best_move_is_open_while_another_may_be_as_good():
    near = Analysis.ranked(0, [option(0, 1.0), option(1, 0.9, loss_error=0.2)], "points")
    far = Analysis.ranked(0, [option(0, 1.0), option(1, 0.1, loss_error=0.2)], "points")
    assert judged(near, 0).open_error == pytest.approx(0.2)
    assert judged(far, 0).open_error == 0.0


def ruled(value, rule_error):
    """An option that loses 2 with the error 1.2, of which so much is the analyst's rule."""
    worth = Estimate.sampled(value, 1.0, 100)
    return Option(1, "1", worth, loss_error=1.2, rule_error=rule_error)


def test_within_two_errors_of_the_rule_nothing_weighs_however_little_luck_there_is():
    best = option(0, 2.0)
    found = [
        judged(Analysis.ranked(0, [best, ruled(0.0, rule)], "points"), 1)
        for rule in (0.0, 0.9, 1.1)
    ]
    assert [d.is_close for d in found] == [True, True, True]
    assert [d.weight for d in found] == pytest.approx([2.0 - 1.44 / 2.0, 2.0 - 1.44 / 2.0, 0.0])


def test_what_the_rule_is_off_leaves_no_grade_open():
    best = option(0, 2.0)
    by_luck, by_both, by_rule = (
        judged(Analysis.ranked(0, [best, ruled(0.0, rule)], "points"), 1).open_error
        for rule in (0.0, 0.72, 1.2)
    )
    assert (by_luck, by_both, by_rule) == pytest.approx((1.2, 0.96, 0.0))

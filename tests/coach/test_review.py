"""Reviews: what they count, and that they never blame the best move."""

import json

import pytest

from kibitz.coach.accuracy import game_accuracy, move_accuracy
from kibitz.coach.review import Reviewer, review
from kibitz.coach.scale import GRADES, grade, scale_for
from kibitz.core.record import Record
from kibitz.core.registry import game_names, make_game
from kibitz.errors import BadValue, UnknownName
from tests.coach.material import played


@pytest.mark.compiled
@pytest.mark.parametrize("name", game_names())
def test_every_registered_game_can_be_reviewed(name):
    game = make_game(name)
    record = played(name, *["random"] * game.seats)
    short = Record.from_json(json.dumps({**json.loads(record.to_json()), "moves": record.moves[:12],
                                         "result": None}))  # fmt: skip
    result = review(short, "fast")
    replay = short.replay()
    assert [d.number for d in result.decisions] == [
        number for number, step in enumerate(replay.steps, 1) if step.seat >= 0
    ]
    for decision in result.decisions:
        assert decision.loss >= 0
        assert decision.reason
        assert decision.chosen.move == replay.steps[decision.number - 1].move


def test_perfect_play_loses_nothing_and_gets_the_best_grade():
    result = review(played("nim(3,4,5)", "nim:expert", "nim:expert"))
    assert all(decision.loss == 0 for decision in result.decisions)
    assert {seat.grade for seat in result.seats} == {"A+"}
    assert all(seat.worst is None for seat in result.seats)
    assert all(d.severity == "excellent" for d in result.decisions)


def test_throwing_a_won_game_away_is_a_blunder():
    record = Record("nim(3,4,5)", "3,4,5", ("a", "b"), 1, ("1:1", "2:1"), None)
    first = review(record).decisions[0]
    assert (first.loss, first.win_loss, first.severity) == (2.0, 1.0, "blunder")
    assert first.best.text == "1:2"
    assert "nim-sum 0" in first.reason


def test_forced_moves_are_shown_and_not_counted():
    record = played("nim(1,1,1)", "random", "random")
    result = review(record)
    assert [d.is_forced for d in result.decisions] == [False, False, True]
    assert result.seats[0].total.decisions == 2
    assert result.seats[0].total.unforced == 1


def test_an_empty_log_has_no_grade():
    result = review(Record("nim(3)", "3", ("a", "b"), 1, (), None))
    assert [seat.grade for seat in result.seats] == [None, None]
    assert [seat.accuracy for seat in result.seats] == [None, None]


def test_two_reviews_with_one_seed_are_identical():
    record = played("tictactoe", "beginner", "intermediate", seed=4)
    one, two = (review(record, seed=3) for _ in range(2))
    assert one.fields() == two.fields()


def test_one_seat_alone_can_be_reviewed():
    record = played("tictactoe", "beginner", "expert")
    result = Reviewer(record.replay(), seat=1).review()
    assert {decision.seat for decision in result.decisions} == {1}
    assert [seat.seat for seat in result.seats] == [1]


def test_totals_are_the_sums_of_the_decisions():
    result = review(played("nim(3,4,5)", "nim:beginner", "nim:beginner", seed=9))
    for seat in result.seats:
        mine = [d for d in result.decisions if d.seat == seat.seat and not d.is_forced]
        assert seat.total.loss == pytest.approx(sum(d.loss for d in mine))
        assert sum(seat.counts.values()) == len(mine)
        assert sum(part.loss for part in seat.phases.values()) == pytest.approx(seat.total.loss)


def test_the_beginner_reviews_worse_than_the_expert():
    losses = {}
    for level in ("beginner", "expert"):
        reviews = [review(played("nim(3,4,5)", level, level, seed=s)) for s in range(20)]
        losses[level] = sum(seat.total.loss for r in reviews for seat in r.seats)
    assert losses["expert"] == 0 < losses["beginner"]


def test_unknown_budgets_and_seats_are_refused():
    replay = played("nim(1)", "random", "random").replay()
    with pytest.raises(UnknownName, match="unknown budget 'quick'"):
        Reviewer(replay, budget="quick")
    with pytest.raises(BadValue, match="seat 5"):
        Reviewer(replay, seat=5)


@pytest.mark.parametrize(
    ("loss", "severity"),
    [(0, "excellent"), (0.099, "excellent"), (0.1, "minor"), (0.5, "significant"), (1.5, "major"),
     (3.0, "critical"), (9, "critical")],
)  # fmt: skip
def test_severity_in_points(loss, severity):
    assert scale_for(make_game("nim"), "points").severity(loss) == severity


def test_a_game_without_secrets_or_chance_is_judged_more_mildly():
    scale = scale_for(make_game("nim"), "wins")
    assert [scale.severity(x) for x in (0.049, 0.05, 0.1, 0.15)] == list(scale.names)
    assert scale.names == ("excellent", "inaccuracy", "mistake", "blunder")


def test_grades_fall_with_the_average_loss():
    given = [grade(below - 1e-9) for _, below in GRADES]
    assert [*given, grade(2.5)] == ["A+", "A", "B", "C", "D", "F"]


def test_accuracy_has_the_published_values():
    assert move_accuracy(0) == pytest.approx(100, abs=1e-3)
    assert move_accuracy(0.1) == pytest.approx(103.1668 * 0.64695 - 3.1669, abs=0.02)
    assert move_accuracy(1) == 0
    assert game_accuracy([], []) is None
    assert game_accuracy([0.5] * 4, [0] * 4) == pytest.approx(100, abs=1e-3)
    assert (game_accuracy([0.5] * 4, [0, 0, 0, 0.5]) or 100) < 70

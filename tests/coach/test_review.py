"""Reviews: what they count, and that they never blame the best move."""

import json
import math
from dataclasses import replace

import pytest

from kibitz.coach.accuracy import GRADES, accuracy, grade, grades_between, is_decided
from kibitz.coach.review import Reviewer, review
from kibitz.coach.scale import scale_for
from kibitz.coach.totals import Totals
from kibitz.core.game import OVER, payoff, play, sample, turn
from kibitz.core.record import Record
from kibitz.core.registry import game_names, make_game
from kibitz.core.seeds import stream
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
    assert [seat.grade for seat in result.seats] == ["A+", None]  # the second is lost throughout
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
    with pytest.raises(BadValue, match="nim has only 2 seats"):
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


def test_grades_fall_with_the_accuracy_that_is_shown():
    given = [grade(float(least)) for _, least in GRADES]
    assert [*given, grade(0.0)] == ["A+", "A", "B", "C", "D", "F"]
    assert grade(96.5) == "A+"  # it is shown as 97
    assert grade(None) is None


def test_perfect_play_has_an_accuracy_of_100_and_random_play_of_5():
    assert accuracy(0.0, 1.7) == 100
    assert accuracy(1.7, 1.7) == pytest.approx(5)
    assert accuracy(0.85, 1.7) == pytest.approx(math.sqrt(5 * 100))  # half-way of the ratio
    assert accuracy(0.0, 0.0) is None
    assert accuracy(0.001, 0.009) is None  # hardly anything was at stake


def test_a_grade_is_not_known_while_two_are_possible():
    assert grades_between(90.0, 88.0) == ("A",)
    assert grades_between(99.0, 71.0) == ("A+", "A", "B")
    assert grades_between(None, None) == ()
    sure = Totals(3, 3, 3, 0.3, None, 3, 0.3, 6.0, 0.0)
    assert (sure.grade, sure.grades) == ("B", ("B",))  # 100 * 20 ** -0.05 is 86
    unsure = replace(sure, open_error=0.1)
    assert (unsure.grade, unsure.grades) == (None, ("A", "B"))


def test_a_decided_game_weighs_nothing_but_a_won_theory_does():
    assert is_decided(0.995, is_lucky=True)
    assert is_decided(0.005, is_lucky=True)
    assert is_decided(0.0, is_lucky=False)
    assert not is_decided(1.0, is_lucky=False)
    assert not is_decided(0.99, is_lucky=True)
    assert not is_decided(None, is_lucky=True)


def test_the_grade_follows_from_the_figures_beside_it():
    result = review(random_nim(3))
    for seat in result.seats:
        mine = [d for d in result.decisions if d.seat == seat.seat and d.is_weighed]
        assert seat.total.weighed == len(mine)
        cost = sum(d.weight for d in mine) / len(mine)
        at_random = sum(d.random_weight for d in mine) / len(mine)
        assert (seat.total.cost, seat.total.random_cost) == pytest.approx((cost, at_random))
        assert seat.accuracy == pytest.approx(100 * 20 ** -(cost / at_random))
        assert seat.grade == grade(seat.accuracy)


def test_random_play_is_near_nothing_and_the_expert_near_everything():
    """Over 40 games of nim the mean over both seats; a move at random is what 5 stands for."""
    found = [seat.total for seed in range(40) for seat in review(random_nim(seed)).seats]
    lost, expected = sum(t.weight for t in found), sum(t.random_weight for t in found)
    assert 0.6 < lost / expected < 1.4  # 4 sigma


def random_nim(seed):
    """A game of nim at random."""
    game, moves = make_game("nim(5,6,7)"), []
    p, out, luck = game.start(), game.scratch(), stream(seed)
    while turn(p) != OVER:
        move = int(sample(p, out, luck))
        moves.append(game.move_text(p, move))
        p = play(p, move)
    result = tuple(float(payoff(p, seat)) for seat in range(2))
    return Record(game.text, "5,6,7", ("a", "b"), 0, tuple(moves), result)


@pytest.mark.compiled
def test_the_shots_of_battleship_are_graded_and_its_placements_are_not():
    expert = review(played("battleship(2,3)", "expert", "expert"), "fast")
    at_random = review(played("battleship(2,3)", "random", "random"), "fast")
    placed = [d for d in expert.decisions if d.phase == "placement"]
    assert placed
    assert not any(d.is_weighed for d in placed)
    assert {d.severity for d in placed} == {"excellent"}
    assert {seat.unit for seat in expert.seats} == {"hit chance"}
    assert min(s.accuracy or 0 for s in expert.seats) > max(
        s.accuracy or 0 for s in at_random.seats
    )

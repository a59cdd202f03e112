"""Progress over many games: the interval covers, small samples are named."""

import numpy as np
import pytest

from kibitz.coach.judged import Judged, JudgedDecision, judged
from kibitz.coach.progress import (
    FEW_GAMES,
    accuracy_of,
    by,
    doubts,
    level_costs,
    line,
    measure,
    rungs,
    severities,
    standing,
)
from kibitz.coach.review import review
from kibitz.lab.judging import JudgedGame
from kibitz.lab.progress import ProgressRequest, progress_answer
from kibitz.store.archive import Archive
from tests.coach.material import played


def made(weight: float, kind: str = "move", is_weighed: bool = True) -> JudgedDecision:
    texts = ("3,4,5", "1:1", "1:2", "wins")
    place = (1, 0, kind, (kind,), 0)
    return JudgedDecision(*place, *texts, weight, "minor", weight, 1.0, is_weighed, weight > 0)


def test_the_interval_covers_the_true_cost_per_decision():
    rng = np.random.default_rng(5)
    hits, runs = 0, 150
    for _ in range(runs):
        games = [_game(rng) for _ in range(40)]
        low, high = measure("all", games).interval or (0, 0)
        hits += low <= 0.5 <= high
    assert abs(hits / runs - 0.95) < 4 * np.sqrt(0.95 * 0.05 / runs) + 0.015  # 4 sigma and n = 40


def _game(rng: np.random.Generator) -> list[JudgedDecision]:
    decisions = int(rng.integers(5, 30))
    skill = rng.gamma(4, 0.125)  # the loss of one game hangs together
    return [made(float(weight)) for weight in rng.exponential(skill, decisions)]


def test_no_game_has_no_figure_and_one_has_no_interval():
    assert measure("all", []).cost is None
    one = measure(
        "all", [[made(2.0), made(0.0), made(0.0), made(0.0), made(9.0, is_weighed=False)]]
    )
    assert (one.cost, one.interval) == (0.5, None)
    assert one.warning == "only 1 game: the figure may still change a lot"


def test_what_loses_most_comes_first_and_the_shares_are_the_whole():
    games = [[made(1.0, "throw"), made(3.0, "peg")], [made(0.0, "throw"), made(2.0, "peg")]]
    rates = by(games, lambda d: d.phase)
    assert [(rate.label, rate.weight) for rate in rates] == [("peg", 5.0), ("throw", 1.0)]
    assert sum(rate.weight for rate in rates) == measure("all", games).weight


def test_the_line_is_over_the_last_games():
    games = [[made(float(n))] for n in range(10)]
    points = line(games, window=4)
    assert [n for n, _ in points] == [4, 5, 6, 7, 8, 9, 10]
    assert points[-1][1].cost == pytest.approx((6 + 7 + 8 + 9) / 4)


def test_a_player_stands_between_two_levels():
    levels = {"beginner": 1.0, "intermediate": 0.3, "advanced": 0.08}
    rate = measure("all", [[made(0.1)], [made(0.24)]])
    assert standing(rate, levels).startswith("plays between intermediate and advanced: 0.17, inter")
    assert standing(measure("all", [[made(2.0)]]), levels) == "plays below beginner: 2.00"
    assert standing(measure("all", [[made(0.0)]]), levels) == "plays as well as advanced: 0.00"
    assert standing(rate, {}) == ""
    near = measure("all", [[made(0.9)], [made(1.1)]])
    assert standing(near, levels).startswith("plays like beginner: 1.00, interval")


def test_levels_that_the_figures_do_not_tell_apart_share_a_rung():
    levels = {"random": 14.2, "beginner": 13.7, "intermediate": 4.0, "advanced": 0.1, "expert": 0.5}
    ladder = rungs(levels)
    assert [rung.name for rung in ladder[:3]] == ["random", "beginner", "intermediate"]
    assert [rung.name for rung in ladder[3:]] == ["advanced or expert"]
    assert ladder[-1].cost == pytest.approx(0.3)
    told = standing(measure("all", [[made(0.2)]]), levels)
    assert told == "plays as well as advanced or expert: 0.20"
    assert doubts(levels, levels) == ["what is lost does not tell advanced from expert"]


def test_a_level_without_a_mark_is_missed():
    levels, wanted = {"beginner": 1.0, "advanced": 0.1}, ("beginner", "advanced", "expert")
    rate = measure("all", [[made(0.05)]])
    assert standing(rate, levels, wanted) == "plays at least as well as advanced: 0.05"
    assert doubts(levels, wanted) == ["the level expert has no mark yet"]
    assert "no marks yet" in doubts({}, wanted)[0]


def test_measured_levels_fall_in_order():
    marks = level_costs("cribbage")
    assert list(marks) == ["random", "beginner", "intermediate", "advanced", "expert"]


def test_a_players_games_are_measured_and_the_expert_loses_nothing():
    records = [played("nim(3,4,5)", "nim:beginner", "nim:expert", seed=s) for s in range(12)]
    games = [judged(review(record)) for record in records]
    rate = measure("all", [game.of_seat(0) for game in games])
    assert rate.games == 12
    assert rate.warning == ""
    assert measure("all", [game.of_seat(1) for game in games]).cost in (0.0, None)
    mine = [game.of_seat(0) for game in games]
    blunders = sum(d.severity == "blunder" for game in mine for d in game)
    assert severities(mine)["blunder"] == blunders > 1


def test_the_accuracy_over_games_is_that_of_their_sums():
    games = [[made(0.25), made(0.75)], [made(0.5), made(9.0, is_weighed=False)]]
    assert accuracy_of(games) == pytest.approx(100 * 20**-0.5)  # random play loses 1 each time
    assert accuracy_of([]) is None


def test_forced_moves_are_not_kept():
    record = played("nim(1,1,1)", "random", "random")
    assert [d.number for d in judged(review(record)).decisions] == [1, 2]


def test_archived_games_are_judged_once_and_by_the_seat_of_the_player(tmp_path, monkeypatch):
    place = str(tmp_path / "games.sqlite")
    with Archive.open(place) as archive:
        archive.add(played("nim(3,4,5)", "nim:expert", "nim:beginner", seed=s) for s in range(4))
    request = ProgressRequest(player="nim:beginner", db=place)
    first = list(request.answers())[-1]
    records = [played("nim(3,4,5)", "nim:expert", "nim:beginner", seed=s) for s in range(4)]
    second_seat = measure("all", [judged(review(r, "fast")).of_seat(1) for r in records])
    assert first.games[0].total.cost == pytest.approx(second_seat.cost)
    monkeypatch.setattr("kibitz.lab.judging.judge_record", None)
    assert list(request.answers())[-1] == first


def cost_of(game):
    """A game by those rules in which the first seat has lost something three times."""
    found = Judged(game, ("ann",), "theory", "fast", 0, "", (made(0.5),) * 3)
    return JudgedGame(found, (0,), None, 1, 1)


def test_a_table_of_three_is_not_measured_by_the_marks_of_two():
    games = [cost_of("cribbage")] * 2 + [cost_of("cribbage(players=3,skunks=true)")] * 12
    two, three = progress_answer("ann", games).games
    assert (two.game, three.game) == ("cribbage", "cribbage(players=3)")
    assert (two.total.games, three.total.games) == (2, 12)
    assert two.levels == level_costs("cribbage") != {}
    assert three.levels == level_costs("cribbage(players=3)")
    if not three.levels:
        assert three.standing == ""
        assert "at a table of 3 have no marks yet" in three.warning
    assert (two.title, three.title) == ("Cribbage", "Cribbage for 3")


def test_a_table_has_its_own_marks_once_they_are_from_enough_games(monkeypatch):
    kept = {
        "marks": {"cribbage": {"expert": 0.1}, "cribbage(players=3)": {"expert": 0.4}},
        "games": {"cribbage": 20, "cribbage(players=3)": FEW_GAMES},
    }
    level_costs.cache_clear()
    monkeypatch.setattr("kibitz.coach.progress.json.loads", lambda _: kept)
    try:
        (three,) = progress_answer("ann", [cost_of("cribbage(players=3)")] * 12).games
    finally:
        level_costs.cache_clear()
    assert three.levels == {"expert": 0.4}
    assert "expert" in three.standing


def test_the_usual_number_of_seats_needs_no_saying():
    games = [cost_of("cribbage(players=2)"), cost_of("cribbage"), cost_of("nim(3,4,5)")]
    assert [one.game for one in progress_answer("ann", games).games] == ["cribbage", "nim"]
